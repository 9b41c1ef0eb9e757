/* examples/scaling.c: the messages, the time and the scaling of the Wilson hop on a process grid.
 *
 *   build/examples/scaling 128 64 64 64 --bandwidth 25 --latency 1.5 --out scaling.tsv --plot scaling.svg
 *
 * Messages, their bytes, inner and boundary sites are those of the geometry of one process (lqcd/lattice/geometry.h),
 * made as that process makes it; all processes have the same. A message has one half-spinor, 4 NC reals, for every lane
 * that is sent of every block of a send buffer. The model:
 *
 *   inner, boundary = sites * 1320 flop / speed
 *   message         = latency + bytes / bandwidth; a link carries one at a time, the next goes to the link that is free
 *                     first; comm is the arrival time of the last one
 *   with overlap    = max(inner, comm) + boundary          without = inner + comm + boundary
 *   efficiency      = (time of the sites of one process at the speed of one process alone) / (predicted time)
 *
 * The efficiency is above 1 if the local lattice fits into a cache and the whole one does not. Projecting and packing
 * are part of the speed. Links are not shared with other processes in the model: give their share of the bandwidth. */
#include "plot.h"

/** The sites that the hop onto those of a parity reads. */
LQCD_STATIC lqcd_parity source_of(lqcd_parity parity)
{
	return parity == LQCD_FULL ? LQCD_FULL : parity == LQCD_EVEN ? LQCD_ODD : LQCD_EVEN;
}

enum { SAMPLES = 5, TRIES = 3 };

#define LQCD_TAG f
#include "hop_speed.inc"
#define LQCD_TAG d
#include "hop_speed.inc"
#define LQCD_TAG vf
#include "hop_speed.inc"
#define LQCD_TAG vd
#include "hop_speed.inc"

enum { MOST_ROWS = 64, MOST_LINKS = 64, MOST_RANKS = 1 << 20, MEASURED_SITES = 1 << 16, LISTED_BLOCKS = 1 << 22 };

static const char help[] =
	"usage: scaling --lattice T,X,Y,Z [options]\n"
	"\n"
	"Messages, predicted time and parallel efficiency of the Wilson hop on process grids.\n"
	"\n"
	"  --lattice T,X,Y,Z  the whole lattice, with --weak that of one process; or four arguments T X Y Z\n"
	"  --weak             the lattice of a process stays the same\n"
	"  --grid t,x,y,z     processes per direction; once for each row of the table\n"
	"  --ranks N,N,...    numbers of processes, on the grid with the smallest surface, with --weak on the most\n"
	"                     hypercubic lattice (default: 1, 2, 4, ... 65536, as far as grids exist)\n"
	"  --lanes N          sites to an index at most: 1, 2, 4, ... 64; halved until a lane grid fits (default:\n"
	"                     those of this processor)\n"
	"  --parity P         the hop onto full, even or odd sites (default full)\n"
	"  --tag f|d          float or double (default f)\n"
	"  --gflops G[,G,..]  speed of the hop in one process, GFLOP/s, the best of some samples (default: five measured\n"
	"                     here, on the local lattice with its largest extents halved down to 65536 sites)\n"
	"  --bandwidth B      of a link in one direction, GB/s (default 12.5)\n"
	"  --latency L        of a message, microseconds (default 1.5)\n"
	"  --links N          messages of one process that are under way at the same time (default 1)\n"
	"  --plot FILE.svg    time and efficiency against processes; or FILE.pdf; needs gnuplot\n" OUTPUT_USAGE OUTPUT_USAGE_QUIET
	"  --tsv FILE         the same as --quiet --out FILE\n"
	"\n"
	"Times are in microseconds. A line \"# disturbed = ..\" says that the median of the samples of a speed is more than\n"
	"10 % below the best, of measured ones three times in a row, or that the speed of one process differs by that much\n"
	"between beginning and end: something else ran here. Then there are no efficiencies, and their cells are empty.\n"
	"Exit status: 0, 1 when a file cannot be written, 2 for a wrong command line.\n";

static const char *const tag_names[] = {"f", "d", NULL}, *const parity_names[] = {"full", "even", "odd", NULL};

typedef struct {
	output out;
	int extent[4], weak, lanes, tag, links, rows, grid[MOST_ROWS][4];
	lqcd_parity parity;
	double gflops, bandwidth, latency; /* in Gflop/s, GB/s, us; gflops 0: measured */
	double below;                      /* how far the median of samples was below the best, at most, .. */
	char where[96];                    /* .. and of which */
} options;

/* One process on a grid; times in microseconds. */
typedef struct {
	int ranks, grid[4], local[4], lanes, messages;
	int64_t bytes, largest, inner, boundary;
	double gflops, inner_us, boundary_us, comm_us, overlap_us, plain_us, overlap, plain;
} prediction;

static void must(lqcd_status s, const lqcd_message *why, int status)
{
	if (s == LQCD_OK) return;
	fprintf(stderr, "scaling: %s\n", why && *why->text ? why->text : lqcd_status_text(s));
	exit(status);
}

static const char *four_text(char text[64], const int x[4], char between)
{
	snprintf(text, 64, "%d%c%d%c%d%c%d", x[0], between, x[1], between, x[2], between, x[3]);
	return text;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* How far the median of n samples of a speed, which are sorted, is below the best, the last. */
static double below_best(double *rate, int n)
{
	qsort(rate, (size_t)n, sizeof *rate, ascending);
	return 1 - rate[n / 2] / rate[n - 1];
}

static void disturb(options *o, double below, const char *what, const char *where)
{
	if (!(below > o->below)) return;
	o->below = below;
	snprintf(o->where, sizeof o->where, "%s%s", what, where);
}

static int disturbed(const options *o)
{
	return o->below > 0.1;
}

/* ---- grids ------------------------------------------------------------------------------------------------------- */

/* The prime factors of ranks, the largest first, each to the direction in which the whole lattice is shortest. */
static lqcd_status weak_grid(const int local[4], int ranks, int grid[4])
{
	int factor[32], n = 0;
	for (int p = 2; ranks > 1; p++)
		for (; ranks % p == 0; ranks /= p) factor[n++] = p;
	for (int mu = 0; mu < 4; mu++) grid[mu] = 1;
	while (n-- > 0) {
		int best = 0;
		for (int mu = 1; mu < 4; mu++)
			if ((int64_t)local[mu] * grid[mu] < (int64_t)local[best] * grid[best]) best = mu;
		grid[best] *= factor[n];
	}
	return LQCD_OK;
}

static lqcd_status ranks_grid(const options *o, int ranks, int grid[4])
{
	return o->weak ? weak_grid(o->extent, ranks, grid) : lqcd_grid_choose(o->extent, ranks, grid);
}

static void add_grid(options *o, const int grid[4])
{
	int64_t ranks = 1;
	for (int mu = 0; mu < 4; mu++) {
		if (ranks <= MOST_RANKS) ranks *= grid[mu];
		if (grid[mu] < 1 || ranks > MOST_RANKS) wrong("--grid", "", "needs 1 to 1048576 processes in all");
	}
	if (o->rows == MOST_ROWS) wrong("--grid, --ranks", "", "more than 64 rows");
	memcpy(o->grid[o->rows++], grid, sizeof o->grid[0]);
}

static void add_ranks(options *o, const char *text)
{
	int ranks[MOST_ROWS], grid[4];
	const int n = list_option("--ranks", text, ranks, MOST_ROWS, "not integers with commas between them");
	for (int k = 0; k < n; k++) {
		if (ranks[k] < 1 || ranks[k] > MOST_RANKS) wrong("--ranks", text, "not from 1 to 1048576");
		if (ranks_grid(o, ranks[k], grid) != LQCD_OK) {
			fprintf(stderr, "scaling: --ranks %d: no grid has even local extents in %d x %d x %d x %d\n", ranks[k],
				o->extent[0], o->extent[1], o->extent[2], o->extent[3]);
			exit(2);
		}
		add_grid(o, grid);
	}
}

/* Powers of two, except those without a grid and those whose local lattice is too large for the memory here. */
static void add_default_ranks(options *o)
{
	for (int ranks = 1; ranks <= 65536; ranks *= 2) {
		int grid[4];
		int64_t blocks = 1;
		if (ranks_grid(o, ranks, grid) != LQCD_OK) continue;
		for (int mu = 0; mu < 4; mu++) blocks *= o->weak ? o->extent[mu] : o->extent[mu] / grid[mu];
		if (blocks / o->lanes <= LISTED_BLOCKS) add_grid(o, grid);
	}
	if (!o->rows) wrong("--lattice", "", "no grid of 1, 2, 4, ... 65536 processes; give one with --grid");
}

/* ---- the command line -------------------------------------------------------------------------------------------- */

static void gflops_option(options *o, const char *option, const char *value)
{
	double rate[MOST_ROWS];
	char one[64];
	int n = 0;
	for (const char *from = value, *end = value; end; from = end + 1) {
		end = strchr(from, ',');
		const size_t length = end ? (size_t)(end - from) : strlen(from);
		if (n == MOST_ROWS || length >= sizeof one) wrong(option, value, "too many samples, or too long");
		memcpy(one, from, length);
		one[length] = 0;
		rate[n++] = number_option(option, one, 1e-6, 1e9);
	}
	disturb(o, below_best(rate, n), "the median of the samples of ", option);
	o->gflops = rate[n - 1];
}

static void set_option(options *o, const char *option, const char *value, const char **ranks)
{
	if (!strcmp(option, "--grid")) {
		int grid[4];
		four_option(option, value, grid, "not four integers t,x,y,z");
		add_grid(o, grid);
	} else if (!strcmp(option, "--ranks"))
		*ranks = value;
	else if (!strcmp(option, "--lanes")) {
		o->lanes = integer_option(option, value, 1, LQCD_MAX_LANES);
		if (o->lanes & (o->lanes - 1)) wrong(option, value, "not a power of two");
	} else if (!strcmp(option, "--parity"))
		o->parity = (lqcd_parity)choice_option(option, value, parity_names);
	else if (!strcmp(option, "--tag"))
		o->tag = choice_option(option, value, tag_names);
	else if (!strcmp(option, "--gflops"))
		gflops_option(o, option, value);
	else if (!strcmp(option, "--bandwidth"))
		o->bandwidth = number_option(option, value, 1e-6, 1e9);
	else if (!strcmp(option, "--latency"))
		o->latency = number_option(option, value, 0, 1e9);
	else if (!strcmp(option, "--links"))
		o->links = integer_option(option, value, 1, MOST_LINKS);
	else if (!strcmp(option, "--tsv"))
		o->out.out = value, o->out.quiet = 1;
	else
		unknown_option(option, value);
}

static void read_options(options *o, int argc, char **argv)
{
	const char *ranks = NULL, *option, *value;
	char name[2] = "T";
	int n = 0;
	o->bandwidth = 12.5;
	o->latency = 1.5;
	o->links = 1;
	for (int k = 1; (option = output_option(&o->out, " --weak ", argc, argv, &k, &value)) != NULL;) {
		if (!*option && n < 4) {
			*name = "TXYZ"[n];
			o->extent[n++] = integer_option(name, value, 2, 1 << 20);
		} else if (!*option)
			unknown_option("", value);
		else if (!strcmp(option, "--weak"))
			o->weak = 1;
		else if (!strcmp(option, "--lattice") && !n)
			extents_option(option, value, o->extent), n = 4;
		else
			set_option(o, option, value, &ranks);
	}
	if (n < 4) wrong("--lattice", "", "four extents are needed; see --help");
	for (int mu = 0; mu < 4; mu++) {
		char text[16];
		*name = "TXYZ"[mu];
		snprintf(text, sizeof text, "%d", o->extent[mu]);
		if (o->extent[mu] % 2 || o->extent[mu] > 1 << 20) wrong(name, text, "must be even, at most 2^20");
	}
	if (!o->lanes) o->lanes = o->tag ? LQCD_LANES_vd : LQCD_LANES_vf;
	if (ranks) add_ranks(o, ranks);
	if (!o->rows) add_default_ranks(o);
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

/* Speed of a process with this local lattice; a large one is replaced by a smaller one. */
static double measure(options *o, const int local[4])
{
	double rate[SAMPLES], below = 2, best = 0;
	char text[64];
	lqcd_lattice lat;
	lqcd_message why = {""};
	int e[4], grid[4];
	memcpy(e, local, sizeof e);
	while ((int64_t)e[0] * e[1] * e[2] * e[3] > MEASURED_SITES) {
		int most = 0;
		for (int mu = 1; mu < 4; mu++)
			if (e[mu] > e[most]) most = mu;
		e[most] = e[most] / 4 * 2;
	}
	must(lqcd_lattice_create(&lat, e, NULL, &why), &why, 2);
	const int vector = lqcd_lattice_lane_grid(&lat, o->tag ? LQCD_LANES_vd : LQCD_LANES_vf, grid) == LQCD_OK;
	for (int n = 0; n < TRIES && below > 0.1; n++) {
		const int done = o->tag ? (vector ? hop_speed_vd : hop_speed_d)(&lat, o->parity, rate)
					: (vector ? hop_speed_vf : hop_speed_f)(&lat, o->parity, rate);
		if (!done) must(LQCD_ERR_MEMORY, NULL, 2);
		below = fmin(below, below_best(rate, SAMPLES));
		best = fmax(best, rate[SAMPLES - 1]);
	}
	lqcd_lattice_destroy(&lat);
	disturb(o, below, "the median of the samples of ", four_text(text, local, ','));
	return best;
}

static int64_t count_sites(const lqcd_geometry *g, int first, int stop)
{
	int64_t blocks = 0;
	for (int k = first; k < stop; k++) blocks += g->master_end[k] - g->master_start[k] + 1;
	return blocks * g->lanes;
}

/* The messages of a hop from the fields of geometry g, and the arrival time of the last one, in microseconds. */
static void send_all(const options *o, const lqcd_geometry *g, prediction *p)
{
	const int64_t half = 4 * LQCD_NC * (int64_t)(o->tag ? sizeof(double) : sizeof(float));
	double busy[MOST_LINKS];
	int sent[LQCD_MAX_LANES], received[LQCD_MAX_LANES];
	for (int l = 0; l < o->links; l++) busy[l] = 0;
	for (int i = 0; i < g->nbuffers_spinor; i++) {
		const int64_t bytes = half * g->sbuf_len[i] * lqcd_buffer_lanes(g, i, sent, received);
		int link = 0;
		if (!bytes) continue;
		for (int l = 1; l < o->links; l++)
			if (busy[l] < busy[link]) link = l;
		busy[link] += o->latency + 1e-3 * (double)bytes / o->bandwidth;
		if (busy[link] > p->comm_us) p->comm_us = busy[link];
		p->messages++;
		p->bytes += bytes;
		if (bytes > p->largest) p->largest = bytes;
	}
}

/* alone: GFLOP/s of one process that has the lattice of the command line; before: the prediction before this one. */
static void predict(options *o, const int grid[4], double alone, const prediction *before, prediction *p)
{
	static const int origin[4] = {0, 0, 0, 0};
	lqcd_lattice_options lattice = lqcd_lattice_options_default();
	lqcd_lattice lat;
	lqcd_message why = {""};
	const lqcd_geometry *out, *in;
	int extent[4], lane_grid[4];
	for (int mu = 0; mu < 4; mu++) {
		const int64_t length = (int64_t)o->extent[mu] * (o->weak ? grid[mu] : 1);
		if (length > INT_MAX) wrong("--weak", "", "the whole lattice is longer than 2^31");
		extent[mu] = (int)length;
		lattice.grid[mu] = grid[mu];
	}
	must(lqcd_lattice_create_at(&lat, extent, &lattice, origin, &why), &why, 2);
	p->ranks = lat.comm.size;
	memcpy(p->grid, grid, sizeof p->grid);
	memcpy(p->local, lat.local, sizeof p->local);
	p->gflops = before->gflops;
	if (!(o->gflops > 0) && memcmp(p->local, before->local, sizeof p->local)) p->gflops = measure(o, p->local);
	p->lanes = o->lanes;
	while (lqcd_lattice_lane_grid(&lat, p->lanes, lane_grid) != LQCD_OK) p->lanes /= 2;
	must(lqcd_lattice_geometry(&lat, o->parity, p->lanes, &out), NULL, 2);
	must(lqcd_lattice_geometry(&lat, source_of(o->parity), p->lanes, &in), NULL, 2);
	p->inner = count_sites(out, 0, out->inner_master_pieces);
	p->boundary = count_sites(out, out->inner_master_pieces, out->local_master_pieces);
	send_all(o, in, p);
	lqcd_lattice_destroy(&lat);
	const double us = 1e-3 * LQCD_WILSON_FLOPS, sites = (double)(p->inner + p->boundary);
	p->inner_us = us * (double)p->inner / p->gflops;
	p->boundary_us = us * (double)p->boundary / p->gflops;
	p->overlap_us = (p->inner_us > p->comm_us ? p->inner_us : p->comm_us) + p->boundary_us;
	p->plain_us = p->inner_us + p->comm_us + p->boundary_us;
	p->overlap = us * sites / alone / p->overlap_us;
	p->plain = us * sites / alone / p->plain_us;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

static void say_facts(output *o, const options *k, double gflops)
{
	const int *e = k->extent;
	say_word(o, "scaling", k->weak ? "weak" : "strong");
	say_fact(o, k->weak ? "lattice_txyz_of_a_process" : "lattice_txyz", "%d %d %d %d", e[0], e[1], e[2], e[3]);
	say_word(o, "parity", parity_names[k->parity]);
	say_word(o, "tag", tag_names[k->tag]);
	say_fact(o, "gflops_of_one_process", "%.4g", gflops);
	say_word(o, "gflops_are", k->gflops > 0 ? "given" : "measured, for each local lattice");
	say_fact(o, "link_gbytes_per_second", "%g", k->bandwidth);
	say_fact(o, "link_latency_us", "%g", k->latency);
	say_fact(o, "links", "%d", k->links);
}

static void say_prediction(output *o, const prediction *p, int verdict)
{
	char grid[64], local[64];
	say(o, "%d\t%s\t%s\t%d\t%d\t%lld\t%lld\t%lld\t%lld\t", p->ranks, four_text(grid, p->grid, ','),
	    four_text(local, p->local, ','), p->lanes, p->messages, (long long)p->bytes, (long long)p->largest,
	    (long long)p->inner, (long long)p->boundary);
	say(o, "%.0f\t%.0f\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\t%.9g\t", LQCD_WILSON_FLOPS * (double)p->inner,
	    LQCD_WILSON_FLOPS * (double)p->boundary, p->gflops, p->inner_us, p->boundary_us, p->comm_us, p->overlap_us,
	    p->plain_us);
	if (verdict) say_row(o, "%.9g\t%.9g", p->overlap, p->plain);
	else say_row(o, "\t");
}

/* All rows, printed when it is known whether something disturbed the measurements. */
static void predict_all(options *o, prediction *rows)
{
	prediction alone;
	char text[160];
	memset(&alone, 0, sizeof alone);
	memset(rows, 0, (size_t)o->rows * sizeof *rows);
	memcpy(alone.local, o->extent, sizeof alone.local);
	alone.gflops = o->gflops > 0 ? o->gflops : measure(o, o->extent);
	say_facts(&o->out, o, alone.gflops);
	say_table(&o->out, "table");
	say_row(&o->out, "ranks\tgrid\tlocal\tlanes\tmessages\tbytes\tlargest\tinner_sites\tboundary_sites\tinner_flop\t"
			 "boundary_flop\tgflops\tinner_us\tboundary_us\tcomm_us\toverlap_us\tplain_us\t"
			 "overlap_efficiency\tplain_efficiency");
	for (int k = 0; k < o->rows; k++) predict(o, o->grid[k], alone.gflops, k ? &rows[k - 1] : &alone, &rows[k]);
	if (!(o->gflops > 0)) {
		const double again = measure(o, o->extent);
		disturb(o, 1 - fmin(again, alone.gflops) / fmax(again, alone.gflops), "the speed of one process, at the beginning or end,", "");
	}
	for (int k = 0; k < o->rows; k++) say_prediction(&o->out, &rows[k], !disturbed(o));
	if (!disturbed(o)) return;
	snprintf(text, sizeof text, "%s is %.0f %% below the best; something else ran here: no efficiencies", o->where, 100 * o->below);
	say_word(&o->out, "disturbed", text);
}

static void curve(FILE *g, const prediction *rows, int n, size_t offset)
{
	for (int k = 0; k < n; k++)
		fprintf(g, "%d %.9g\n", rows[k].ranks,
			*(const double *)(const void *)((const char *)&rows[k] + offset));
	fprintf(g, "e\n");
}

static void plot(options *o, prediction *rows)
{
	char extent[64];
	plot_file p;
	if (!plot_begin(&p, &o->out, 760, 960)) return;
	plot_panel(&p, 0, 2, "processes", "parallel efficiency");
	fprintf(p.to, "set title \"Wilson hop, %s scaling: T,X,Y,Z = %s%s, %s\\n", o->weak ? "weak" : "strong",
		four_text(extent, o->extent, ','), o->weak ? " on each process" : "", o->tag ? "double" : "float");
	fprintf(p.to, "{/*0.8 %.4g GFLOP/s%s; link: %g GB/s, %g μs}\"\n", rows->gflops,
		disturbed(o) ? ", disturbed: no efficiencies" : o->gflops > 0 ? "" : ", measured", o->bandwidth, o->latency);
	for (int k = 0; k < o->rows && disturbed(o); k++) rows[k].overlap = rows[k].plain = lqcd_nan();
	fprintf(p.to, disturbed(o) ? "set xrange [%d:%d]\nset yrange [0:1]\n" : "set offsets 0,0,graph 0.05,0\nset yrange [0:]\n", rows->ranks,
		rows->ranks < rows[o->rows - 1].ranks ? rows[o->rows - 1].ranks : rows->ranks + 1);
	fprintf(p.to, "set logscale x 2\n"
		"plot '-' with linespoints ls 1 title 'with overlap', "
		"'-' with linespoints ls 2 title 'without overlap'\n");
	curve(p.to, rows, o->rows, offsetof(prediction, overlap));
	curve(p.to, rows, o->rows, offsetof(prediction, plain));
	plot_panel(&p, 1, 2, "processes", "time of a hop [μs]");
	fprintf(p.to, "set logscale xy\nset logscale x 2\nset offsets\nset format y '10^{%%T}'\n"
		"plot '-' with linespoints ls 1 title 'with overlap', "
		"'-' with linespoints ls 2 title 'without overlap', '-' with lines ls 4 title 'messages alone'\n");
	curve(p.to, rows, o->rows, offsetof(prediction, overlap_us));
	curve(p.to, rows, o->rows, offsetof(prediction, plain_us));
	curve(p.to, rows, o->rows, offsetof(prediction, comm_us));
	plot_end(&p);
}

int main(int argc, char **argv)
{
	const lqcd_comm comm = lqcd_comm_self();
	options o;
	prediction rows[MOST_ROWS];
	memset(&o, 0, sizeof o);
	o.out = output_begin("scaling", help, OUTPUT_PLOT, &comm);
	read_options(&o, argc, argv);
	output_start(&o.out, NULL);
	predict_all(&o, rows);
	if (o.out.plot) plot(&o, rows);
	return output_end(&o.out, 0);
}
