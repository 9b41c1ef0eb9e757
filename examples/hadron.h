/* examples/hadron.h: correlators of hadrons over an ensemble: means, effective masses and their plateaus with errors by the
 * jackknife, as columns of a table and as panels of a plot. */
#ifndef LQCD_EXAMPLES_HADRON_H
#define LQCD_EXAMPLES_HADRON_H

#include "ensemble.h"
#include "plateau.h"

#define HADRON_USAGE                                                                                                   \
	"  --bin N              configurations in a row that make a bin of the jackknife (1)\n"                        \
	"  --fit A,B            times of the fit of a constant to the effective masses, A < B (for each hadron the longest\n" \
	"                       range up to T/2-1 with chi^2/dof <= 1)\n"

typedef struct {
	const char *name, *shown;
	double (*effective)(const double *C, int extent, int t); /* the mass; NaN: none */
	int folds;             /* whether C(t) and C(T-t) are averaged before */
	int extent, configs, bin;
	double *C, *m, *dm;    /* C[configuration][t]; m[t], dm[t], t < T/2: effective masses and errors */
	lqcd_plateau p;
	double mass, error;    /* of the plateau */
} hadron;

/** A hadron whose C(t) are still to come. */
LQCD_STATIC hadron hadron_make(const ensemble *e, int bin, const char *name, const char *shown,
			       double (*effective)(const double *C, int extent, int t), int folds)
{
	hadron h;
	memset(&h, 0, sizeof h);
	h.name = name;
	h.shown = shown;
	h.effective = effective;
	h.folds = folds;
	h.extent = e->extent[0];
	h.configs = e->configs;
	h.bin = bin;
	h.C = (double *)calloc(((size_t)h.configs + 1) * (size_t)h.extent, sizeof *h.C);
	if (!h.C) ensemble_must(e, LQCD_ERR_MEMORY, NULL);
	h.m = h.C + (size_t)h.configs * (size_t)h.extent;
	h.dm = h.m + h.extent / 2;
	return h;
}

/* The quantity of a jackknife: C(t), the effective mass, or the mass of a plateau. */
enum { CORRELATOR, MASS, PLATEAU };
typedef struct {
	const hadron *h;
	int t, what;
} hadron_number;

LQCD_STATIC double hadron_look(const double *C, void *context)
{
	const hadron_number *n = (const hadron_number *)context;
	const hadron *h = n->h;
	const int extent = h->extent;
	if (n->what == CORRELATOR) return C[n->t];
	if (n->what == MASS && 2 * n->t >= extent) return lqcd_nan();
	double *folded = (double *)malloc(2 * (size_t)extent * sizeof *folded), *m = folded + extent, r = lqcd_nan();
	if (!folded) return r;
	if (h->folds) plateau_fold(folded, C, extent);
	else memcpy(folded, C, (size_t)extent * sizeof *C);
	if (n->what == MASS) r = h->effective(folded, extent, n->t);
	else {
		for (int t = h->p.from; t <= h->p.to; t++) m[t] = h->effective(folded, extent, t);
		r = lqcd_plateau_at(m, h->configs > 1 ? h->dm : NULL, h->p.from, h->p.to).value;
	}
	free(folded);
	return r;
}

/** The value NaN: there is none; the error 0: one configuration. */
LQCD_STATIC lqcd_jackknife hadron_value(const hadron *h, int t, int what)
{
	hadron_number which = {h, t, what};
	lqcd_jackknife j;
	const size_t n = (size_t)h->configs;
	const lqcd_status s = lqcd_series_jackknife(&j, hadron_look, &which, h->C, (size_t)h->extent, n, (size_t)h->bin, NULL);
	if (n == 1) j.value = hadron_look(h->C, &which);
	else if (s != LQCD_OK) j.value = lqcd_nan();
	return j;
}

/** Effective masses, the plateau and its mass; fit: that of --fit, or fit[1] < 0. */
LQCD_STATIC void hadron_fit(hadron *h, const int fit[2])
{
	const int times = h->extent / 2;
	for (int t = 0; t < times; t++) {
		const lqcd_jackknife j = hadron_value(h, t, MASS);
		h->m[t] = j.value;
		h->dm[t] = j.error;
	}
	h->p = plateau_find(h->m, h->configs > 1 ? h->dm : NULL, times, fit);
	const lqcd_jackknife j = hadron_value(h, 0, PLATEAU);
	h->mass = j.value;
	h->error = h->configs > 1 ? j.error : lqcd_nan();
}

/** The columns of n hadrons: their names; their values at t. */
LQCD_STATIC void hadron_header(output *o, const hadron *h, int n)
{
	for (int k = 0; k < n; k++) say(o, "\tC_%s\tdC_%s\tm_%s\tdm_%s", h[k].name, h[k].name, h[k].name, h[k].name);
	end_row(o);
}

LQCD_STATIC void hadron_row(output *o, const hadron *h, int n, int t)
{
	for (int k = 0; k < n; k++) {
		const lqcd_jackknife c = hadron_value(&h[k], t, CORRELATOR);
		say(o, "\t%.10e\t%.3e", c.value, c.error);
		if (t < h[k].extent / 2 && lqcd_isfinite(h[k].m[t])) say(o, "\t%.10e\t%.3e", h[k].m[t], h[k].dm[t]);
		else say(o, "\t\t");
	}
	end_row(o);
}

/** The end of a title: the ensemble, and what errors are. */
LQCD_STATIC void hadron_title(plot_file *p, const ensemble *e)
{
	char lattice[80];
	fprintf(p->to, ", %s", plot_lattice(lattice, &e->lat));
	if (!e->given) fprintf(p->to, ", β = %g", e->beta);
	fprintf(p->to, ", %d configuration%s\\n{/*0.8 %s}\"\n", e->configs, e->configs > 1 ? "s" : "",
		e->configs > 1 ? "errors: jackknife" PLATEAU_OPEN : "no errors" PLATEAU_OPEN);
}

/** The panels of n hadrons, at most 3: the correlators, in the panel that was begun .. */
LQCD_STATIC void hadron_plot_correlators(plot_file *p, const hadron *h, int n)
{
	fprintf(p->to, "set xrange [-0.5:%d.5]\nset offsets\nset logscale y\nset format y '10^{%%T}'\n", h->extent - 1);
	for (int k = 0; k < n; k++)
		fprintf(p->to, "%s'-' using ($1%+g):2:3:4 with yerrorbars ls %d title '%s'", k ? ", " : "plot ", 0.12 * (k - 1),
			k + 1, h[k].shown);
	for (int k = 0; k < n; k++, fputs("\ne", p->to))
		for (int t = 0; t < h->extent; t++) {
			const lqcd_jackknife c = hadron_value(&h[k], t, CORRELATOR);
			if (c.value > 0) /* the axis is logarithmic */
				fprintf(p->to, "\n%d %.8g %.8g %.8g", t, c.value, fmax(c.value - c.error, 0.01 * c.value),
					c.value + c.error);
		}
	fputc('\n', p->to);
}

/** .. and the effective masses. */
LQCD_STATIC void hadron_plot_masses(plot_file *p, const hadron *h, int n)
{
	const int times = h->extent / 2;
	double high = 0;
	for (int k = 0; k < n; k++) high = plateau_high(high, h[k].m, times);
	fprintf(p->to, "set xrange [0:%d]\n", times);
	plateau_range(p, high);
	for (int k = 0; k < n; k++) {
		fputs(k ? ", " : "plot ", p->to);
		plateau_elements(p, &h[k].p, h[k].shown, k + 1, h[k].mass, h[k].error);
	}
	fputc('\n', p->to);
	for (int k = 0; k < n; k++)
		plateau_data(p, &h[k].p, h[k].m, h->configs > 1 ? h[k].dm : NULL, times, 0.06 * (k - 1), h[k].mass, h[k].error);
}

#endif
