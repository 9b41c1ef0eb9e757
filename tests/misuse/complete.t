#!/usr/bin/env perl
# tests/misuse/complete.t: tests/misuse.c calls every public function that takes a pointer, or complete.txt says why it need not.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my (%reason, $why);
for (grep { !/^#/ } split /\n/, slurp('tests/misuse/complete.txt')) {
	if (/^(\S.*):$/) { $why = $1 } else { push @{ $reason{$why} }, split }
}

my %status;
my $tests = join '', map { slurp($_) } 'tests/misuse.c', glob 'tests/misuse/*.inc';
my %file;
for my $file (grep { !m{/device_} } files_in(qr/\.(?:h|inc)$/, map { "lqcd/$_" } qw(lattice field gauge dirac solver hmc observables io kernels foreign))) {
	my $text = without_comments(slurp($file)) =~ s/\bKIND\((T\(\w+\)), T\(\w+\)\)/$1/gr =~ s/\bL\((T\(\w+\))\)/$1/gr;
	while ($text =~ /^(?:LQCD_\w+|static inline)\s+[^;{}()]*?\b(T|LQCD__GEMM)?\(?(lqcd_(?!_)\w+|(?<=GEMM\()\w+)\)?\s*\(([^{};]*)\)\s*\{/gm) {
		my ($name, $arguments) = (index($2, 'lqcd_') == 0 ? $2 : "lqcd_$2", $3);
		$status{$name} = 1 if substr($text, $-[0], $+[0] - $-[0]) =~ /^[^(]*\blqcd_(?:status|solve_result)\b/;
		# Those of devices are misused by tests/gpu/misuse.cu.
		$file{$name} //= $file if $arguments =~ /[*]|lqcd_field_view/ && $arguments !~ /lqcd_gpu_lattice/;
	}
}
cmp_ok(scalar keys %file, '>', 450, keys(%file) . ' functions take a pointer');
my @rest = grep { my $macro = s/_view$//r; $tests !~ /\b$macro\(/ && $tests !~ /\b$_(?:_(?:d|vd|d_f))?\b/ } sort keys %file;
for my $why (sort keys %reason) {
	for my $excused (@{ $reason{$why} }) {
		my $pattern = qr/^$excused$/;
		ok(scalar(grep { /$pattern/ } keys %file), "there is $excused: it $why");
		@rest = grep { !/$pattern/ } @rest;
	}
}
none('what has a status refuses, and does not assert', grep { $status{s/_v?d$//r} } $tests =~ /\bASSERTED\((?:\w\()?(lqcd_\w+)/g);
none('all others are misused', map { "$file{$_}: $_" } @rest);
done_testing();
