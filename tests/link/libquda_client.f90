! tests/link/libquda_client.f90: a solve as BQCD calls QUDA; libquda.t compiles it.
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
