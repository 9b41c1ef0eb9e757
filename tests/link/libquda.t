#!/usr/bin/env perl
# tests/link/libquda.t: make libquda gives libraries in QUDA's place. They hold every function of quda.h as an external symbol and no other
# but those of MILC's interface; programs in C and C++ that know QUDA's folders alone link with the static and the shared one, and a solve
# is right; with all also by find_package(QUDA). At -O0, where no function is inlined; with all by several processes.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my $quda = "$dir/quda";
my $uninlined = $cc =~ /gcc/ ? '-Dalways_inline=unused -Wno-maybe-uninitialized -Wno-psabi' : '';
runs("make libquda LIBQUDA=$quda CC='$cc' OPENMP='$openmp' JOBS=@{[$all ? 2 : 1]} CFLAGS='-std=c11 -march=native -O0 $uninlined'", 'make libquda')
	or BAIL_OUT('no libquda');
my %prototype = map { $_ => 1 } map { without_comments(slurp($_)) =~ /^[A-Za-z_][\w \t*]*?\b(\w+)\(/mg } glob("$quda/include/*quda*.h"), "$quda/include/quda/names.h";
ok(keys %prototype > 140, keys(%prototype) . ' prototypes in the headers');
SKIP: {
	skip 'no nm', 4 unless have('nm');
	for (['libquda.a', ''], ['libquda.so', '-D']) {
		my ($library, $flags) = @$_;
		my %symbol = map { /^(\S+) [TDBRVW] / ? ($1 => 1) : () } `nm -P $flags --defined-only $quda/lib/$library`;
		none("$library has each function of the headers", grep { !$symbol{$_} } sort keys %prototype);
		none("$library has no external symbol of another name", grep { !$prototype{$_} } sort keys %symbol);
	}
}

my $client = slurp('tests/link/libquda_client.c');
spew("$dir/client.$_", $client) for 'c', 'cpp';
my $said = "plaquette 1, off by less than 1e-10: 1\n";
my $shared = "-L$quda/lib -Wl,-rpath,$quda/lib -lquda";
for ([$cc, 'c', 'static', "$quda/lib/libquda.a $openmp"], [$cc, 'c', 'true_res an array', "-DLQCD_QUDA_RESIDUAL_ARRAYS $shared"], [$cc, 'c', 'shared', $shared], $cxx ne '' ? [$cxx, 'cpp', 'shared', $shared] : ()) {
	my ($compiler, $suffix, $how, $link) = @$_;
	is(runs("$compiler -O0 -I$quda/include $dir/client.$suffix -o $dir/client_$suffix $link -lm && $dir/client_$suffix", "client.$suffix, $how"), $said, 'it solves');
}
SKIP: {
	skip 'no gfortran', 2 unless have('gfortran');
	is(runs("gfortran -O0 -J$dir $quda/include/quda_fortran.F90 tests/link/libquda_client.f90 -o $dir/client_f90 $shared && $dir/client_f90", 'client.f90, as BQCD calls'), $said,
		'it solves');
}
SKIP: {
	skip 'find_package(QUDA): with all and cmake', 2 unless $all && have('cmake');
	is(runs("cmake -S tests/link/libquda_cmake -B $dir/by -DCMAKE_C_COMPILER='$cc' -DCMAKE_PREFIX_PATH=$quda >&2 && cmake --build $dir/by >&2 && $dir/by/client", 'find_package(QUDA)') =~ s/.*\n(?=plaq)//sr,
		$said, 'it solves');
}
done_testing();
