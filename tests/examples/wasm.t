#!/usr/bin/env perl
# tests/examples/wasm.t: the page of examples/wasm. Its worker in node: plaquettes are those of build/examples/heatbath for the
# same seed, energies and charges along the flow those of build/examples/flow for that configuration, and the sites of all
# slices add up to them. Where a headless Chromium is installed, the page shows these numbers.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use Test::More;

require "$FindBin::Bin/run.pl";
our $dir;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
for my $tool ('clang-19', 'node') {
	plan skip_all => "no $tool" if system "command -v $tool >/dev/null 2>&1";
}
plan skip_all => 'no WASI for clang-19' if system 'echo "#include <math.h>" | clang-19 --target=wasm32-wasi -fsyntax-only -x c - 2>/dev/null';
my $page = 'build/wasm/lattice.html';
my ($status, $out, $err) = run('make', '-s', $page);
is($status, 0, 'make wasm') or BAIL_OUT("$out$err");
my $text = slurp($page);
ok($text !~ m{(?:src|href)\s*=|https?://|\@WASM\@}i, 'the page is one file, and asks for no other');

# The numbers of this run.
my ($seed, $beta) = (1 + int(rand(1e6)), sprintf '%.2f', 5.5 + rand);
note "seed $seed, beta $beta";
($status, $out, $err) = run("build/examples/heatbath --lattice 8,8,8,8 --beta $beta --overrelax 1 --thermalise 3 --configs 1 --seed $seed --save $dir/u");
is($status, 0, 'heatbath') or diag($err);
my %native = $out =~ /^(\d+)\t(\S+)/mg;
($status, $out, $err) = run("build/examples/flow --eps 0.05 --every 0.05 --end 0.1 $dir/u.0001");
is($status, 0, 'flow') or diag($err);
my @native = map { [split /\t/] } grep { /^[\d.]+\t/ } split /\n/, $out;

($status, $out, $err) = run('node', 'tests/examples/wasm.js', $page, encode_json({ seed => $seed, beta => 0 + $beta, flow => 0.1, every => 3, configs => 1 }));
is($status, 0, 'the worker in node') or diag($err);
my %all;
push @{ $all{ $_->{kind} } }, $_ for map { decode_json($_) } split /\n/, $out;
is(join(' ', map { "$_:" . @{ $all{$_} } } sort keys %all), 'end:1 error:1 flow:3 ready:1 slice:8 step:3 stopped:1', 'its messages') or diag($out);
is($all{ready}[0]{backend}, 'wasm', 'registers of WebAssembly');
ok(@{ $all{step} || [] } == 3 && !(grep { abs($_->{plaquette} - $native{ $_->{n} }) > 1e-12 } @{ $all{step} }), 'the plaquettes are those of heatbath')
	or diag(join "\n", map { "$_->{n}: $_->{plaquette}, not $native{ $_->{n} }" } @{ $all{step} });
my $far = 0;
for my $k (1, 2) {
	my ($t, $plaquette, $clover, undef, $charge) = @{ $native[-3 + $k] };
	my $is = $all{flow}[$k];
	$far++ if abs($is->{t} - $t) > 1e-12 || abs($is->{plaquetteEnergy} / $plaquette - 1) > 1e-5 || abs($is->{energy} / $clover - 1) > 1e-5
		|| abs($is->{charge} - $charge) > 1e-4;
}
ok(@native >= 2 && !$far, 'energies and charges are those of flow') or diag($out, map { "@$_\n" } @native);
my ($sum, $sites) = (0, 0);
$sum += $_->{sum}, $sites += $_->{sites} for @{ $all{slice} };
ok($sites == 4096 && abs($sum / $sites / $all{flow}[2]{energy} - 1) < 1e-5 && !(grep { $_->{least} < 0 } @{ $all{slice} }),
	'the densities of all sites have that mean') or diag("$sum / $sites");
like($all{error}[0]{text}, qr/beta/, "beta = -1 is refused: $all{error}[0]{text}");

SKIP: {
	my ($chromium) = grep { !system "command -v $_ >/dev/null 2>&1" } $ENV{CHROMIUM} || (), qw(chromium-headless-shell chromium);
	skip 'no chromium: the page was not opened', 3 unless defined $chromium;
	my $at = 'file://' . readpipe('pwd') =~ s/\n//r . "/$page#seed=$seed&beta=$beta&flow=0.1&every=3&configs=1";
	($status, $out, $err) = run('node', 'tests/examples/browser.js', $chromium, $at, 120);
	is($status, 0, "the page in $chromium") or diag($err);
	my $is = $status ? {} : decode_json($out);
	is(join('|', $is->{'page.done'}, $is->{error}, @{ $is->{'page.errors'} }), 'yes|', 'it ends, without an error');
	ok($is->{step} eq '3' && abs($is->{plaquette} - $native{3}) < 2e-12 && $is->{'charge-is'} =~ /Q = ([-\d.]+)/ && abs($1 - $native[-1][4]) < 2e-4,
		"it shows the plaquette and the charge: $is->{plaquette}, " . $is->{'charge-is'} =~ s/[^ -~]+//gr) or diag($out);
}
done_testing();
