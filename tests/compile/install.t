#!/usr/bin/env perl
# tests/compile/install.t: make install puts headers, lqcd.pc and the CMake package where they are found: a program compiles with the
# flags of pkg-config, with find_package(lqcd) and with add_subdirectory; all name LQCD_VERSION. make uninstall leaves nothing
# behind; make release gives the same bytes again. From the environment: ../support/Support.pm. The gate installs and compares; the
# programs and the release are built with all (readme.t has a program in the gate).
use File::Path qw(make_path);
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my $stage = "$dir/stage/opt/lattice";
my $prefix = $all ? "$dir/prefix" : $stage;
sub tree ($in) { return map { s{^\Q$in/}{}r } files_in(qr//, $in) }

my $config = slurp('lqcd/base/config.h');
my ($version) = $config =~ /^#define LQCD_VERSION +"(.*)"$/m;
is(join('.', $config =~ /^#define LQCD_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)$/mg), $version, 'LQCD_VERSION and its three numbers agree');
is(slurp('LICENSE'), slurp('lqcd/LICENSE'), 'the licence in the folder that users copy is that of the project');
like(slurp('CITATION.cff'), qr/^version: "?\Q$version\E"?$/m, 'CITATION.cff has the version');
like(slurp('CHANGELOG.md') =~ s/\A.*?^(?=## )//msr, qr/\A## \Q$version\E\b/, 'and so has the first entry of CHANGELOG.md');
# Compilers that are said to be tested are those of the configurations.
my %tested = map { $_ => 1 } slurp('tests/configurations.txt') =~ /^clang\d+ +\| compilers +\| clang(?:\+\+)?-(\d+)/mg;
for my $file ('README.md', 'lqcd/README.md') {
	my ($said) = slurp($file) =~ /clang ((?:\d+(?:, | and )?)+)/;
	is(join(' ', sort(($said // '') =~ /\d+/g)), join(' ', sort keys %tested), "$file names the versions of clang that are tested");
}

# ---- make install

my @headers = ('lqcd.h', map { "lqcd/$_" } grep { /\.(?:h|inc)$|^LICENSE$|^compat\/hirep\/\w+\.c$/ } tree('lqcd'));
my @wanted = sort map({ "include/$_" } @headers), 'share/pkgconfig/lqcd.pc', map { "share/cmake/lqcd/lqcd$_.cmake" } 'Config', 'ConfigVersion';
runs("make install PREFIX=$prefix", 'make install PREFIX=') if $all;
runs("make install DESTDIR=$dir/stage PREFIX=/opt/lattice CC=false CXX=false", 'make install DESTDIR=, with compilers that fail');
is_deeply([tree($_)], \@wanted, 'it installs each header and template, the licence, lqcd.pc and the CMake package') for $stage, $prefix;
my $pc = slurp("$stage/share/pkgconfig/lqcd.pc");
ok($pc =~ m{^prefix=/opt/lattice$}m && $pc !~ /stage|\@/, 'lqcd.pc names PREFIX, not DESTDIR');

# ---- find and compile

my @languages = $all ? (['C', $cc, 'c'], $cxx eq '' ? () : ['C++', $cxx, 'cpp']) : ();
spew("$dir/program.$_", slurp('tests/compile/install.c')) for 'c', 'cpp';

SKIP: {
	skip 'no pkg-config', 1 unless have('pkg-config');
	local $ENV{PKG_CONFIG_PATH} = "$prefix/share/pkgconfig";
	is(`pkg-config --modversion lqcd 2>&1`, "$version\n", 'pkg-config --modversion is LQCD_VERSION');
	for (@languages) {
		my ($language, $compiler, $suffix) = @$_;
		my $by_pc = "$compiler \$(pkg-config --cflags lqcd) $dir/program.$suffix -o $dir/by_pc \$(pkg-config --libs lqcd) && $dir/by_pc";
		is(runs($by_pc, "$language compiles by pkg-config"), "$version 3\n", 'and runs with LQCD_VERSION');
	}
}

my $generator = have('make') ? "-G 'Unix Makefiles'" : '';
my $found = "-DCMAKE_PREFIX_PATH=$prefix $generator";
my ($minor) = $version =~ /^(\d+\.\d+)/;
# What cmake says of a project $name with these lines, and its status.
sub configured ($name, $languages, $lines, $options) {
	make_path("$dir/$name");
	unlink "$dir/$name/build/CMakeCache.txt";
	spew("$dir/$name/CMakeLists.txt", "cmake_minimum_required(VERSION 3.5...3.25)\nproject(program LANGUAGES $languages)\n$lines");
	my $said = `cmake -S $dir/$name -B $dir/$name/build $options 2>&1`;
	return ($said, $?);
}
SKIP: {
	skip 'no cmake', 1 unless have('cmake');
	# Names of versions, and whether they are found
	for (['', 1], [$version, 1], ['99.0', 0], ['0.0.1', 0]) {
		my ($asked, $good) = @$_;
		my ($said, $status) = configured('asked', 'NONE', "find_package(lqcd $asked REQUIRED)\n", $found);
		ok($good ? $status == 0 : $status != 0 && $said =~ /version: \Q$version\E/, "find_package(lqcd $asked) " . ($good ? 'succeeds' : "fails and names $version"))
			or diag($said);
	}
	my ($said) = configured('asked', 'NONE', "find_package(lqcd $minor REQUIRED)\nget_target_property(place lqcd::lqcd INTERFACE_INCLUDE_DIRECTORIES)\n"
		. "message(STATUS \"in \${place}\")\n", "-Dlqcd_DIR=$root/lqcd/package $generator");
	like($said, qr/^-- in \Q$root\E$/m, 'find_package(lqcd) with lqcd_DIR in the tree');

	# The same tree installed by CMake: the same files, and the prefix alone is another.
	runs("cmake -S $root -B $dir/tree $generator -DCMAKE_INSTALL_PREFIX=$dir/by_cmake && cmake --install $dir/tree", 'cmake --install');
	is_deeply([tree("$dir/by_cmake")], \@wanted, 'it installs the files that make install does');
	none('with the same texts', grep { slurp("$dir/by_cmake/$_") =~ s/^prefix=.*//mr ne slurp("$prefix/$_") =~ s/^prefix=.*//mr } @wanted);

	# Projects in C and C++
	for (['find_package', "find_package(lqcd $minor REQUIRED)"], ['add_subdirectory', "add_subdirectory($root lqcd)\n"
		. "get_directory_property(lqcd_VERSION DIRECTORY $root DEFINITION PROJECT_VERSION)"]) {
		my ($name, $how) = @$_;
		last unless $all;
		my $targets = join '', map { "add_executable(in_$_->[2] $dir/program.$_->[2])\ntarget_link_libraries(in_$_->[2] PRIVATE lqcd::lqcd)\n" } @languages;
		($said) = configured($name, $cxx eq '' ? 'C' : 'C CXX', "$how\nmessage(STATUS \"lqcd version: \${lqcd_VERSION}\")\n$targets",
			"-DCMAKE_C_COMPILER=$cc " . ($cxx eq '' ? '' : "-DCMAKE_CXX_COMPILER=$cxx ") . ($name eq 'find_package' ? $found : $generator));
		like($said, qr/^-- lqcd version: \Q$version\E$/m, "$name: the version is LQCD_VERSION");
		unlike($said, qr/Warning/i, "$name: without a warning");
		runs("cmake --build $dir/$name/build", "$name: the programs are built");
		is(`$dir/$name/build/in_$_->[2]`, "$version 3\n", "$name: $_->[0] runs with LQCD_VERSION") for @languages;
	}
}

runs("make uninstall DESTDIR=$dir/stage PREFIX=/opt/lattice", 'make uninstall');
ok(!tree("$dir/stage") && !-e "$stage/include/lqcd", 'it leaves no file, and no folder include/lqcd');

# ---- make release, in copies of the tree; the file system gives other times and modes

SKIP: {
	skip 'release: with all, GNU tar and sha256sum', 1 if !$all || `tar --version 2>&1` !~ /GNU/ || !have('sha256sum');
	my %mask = (one => '022', two => '077');
	for my $copy (sort keys %mask) {
		runs("umask $mask{$copy} && mkdir $dir/$copy && cp -r Makefile LICENSE CHANGELOG.md CITATION.cff lqcd lqcd.h tests bench examples $dir/$copy && "
			. "cd $dir/$copy && make release CC=false CXX=false", "make release, $copy");
	}
	my $sums = slurp("$dir/one/build/dist/SHA256SUMS");
	like($sums, qr/^\w{64}  lqcd_single\.h\n\w{64}  lqcd_single\.cuh\n\w{64}  lqcd-\Q$version\E\.tar\.gz\n\z/, 'it makes three files');
	is(slurp("$dir/two/build/dist/SHA256SUMS"), $sums, 'the same bytes again');
	my $dist = "$dir/one/build/dist";
	runs("cd $dist && sha256sum -c SHA256SUMS && tar -xzf lqcd-$version.tar.gz", 'the checksums are right');
	is_deeply([tree("$dist/lqcd-$version")], [sort @headers, 'LICENSE', 'CHANGELOG.md', 'CITATION.cff'], 'the archive has what make install installs, licence and changes');
	none('as it is in the tree', grep { slurp("$dist/lqcd-$version/$_") ne slurp($_) } tree("$dist/lqcd-$version"));
	for my $header ("lqcd-$version/lqcd.h", 'lqcd_single.h') {
		spew("$dir/released.c", "#include \"$dist/$header\"\nint main(void) { return LQCD_VERSION[0] == 0; }\n");
		runs("$cc -std=c11 -O0 -I$dist/lqcd-$version -I$dist $dir/released.c -o $dir/released -lm && $dir/released", "a program compiles with $header");
	}
}
done_testing();
