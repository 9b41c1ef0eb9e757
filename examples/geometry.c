/* examples/geometry.c: how a process of a grid stores its part of the lattice: a table of its pieces, copies and
 * buffers, and a drawing of a two-dimensional slice.
 *
 *   build/examples/geometry --lattice 2,2,8,8 --grid 1,1,2,2 --plot slice.svg
 *
 * --help has all options. */
#include "output.h"

typedef struct {
	output out;
	int extent[4], coord[4], lanes, plane[2], renumber;
	lqcd_lattice_options lattice;
} options;

static const char help[] =
	"usage: geometry --lattice T,X,Y,Z [options]\n"
	"\n"
	"Prints the pieces, copies and buffers of one process of a grid (lqcd/lattice/geometry.h).\n"
	"\n"
	"  --lattice T,X,Y,Z  the whole lattice; or four arguments T X Y Z\n"
	"  --grid t,x,y,z     processes per direction (default 1,1,1,1)\n"
	"  --processes N      the grid of N processes with the smallest surface\n"
	"  --rank t,x,y,z     which process (default 0,0,0,0)\n"
	"  --lanes N          sites to an index: 1, 2, 4, ... 64 (default 1)\n"
	"  --block t,x,y,z    path blocks (default 2,2,2,2)\n"
	"  --plane MN         directions of the drawing, two of TXYZ (default: the first two that the grid cuts)\n"
	"  --plot FILE.svg    draws the slice through the origin of the process in this plane (also --svg)\n"
	"  --renumber         in the drawing the indices of the slice are 0, 1, ... in the order of memory\n" OUTPUT_USAGE
	OUTPUT_USAGE_QUIET "\n"
	"Exit status: 0, 1 when a file cannot be written, 2 for a wrong command line.\n";

static const char names[] = "TXYZ", four_legal[] = "not four integers t,x,y,z";

static void plane_option(const char *text, int plane[2])
{
	for (int k = 0; k < 2; k++) {
		const char *at = text[0] && text[k] ? strchr(names, text[k]) : NULL;
		if (!at || strlen(text) != 2 || text[0] == text[1]) wrong("--plane", text, "not two of TXYZ");
		plane[k] = (int)(at - names);
	}
}

static void read_options(options *o, int argc, char **argv)
{
	const char *option, *value;
	int processes = 0, n = 0;
	o->lanes = 1;
	for (int k = 1; (option = output_option(&o->out, " --renumber ", argc, argv, &k, &value)) != NULL;) {
		if (!*option && n < 4) {
			const char name[2] = {names[n], 0};
			o->extent[n++] = integer_option(name, value, 2, 1 << 20);
		} else if (!*option)
			unknown_option("", value);
		else if (!strcmp(option, "--renumber"))
			o->renumber = 1;
		else if (!strcmp(option, "--lattice") && !n)
			extents_option(option, value, o->extent), n = 4;
		else if (!strcmp(option, "--grid"))
			four_option(option, value, o->lattice.grid, four_legal);
		else if (!strcmp(option, "--processes"))
			processes = integer_option(option, value, 1, INT_MAX);
		else if (!strcmp(option, "--rank"))
			four_option(option, value, o->coord, four_legal);
		else if (!strcmp(option, "--lanes"))
			o->lanes = integer_option(option, value, 1, LQCD_MAX_LANES);
		else if (!strcmp(option, "--block"))
			four_option(option, value, o->lattice.block, four_legal);
		else if (!strcmp(option, "--plane"))
			plane_option(value, o->plane);
		else if (!strcmp(option, "--svg"))
			o->out.plot = value;
		else
			unknown_option(option, value);
	}
	if (n < 4) wrong("--lattice", "", "four extents are needed; see --help");
	if (processes && lqcd_grid_choose(o->extent, processes, o->lattice.grid) != LQCD_OK) {
		fprintf(stderr, "geometry: --processes %d: no grid has even local extents of at least 2 in %d x %d x %d x %d\n",
			processes, o->extent[0], o->extent[1], o->extent[2], o->extent[3]);
		exit(2);
	}
}

/* The default plane of the drawing: directions that the grid cuts first, then the fastest directions. */
static void choose_plane(const lqcd_geometry *g, int plane[2])
{
	int n = 0;
	if (plane[0] != plane[1]) return;
	for (int mu = 0; mu < 4 && n < 2; mu++)
		if (g->parallel[mu]) plane[n++] = mu;
	for (int mu = 3; mu >= 0 && n < 2; mu--)
		if (!g->parallel[mu]) plane[n++] = mu;
	if (plane[0] > plane[1]) {
		const int mu = plane[0];
		plane[0] = plane[1];
		plane[1] = mu;
	}
}

/* "+T", "+T-X" */
static const char *shift_name(const lqcd_geometry *g, int i, char text[8])
{
	int shift[4], n = 0;
	lqcd_buffer_shift(g, i, shift);
	for (int mu = 0; mu < 4; mu++) {
		if (!shift[mu]) continue;
		text[n++] = shift[mu] > 0 ? '+' : '-';
		text[n++] = names[mu];
	}
	text[n] = 0;
	return text;
}

static void say_four(output *o, const char *name, const int value[4])
{
	say_fact(o, name, "%d %d %d %d", value[0], value[1], value[2], value[3]);
}

static void say_buffers(output *o, const lqcd_geometry *g)
{
	int sent[LQCD_MAX_LANES], received[LQCD_MAX_LANES];
	char name[8];
	if (!g->nbuffers_gauge) return;
	say_table(o, "buffers");
	say_row(o, "buffer\tx+\tto\tsent_first\tsent_last\tfrom\treceived_first\treceived_last\tlanes");
	for (int i = 0; i < g->nbuffers_gauge; i++)
		say_row(o, "%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d", i, shift_name(g, i, name), g->sbuf_to_proc[i],
			g->sbuf_start[i], g->sbuf_start[i] + g->sbuf_len[i] - 1, g->rbuf_from_proc[i], g->rbuf_start[i],
			g->rbuf_start[i] + g->rbuf_len[i] - 1, lqcd_buffer_lanes(g, i, sent, received));
}

static void say_geometry(output *o, const lqcd_geometry *g)
{
	const lqcd_lattice *lat = g->lattice;
	say_four(o, "lattice_txyz", lat->extent);
	say_four(o, "grid", lat->comm.grid);
	say_fact(o, "process", "%d", lat->comm.rank);
	say_fact(o, "processes", "%d", lat->comm.size);
	say_four(o, "at", lat->comm.coord);
	say_four(o, "local", lat->local);
	say_fact(o, "lanes", "%d", g->lanes);
	say_four(o, "lane_grid", g->lane_grid);
	say_four(o, "blocks", g->sub);
	say_fact(o, "gsize_spinor", "%d", g->gsize_spinor);
	say_fact(o, "gsize_gauge", "%d", g->gsize_gauge);
	say_table(o, "pieces");
	say_row(o, "piece\tkind\tparity\tstart\tend\tlength");
	for (int p = 0; p < g->total_gauge_master_pieces; p++)
		say_row(o, "%d\t%s\t%s\t%d\t%d\t%d", p,
			p < g->inner_master_pieces          ? "inner"
			: p < g->local_master_pieces        ? "boundary"
			: p < g->total_spinor_master_pieces ? "face"
							    : "edge",
			p % 2 ? "odd" : "even", g->master_start[p], g->master_end[p],
			g->master_end[p] - g->master_start[p] + 1);
	if (g->ncopies_gauge) {
		say_table(o, "copies");
		say_row(o, "copy\tof\tfrom\tto\tlength");
	}
	for (int k = 0; k < g->ncopies_gauge; k++)
		say_row(o, "%d\t%s\t%d\t%d\t%d", k, k < g->ncopies_spinor ? "face" : "edge", g->copy_from[k], g->copy_to[k],
			g->copy_len[k]);
	say_buffers(o, g);
}

/* ---- the drawing: plane[0] goes up, plane[1] to the right -------------------------------------------------------- */

enum { CELL = 52, MARGIN = 140, SIDE = 260, LEGEND = 60, MOST_CELLS = 64 };

typedef struct {
	FILE *file;
	const lqcd_geometry *g;
	const int *plane;
	int height;
	int *number; /* of an index; -1: in another slice */
} drawing;

/* The indices themselves, or their places in the slice. 0 without memory. */
static int number_indices(drawing *d, int renumber)
{
	int count = 0;
	d->number = (int *)malloc((size_t)d->g->gsize_gauge * sizeof *d->number);
	for (int ix = 0; d->number && ix < d->g->gsize_gauge; ix++) {
		int x[4], here = 1;
		lqcd_geometry_coords(d->g, ix, 0, x);
		for (int mu = 0; mu < 4; mu++) here = here && (mu == d->plane[0] || mu == d->plane[1] || x[mu] == 0);
		d->number[ix] = !here ? -1 : renumber ? count++ : ix;
	}
	return d->number != NULL;
}

/* "first-last" of the slice's part of a buffer, or of all of it. */
static void print_range(const drawing *d, int renumber, char *text, size_t size, int start, int len)
{
	int first = start, last = start + len - 1;
	if (renumber) {
		while (d->number[first] < 0) first++;
		while (d->number[last] < 0) last--;
		first = d->number[first];
		last = d->number[last];
	}
	snprintf(text, size, "%d-%d", first, last);
}

/* Index at block coordinates of the plane, which may be one step outside; -1: none. */
static int index_at(const drawing *d, int up, int right)
{
	const lqcd_geometry *g = d->g;
	const int e[2] = {up, right};
	int s[4] = {0, 0, 0, 0}, ix;
	for (int k = 0; k < 2; k++) {
		const int last = g->sub[d->plane[k]] - 1;
		s[d->plane[k]] = e[k] < 0 ? 0 : e[k] > last ? last : e[k];
	}
	ix = lqcd_geometry_index(g, s, NULL);
	for (int k = 0; k < 2 && ix >= 0; k++) {
		const int mu = d->plane[k];
		if (e[k] < 0)
			ix = lqcd_idn(g, ix, mu);
		else if (e[k] >= g->sub[mu])
			ix = lqcd_iup(g, ix, mu);
	}
	return ix;
}

static int piece_of(const lqcd_geometry *g, int ix)
{
	int p = 0;
	while (ix < g->master_start[p] || ix > g->master_end[p]) p++;
	return p;
}

static const char *colour_of(const lqcd_geometry *g, int ixp)
{
	static const char *const colours[4][2] = {
		{"#dbe9f6", "#a9c9e8"}, {"#fde3c0", "#f8bd76"}, {"#d9f0d3", "#a6d99b"}, {"#eadff0", "#cbb1da"}};
	return colours[(ixp >= g->inner_master_pieces) + (ixp >= g->local_master_pieces) +
		       (ixp >= g->total_spinor_master_pieces)][ixp % 2];
}

static int left_of(int right)
{
	return SIDE + right * CELL;
}

static int top_of(const drawing *d, int up)
{
	return d->height - MARGIN - (up + 1) * CELL;
}

static void draw_cell(const drawing *d, int up, int right)
{
	const lqcd_geometry *g = d->g;
	const int ix = index_at(d, up, right), x = left_of(right), y = top_of(d, up);
	int n = 0;
	if (ix < 0 || ix >= g->gsize_gauge) return; /* edges that only clover leaves read are not drawn */
	fprintf(d->file, "<rect x='%d' y='%d' width='%d' height='%d' fill='%s' stroke='#555'%s/>\n", x, y, CELL, CELL,
		colour_of(g, piece_of(g, ix)), g->halo[ix] ? " stroke-dasharray='4 3'" : "");
	fprintf(d->file, "<text x='%d' y='%d' class='n'>%d</text>\n", x + CELL / 2, y + CELL / 2 + 2, d->number[ix]);
	/* Its copies; those of edges are not listed. */
	for (int k = 0; k < g->ncopies_spinor; k++)
		if (ix >= g->copy_from[k] && ix < g->copy_from[k] + g->copy_len[k])
			fprintf(d->file, "<text x='%d' y='%d' class='c'>\xe2\x86\x92%d</text>\n", x + CELL / 2,
				y + CELL / 2 + 13 + 9 * n++, d->number[g->copy_to[k] + ix - g->copy_from[k]]);
}

/* An arrow along the line from (x, y), and a text at its outer end; of arrows up and down to the left or the right, since two
 * stand side by side. */
static void draw_arrow(const drawing *d, int x, int y, int dx, int dy, int inward, const char *text)
{
	const int xo = x + 56 * dx, yo = y + 56 * dy;
	fprintf(d->file, "<line x1='%d' y1='%d' x2='%d' y2='%d' class='%s' marker-end='url(#tip)'/>\n", inward ? xo : x,
		inward ? yo : y, inward ? x : xo, inward ? y : yo, inward ? "in" : "out");
	fprintf(d->file, "<text x='%d' y='%d' class='a' text-anchor='%s'>%s</text>\n", dx ? xo + 4 * dx : xo + (inward ? 20 : -20),
		yo + (dy < 0   ? -4
		      : dy > 0 ? 12
			       : 4),
		dx > 0 || (!dx && !inward) ? "start" : "end", text);
}

/* Both parities of the remote face across border sign of direction plane[k]: the sites received and the sites sent. */
static void draw_buffers(const drawing *d, int k, int sign, int renumber)
{
	const lqcd_geometry *g = d->g;
	const int mu = d->plane[k], sub[2] = {g->sub[d->plane[0]], g->sub[d->plane[1]]};
	const int dx = k ? sign : 0, dy = k ? 0 : -sign;
	const int x = k ? left_of(sign > 0 ? sub[1] + 1 : -1) : left_of(0) + sub[1] * CELL / 2;
	const int y =
		k ? top_of(d, 0) + CELL - sub[0] * CELL / 2 : top_of(d, sign > 0 ? sub[0] : -1) + (sign > 0 ? 0 : CELL);
	char text[80], even[32], odd[32];
	for (int i = 0; i + 1 < g->nbuffers_spinor; i += 2) {
		int shift[4];
		lqcd_buffer_shift(g, i, shift);
		if (!shift[mu]) continue;
		/* A buffer is received at one border, and its contents are sent from the opposite one. */
		const int in = shift[mu] == sign;
		const int *proc = in ? g->rbuf_from_proc : g->sbuf_to_proc, *start = in ? g->rbuf_start : g->sbuf_start;
		print_range(d, renumber, even, sizeof even, start[i], g->rbuf_len[i]);
		print_range(d, renumber, odd, sizeof odd, start[i + 1], g->rbuf_len[i + 1]);
		snprintf(text, sizeof text, "%d: %s, %s", proc[i], even, odd);
		const int off = in ? -12 : 12;
		draw_arrow(d, x + (k ? 0 : off * 5), y + (k ? off : 0), dx, dy, in, text);
	}
}

static void draw_legend(const drawing *d)
{
	static const char *const words[4] = {"inner", "boundary", "receive buffer", "edge buffer (links)"};
	const lqcd_geometry *g = d->g;
	const int limit[4] = {0, g->inner_master_pieces, g->local_master_pieces, g->total_spinor_master_pieces};
	int x = 16;
	fprintf(d->file,
		"<text x='16' y='24' class='h'>%d x %d x %d x %d, process %d of %d, %d lane%s: plane %c (up), "
		"%c</text>\n",
		g->lattice->extent[0], g->lattice->extent[1], g->lattice->extent[2], g->lattice->extent[3],
		g->lattice->comm.rank, g->lattice->comm.size, g->lanes, g->lanes > 1 ? "s" : "", names[d->plane[0]],
		names[d->plane[1]]);
	for (int k = 0; k < 4; k++) {
		if (limit[k] >= g->total_gauge_master_pieces) break;
		for (int p = 0; p < 2; p++, x += 16)
			fprintf(d->file, "<rect x='%d' y='36' width='14' height='14' fill='%s' stroke='#555'/>\n", x,
				colour_of(g, limit[k] + p));
		fprintf(d->file, "<text x='%d' y='48' class='l'>%s</text>\n", x + 4, words[k]);
		x += 12 + 7 * (int)strlen(words[k]);
	}
	fprintf(d->file, "<text x='16' y='68' class='l'>light: even, dark: odd; \xe2\x86\x92n: copied to n; arrows: "
			 "\"process: even, odd "
			 "indices\" received (green) and sent (red)</text>\n");
}

static void draw(output *o, const lqcd_geometry *g, const int plane[2], int renumber)
{
	const int up = g->sub[plane[0]], right = g->sub[plane[1]];
	const int width = 2 * SIDE + right * CELL;
	char *bytes = NULL;
	size_t size = 0;
	drawing d;
	d.g = g;
	d.plane = plane;
	d.height = 2 * MARGIN + up * CELL + LEGEND;
	if (!number_indices(&d, renumber)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
	d.file = output_memory(o, &bytes, &size);
	fprintf(d.file,
		"<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif'>\n"
		"<style>.n{font-size:14px;text-anchor:middle}.c{font-size:9px;text-anchor:middle;fill:#a00}.a{font-"
		"size:11px}"
		".l{font-size:12px}.h{font-size:15px}.in{stroke:#2a7d2a;stroke-width:2}.out{stroke:#b03030;stroke-"
		"width:2}"
		"</style>\n<defs><marker id='tip' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'>"
		"<path d='M0,0 L7,3 L0,6 z' fill='#444'/></marker></defs>\n"
		"<rect width='100%%' height='100%%' fill='white'/>\n",
		width < 700 ? 700 : width, d.height);
	draw_legend(&d);
	for (int e = g->parallel[plane[0]] ? -1 : 0; e < up + g->parallel[plane[0]]; e++)
		for (int f = g->parallel[plane[1]] ? -1 : 0; f < right + g->parallel[plane[1]]; f++)
			draw_cell(&d, e, f);
	fprintf(d.file, "<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='black' stroke-width='3'/>\n",
		left_of(0), top_of(&d, up - 1), right * CELL, up * CELL);
	for (int k = 0; k < 2; k++)
		if (g->parallel[plane[k]])
			for (int sign = -1; sign <= 1; sign += 2) draw_buffers(&d, k, sign, renumber);
	fprintf(d.file, "</svg>\n");
	free(d.number);
	if (fclose(d.file)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
	output_file(o, o->plot, bytes, size);
	free(bytes);
}

int main(int argc, char **argv)
{
	const lqcd_comm comm = lqcd_comm_self();
	options o;
	const lqcd_geometry *g;
	lqcd_lattice lat;
	lqcd_message why;
	memset(&o, 0, sizeof o);
	o.out = output_begin("geometry", help, OUTPUT_DRAWING, &comm);
	read_options(&o, argc, argv);
	if (lqcd_lattice_create_at(&lat, o.extent, &o.lattice, o.coord, &why) != LQCD_OK)
		return fprintf(stderr, "geometry: %s\n", why.text), 2;
	const lqcd_status status = lqcd_lattice_geometry(&lat, LQCD_FULL, o.lanes, &g);
	if (status != LQCD_OK)
		return fprintf(stderr, "geometry: --lanes %d: %s\n", o.lanes, lqcd_status_text(status)),
		       status == LQCD_ERR_MEMORY ? 1 : 2;
	choose_plane(g, o.plane);
	if (o.out.plot && (g->sub[o.plane[0]] > MOST_CELLS || g->sub[o.plane[1]] > MOST_CELLS)) {
		fprintf(stderr,
			"geometry: --plot %s: a slice of %d x %d blocks is more than %d in a direction; choose another --plane\n",
			o.out.plot, g->sub[o.plane[0]], g->sub[o.plane[1]], MOST_CELLS);
		return 2;
	}
	output_start(&o.out, NULL);
	say_geometry(&o.out, g);
	if (o.out.plot) draw(&o.out, g, o.plane, o.renumber);
	lqcd_lattice_destroy(&lat);
	return output_end(&o.out, 0);
}
