/* tests/hirep/ranks.c: the output of a program does not depend on the grid of processes: sums, observables, operators,
 * solvers, updates, files, and random numbers; each process finds its place and the sites of its neighbours. "ranks -i
 * input FILE" writes links to FILE. */
#include "libhr.h"

#define SAY(...) lprintf("MAIN", 0, __VA_ARGS__)

static int number_of(const int *c)
{
	return _lexi(GLB_T, GLB_X, GLB_Y, GLB_Z, safe_mod(c[0], GLB_T), safe_mod(c[1], GLB_X), safe_mod(c[2], GLB_Y),
		     safe_mod(c[3], GLB_Z));
}

/* Whether all of a field at local coordinates c is the number of that site. */
static int has_number(const spinor_field *s, const suNg_field *u, const int *c, int spinor)
{
	int g[4], ix = ipt(c[0], c[1], c[2], c[3]);
	if (ix < 0) return 0;
	for (int mu = 0; mu < 4; mu++) g[mu] = c[mu] + zerocoord[mu];
	const double n = number_of(g);
	if (spinor && _FIELD_AT(s, ix)->c[3].c[NF - 1] != n) return 0;
	return !u || _4FIELD_AT(u, ix, 3)->c[NG * NG - 1] == n;
}

static int wrong_neighbours(const spinor_field *s, const suNg_field *u, const int *c)
{
	int wrong = 0, d[4];
	memcpy(d, c, sizeof d);
	for (int mu = 0; mu < 4; mu++)
		for (int step = -1; step < 2; step += 2) {
			d[mu] += step;
			wrong += !has_number(s, u, d, 1);
			for (int nu = 0; nu < 4 && step > 0; nu++) {
				if (nu == mu) continue;
				d[nu]--;
				wrong += !has_number(s, u, d, 0);
				d[nu]++;
			}
			d[mu] -= step;
		}
	return wrong;
}

/* Numbers of the sites, sent while others are looked at. */
static int check_halos(void)
{
	const int first[4] = {0, 0, 0, 0};
	int wrong = 0;
	spinor_field *s = alloc_spinor_field(2, &glattice);
	suNg_field *u = alloc_suNg_field(&glattice);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < VOLUME; i++) {
			int c[4] = {i / (X * Y * Z), i / (Y * Z) % X, i / Z % Y, i % Z}, g[4];
			for (int mu = 0; mu < 4; mu++) g[mu] = c[mu] + zerocoord[mu];
			const int ix = ipt(c[0], c[1], c[2], c[3]);
			if (pass) {
				wrong += wrong_neighbours(&s[1], u, c);
				continue;
			}
			_FIELD_AT(&s[1], ix)->c[3].c[NF - 1] = number_of(g);
			_4FIELD_AT(u, ix, 3)->c[NG * NG - 1] = number_of(g);
			if (i + 1 < VOLUME) continue;
			start_sf_sendrecv(&s[1]);
			start_gf_sendrecv(u);
			complete_gf_sendrecv(u);
			complete_sf_sendrecv(&s[1]);
		}
	/* Operators leave them alone. */
	Dphi_(&s[0], &s[1]);
	wrong += wrong_neighbours(&s[1], u, first);
	empty_buffers(&s[1]);
	for (int i = 0; i < glattice.nbuffers_spinor; i++)
		wrong += _FIELD_AT(&s[1], glattice.rbuf_start[i])->c[3].c[NF - 1] != 0;
	start_gf_sendrecv(u);
	free_suNg_field(u);
	free_spinor_field(s);
	return wrong;
}

/* ipt_ext counts from the border on. Each local site is met once, and one of a border as often as the neighbour of it; a
 * program writes links at all of them, even at -1. */
static int check_extended(void)
{
	int wrong = 0;
	suNg_field *u = alloc_suNg_field(&glattice);
	for (int t = 0; t < T_EXT; t++)
		for (int x = 0; x < X_EXT; x++)
			for (int y = 0; y < Y_EXT; y++)
				for (int z = 0; z < Z_EXT; z++) {
					const int ix = ipt_ext(t, x, y, z);
					wrong += ix != ipt(t - T_BORDER, x - X_BORDER, y - Y_BORDER, z - Z_BORDER);
					for (int mu = 0; mu < 4; mu++) {
						suNg *v = _4FIELD_AT(u, ix, mu);
						v->c[0] = v->c[0] + 1;
						v->c[NG * NG - 1] = 5;
					}
				}
	_MASTER_FOR(&glattice, ix) {
		for (int mu = 0; mu < 4; mu++) {
			wrong += creal(_4FIELD_AT(u, ix, mu)->c[0]) != 1;
			wrong += creal(_4FIELD_AT(u, iup(ix, mu), 3)->c[0]) != 1;
			wrong += creal(_4FIELD_AT(u, idn(ix, mu), 0)->c[0]) != 1;
		}
	}
	free_suNg_field(u);
	return wrong;
}

static int check_place(void)
{
	int c[4], p[4], wrong = 0, procs = NP_T * NP_X * NP_Y * NP_Z;
	double d[2] = {PID, -PID};
	origin_coord(c);
	glb_to_proc(c, p);
	wrong += c[0] != COORD[0] * T || c[3] != COORD[3] * Z || p[1] != COORD[1] || p[2] != COORD[2];
	wrong += T * NP_T != GLB_T || T_EXT != T + 2 * (NP_T > 1) || VOLUME * procs != GLB_VOLUME;
	wrong += proc_id(COORD) != PID || MPI_PID != PID || WORLD_SIZE != procs;
	for (int mu = 0; mu < 4; mu++) wrong += proc_up(proc_dn(PID, mu), mu) != PID;
	wrong += (proc_up(PID, 3) == PID) != (NP_Z == 1);
	for (int i = 0; i < glattice.nbuffers_spinor; i++) wrong += glattice.rbuf_from_proc[i] >= procs;
	global_max(d, 1);
	global_min(d + 1, 1);
	wrong += d[0] != procs - 1 || d[1] != 1 - procs;
	d[0] = d[1] = 0.1 * (PID + 1);
	global_sum(d, 2);
	wrong += fabs(d[1] - 0.05 * procs * (procs + 1)) > 1e-13 * procs * procs;
	p[0] = PID + 7;
	bcast_int(p, 1);
	return wrong + (p[0] != 7) + check_extended();
}

/* Each process draws its own. */
static void check_draws(void)
{
	double r[3];
	rlxd_init(1, 77 + MPI_PID);
	ranlxd(r, 1);
	r[1] = r[0];
	bcast(&r[1], 1);
	r[2] = fabs(r[0] - r[1]);
	global_max(&r[2], 1);
	const int others = WORLD_SIZE == 1 || r[2] > 0;
	SAY("draws %.17g, others draw others: %d\n", r[1], others);
}

/* Staples reach the edges: every plaquette is in four of them. */
static double staple_sum(void)
{
	double sum = 0;
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		for (int mu = 0; mu < 4; mu++) {
			suNg v, w;
			double re;
			staples(ix, mu, &v);
			_suNg_times_suNg_dagger(w, *pu_gauge(ix, mu), v);
			_suNg_trace_re(re, w);
			sum += re;
		}
	}
	global_sum(&sum, 1);
	return sum / (24.0 * NG * (double)GLB_VOLUME);
}

static void say_gauge(const char *name)
{
	double t[64], s[64];
	const double p = avr_plaquette();
	avr_plaquette_time(t, s);
	SAY("%s: plaquette %.17g, slice %.17g %.17g, staples %d\n", name, p, t[GLB_T - 1], s[1],
	    fabs(staple_sum() - p) < 1e-13);
	full_plaquette();
	polyakov();
}

static void even_sq(spinor_field *out, spinor_field *in)
{
	g5Dphi_eopre_sq(0.3, out, in);
}

static void whole(spinor_field *out, spinor_field *in)
{
	Dphi(0.3, out, in);
}

static void whole_flt(spinor_field_flt *out, spinor_field_flt *in)
{
	Dphi_flt(0.3, out, in);
}

static void say_operators(spinor_field *s)
{
	spinor_field e = get_even_part_spinor_field(&s[0]), o = get_odd_part_spinor_field(&s[1]);
	gaussian_spinor_field(&s[0]);
	z2_spinor_field(&s[1]);
	SAY("fields %.17g %.17g\n", sqnorm(&s[0]), prod_re(&s[0], &s[1]));
	g5Dphi_sq(0.1, &s[2], &s[0]);
	SAY("g5Dphi_sq %.17g %.17g\n", sqnorm(&s[2]), g5_prod_re(&s[0], &s[2]));
	Dphi_(&o, &e);
	SAY("Dphi_ to odd %.17g %.17g\n", sqnorm(&o), sqnorm(&s[1]));
	spinor_field_flt *f = alloc_spinor_field_flt(2, &glattice);
	assign_ud2u_f();
	assign_sd2s(&f[0], &s[0]);
	g5Dphi_flt(0.1, &f[1], &f[0]);
	SAY("g5Dphi_flt %.17g\n", sqnorm(&f[1]));
	free_spinor_field_flt(f);
	/* One link of one process changes. */
	Dphi_(&s[1], &s[0]);
	suNg *u = pu_gauge(ipt(T - 1, X - 1, Y - 1, Z - 1), 2);
	if (PID == WORLD_SIZE - 1) _suNg_minus(*u, *u);
	Dphi_(&s[2], &s[0]);
	sub_assign(&s[2], &s[1]);
	SAY("after a link changed %.17g\n", sqnorm(&s[2]));
}

/* Point source, and its correlator. */
static void say_solvers(spinor_field *s)
{
	double shift[2] = {0, -0.2}, c[64];
	mshift_par par = {.n = 2, .shift = shift, .err2 = 1e-20, .max_iter = 0};
	g5QMR_fltacc_par acc = {.err2 = 1e-22, .max_iter = 0, .err2_flt = 1e-8, .max_iter_flt = 0};
	spinor_field *e = alloc_spinor_field(3, &glat_even);
	int source[4] = {GLB_T - 1, 1, 0, 2}, p[4];
	gaussian_spinor_field(&e[0]);
	int n = cg_mshift(&par, &even_sq, &e[0], &e[1]);
	SAY("cg_mshift %d %.17g %.17g\n", n, sqnorm(&e[1]), sqnorm(&e[2]));
	free_spinor_field(e);
	zero(&s[0]);
	glb_to_proc(source, p);
	for (int mu = 0; mu < 4; mu++) source[mu] -= zerocoord[mu];
	if (!memcmp(p, COORD, sizeof p))
		_FIELD_AT(&s[0], ipt(source[0], source[1], source[2], source[3]))->c[0].c[0] = 1;
	assign_ud2u_f();
	n = g5QMR_fltacc(&acc, &whole, &whole_flt, &s[0], &s[1]);
	memset(c, 0, sizeof c);
	for (int i = 0; i < VOLUME; i++) {
		const int t = i / (X * Y * Z);
		double norm;
		const suNf_spinor *r = _FIELD_AT(&s[1], ipt(t, i / (Y * Z) % X, i / Z % Y, i % Z));
		_spinor_prod_re_f(norm, *r, *r);
		c[t + zerocoord[0]] += norm;
	}
	global_sum(c, GLB_T);
	for (int t = 0; t < GLB_T; t++) SAY("C(%d) = %.10e\n", t, c[t]);
}

#ifdef WITH_MPI
static int messages;

int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	messages++;
	return PMPI_Allreduce(in, out, n, type, op, comm);
}

int MPI_Allgather(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype to, MPI_Comm comm)
{
	messages++;
	return PMPI_Allgather(in, n, type, out, m, to, comm);
}
#endif

/* Sums of many numbers, in which the large ones cancel, take few messages. */
static int check_sums(void)
{
	enum { N = 5000 };
	double *d = (double *)malloc(N * sizeof *d);
	int wrong = 0;
	for (int k = 0; k < N; k++) d[k] = PID == 0 ? k : PID == 1 ? 0x1p80 : PID == WORLD_SIZE - 1 ? -0x1p80 : 0;
#ifdef WITH_MPI
	messages = 0;
#endif
	global_sum(d, N);
#ifdef WITH_MPI
	wrong += messages > N / 100;
#endif
	for (int k = 0; k < N; k++) wrong += d[k] != (WORLD_SIZE == 2 ? k + 0x1p80 : k);
	free(d);
	return wrong;
}

int main(int argc, char *argv[])
{
	int wrong;
	double beta = 5.7;
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	spinor_field *s = alloc_spinor_field(3, &glattice);
	wrong = check_place();
	wrong += check_halos();
	wrong += check_sums();
	global_sum_int(&wrong, 1);
	SAY("wrong %d\n", wrong);
	check_draws();
	say_gauge("random");
	update(&beta, 2, 1);
	start_gf_sendrecv(u_gauge);
	represent_gauge_field();
	say_gauge("updated");
	write_gauge_field(argv[argc - 1]);
	say_operators(s);
	read_gauge_field(argv[argc - 1]);
	say_gauge("read");
	say_solvers(s);
	free_spinor_field(s);
	return finalize_process();
}
