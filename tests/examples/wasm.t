#!/usr/bin/env perl
# tests/examples/wasm.t: the page of examples/wasm. Its worker in node: plaquettes are those of examples/heatbath for the same
# seed, in all digits where a native program rounds as WebAssembly does (x86-64 without multiply-add), energies and charges
# along the flow those of build/examples/flow for that configuration, and the sites of all slices add up to them. The page
# shows these numbers in a headless Chromium, where one is installed (Debian: chromium-headless-shell).
# From the environment: CC; CHROMIUM, the browser.
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
my $heatbath = 'build/examples/heatbath';
my $exact = `uname -m` eq "x86_64\n";
if ($exact) {
	$heatbath = "$dir/heatbath";
	($status, $out, $err) = run(($ENV{CC} || 'cc') . " -std=c11 -O1 -march=x86-64 -I. examples/heatbath.c -o $heatbath -lm");
	is($status, 0, 'heatbath without multiply-add compiles') or BAIL_OUT($err);
}
($status, $out, $err) = run("$heatbath --lattice 8,8,8,8 --beta $beta --overrelax 1 --thermalise 3 --configs 1 --seed $seed --save $dir/u");
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
ok(@{ $all{step} || [] } == 3 && !(grep { $exact ? sprintf('%.15g', $_->{plaquette}) ne $native{ $_->{n} } : abs($_->{plaquette} - $native{ $_->{n} }) > 1e-12 } @{ $all{step} }),
	'the plaquettes are those of heatbath' . ($exact ? ', in all digits' : ''))
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
	my ($chromium) = grep { !system "command -v $_ >/dev/null 2>&1" } $ENV{CHROMIUM} || (), qw(chromium-headless-shell chromium google-chrome);
	skip 'no Chromium (Debian: chromium-headless-shell): the page was not opened', 4 unless defined $chromium;
	my $at = 'file://' . readpipe('pwd') =~ s/\n//r . "/$page#seed=$seed&beta=$beta&flow=0.1&every=3&configs=1";
	($status, $out, $err) = run('node', 'tests/examples/browser.js', $chromium, $at, 300);
	is($status, 0, "the page in $chromium") or diag($err);
	skip 'the page was not opened', 3 if $status;
	my $is = decode_json($out);
	is(join('|', $is->{'page.done'}, $is->{error}, @{ $is->{'page.errors'} }), 'yes|', 'it ends, without an error');
	# The worker's numbers, which have been compared above.
	is("step $is->{step}: $is->{plaquette}", sprintf('step 3: %.12f', $all{step}[2]{plaquette}), 'it shows the plaquette of heatbath');
	like($is->{'charge-is'}, qr/ Q = \Q${\ sprintf '%.4f', $all{flow}[2]{charge}}\E$/, 'it shows the charge of flow');
}
done_testing();
