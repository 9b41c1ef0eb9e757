#!/usr/bin/env perl
# tests/compile/readme.t: the C programs of README.md compile as pasted, as C and C++, without a warning, and the first
# one runs; examples/short/ compiles likewise; the commands that install and use lqcd do what they say.
# From the environment: CC, CXX (empty: no C++ here), CFLAGS, OPENMP, WARN; ../blocks.pl.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);
use FindBin;
use Test::More;
require "$FindBin::Bin/../blocks.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $root = getcwd();
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $flags = $ENV{CFLAGS} || '-O2 -std=c11 -march=native';
(my $cxxflags = $flags) =~ s/-std=\S+/-std=c++17/;
$cxxflags =~ s/-O\d/-O0/;
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my $openmp = $ENV{OPENMP} || '';
my $dir = tempdir(CLEANUP => 1);

my $readme = slurp('README.md');
my @programs = blocks($readme, 'c');
my ($main) = grep { /\bint\s+main\b/ } @programs;
ok(defined $main, 'README.md shows a C program') or BAIL_OUT('README.md shows no C program');
ok(!system("env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s build/lqcd_single.h && cp build/lqcd_single.h $dir"), 'the single header is made');
my @names = map { 'program ' . ($_ + 1) } 0 .. $#programs;
# tests/mpi, tests/hirep and tests/gpu have the others.
for my $file (grep { !m{/(?:processes|hirep)\.c$} } sort glob 'examples/short/*.c') {
	push @programs, slurp($file);
	push @names, $file;
}

# A lattice without a lane grid: the first edit of a new user. On narrow registers and one lane it may fit.
(my $edited = $main) =~ s/\{8, 8, 8, 8\}/{6, 6, 6, 6}/ or BAIL_OUT('the program has no extents 8, 8, 8, 8');
write_file("$dir/edited.c", $edited);
if (defined runs($dir, "$cc $flags -I$root edited.c -o edited -lm", 'with extents 6, 6, 6, 6 it compiles')) {
	my $said = `$dir/edited 2>&1`;
	my $status = $? >> 8;
	ok($status == 0 || ($status == 1 && $said =~ /grid of \d+ lanes fits the extents 6,6,6,6 .*use tag f or d/), "and runs, or says why not: $said");
}

# Programs that run are compiled with optimisation; the others only have to compile.
for my $i (0 .. $#programs) {
	my $link = $programs[$i] =~ /\bint\s+main\b/ ? "-o readme$i -lm" : '-c';
	write_file("$dir/readme$i.$_", $programs[$i]) for 'c', 'cpp';
	my $name = $names[$i];
	(my $as = $flags) =~ s/-O\d/$link =~ m{-o} ? $& : '-O0'/e;
	my $good = runs($dir, "$cc $as $openmp $warn -I$root readme$i.c $link", "$name compiles as C");
	if (defined $good && $link =~ /-o/) {
		my $said = runs($dir, "./readme$i", 'it runs and exits with 0');
		ok(defined $said && length $said, 'it says something');
	}
	SKIP: {
		skip "$name: no C++ compiler", 1 if $cxx eq '';
		runs($dir, "$cxx $cxxflags $openmp $warn -I$root readme$i.cpp $link", "$name compiles as C++");
	}
}

# The commands, with $HOME in a folder of its own, and the tree wherever it is.
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX)};
my ($commands) = grep { /make install/ } blocks($readme, 'sh');
my ($project) = blocks($readme, 'cmake');
ok(defined $commands && defined $project, 'README.md shows how to install and find lqcd') or BAIL_OUT('it does not');
$commands =~ s/^make /make -C $root /mg;
$commands =~ s/^cc /$cc /mg;
write_file("$dir/quark.c", $main);
SKIP: {
	skip 'no pkg-config', 2 if system 'command -v pkg-config >/dev/null 2>&1';
	local $ENV{HOME} = "$dir/home";
	if (defined runs($dir, "set -e\n$commands", 'the commands for pkg-config')) {
		runs($dir, './quark', 'their program runs');
	}
}
SKIP: {
	skip 'no cmake', 2 if system 'command -v cmake >/dev/null 2>&1';
	skip 'nothing was installed', 2 unless -e "$dir/home/.local/include/lqcd.h";
	write_file("$dir/CMakeLists.txt", $project);
	my $configure = "cmake -S . -B build -DCMAKE_C_COMPILER=$cc -DCMAKE_PREFIX_PATH=$dir/home/.local";
	runs($dir, "$configure && cmake --build build && ./build/quark", 'the CMake project is built and runs');
}

done_testing();
