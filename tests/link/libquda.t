#!/usr/bin/env perl
# tests/link/libquda.t: make libquda gives libraries in QUDA's place. They hold every function of quda.h as an external symbol and no
# other but those of MILC's interface; programs in C and C++ that know QUDA's folders alone link with the static and the shared one, and
# a solve is right; with all also by find_package(QUDA). From the environment: ../support/Support.pm. At -O0, where no function is inlined; with all
# by several processes.
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
	spew("$dir/client.f90", <<'EOT');
program client
  use quda_fortran
  implicit none
  integer, parameter :: v = 256
  type(quda_gauge_param) :: g
  type(quda_invert_param) :: p
  real(8) :: u(18, 4, v), x(24, v), b(24, v), plaq(3)
  integer :: grid(4) = 1
  call comm_set_gridsize(grid)
  call init_quda(0)
  call new_quda_gauge_param(g)
  call new_quda_invert_param(p)
  if (g%struct_size /= storage_size(g) / 8 .or. p%struct_size /= storage_size(p) / 8) error stop 'sizes'
  u = 0
  u(1::8, :, :) = 1
  b = 0
  b(6, :) = 1
  g%x = 4
  g%link_type = 0
  g%gauge_order = 13
  g%t_boundary = 1
  g%cpu_prec = 8
  p%dslash_type = 0
  p%kappa = 0.1d0
  p%mass_normalization = 0
  p%solution_type = 0
  p%solve_type = 2
  p%matpc_type = 0
  p%dagger = 0
  p%inv_type = 1
  p%tol = 1d-12
  p%maxiter = 100
  p%verbosity = 0
  p%cpu_prec = 8
  p%cuda_prec_sloppy = 8
  p%dirac_order = 1
  p%gamma_basis = 0
  call load_gauge_quda(u, g)
  call plaq_quda(plaq)
  call invert_quda(x, b, p)
  call end_quda()
  x = x - b / (1 - 8 * p%kappa)
  print '(a, i0, a, i0)', 'plaquette ', nint(plaq(1)), ', off by less than 1e-10: ', merge(1, 0, maxval(abs(x)) < 1d-10)
end program client
EOT
	is(runs("gfortran -O0 -J$dir $quda/include/quda_fortran.F90 $dir/client.f90 -o $dir/client_f90 $shared && $dir/client_f90", 'client.f90, as BQCD calls'), $said,
		'it solves');
}
SKIP: {
	skip 'find_package(QUDA): with all and cmake', 2 unless $all && have('cmake');
	spew("$dir/CMakeLists.txt", <<'EOT');
cmake_minimum_required(VERSION 3.5...3.25)
project(client LANGUAGES C)
find_package(QUDA REQUIRED config)
add_executable(client client.c)
target_link_libraries(client PRIVATE QUDA::quda)
EOT
	is(runs("cmake -S $dir -B $dir/by -DCMAKE_C_COMPILER='$cc' -DCMAKE_PREFIX_PATH=$quda >&2 && cmake --build $dir/by >&2 && $dir/by/client", 'find_package(QUDA)') =~ s/.*\n(?=plaq)//sr,
		$said, 'it solves');
}
done_testing();
