#!/usr/bin/env perl
# tests/examples/outputs.t: the output of every example in the form of examples/options.h: table and JSON, --out FILE,
# - for standard output, and output files that are tried before anything is computed.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
my $u = small_links();
my %arguments = small_runs($u);
delete $arguments{ktimer}; # the line of its harness
my @programs = sort keys %arguments;
my $gnuplot = !system 'command -v gnuplot >/dev/null 2>&1';
my %plots = map { $_ => 1 } qw(flow glueplots heatbath hmc ks_hmc ks_spectrum pion scaling spectrum), 'geometry';

sub example { my ($program, $more) = @_; return run("build/examples/$program $arguments{$program} $more") }

# The tables of a text: lists of rows, the first with the names of columns.
sub tables {
	my @tables = ([]);
	for (split /\n/, $_[0]) {
		if ($_ eq '') { push @tables, [] }
		elsif (!/^#/) { push @{ $tables[-1] }, [split /\t/, $_, -1] }
	}
	return @tables;
}

# Is a cell this value of JSON?
sub same {
	my ($cell, $value) = @_;
	return $cell eq '' || $cell =~ /^-?(?:nan|inf)/ if !defined $value;
	return $cell eq $value || ($cell =~ /^[-\d.e+]+$/ && $cell == $value);
}

for my $program (grep { !/^lqcd/ } @programs) {
	my ($status, $out, $err) = example($program, "--out $dir/table");
	is("$status $err", '0 ', "$program") or next;
	ok(slurp("$dir/table") eq $out, "$program --out FILE: what is printed");
	my @tables = tables($out);
	my @bad = map { my @t = @$_; my %names = map { $_ => 1 } @{ $t[0] }; (keys %names != @{ $t[0] }) + grep { @$_ != @{ $t[0] } } @t } @tables;
	is("@bad", join(' ', map { 0 } @tables), "$program: each column has a name of its own, and each row its cells") or diag($out);
	my @facts = grep { !/^# \S+$/ } grep { /^#/ } split /\n/, $out;
	is(join('|', grep { !/^# \w+ = \S/ } @facts), '', "$program: facts and results are # name = value");

	($status, $out, $err) = example($program, "--json --out $dir/json");
	my $json = eval { decode_json($out) } || {};
	ok($status == 0 && $err eq '' && $out =~ /\A\{.*\}\n\z/ && slurp("$dir/json") eq $out && ($json->{program} // '') eq $program
		&& $json->{status} eq 'ok', "$program --json: one object on one line") or diag($status, $out, $err);
	# Times differ from run to run.
	my ($table) = grep { $_->[0][0] ne 'spin' } @tables;
	my $is = $json->{table} || $json->{pieces} || {};
	is("@{ $is->{columns} || [] }", "@{ $table->[0] }", "$program --json: the same columns");
	my @rows = @$table[1 .. $#$table];
	my @differ = grep { my $k = $_; grep { !same($rows[$k][$_], $is->{rows}[$k][$_]) } 0 .. $#{ $rows[$k] } } 0 .. $#rows;
	ok(@rows == @{ $is->{rows} || [] } && !@differ, "$program --json: the same rows") or diag($out);
	my @names = map { /^# (\w+) = / } @facts;
	is(join(' ', grep { !exists $json->{$_} } @names), '', "$program --json: the same facts and results");

	($status, $out) = example($program, '--quiet');
	ok($status == 0 && $out !~ /\A#/, "$program --quiet: no facts before the table") or diag($out);
}
for my $program (grep { /^lqcd/ } @programs) {
	my ($status, $out) = example($program, "--json --out $dir/json");
	my @json = map { eval { decode_json($_) } || {} } split /\n/, $out;
	ok($status == 0 && slurp("$dir/json") eq $out && @json && !(grep { ($_->{program} // '') ne $program || $_->{status} ne 'ok' } @json),
		"$program --json: an object on each line") or diag($out);
}
# Strings are UTF-8 whatever the name of a file.
my $strange = "$dir/\x01\xff\xc3\xa4\"";
system 'cp', $u, $strange;
for my $program ('lqcd_info', 'plaquette') {
	my ($status, $out) = run("build/examples/$program", $strange, '--json');
	my $json = eval { decode_json($out) } || {};
	ok($status == 0 && ($json->{file} // '') eq "$dir/\x01\x{fffd}\x{e4}\"", "$program --json: UTF-8, whatever the name of the file") or diag($out);
}
ok((run('build/examples/plaquette', $strange))[1] =~ /^# file = .*\\x01\xff/m, 'and in the table one line');

# ---- standard output by name ------------------------------------------------------------------------------------

for my $program (@programs) {
	my ($status, $out) = example($program, '--quiet --out -');
	ok($status == 0 && !-e '-' && ($out ne '' || $program eq 'lqcd_convert'), "$program --out -") or diag($out);
	next if !$plots{$program};
	SKIP: {
		skip 'no gnuplot', 2 if !$gnuplot && $program ne 'geometry';
		($status, $out) = example($program, '--plot -');
		ok($status == 0 && $out =~ /\A<(?:\?xml|svg).*<\/svg>\s*\z/s, "$program --plot -: an SVG alone") or diag(substr $out, 0, 2000);
		($status, $out) = example($program, "--plot - --out -");
		is($status, 2, "$program --plot - --out -: one of both");
	}
}
for my $how ("lqcd_convert $u - --format NERSC", 'hmc --lattice 4,4,4,4 --trajectories 1 --save -', 'ks_hmc --lattice 4,4,4,4 --trajectories 1 --save -',
	'pion --kappa 0.1 --tol 1e-1 --save -') {
	local $ENV{TMPDIR} = "$dir/tmp";
	mkdir "$dir/tmp";
	my ($status, $out) = run("build/examples/$how");
	spew("$dir/streamed", $out);
	ok($status == 0 && !(run("build/examples/lqcd_info $dir/streamed"))[0], "$how: a configuration alone");
	is(join(' ', glob "$dir/tmp/*"), '', 'and nothing is left');
}

# ---- tried before anything is computed ---------------------------------------------------------------------------

for my $program (@programs) {
	my @options = ('--out', $plots{$program} ? '--plot' : (), $program =~ /^(?:hmc|ks_hmc|heatbath)$/ ? '--save' : (),
		$program =~ /hmc$/ ? '--checkpoint' : (), $program eq 'scaling' ? '--tsv' : (), $program eq 'geometry' ? '--svg' : ());
	for my $option (@options) {
		for my $path ("$dir/nowhere/x", $option eq '--save' && $program eq 'heatbath' ? () : $dir) {
			my ($status, $out, $err) = example($program, "$option $path");
			ok($status == 1 && $out eq '' && $err =~ /^$program: \Q$path\E.*: /m, "$program $option $path: status 1, why, and nothing computed")
				or diag($status, $out, $err);
		}
	}
}
for my $program (grep { $plots{$_} } @programs) {
	my ($status, $out, $err) = example($program, "--plot $dir/x.png");
	ok($status == 2 && $out eq '' && $err eq "$program: --plot $dir/x.png: plots are SVG; name it FILE.svg\n" && !-e "$dir/x.png", "$program --plot: no other format")
		or diag($status, $out, $err);
}
my ($status, $out, $err) = run("build/examples/pion --save $dir/nowhere/x");
ok($status == 1 && $out eq '' && $err =~ /^pion: \S*nowhere/, 'pion --save: nothing is thermalised') or diag($status, $out, $err);
($status, $out, $err) = run("build/examples/lqcd_convert $u $dir/nowhere/x --format NERSC");
ok($status == 1 && $out eq '' && $err =~ /nowhere/, 'lqcd_convert: nothing is read') or diag($status, $out, $err);
for (['heatbath', '--save'], ['hmc', '--checkpoint'], ['ks_hmc', '--checkpoint']) {
	my ($program, $option) = @$_;
	($status, $out, $err) = example($program, "$option -");
	ok($status == 2 && $out eq '' && $err =~ /^$program: $option -: /, "$program $option -: files are needed") or diag($status, $out, $err);
}
($status, $out, $err) = example('hmc', "--out $dir/x --save $dir/x");
ok($status == 2 && $err =~ /two outputs/ && !-e "$dir/x", 'one name for two outputs') or diag($status, $out, $err);
is(join(' ', grep { /tmp\d/ } glob "$dir/* $dir/.??*"), '', 'nothing is left behind');
done_testing();
