#!/usr/bin/env perl
# tests/compile/install.t: make install puts headers, lqcd.pc and the CMake package where they are found: a program
# compiles with the flags of pkg-config, with find_package(lqcd) and with add_subdirectory; all name LQCD_VERSION.
# make uninstall leaves nothing behind. From the environment: CC, CXX (empty: no C++ here).
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Find;
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $root = getcwd();
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $dir = tempdir(CLEANUP => 1);
my $prefix = "$dir/prefix";
# The make that this test runs must not get the arguments of the make that runs this test.
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX)};

sub have {
	return !system "command -v $_[0] >/dev/null 2>&1";
}

# Runs a shell command; one check.
sub runs {
	my ($command, $name) = @_;
	my $said = `{ $command; } 2>&1`;
	my $good = $? == 0;
	ok($good, $name) or diag("$command\n$said");
	return $good;
}

sub write_file {
	my ($file, $text) = @_;
	open my $out, '>', $file or die "$file: $!";
	print $out $text;
	close $out or die "$file: $!";
}

sub files_in {
	my ($in) = @_;
	my @found;
	find({ no_chdir => 1, wanted => sub { push @found, substr $_, length($in) + 1 if !-d } }, $in) if -d $in;
	return sort @found;
}

my ($version) = `cat lqcd/base/config.h` =~ /^#define LQCD_VERSION +"(.*)"$/m;
my ($macros) = join '.', `cat lqcd/base/config.h` =~ /^#define LQCD_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)$/mg;
is($macros, $version, 'LQCD_VERSION and its three numbers agree');

is(`cat LICENSE`, `cat lqcd/LICENSE`, 'the licence in the folder that users copy is that of the project');
my ($cited) = `cat CITATION.cff` =~ /^version: "?([^"\n]+)/m;
my ($changed) = `cat CHANGELOG.md` =~ /^## (\S+)/m;
is("$cited $changed", "$version $version", 'CITATION.cff and the first entry of CHANGELOG.md have the version');
# Compilers that are said to be tested are those that .ci/run tests.
my %tested = map { $_ => 1 } -e '.ci/run' ? `cat .ci/run` =~ /\bclang-(\d+)\b/g : ();
for my $file ('README.md', 'lqcd/README.md') {
	my ($said) = `cat $file` =~ /clang ((?:\d+(?:, | and )?)+)/;
	is(join(' ', sort(($said // '') =~ /\d+/g)), join(' ', sort keys %tested), "$file names the versions of clang that are tested");
}

# ---- make install --------------------------------------------------------------------------------------------------

my @wanted = sort map({ "include/$_" } 'lqcd.h', map { "lqcd/$_" } grep { /\.(?:h|inc)$|^LICENSE$|^compat\/hirep\/\w+\.c$/ } files_in('lqcd')),
	'share/pkgconfig/lqcd.pc', map { "share/cmake/lqcd/lqcd$_.cmake" } 'Config', 'ConfigVersion';
runs("make install PREFIX=$prefix CC=false CXX=false", 'make install PREFIX=, with compilers that fail');
is_deeply([files_in($prefix)], \@wanted, 'it installs each header and template, the licence, lqcd.pc and the CMake package');
runs("make install DESTDIR=$dir/stage PREFIX=/opt/lattice", 'make install DESTDIR=');
is_deeply([files_in("$dir/stage/opt/lattice")], \@wanted, 'the same files below DESTDIR');
my $pc = `cat $dir/stage/opt/lattice/share/pkgconfig/lqcd.pc`;
ok($pc =~ m{^prefix=/opt/lattice$}m && $pc !~ /stage|\@/, 'lqcd.pc names PREFIX, not DESTDIR');
runs("make uninstall DESTDIR=$dir/stage PREFIX=/opt/lattice", 'make uninstall');
is_deeply([files_in("$dir/stage")], [], 'it leaves no file');
ok(!-e "$dir/stage/opt/lattice/include/lqcd", 'and no folder include/lqcd');

# ---- make release --------------------------------------------------------------------------------------------------

# In a copy of the tree; the file system gives other times and modes.
SKIP: {
	skip 'no GNU tar or sha256sum', 7 if `tar --version 2>&1` !~ /GNU/ || !have('sha256sum');
	my (@made, %copy);
	@copy{'one', 'two'} = ('22', '77');
	for my $copy ('one', 'two') {
		runs("umask 0$copy{$copy} && mkdir $dir/$copy && cp -r Makefile LICENSE CHANGELOG.md CITATION.cff lqcd lqcd.h tests bench examples $dir/$copy && "
			. "cd $dir/$copy && make -j2 release CC=false CXX=false", "make release, $copy");
		push @made, scalar `cat $dir/$copy/build/dist/SHA256SUMS`;
	}
	ok($made[0] =~ /^\w{64}  lqcd_single\.h\n\w{64}  lqcd_single\.cuh\n\w{64}  lqcd-\Q$version\E\.tar\.gz\n\z/ && $made[0] eq $made[1], 'the same bytes again') or diag(@made);
	runs("cd $dir/one/build/dist && sha256sum -c SHA256SUMS && tar -xzf lqcd-$version.tar.gz", 'the checksums are right');
	my $unpacked = "$dir/one/build/dist/lqcd-$version";
	my @headers = map { s{^include/}{}r } grep { /^include/ } @wanted;
	is_deeply([files_in($unpacked)], [sort @headers, 'LICENSE', 'CHANGELOG.md', 'CITATION.cff'], 'the archive has what make install installs, licence and changes');
	my @other = grep { `cat $unpacked/$_` ne `cat $_` } files_in($unpacked);
	is("@other", '', 'as it is in the tree');
	write_file("$dir/released.c", "#ifdef ONE\n#include <lqcd_single.h>\n#else\n#include <lqcd.h>\n#endif\nint main(void) { return LQCD_VERSION[0] == 0; }\n");
	runs("$cc -std=c11 -O0 -I$unpacked $dir/released.c -o $dir/released -lm && $dir/released && "
		. "$cc -std=c11 -O0 -DONE -I$dir/one/build/dist $dir/released.c -o $dir/released -lm && $dir/released", 'programs compile with both');
}

# ---- find and compile ----------------------------------------------------------------------------------------------

my $program = <<'EOT';
#include <lqcd.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	lqcd_su3_d u;
	(void)argv;
	lqcd_su3_unit(&u);
	/* The sine of what is known only then needs libm. */
	printf("%s %g\n", LQCD_VERSION, lqcd_su3_trace(&u).re + sin(argc - 1.0));
	return 0;
}
EOT
write_file("$dir/program.$_", $program) for 'c', 'cpp';
my @languages = (['C', $cc, 'c'], $cxx eq '' ? () : ['C++', $cxx, 'cpp']);

SKIP: {
	skip 'no pkg-config', 3 unless have('pkg-config');
	local $ENV{PKG_CONFIG_PATH} = "$prefix/share/pkgconfig";
	is(`pkg-config --modversion lqcd 2>&1`, "$version\n", 'pkg-config --modversion is LQCD_VERSION');
	for (@languages) {
		my ($language, $compiler, $suffix) = @$_;
		my $flags = `pkg-config --cflags lqcd`;
		my $libs = `pkg-config --libs lqcd`;
		chomp($flags, $libs);
		runs("cd $dir && $compiler $flags program.$suffix -o by_pc $libs", "$language compiles by pkg-config") or next;
		is(`$dir/by_pc`, "$version 3\n", "$language: and runs with LQCD_VERSION");
	}
}

# A project in C and C++ that wants lqcd by $how and passes its version to the compiler.
sub by_cmake {
	my ($name, $how, $options) = @_;
	my $languages = $cxx eq '' ? 'C' : 'C CXX';
	my $targets = '';
	for (@languages) {
		my $target = "in_$_->[2]";
		$targets .= "add_executable($target $dir/program.$_->[2])\ntarget_link_libraries($target PRIVATE lqcd::lqcd)\n";
	}
	make_path("$dir/$name");
	write_file("$dir/$name/CMakeLists.txt", <<"EOT");
cmake_minimum_required(VERSION 3.5...3.25)
project(program LANGUAGES $languages)
$how
message(STATUS "lqcd version: \${lqcd_VERSION}")
$targets
EOT
	my $log = "$dir/$name.log";
	my $compilers = "-DCMAKE_C_COMPILER=$cc" . ($cxx eq '' ? '' : " -DCMAKE_CXX_COMPILER=$cxx");
	runs("cmake -S $dir/$name -B $dir/$name/build $compilers $options >$log 2>&1 || { cat $log; exit 1; }",
		"CMake configures with $name") or return;
	ok(`cat $log` =~ /^-- lqcd version: \Q$version\E$/m, "$name: the version is LQCD_VERSION");
	ok(`cat $log` !~ /Warning/i, "$name: without a warning") or diag(`cat $log`);
	runs("cmake --build $dir/$name/build", "$name: the programs are built") or return;
	is(`$dir/$name/build/in_$_->[2]`, "$version 3\n", "$name: $_->[0] runs with LQCD_VERSION") for @languages;
}

SKIP: {
	skip 'no cmake', 21 unless have('cmake');
	my $generator = have('make') ? "-G 'Unix Makefiles'" : '';
	my ($minor) = $version =~ /^(\d+\.\d+)/;
	my $found = "-DCMAKE_PREFIX_PATH=$prefix $generator";
	by_cmake('find_package', "find_package(lqcd $minor REQUIRED)", $found);
	by_cmake('add_subdirectory', "add_subdirectory($root lqcd)\nget_directory_property(lqcd_VERSION DIRECTORY $root "
		. "DEFINITION PROJECT_VERSION)", $generator);

	for my $asked ('', $version, '99.0', '0.0.1') {
		my $good = $asked eq '' || $asked eq $version;
		make_path("$dir/asked");
		write_file("$dir/asked/CMakeLists.txt", "cmake_minimum_required(VERSION 3.5...3.25)\nproject(a LANGUAGES NONE)\n"
			. "find_package(lqcd $asked REQUIRED)\n");
		my $said = `cmake -S $dir/asked -B $dir/asked/build $found 2>&1`;
		ok($good ? $? == 0 : $? != 0 && $said =~ /version: \Q$version\E/,
			"find_package(lqcd $asked) " . ($good ? 'succeeds' : "fails and names $version")) or diag($said);
		unlink "$dir/asked/build/CMakeCache.txt";
	}

	write_file("$dir/asked/CMakeLists.txt", "cmake_minimum_required(VERSION 3.5...3.25)\nproject(a LANGUAGES NONE)\n"
		. "find_package(lqcd $minor REQUIRED)\nget_target_property(place lqcd::lqcd INTERFACE_INCLUDE_DIRECTORIES)\n"
		. "message(STATUS \"in \${place}\")\n");
	my $said = `cmake -S $dir/asked -B $dir/asked/build -Dlqcd_DIR=$root/lqcd/package $generator 2>&1`;
	ok($? == 0 && $said =~ /^-- in \Q$root\E$/m, 'find_package(lqcd) with lqcd_DIR in the tree') or diag($said);

	# The same tree installed by CMake: the same files.
	runs("cmake -S $root -B $dir/tree $generator -DCMAKE_INSTALL_PREFIX=$dir/by_cmake >$dir/log 2>&1 && "
		. "cmake --install $dir/tree >>$dir/log 2>&1", 'cmake --install') or diag(`cat $dir/log`);
	is_deeply([files_in("$dir/by_cmake")], \@wanted, 'it installs the files that make install does');
	my @other = grep { `cat $dir/by_cmake/$_` ne `cat $prefix/$_` } @wanted;
	is("@other", 'share/pkgconfig/lqcd.pc', 'which differ in lqcd.pc alone');
	(my $text = `cat $dir/by_cmake/share/pkgconfig/lqcd.pc`) =~ s/^prefix=.*/prefix=$prefix/m;
	is($text, scalar `cat $prefix/share/pkgconfig/lqcd.pc`, 'and that in the prefix alone');
}

done_testing();
