#!/usr/bin/env perl
# tests/compile/readme.t: the C programs of README.md compile as pasted, as C and C++, without a warning, and the first one runs, also with
# extents that fit no grid of lanes; examples/short compiles likewise; the commands that install and use lqcd do what they say; a text of
# make explorer compiles. The gate leaves examples/short out, takes the first program alone as C++, and has no CMake.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my $readme = slurp('README.md');
my @shown = blocks($readme, 'c');
my ($main) = grep { /\bint\s+main\b/ } @shown;
my ($commands) = grep { /make install/ } blocks($readme, 'sh');
my ($project) = blocks($readme, 'cmake');
ok(defined $main && defined $commands && defined $project, 'README.md shows a program, and how to install and find lqcd') or BAIL_OUT('it does not');
# make alone lists the targets that README.md names.
my $targets = `make 2>&1`;
none('make names each of them', grep { $targets !~ /\bmake (?:[\w ,|\/-]*\b)?$_\b/ } $readme =~ /(?:^|`)make ([a-z][\w-]*)/mg);
runs("make -s build/lqcd_single.h && cp build/lqcd_single.h $dir", 'the single header is made');

# tests/mpi, tests/hirep and tests/gpu have the others.
my %program = (map({ ("program$_" => $shown[$_]) } 0 .. $#shown),
	$all ? map { s{.*/}{}r =~ s/\.c$//r => slurp($_) } grep { !m{/(?:processes|hirep)\.c$} } glob 'examples/short/*.c' : ());
# The gate runs the first one below, by its commands. Programs that run are compiled with optimisation.
my $standard = $cflags =~ s/-O\d\s*//r;
for my $name (sort keys %program) {
	my $runs = $all && $program{$name} =~ /\bint\s+main\b/;
	spew("$dir/$name.c", $program{$name});
	runs("cd $dir && $cc $openmp $warn -I$root " . ($runs ? "$cflags $name.c -o $name -lm" : "$standard -O0 -fsyntax-only $name.c"), "$name compiles as C");
	isnt(runs("$dir/$name", 'it runs') // '', '', 'and says something') if $runs;
	next if $cxx eq '' || !$all && $program{$name} ne $main;
	runs("cd $dir && $cxx " . ($standard =~ s/-std=\S+/-std=c++17/r) . " -O0 $openmp $warn -I$root -fsyntax-only -x c++ $name.c", "$name compiles as C++");
}
# A text to paste; explorer.t has the others, and what they say of their instructions.
runs("$^X lqcd/package/paste.pl examples/explorer/wilson_site.c -o $dir/pasted.c && cd $dir && $cc $standard -O0 " . $warn =~ s/-pedantic\b//r . ' -fsyntax-only pasted.c',
	'a text to paste compiles');
# A lattice without a lane grid: the first edit of a new user. On narrow registers and one lane it may fit.
spew("$dir/edited.c", $main =~ s/\{8, 8, 8, 8\}/{6, 6, 6, 6}/r);
my $said = `cd $dir && $cc $standard -O0 -I$root edited.c -o edited -lm && ./edited 2>&1`;
ok($? == 0 || ($? >> 8 == 1 && $said =~ /grid of \d+ lanes fits the extents 6,6,6,6 .*use tag f or d/), 'with extents 6, 6, 6, 6 it runs, or says why not') or diag($said);

# The commands, with $HOME in a folder of its own, and the tree wherever it is.
$commands =~ s/^make /make -C $root /mg;
$commands =~ s/^cc /$cc /mg;
spew("$dir/quark.c", $main);
SKIP: {
	skip 'no pkg-config', 1 unless have('pkg-config');
	local $ENV{HOME} = "$dir/home";
	runs("set -e; cd $dir\n$commands\n./quark", 'the commands for pkg-config, and their program');
	skip 'no cmake, or not with all', 1 unless $all && have('cmake');
	spew("$dir/CMakeLists.txt", $project);
	runs("cd $dir && cmake -S . -B build -DCMAKE_C_COMPILER=$cc -DCMAKE_PREFIX_PATH=$dir/home/.local && cmake --build build && ./build/quark", 'the CMake project');
}
done_testing();
