#!/usr/bin/env perl
# tests/link/libquda.t: make libquda gives libraries in QUDA's place. They hold every function of quda.h as an external symbol and no
# other but those of MILC's interface; programs in C and C++ that know QUDA's folders alone link with the static and the shared one, and
# a solve is right; with all also by find_package(QUDA). From the environment: ../support/Test.pl. At -O0, where no function is inlined; with all
# by several processes.
use v5.36;
use FindBin;
use Test::More;
require "$FindBin::Bin/../support/Test.pl";
our ($all, $cc, $cxx, $openmp, $dir);

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

# M x = b on unit links for a constant b: H b = 8 b, so that x = b / (1 - 8 kappa)
spew("$dir/client.$_", "#include <quda.h>\n", <<'EOT') for 'c', 'cpp';
#include <math.h>
#include <stdlib.h>
int main(void)
{
	enum { L = 4, V = L * L * L * L };
	double *u[4], *x = (double *)calloc(24 * V, sizeof *x), *b = (double *)calloc(24 * V, sizeof *b), plaq[3], worst = 0;
	QudaGaugeParam g = newQudaGaugeParam();
	QudaInvertParam p = newQudaInvertParam();
	for (int mu = 0; mu < 4; mu++) {
		u[mu] = (double *)calloc(18 * V, sizeof **u);
		for (int k = 0; k < 9 * V; k++) u[mu][2 * k] = k % 9 % 4 == 0;
		g.X[mu] = L;
	}
	for (int k = 0; k < 24 * V; k++) b[k] = k % 24 == 5;
	g.type = QUDA_WILSON_LINKS;
	g.gauge_order = QUDA_QDP_GAUGE_ORDER;
	g.cpu_prec = g.cuda_prec = g.cuda_prec_sloppy = QUDA_DOUBLE_PRECISION;
	g.t_boundary = QUDA_PERIODIC_T;
	g.anisotropy = 1;
	p.dslash_type = QUDA_WILSON_DSLASH;
	p.kappa = 0.1;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	p.solution_type = QUDA_MAT_SOLUTION;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.dagger = QUDA_DAG_NO;
	p.inv_type = QUDA_BICGSTAB_INVERTER;
	p.tol = 1e-12;
	p.maxiter = 100;
	p.verbosity = QUDA_SILENT;
	p.cpu_prec = p.cuda_prec = p.cuda_prec_sloppy = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	initQuda(0);
	loadGaugeQuda(u, &g);
	plaqQuda(plaq);
	invertQuda(x, b, &p);
	endQuda();
	for (int k = 0; k < 24 * V; k++) worst = fmax(worst, fabs(x[k] - b[k] / (1 - 8 * p.kappa)));
	printf("plaquette %g, off by less than 1e-10: %d\n", plaq[0], worst < 1e-10);
	return 0;
}
EOT
my $said = "plaquette 1, off by less than 1e-10: 1\n";
my $shared = "-L$quda/lib -Wl,-rpath,$quda/lib -lquda";
for ([$cc, 'c', 'static', "$quda/lib/libquda.a $openmp"], [$cc, 'c', 'shared', $shared], $cxx ne '' ? [$cxx, 'cpp', 'shared', $shared] : ()) {
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
