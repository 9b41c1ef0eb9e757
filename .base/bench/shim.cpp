/* bench/shim.cpp: documented in bench/shim.h. The only C++ of the benchmarks. */
#include "shim.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace
{

struct entry {
	bench_row row;
	std::string name;
};

/* One per program, as the registry of Google Benchmark. */
struct program {
	std::deque<entry> rows; /* a deque: addresses stay */
	roofline roof;
	const entry *current = nullptr;
	void *context = nullptr;
	std::string why; /* the current row cannot be timed */
	double error = 0;
	int timed = 0, failed = 0, listing = 0;
};

program &self()
{
	static program p;
	return p;
}

void teardown(program &p)
{
	if (p.context) p.current->row.teardown(p.context);
	p.context = nullptr;
	p.current = nullptr;
}

/** Makes a row the current one: its context exists and is verified, or why says what is wrong. */
void setup(program &p, const entry &e)
{
	const bench_row &row = e.row;
	const char *why = "cannot be set up";
	teardown(p);
	p.current = &e;
	p.why.clear();
	roofline_threads(row.threads);
	p.context = row.setup(row.plan, &why);
	if (!p.context) {
		p.why = why;
	} else {
		p.error = row.verify(p.context) + (std::getenv("BENCH_BREAK") ? 1 : 0);
		if (!(p.error <= row.tolerance)) {
			char text[96];
			std::snprintf(text, sizeof text, "wrong: relative error %.1e, tolerance %.1e", p.error,
				      row.tolerance);
			p.why = text;
		}
	}
	if (p.why.empty()) {
		roofline_again(&p.roof, row.threads, row.set);
		p.timed++;
	} else {
		std::fprintf(stderr, "%s: %s\n", e.name.c_str(), p.why.c_str());
		p.failed++;
	}
}

void measure(benchmark::State &state, const entry &e)
{
	typedef benchmark::Counter counter;
	program &p = self();
	if (p.current != &e) setup(p, e);
	if (!p.why.empty()) {
		state.SkipWithError(p.why.c_str());
		return;
	}
	const bench_row &row = e.row;
	for (auto _ : state) row.run(p.context);
	const roofline_ceilings *c = roofline_measure(&p.roof, row.threads);
	const double least =
		c ? roofline_seconds(&p.roof, c, row.is_double, row.access, row.flop, row.bytes, row.set) : 0;
	const auto rate = counter::kIsIterationInvariantRate;
	state.counters["GFLOP/s"] = counter(1e-9 * row.flop, rate);
	state.counters["GB/s"] = counter(1e-9 * row.bytes, rate);
	if (row.pairs > 0) state.counters["Gpairs/s"] = counter(1e-9 * row.pairs, rate);
	state.counters["roof"] = counter(least, rate);
	state.counters["error"] = p.error;
	state.counters["intensity"] = row.flop / row.bytes;
	state.counters["set"] = row.set;
	state.counters["level"] = roofline_level(&p.roof, row.threads, row.set);
	state.counters["sites"] = row.sites;
	state.counters["reals"] = row.reals;
	state.counters["rhs"] = row.rhs;
	state.counters["omp_threads"] = row.threads;
}

double largest(const std::vector<double> &v)
{
	return *std::max_element(v.begin(), v.end());
}

/** A line per row: medians, and the best repetition beside. */
class table : public benchmark::BenchmarkReporter
{
	int width_ = 0;

	static double value(const Run *run, const char *name)
	{
		const auto at = run->counters.find(name);
		return at == run->counters.end() ? 0 : at->second.value;
	}

      public:
	bool ReportContext(const Context &) override
	{
		program &p = self();
		for (const entry &e : p.rows) width_ = std::max(width_, (int)e.name.size());
		std::printf("# %s, %s %s\n", roofline_simd(), roofline_compiler(), roofline_flags());
		roofline_print(&p.roof, stdout);
		std::printf("%-*s %9s %9s %9s %9s %6s %9s\n", width_, "row", "GFLOP/s", "best", "GB/s", "best", "roof",
			    "error");
		std::fflush(stdout);
		return true;
	}

	void ReportRuns(const std::vector<Run> &runs) override
	{
		const Run *median = nullptr, *best = nullptr;
		for (const Run &run : runs) {
			if (!run.counters.count("GFLOP/s")) continue;
			if (run.run_type == Run::RT_Iteration) median = best = &run;
			if (run.aggregate_name == "median") median = &run;
			if (run.aggregate_name == "best") best = &run;
		}
		if (!median || !best) return;
		std::printf("%-*s %9.1f %9.1f %9.1f %9.1f %6.2f %9.1e", width_,
			    median->run_name.function_name.c_str(), value(median, "GFLOP/s"), value(best, "GFLOP/s"),
			    value(median, "GB/s"), value(best, "GB/s"), value(median, "roof"), value(median, "error"));
		if (value(median, "Gpairs/s") > 0)
			std::printf("  %6.2f Gpairs/s, best %.2f", value(median, "Gpairs/s"), value(best, "Gpairs/s"));
		std::printf("\n");
		std::fflush(stdout);
	}
};

/** The machine and its ceilings go into the head of the JSON. */
void describe(const roofline &r)
{
	char text[256];
	roofline_processor(text, sizeof text);
	benchmark::AddCustomContext("processor", text);
	benchmark::AddCustomContext("compiler", roofline_compiler());
	benchmark::AddCustomContext("flags", roofline_flags());
	benchmark::AddCustomContext("simd", roofline_simd());
	for (int i = 0; i < r.count; i++) {
		const roofline_ceilings &c = r.record[i];
		const std::string head = "ceiling " + std::to_string(c.threads) + " ";
		benchmark::AddCustomContext(head + "f32", std::to_string(c.peak[0]));
		benchmark::AddCustomContext(head + "f64", std::to_string(c.peak[1]));
		for (int level = 0; level < ROOF_LEVELS; level++)
			for (int access = 0; access < ROOF_ACCESSES; access++)
				benchmark::AddCustomContext(head + roofline_level_name[level] + " " +
								    roofline_access_name[access],
							    std::to_string(roofline_stream(&c, access, level)));
	}
}

} // namespace

extern "C" void bench_begin(int *argc, char **argv, const char *usage)
{
	/* Ours come first, so that the user's win. */
	static char repetitions[] = "--benchmark_repetitions=51", seconds[] = "--benchmark_min_time=0.01",
		    aggregates[] = "--benchmark_report_aggregates_only=true";
	std::vector<char *> args = {argv[0], repetitions, seconds, aggregates};
	for (int k = 1; k < *argc; k++) {
		if (!std::strcmp(argv[k], "--help")) {
			std::printf("%s"
				    "  --benchmark_filter=REGEX       rows whose name matches\n"
				    "  --benchmark_list_tests         their names alone\n"
				    "  --benchmark_repetitions=N      default 51, of which the median is told\n"
				    "  --benchmark_min_time=SECONDS   of one repetition, default 0.01\n"
				    "  --benchmark_out=FILE           JSON\n",
				    usage);
			std::exit(0);
		}
		if (!std::strncmp(argv[k], "--benchmark_list_tests", 22)) self().listing = 1;
		args.push_back(argv[k]);
	}
	int n = (int)args.size();
	args.push_back(nullptr);
	benchmark::Initialize(&n, args.data());
	for (int k = 1; k < n; k++) argv[k] = args[(size_t)k];
	argv[n] = nullptr;
	*argc = n;
	roofline_open(&self().roof);
}

extern "C" void bench_add(const bench_row *row)
{
	program &p = self();
	entry e;
	e.row = *row;
	e.name = std::string(row->kernel) + "/" + row->volume + "/" + row->tag + "/" + row->storage;
	if (row->reals) e.name += "/reals:" + std::to_string(row->reals);
	if (row->rhs) e.name += "/rhs:" + std::to_string(row->rhs);
	e.name += "/threads:" + std::to_string(row->threads);
	p.rows.push_back(e);
	const entry &stays = p.rows.back();
	benchmark::RegisterBenchmark(stays.name.c_str(), [&stays](benchmark::State &state) { measure(state, stays); })
		->UseRealTime()
		->ComputeStatistics("best", largest);
}

extern "C" int bench_run(void)
{
	program &p = self();
	if (!p.listing) {
		std::fprintf(stderr, "# measuring the ceilings of this machine\n");
		for (const entry &e : p.rows)
			if (!roofline_measure(&p.roof, e.row.threads)) {
				std::fprintf(stderr, "no memory for the ceilings of %d threads\n", e.row.threads);
				return 1;
			}
		describe(p.roof);
	}
	table reporter;
	const size_t chosen = benchmark::RunSpecifiedBenchmarks(p.listing ? nullptr : &reporter);
	teardown(p);
	return p.failed || !chosen || (!p.listing && !p.timed) ? 1 : 0;
}
