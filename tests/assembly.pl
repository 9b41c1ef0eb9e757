# tests/assembly.pl: instructions in assembly text, for scripts that count them; they require it.
#
#   functions($text)                     { name => [instructions] }, "mnemonic operands"
#   counted($family, $code, $what)       how many of [instructions] $what is: a counter of the table below, or COUNTER:lanes,
#                                        :xmm, :ymm, :zmm: those with a vector register (of full length, of this length)
#   targets($cc, $cxx)                   compilers here and their instruction sets: { label, isa, family, compiler, language, flags }
#
# Families: x86, arm (AArch64; NEON and SVE), riscv.
use strict;
use warnings;

my %counter = (
	x86 => {
		fma => qr/^vfn?m(?:add|sub)/,
		mul => qr/^v?mul[ps][sd]\b/,
		add => qr/^v?(?:add|sub|addsub)[ps][sd]\b/,
		div => qr/^v?div[ps][sd]\b/,
		sqrt => qr/^v?sqrt[ps][sd]\b/,
		estimate => qr/^v?rsqrt/,
		shuffle => qr/^v?p?(?:shuf|perm|unpck|insert|extract|broadcast|blend|movlhp|movhlp|movddup|mov[sh]+[hl]?dup)/,
		convert => qr/^v?cvt/,
		call => qr/^call|^jmp\s+(?!\.?L)\w/,
		jump => qr/^j(?!mp\s+(?!\.?L)\w)/,
	},
	arm => {
		fma => qr/^f(?:n?ml[as]|n?mad|n?msb|n?madd|n?msub|cmla)\b/,
		mul => qr/^fn?mul\b/,
		add => qr/^f(?:add|subr?|addp|cadd)\b/,
		div => qr/^fdivr?\b/,
		sqrt => qr/^fsqrt\b/,
		estimate => qr/^frsqrte\b/,
		shuffle => qr/^(?:tbl|ext|trn[12]|zip[12]|uzp[12]|rev\w*|dup|ins|splice|ld1r|ld1rw|ld1rd|mov v\d+\.[sd]\[\d|mov z\d+\.[sd], [sd]\d)\b/,
		convert => qr/^(?:fcvt\w*|[su]cvtf)\b/,
		call => qr/^blr?\b|^b (?!\.?L)\w/,
		jump => qr/^(?:b\.?(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|any|none|first|last)|cbn?z|tbn?z)\b|^b \.?L/,
	},
	riscv => {
		fma => qr/^(?:vfn?m(?:acc|sac|add|sub)\.v[vf]|fn?m(?:add|sub)\.[sd])\b/,
		mul => qr/^(?:vfmul\.v[vf]|fmul\.[sd])\b/,
		add => qr/^(?:vf(?:add|r?sub)\.v[vf]|f(?:add|sub)\.[sd])\b/,
		div => qr/^(?:vfr?div\.v[vf]|fdiv\.[sd])\b/,
		sqrt => qr/^(?:vfsqrt\.v|fsqrt\.[sd])\b/,
		estimate => qr/^vfrsqrt7/,
		shuffle => qr/^(?:vslide\w+|vrgather\w*|vmerge|vfmerge|vf?mv\.(?:v\.[xf]|[sxf]\.[xfs]))\b/, # vmv.v.v copies a register
		widen => qr/^vfw(?:n?macc|n?msac|mul|add|sub)\.v/,
		convert => qr/^(?:vf[wn]?cvt|fcvt)\b/,
		call => qr/^(?:call|tail|jalr)\b/,
		jump => qr/^(?:j|b(?:eq|ne|lt|ge|gt|le)\w*)\b/,
	},
);
my %lanes = (x86 => { AVX2 => qr/%ymm\d/, 'AVX-512' => qr/%zmm\d/, SSE2 => qr/%xmm\d/ }, arm => { NEON => qr/\bv\d+\.(?:4s|2d)\b/, SVE => qr/\bz\d+\.[sd]\b/ },
	riscv => { RVV => qr/^v/ });

sub functions {
	my (%code, $name);
	for (split /\n/, $_[0]) {
		if (/^([A-Za-z_]\w*):/) {
			$name = $1;
		} elsif (/^\s+([a-z][\w.]*)\s*(.*)/ && defined $name) {
			my ($what, $operands) = ($1, $2);
			$operands =~ s/\s*(?:\/\/|#(?= )|;).*//;
			push @{ $code{$name} }, "$what $operands" =~ s/\s+/ /gr =~ s/ $//r;
		}
	}
	return \%code;
}

sub counted {
	my ($target, $code, $what) = @_;
	my ($name, $register) = split /:/, $what;
	my $is = $counter{ $target->{family} }{$name} // die "\"$what\" is no counter\n";
	my $with = !defined $register ? qr// : $register eq 'lanes' ? $lanes{ $target->{family} }{ $target->{isa} } : qr/%$register\d/;
	return scalar grep { /$is/ && /$with/ } @$code;
}

sub targets {
	my ($cc, $cxx) = @_;
	my @compilers = ($cc, grep { $_ ne $cc && !system "command -v $_ >/dev/null 2>&1" } 'gcc', 'clang');
	my ($clang) = grep { !system "command -v $_ >/dev/null 2>&1" } 'clang-19', 'clang';
	my ($neon, $sve, $rvv) = ('', '-march=armv8.2-a+sve -msve-vector-bits=256', '-march=rv64gcv_zvl256b -mrvv-vector-bits=zvl');
	my @all;
	my $add = sub {
		my ($isa, $family, $compiler, $flags, $language) = @_;
		push @all, { isa => $isa, family => $family, compiler => $compiler, flags => $flags, language => $language // 'c',
			label => "$isa, " . $compiler =~ s/ .*//r =~ s/.*-linux-gnu-//r . (($language // 'c') eq 'c' ? '' : ', C++') };
	};
	for my $compiler (grep { `$_ -dumpmachine` =~ /^x86_64/ } @compilers) {
		$add->('AVX2', 'x86', $compiler, '-mavx2 -mfma');
		$add->('AVX-512', 'x86', $compiler, '-mavx512f -mfma');
	}
	$add->('AVX2', 'x86', $cxx, '-mavx2 -mfma', 'c++') if $cxx ne '' && `$cxx -dumpmachine` =~ /^x86_64/;
	for my $compiler ('aarch64-linux-gnu-gcc', defined $clang ? "$clang --target=aarch64-linux-gnu" : ()) {
		$add->('NEON', 'arm', $compiler, $neon);
		$add->('SVE', 'arm', $compiler, $sve);
	}
	$add->('RVV', 'riscv', "$clang --target=riscv64-linux-gnu", $rvv) if defined $clang;
	return @all;
}

1;
