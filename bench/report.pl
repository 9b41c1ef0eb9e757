#!/usr/bin/env perl
# bench/report.pl: the JSON of the benchmarks as a Markdown table and plots.
#
#   perl bench/report.pl FOLDER FILE.json... [FILE.txt...]
#
# Writes FOLDER/report.md, with the tables of benchmarks that print one (FILE.txt) behind its own, and, where gnuplot is installed, plots with the data and commands that make them:
#
#   roofline-N.svg             points of the rows of N threads under the ceilings of that run
#   wilson-volume-N.svg        GFLOP/s of the Wilson rows of N threads against the number of sites
#   gemm-size-N.svg            GFLOP/s of the matrix products against the cubic root of m n k
#   stencil-size-N.svg         GB/s of the stencil in every form against the length of a side
#   su3-size-N.svg             GB/s of links times spinors in every layout against the number of sites
#   p2p-size-N.svg             Gpairs/s of the sums over pairs, in two dimensions, against the number of points
#   GROUP-threads-VOLUME.svg   each of these at one size against threads, where there are several
#
# Figures are medians of the repetitions; "best" is the best repetition. Rows that were wrong are listed as such, and
# the exit status is then 1. The ceilings stand in the context of the JSON: see bench/shim.h.
use strict;
use warnings;
use JSON::PP;

@ARGV >= 2 or die "usage: report.pl FOLDER FILE.json...\n";
my ($folder, @files) = @ARGV;
my @tables = grep { /\.txt$/ } @files;
@files = grep { !/\.txt$/ } @files;
my (@rows, %seen, @wrong, %context);

# ---- reading ----

for my $file (grep { -s } @files) { # empty: the filter left no row
	open my $in, '<', $file or die "$file: $!\n";
	my $text = do { local $/; <$in> };
	$text =~ s/: -?(?:nan|inf\w*)(?=[,\s])/: null/gi; # a relative spread of zeros is no number
	my $json = eval { decode_json($text) } or die "$file: not the JSON of a benchmark\n";
	for my $key (keys %{ $json->{context} }) {
		my $value = $json->{context}{$key};
		# Each program looks at the ceilings anew: the better look counts.
		next if $key =~ /^ceiling/ && ($context{$key} // 0) > $value;
		$context{$key} = $value;
	}
	for my $run (@{ $json->{benchmarks} }) {
		my $name = $run->{run_name} =~ s{/real_time.*}{}r;
		if ($run->{error_occurred}) {
			push @wrong, "$name: $run->{error_message}" if !$seen{$name}++;
			next;
		}
		my $kind = $run->{run_type} eq 'iteration' ? 'one' : $run->{aggregate_name};
		push @rows, $seen{$name} = { name => $name } if !$seen{$name};
		$seen{$name}{$kind} = $run;
	}
}
# A single repetition has no aggregates.
for my $row (@rows) {
	$row->{median} ||= $row->{one};
	$row->{best} ||= $row->{one};
	my ($group, $kernel, $volume, $tag, $storage) = split m{/}, $row->{name};
	@$row{qw(kernel volume tag storage)} = ("$group/$kernel", $volume, $tag, $storage);
	@$row{qw(threads reals rhs)} = map { int $row->{median}{$_} } qw(omp_threads reals rhs);
}
@rows = grep { $_->{median} && $_->{best} } @rows;

die "no rows in @files\n" if !@rows && !@wrong && !@tables;

# ---- the table ----

my @levels = qw(L1 L2 L3 memory);
my @threads = sort { $a <=> $b } keys %{ { map { $_->{threads} => 1 } @rows } };

sub table_of_rows {
	my @head = ('kernel', 'volume T X Y Z or size', qw(tag storage reals rhs threads GFLOP/s best GB/s best), 'lives in',
		'roof', 'error');
	my $text = '| ' . join(' | ', @head) . " |\n" . '|---' x 4 . '|--:' x 7 . "|---|--:|--:|\n";
	for my $row (@rows) {
		my ($m, $b) = @$row{qw(median best)};
		$text .= sprintf "| %s | %s | %s | %s | %s | %s | %d | %s | %s | %.1f | %.1f | %s | %.2f | %.1e |\n",
			@$row{qw(kernel volume tag storage)}, $row->{reals} || '-', $row->{rhs} || '-', $row->{threads},
			(map { $_->{'GFLOP/s'} > 0 ? sprintf '%.1f', $_->{'GFLOP/s'} : '-' } $m, $b),
			$m->{'GB/s'}, $b->{'GB/s'}, $levels[$m->{level}], $m->{roof}, $m->{error};
	}
	return $text;
}

sub table_of_ceilings {
	my $text = '| ceiling | ' . join(' | ', map { threads_text($_) } @threads) . " |\n|---"
		. '|--:' x @threads . "|\n";
	for my $what ('f32', 'f64', map { my $l = $_; map { "$l $_" } qw(read copy update) } @levels) {
		my @values = map { $context{"ceiling $_ $what"} // 0 } @threads;
		next if !grep { $_ > 0 } @values;
		my $name = $what =~ /^f/ ? "multiply-add $what, GFLOP/s" : "$what, GB/s";
		$text .= "| $name | " . join(' | ', map { sprintf '%.1f', $_ } @values) . " |\n";
	}
	return $text;
}

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', "$folder/$name" or die "$folder/$name: $!\n";
	print $out $text;
	close $out or die "$folder/$name: $!\n";
}

# ---- plots ----

my $have_gnuplot = grep { -x "$_/gnuplot" } split /:/, $ENV{PATH} // '';
my @plots;

# Series of points in the order of their first row: name, [x, y, 1 + level]...; y is GFLOP/s unless said.
sub series {
	my ($rows, $name, $x, $y) = @_;
	my (@order, %points);
	for my $row (@$rows) {
		my $key = $name->($row);
		push @order, $key if !$points{$key};
		push @{ $points{$key} }, [$x->($row), $row->{median}{$y // 'GFLOP/s'}, 1 + $row->{median}{level}];
	}
	return map { my $key = $_; [$key, sort { $a->[0] <=> $b->[0] } @{ $points{$key} }] } @order;
}

# Data as here-documents of gnuplot, so that one file makes a plot.
sub plot {
	my ($name, $title, $settings, $ceilings, $columns, $style, @series) = @_;
	return if !@series;
	my $text = "set terminal svg size 1100,650 background '#ffffff'\nset output '$folder/$name.svg'\n"
		. "set title \"$title\" noenhanced\nset key outside right noenhanced\nset grid\n"
		. $settings;
	my (@curves, $k);
	for (@series) {
		my ($key, @points) = @$_;
		$k++;
		$text .= "\$s$k << EOD\n" . join('', map { "@$_\n" } @points) . "EOD\n";
		push @curves, "\$s$k using $columns with $style pt $k title '$key'";
	}
	$text .= 'plot ' . join(", \\\n\t", @$ceilings, @curves) . "\n";
	write_file("$name.gp", $text);
	if (!$have_gnuplot) {
		print STDERR "no $folder/$name.svg: gnuplot is not installed\n" if !@plots;
	} elsif ((my $said = `gnuplot '$folder/$name.gp' 2>&1`) && $?) {
		die "$folder/$name.gp: gnuplot failed\n$said";
	} else {
		push @plots, [$name, $title];
	}
}

sub short {
	my ($row) = @_;
	return join ' ', $row->{kernel}, $row->{tag}, $row->{storage}, $row->{reals} ? "$row->{reals} reals" : (),
		$row->{rhs} > 1 ? "$row->{rhs} rhs" : ();
}

sub threads_text { return $_[0] == 1 ? 'one thread' : "$_[0] threads" }

for my $n (@threads) {
	my @here = grep { $_->{threads} == $n && $_->{median}{'GFLOP/s'} > 0 } @rows;
	my $peak = $context{"ceiling $n f32"} || 1;
	my @ceilings = map { "$context{\"ceiling $n $_\"} with lines lw 2 dt 2 lc black title 'multiply-add $_'" }
		grep { $context{"ceiling $n $_"} } 'f64', 'f32';
	for my $level (0 .. $#levels) {
		my $read = $context{"ceiling $n $levels[$level] read"} or next;
		unshift @ceilings, "(x * $read < $peak ? x * $read : 1/0) with lines lw 2 lc " . ($level + 1)
			. " title '$levels[$level] read'";
	}
	# A point has the colour of the level that its working set lives in.
	plot("roofline-$n", 'Roofline, ' . threads_text($n),
		"set ylabel 'GFLOP/s'\nset logscale xy\nset xrange [0.1:100]\nset yrange [1:*]\nset samples 1000\n"
			. "set xlabel 'flop per compulsory byte'\n",
		\@ceilings, '1:2:3', 'points lc variable',
		series(\@here, sub { $_[0]{kernel} =~ /^wilson/ ? short($_[0]) : $_[0]{kernel} =~ s{/.*}{}r . " $_[0]{storage}" },
			sub { $_[0]{median}{intensity} }));
}

# Group, its title, the axis of its sizes, the size of a row, the quantity plotted, and its rows.
my @groups = (
	['wilson', 'Wilson hops', 'volume', 'lattice sites', sub { $_[0]{median}{sites} }, 'GFLOP/s'],
	['gemm', 'Products of matrices', 'size', 'cubic root of m n k', sub { cubic_root(split /x/, $_[0]{volume}) }, 'GFLOP/s'],
	['stencil', '2D stencil', 'size', 'length of a side', sub { $_[0]{volume} =~ /^(\d+)/ ? $1 : 0 }, 'GB/s'],
	['su3', 'Links times spinors', 'size', 'sites', sub { $_[0]{median}{sites} }, 'GB/s'],
	['p2p', 'Sums over pairs', 'size', 'points', sub { $_[0]{volume} =~ /x(\d+)/ ? $1 : 0 }, 'Gpairs/s', qr/^2x/],
);

sub cubic_root {
	my ($m, $n, $k) = @_;
	return ($m * $n * $k)**(1 / 3);
}

for (@groups) {
	my ($group, $title, $word, $axis, $size, $y, $which) = @$_;
	my @of = grep { $_->{kernel} =~ m{^$group/} && (!$which || $_->{volume} =~ $which) } @rows;
	for my $n (@threads) {
		plot("$group-$word-$n", "$title against $word, " . threads_text($n),
			"set ylabel '$y'\nset logscale x 2\nset yrange [0:*]\nset xlabel '$axis'\n", [], '1:2', 'linespoints',
			series([grep { $_->{threads} == $n } @of], \&short, $size, $y));
	}
	my (%threads_of, %volumes);
	$threads_of{ $_->{volume} }{ $_->{threads} } = 1 for @of;
	for my $volume (grep { keys %{ $threads_of{$_} } > 1 && !$volumes{$_}++ } map { $_->{volume} } @of) {
		plot("$group-threads-$volume", "$title against threads, $volume",
			"set ylabel '$y'\nset yrange [0:*]\nset xrange [0:$threads[-1] + 1]\nset xlabel 'threads'\n", [], '1:2',
			'linespoints', series([grep { $_->{volume} eq $volume } @of], \&short, sub { $_[0]{threads} }, $y));
	}
}

# ---- the report ----

my $text = "# Benchmarks\n\n" . join(', ', $context{date} // '?', $context{processor}, "$context{num_cpus} processors",
	"back end $context{simd}", $context{compiler}, "`$context{flags}`") . <<'EOT';
.

Medians of the repetitions and the best one; each row verified before it was timed. roof: time that the ceilings of this
run allow over the time taken. GB/s: compulsory traffic.

EOT
$text .= "Wrong or failed:\n\n" . join('', map { "- $_\n" } @wrong) . "\n" if @wrong;
$text .= table_of_rows() . "\n## Ceilings\n\n" . table_of_ceilings();
for my $file (grep { -s } @tables) {
	open my $in, '<', $file or die "$file: $!\n";
	my ($name) = $file =~ m{([^/]+)\.txt$};
	$text .= "\n## $name\n\n" . join '', map { "    $_" } <$in>;
}
$text .= "\n## Plots\n\n" . join('', map { "![$_->[1]]($_->[0].svg)\n" } @plots) if @plots;
write_file('report.md', $text);
print "$folder/report.md", map({ ", $folder/$_->[0].svg" } @plots), "\n";
exit(@wrong ? 1 : 0);
