/* lqcd/compat/hirep/impl/read_action.h: part of hmc.h, where it is documented: actions in input files.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_READ_ACTION_H
#define LQCD_COMPAT_HIREP_IMPL_READ_ACTION_H

#include "hmc.h"

/* The sections of a file: what is between their braces. */
typedef struct {
	int integrators, monomials;
	char *integrator[16], *monomial[32];
	char *text;
} lqcd__hr_sections;

static inline void lqcd__hr_action_error(int test, const char *what, const char *where)
{
	char why[256];
	snprintf(why, sizeof why, "%.100s%.150s", what, where);
	lqcd__hr_error_of_all(test, "read_action", why);
}

/** Fills the text of a file, without comments. */
static inline char *lqcd__hr_action_text(const char *file)
{
	FILE *f = fopen(file, "r");
	lqcd__hr_action_error(!f, "cannot open ", file);
	fseek(f, 0, SEEK_END);
	const long size = ftell(f);
	rewind(f);
	/* Two zeros: the loop below steps over the first behind a comment without a newline. */
	char *text = (char *)calloc((size_t)size + 2, 1);
	lqcd__hr_error(!text, 1, "read_action", "out of memory");
	const size_t got = fread(text, 1, (size_t)size, f);
	text[got] = 0;
	fclose(f);
	for (char *p = text; *p; p++)
		if (*p == '#' || (p[0] == '/' && p[1] == '/'))
			for (; *p && *p != '\n'; p++) *p = ' ';
	return text;
}

/** The text of the section that begins at p with a word and a brace, ended by 0; *end: what follows. NULL: none. */
static inline char *lqcd__hr_section(char *p, const char *word, char **end)
{
	const size_t n = strlen(word);
	if (strncmp(p, word, n)) return NULL;
	p += n;
	while (isspace((unsigned char)*p)) p++;
	if (*p != '{') return NULL;
	*end = strchr(p, '}');
	lqcd__hr_action_error(!*end, "a section has no end: ", word);
	*(*end)++ = 0;
	return p + 1;
}

static inline lqcd__hr_sections lqcd__hr_find_sections(const char *file)
{
	lqcd__hr_sections s;
	memset(&s, 0, sizeof s);
	s.text = lqcd__hr_action_text(file);
	for (char *p = s.text, *end = p; *p; p = end) {
		end = p + 1;
		char *i = lqcd__hr_section(p, "integrator", &end);
		char *m = i ? NULL : lqcd__hr_section(p, "monomial", &end);
		lqcd__hr_action_error(s.integrators == 16 || s.monomials == 32, "too many sections in ", file);
		if (i)
			s.integrator[s.integrators++] = i;
		else if (m)
			s.monomial[s.monomials++] = m;
	}
	return s;
}

/** The value of a key of a section; a key that is not there ends the program. */
static inline const char *lqcd__hr_key(const char *section, const char *key, char value[64])
{
	char found[64];
	int n = 0;
	while (sscanf(section, " %63[^ =\t\r\n] = %63s%n", found, value, &n) == 2) {
		section += n;
		lqcd__hr_action_error(*section && !isspace((unsigned char)*section), "longer than 63 characters: ", value);
		if (!strcmp(found, key)) return value;
	}
	lqcd__hr_action_error(1, "a section has no ", key);
	return value;
}

static inline double lqcd__hr_key_number(const char *section, const char *key)
{
	char value[64];
	double x = 0;
	lqcd__hr_action_error(!lqcd__hr_get_number(lqcd__hr_key(section, key, value), DOUBLE_T, &x), "not a number: ", value);
	return x;
}

static inline int lqcd__hr_key_integer(const char *section, const char *key)
{
	char value[64];
	int n = 0;
	lqcd__hr_action_error(!lqcd__hr_get_number(lqcd__hr_key(section, key, value), INT_T, &n), "not an integer of 32 bits: ", value);
	return n;
}

/** The level of a section, of n. */
static inline int lqcd__hr_key_level(const char *section, int n)
{
	const int level = lqcd__hr_key_integer(section, "level");
	lqcd__hr_action_error(level < 0 || level >= n, "a level without an integrator", "");
	return level;
}

static inline void *lqcd__hr_mon_par(size_t bytes)
{
	void *p = calloc(1, bytes);
	lqcd__hr_error(!p, 1, "read_action", "out of memory");
	return p;
}

static inline mon_type lqcd__hr_monomial_type(const char *name)
{
	static const struct {
		const char *name;
		mon_type type;
	} all[] = {{"gauge", PureGauge},
		   {"lw_gauge", LuscherWeisz},
		   {"hmc", HMC},
		   {"rhmc", RHMC},
		   {"tm", TM},
		   {"tm_alt", TM_alt},
		   {"hasenbusch", Hasenbusch},
		   {"hasenbusch_tm", Hasenbusch_tm},
		   {"hasenbusch_tm_alt", Hasenbusch_tm_alt}};
	size_t k = 0;
	while (k < sizeof all / sizeof *all && strcmp(name, all[k].name)) k++;
	lqcd__hr_action_error(k == sizeof all / sizeof *all,
			      "monomials are [lw_]gauge, hmc, rhmc, tm[_alt], hasenbusch[_tm, _tm_alt], not ", name);
	return all[k].type;
}

/** The parameters of two flavours. */
static inline void *lqcd__hr_read_flavours(const char *section, mon_type type)
{
	const double mass = lqcd__hr_key_number(section, "mass");
	const int past = lqcd__hr_key_integer(section, "mre_past");
	if (type == HMC) {
		mon_hmc_par *p = (mon_hmc_par *)lqcd__hr_mon_par(sizeof *p);
		p->mass = mass;
		p->mre_past = past;
		return p;
	}
	if (type == Hasenbusch) {
		mon_hasenbusch_par *p = (mon_hasenbusch_par *)lqcd__hr_mon_par(sizeof *p);
		p->mass = mass;
		p->mre_past = past;
		p->dm = lqcd__hr_key_number(section, "dm");
		return p;
	}
	if (type == TM || type == TM_alt) {
		mon_tm_par *p = (mon_tm_par *)lqcd__hr_mon_par(sizeof *p);
		p->mass = mass;
		p->mre_past = past;
		p->mu = lqcd__hr_key_number(section, "mu");
		return p;
	}
	mon_hasenbusch_tm_par *p = (mon_hasenbusch_tm_par *)lqcd__hr_mon_par(sizeof *p);
	p->mass = mass;
	p->mre_past = past;
	p->mu = lqcd__hr_key_number(section, "mu");
	p->dmu = lqcd__hr_key_number(section, "dmu");
	return p;
}

static inline const monomial *lqcd__hr_read_monomial(const char *section, int id)
{
	char type[64];
	monomial_data data;
	memset(&data, 0, sizeof data);
	data.id = id;
	data.type = lqcd__hr_monomial_type(lqcd__hr_key(section, "type", type));
	if (data.type == PureGauge || data.type == LuscherWeisz) {
		mon_lw_par *p = (mon_lw_par *)lqcd__hr_mon_par(sizeof *p);
		/* beta is also the first member of mon_pg_par. */
		p->beta = lqcd__hr_key_number(section, "beta");
		if (data.type == LuscherWeisz) p->c0 = lqcd__hr_key_number(section, "c0");
		data.par = p;
		return add_mon(&data);
	}
	data.MT_prec = lqcd__hr_key_number(section, "mt_prec");
	data.force_prec = lqcd__hr_key_number(section, "force_prec");
	if (data.type == RHMC) {
		mon_rhmc_par *p = (mon_rhmc_par *)lqcd__hr_mon_par(sizeof *p);
		p->mass = lqcd__hr_key_number(section, "mass");
		p->ratio.n = -lqcd__hr_key_integer(section, "n");
		p->ratio.d = lqcd__hr_key_integer(section, "d");
		data.MD_prec = lqcd__hr_key_number(section, "md_prec");
		data.par = p;
	} else
		data.par = lqcd__hr_read_flavours(section, data.type);
	return add_mon(&data);
}

static inline integrator_par *lqcd__hr_read_integrator(const char *section, int level, int monomials)
{
	char type[64];
	integrator_par *ip = (integrator_par *)lqcd__hr_mon_par(sizeof *ip);
	(void)lqcd__hr_key(section, "type", type);
	ip->nsteps = lqcd__hr_key_integer(section, "steps");
	ip->level = level;
	ip->mon_list = (monomial const **)lqcd__hr_mon_par((size_t)monomials * sizeof *ip->mon_list);
	ip->integrator = !strcmp(type, "lf")     ? leapfrog_multistep
			 : !strcmp(type, "o2mn") ? O2MN_multistep
			 : !strcmp(type, "o4mn") ? O4MN_multistep
						 : NULL;
	lqcd__hr_action_error(!ip->integrator, "integrators are lf, o2mn, o4mn, not ", type);
	return ip;
}

static inline void read_action(const char *filename, integrator_par **ipp)
{
	lqcd__hr_sections s = lqcd__hr_find_sections(filename);
	integrator_par *level[16] = {NULL};
	lqcd__hr_action_error(!s.integrators || s.monomials < s.integrators,
			      "at least one integrator, and as many monomials, in ", filename);
	for (int i = 0; i < s.integrators; i++) {
		const int l = lqcd__hr_key_level(s.integrator[i], s.integrators);
		lqcd__hr_action_error(level[l] != NULL, "two integrators of one level", "");
		level[l] = lqcd__hr_read_integrator(s.integrator[i], l, s.monomials);
	}
	for (int i = 0; i < s.monomials; i++) {
		integrator_par *of = level[lqcd__hr_key_level(s.monomial[i], s.integrators)];
		of->mon_list[of->nmon++] = lqcd__hr_read_monomial(s.monomial[i], i);
	}
	for (int l = 0; l < s.integrators; l++) {
		lqcd__hr_action_error(!level[l]->nmon, "an integrator without monomials", "");
		level[l]->next = l + 1 < s.integrators ? level[l + 1] : NULL;
	}
	lprintf("ACTION", 10, "Found %d monomials and %d integrator levels\n", s.monomials, s.integrators);
	free(s.text);
	*ipp = level[0];
}

#endif
