#!/usr/bin/env perl
# lqcd/package/editor.pl: prints compile_commands.json for clangd and other editors: how each header and template of lqcd/ and
# each C file of tests/, examples/ and bench/ is compiled alone.
#
#   perl lqcd/package/editor.pl >compile_commands.json
#
# A template (*.inc) is compiled within a frame, which goes to build/editor/: what the header that includes it has before it,
# for the tag vd if there is one. The templates of the tags before it are included there, so that no definition is doubled. A
# template that another template includes has the frame of that one and what it has before it. Back ends of simd/ and the
# vendors of gpu/ have a frame, too. What is for GPUs is C++, as tests/gpu compiles it on the host.
# From the environment: CFLAGS.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Find;
use File::Path qw(make_path);
use FindBin;

chdir "$FindBin::Bin/../.." or die "chdir: $!\n";
my $root = getcwd();
my @flags = grep { !/^-(?:O|g|std=)/ } split ' ', $ENV{CFLAGS} || '-march=native';
my @mpi = grep { /^-[ID]/ } split ' ', `mpicc -showme:compile 2>/dev/null` || `mpicc -compile_info 2>/dev/null`;
my $frames = 'build/editor';
my (@files, %lines);
find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.(?:h|c|inc)$/ } }, 'lqcd', 'tests', 'examples', 'bench');
@files = ('lqcd.h', sort @files);

sub lines_of {
	my ($path) = @_;
	return @{ $lines{$path} ||= do {
		open my $in, '<', $path or die "$path: $!\n";
		[map { chomp; $_ } <$in>];
	} };
}

# lqcd/base/../site/su3.inc -> lqcd/site/su3.inc
sub normal {
	my ($path) = @_;
	1 while $path =~ s{(?:^|(?<=/))(?!\.\./)[^/]+/\.\./}{};
	return $path;
}

# The path from the root that "name" in an #include of a file means, or undef if it is not ours.
sub resolve {
	my ($from, $name) = @_;
	my ($folder) = $from =~ m{^(.*/)};
	my $near = normal(($folder || '') . $name);
	return -e $near ? $near : -e $name ? $name : undef;
}

# ---- tags: the numbers of lqcd/base/each_tag.inc, and the tags in its order

my (%number, @each);
for (lines_of('lqcd/base/each_tag.inc')) {
	$number{$1} = 0 + $2 if /^#define (LQCD_\w+_TAGS)\s+(\d+)/;
	push @each, { bit => 0 + $1, tags => [] } if /^#if LQCD_TAGS & (\d+)/;
	push @{ $each[-1]{tags} }, [$1] if /^#define LQCD_TAG (\w+)/;
	push @{ $each[-1]{tags}[-1] }, $1 if /^#define LQCD_LOW (\w+)/;
}

# The tags for which a template is included, each [tag] or [tag, low].
sub tags_of {
	my ($name) = @_;
	die "tags $name?\n" unless defined $number{$name};
	return map { @{ $_->{tags} } } grep { $number{$name} & $_->{bit} } @each;
}

# The one that is shown: vd, else d, else the first.
sub shown {
	my (@tags) = @_;
	for my $wanted (qw(vd d)) {
		for my $k (0 .. $#tags) { return $k if $tags[$k][0] eq $wanted }
	}
	return 0;
}

sub set_tag {
	my ($tag, $low) = @{ $_[0] };
	return ("#define LQCD_TAG $tag", defined $low ? "#define LQCD_LOW $low" : ());
}

# ---- frames

# The places where a file includes another: [line, file, tags or undef], tags a name of each_tag.inc.
sub inclusions {
	my ($path) = @_;
	my ($template, $tags, $k, @found);
	for (lines_of($path)) {
		$k++;
		$template = normal("lqcd/base/$1") if /^\s*#\s*define\s+LQCD_TEMPLATE\s+"([^"]+)"/;
		$tags = $1 if /^\s*#\s*define\s+LQCD_TAGS\s+(\w+)/;
		next unless /^\s*#\s*include\s+"([^"]+)"/;
		my $file = resolve($path, $1);
		next unless defined $file;
		push @found, [$k, $file, undef];
		if ($file eq 'lqcd/base/each_tag.inc' && defined $template) {
			push @found, [$k, $template, $tags || 'LQCD_ARITHMETIC_TAGS'];
			$tags = undef;
		}
	}
	return @found;
}

# The lines of a file before line $end, to be included from elsewhere: names of files from the root, conditionals that are
# open at $end without their #if, blocks that are open there without their beginning.
sub before {
	my ($path, $end) = @_;
	my (@out, @open);
	for ((lines_of($path))[0 .. $end - 2]) {
		my $line = $_;
		if ($line =~ /^\s*#\s*include\s+"([^"]+)"/) {
			my $file = resolve($path, $1);
			$line = "#include \"$file\"" if defined $file;
		}
		push @open, [scalar @out] if /^\s*#\s*if/;
		push @{ $open[-1] }, scalar @out if /^\s*#\s*el/;
		pop @open if /^\s*#\s*endif/;
		push @out, $line;
	}
	# An open #if keeps its open branch.
	for (@open) {
		my ($first, @other) = @$_;
		$out[$_] = '' for @other ? $first .. $other[-1] : $first;
	}
	@out = map { /^LQCD_(?:BEGIN|END)_DECLS$/ ? '' : $_ } @out;
	return @out;
}

# The back ends of simd/ and the -m flags in their list
my %back_end;
for (lines_of('lqcd/simd/simd.h')) {
	$back_end{"lqcd/simd/$1"} = $2 if m{^#include "(\w+\.h)"\s+/\* (.*) \*/};
}

# Whether a file cannot be compiled alone.
sub is_part {
	my ($file) = @_;
	return $file =~ m{^lqcd/} && ($file =~ /\.inc$/ || $back_end{$file} || $file =~ m{complex_cxx\.h$|
		^lqcd/gpu/(?:cuda|hip|host)\.h$|^lqcd/compat/quda/device(?:_quarks)?\.h$}x);
}

my %includers;
for my $path (grep { /\.(?:h|inc)$/ } @files) {
	push @{ $includers{ $_->[1] } }, [$path, @$_] for inclusions($path);
}

# Where the frames of templates are shown, which everything includes
my %example = (each_tag => 'lqcd/site/su3.h', begin => 'lqcd/site/su3.inc', end => 'lqcd/site/su3.inc',
	begin_low => 'lqcd/solver/mixed.inc', end_low => 'lqcd/solver/mixed.inc');

# The inclusion of a template that is shown: of a header beside it, else of any header, else of a template; a header for devices
# alone comes last.
sub chosen {
	my ($file) = @_;
	if ($file =~ m{^lqcd/base/(\w+)\.inc$} && $example{$1}) {
		return (grep { $_->[0] eq $example{$1} } @{ $includers{$file} })[0];
	}
	my ($folder, $name) = $file =~ m{^(.*/)([^/.]+)\.\w+$};
	my $rank = sub {
		my ($path) = @_;
		return $path =~ m{/device_\w+\.h$} ? 5 : $path eq "$folder$name.h" ? 0 : $path =~ m{^\Q$folder\E[^/]+\.h$} ? 1 : $path =~ /\.h$/ ? 2 : $path =~ m{^\Q$folder\E} ? 3 : 4;
	};
	my ($first) = sort { $rank->($a->[0]) <=> $rank->($b->[0]) || $a->[0] cmp $b->[0] || $a->[1] <=> $b->[1] }
		grep { $_->[0] ne $file } @{ $includers{$file} || [] };
	return undef unless $first;
	# Where the tags stand in the text, that of vd
	for my $other (grep { $_->[0] eq $first->[0] && !$_->[3] } @{ $includers{$file} }) {
		return $other if (lines_of($first->[0]))[$other->[1] - 2] =~ /^#define LQCD_TAG vd$/;
	}
	return $first;
}

sub frame {
	my ($file) = @_;
	my $inclusion = chosen($file) or return ();
	my ($path, $line, undef, $tags) = @$inclusion;
	my @text = is_part($path) ? frame($path) : ();
	if (defined $tags) {
		my @all = tags_of($tags);
		my $k = shown(@all);
		push @text, before($path, $line), '#undef LQCD_TEMPLATE', '#undef LQCD_TAGS';
		push @text, set_tag($all[$_]), "#include \"$file\"" for 0 .. $k - 1;
		push @text, set_tag($all[$k]);
	} else {
		push @text, before($path, $line);
	}
	return @text;
}

# Whether a file is a part of the code for several processes: what includes it does so below #ifdef LQCD_MPI.
sub is_mpi {
	my ($file) = @_;
	my $inclusion = $file =~ /\.inc$/ ? chosen($file) : undef;
	return 0 unless $inclusion;
	my ($path, $line) = @$inclusion;
	my @open;
	for ((lines_of($path))[0 .. $line - 2]) {
		push @open, $_ if /^\s*#\s*if/;
		$open[-1] = '' if /^\s*#\s*el/;
		pop @open if /^\s*#\s*endif/;
	}
	return (grep { /^\s*#\s*ifdef LQCD_MPI$/ } @open) ? 1 : is_mpi($path);
}

# Whether a file is for GPUs: in gpu/, a device's part of quda.h, or reached through one.
sub is_device {
	my ($file) = @_;
	return 1 if $file =~ m{/gpu/|/gpu(?:_\w+)?\.(?:h|inc)$|/gpu_\w+\.(?:h|inc)$|complex_cxx\.h$|compat/quda/device\w*\.h$};
	my $inclusion = $file =~ /\.inc$/ ? chosen($file) : undef;
	return $inclusion ? is_device($inclusion->[0]) : 0;
}

# ---- entries

sub quoted {
	my ($text) = @_;
	$text =~ s/(["\\])/\\$1/g;
	return "\"$text\"";
}

sub entry {
	my ($file, @more) = @_;
	my @arguments = map { quoted($_) } 'clang', @more, '-I.', $file;
	local $" = ', ';
	return "{\"directory\": @{[quoted($root)]}, \"file\": @{[quoted($file)]}, \"arguments\": [@arguments]}";
}

sub write_frame {
	my ($file, @text) = @_;
	(my $name = "$frames/$file") =~ s/\.(?:h|inc)$/.frame.h/;
	make_path($name =~ s{/[^/]+$}{}r);
	open my $out, '>', $name or die "$name: $!\n";
	print $out "/* The frame of $file, made by lqcd/package/editor.pl. */\n", map { "$_\n" } @text;
	close $out or die "$name: $!\n";
	return ('-include', $name);
}

# Back ends of other processors: the word for each in simd.h, with its target and headers on Debian.
my %other = (
	AArch64 => ['aarch64-linux-gnu', '/usr/aarch64-linux-gnu/include'],
	'RISC-V' => ['riscv64-linux-gnu', '/usr/riscv64-linux-gnu/include'],
	WebAssembly => ['wasm32-wasi', '/usr/include/wasm32-wasi'],
);

sub options {
	my ($file) = @_;
	my @more = is_device($file) ? ('-xc++', '-std=c++17') : ('-xc', '-std=c11');
	push @more, '-DLQCD_MPI', @mpi if $file =~ m{/mpi/} || is_mpi($file);
	my $inclusion = $file =~ m{^lqcd/simd/.*\.inc$} ? chosen($file) : undef;
	my $header = $inclusion ? $inclusion->[0] : $file;
	if (my $says = $back_end{$header}) {
		my ($name) = $header =~ m{(\w+)\.h$};
		push @more, '-DLQCD_SIMD=LQCD_SIMD_' . uc $name, $says =~ /(-m[\w=+.-]*\w)/g;
		for my $processor (grep { $says =~ /\b$_\b/ } sort keys %other) {
			push @more, "--target=$other{$processor}[0]", '-isystem', $other{$processor}[1];
			return (@more, grep { !/^-m/ } @flags);
		}
	}
	# HIP as tests/gpu/ has it on the host
	push @more, '-D__HIP__', '-D__HIP_DEVICE_COMPILE__', '-Itests/gpu/hip' if $file =~ m{gpu/hip[./]};
	push @more, '-DLQCD_QUDA_DEVICE' if is_device($file) && $file =~ m{compat/quda/};
	push @more, '-DWITH_GPU' if $file =~ m{compat/hirep/.*gpu};
	return (@more, @flags);
}

my @entries;
for my $file (@files) {
	my @text = is_part($file) ? frame($file) : ();
	next if $file =~ /\.inc$/ && $file !~ m{^lqcd/};
	push @entries, entry($file, options($file), @text ? write_frame($file, @text) : ());
}
print "[\n", join(",\n", @entries), "\n]\n";
