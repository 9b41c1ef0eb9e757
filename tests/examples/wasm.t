#!/usr/bin/env perl
# tests/examples/wasm.t: the page of examples/wasm: its worker in node has the plaquettes of heatbath for the same seed, in all digits
# where a native program rounds as WebAssembly does (x86-64 without multiply-add), and energies and charges of flow; the page
# shows them in a headless Chromium, if there is one. From the environment: CC; CHROMIUM, the browser.
use FindBin;
use JSON::PP;
use lib $FindBin::Bin;
use Examples;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
for my $tool ('clang-19', 'node') { plan skip_all => "no $tool" if system "command -v $tool >/dev/null 2>&1" }
plan skip_all => 'no WASI for clang-19' if system 'echo "#include <math.h>" | clang-19 --target=wasm32-wasi -fsyntax-only -x c - 2>/dev/null';

# One check: a command ends with 0. What it printed.
sub runs { my ($status, $out, $err) = run(@_); is($status, 0, "@_") or BAIL_OUT("$out$err"); return $out }

my $page = 'build/wasm/lattice.html';
runs('make', '-s', $page);
unlike(slurp($page), qr{(?:src|href)\s*=|https?://|\@WASM\@}i, 'the page is one file, and asks for no other');
my ($seed, $beta) = (20817, 5.83);
my $exact = `uname -m` eq "x86_64\n";
my $heatbath = $exact ? "$dir/heatbath" : 'build/examples/heatbath';
runs(($ENV{CC} || 'cc') . " -std=c11 -O1 -march=x86-64 -I. examples/heatbath.c -o $heatbath -lm") if $exact;
my %native = runs("$heatbath --lattice 8,8,8,8 --beta $beta --overrelax 1 --thermalise 3 --configs 1 --seed $seed --save $dir/u") =~ /^(\d+)\t(\S+)/mg;
my @native = rows(works("flow --eps 0.05 --every 0.05 --end 0.1 $dir/u.0001"));

my ($out, %all) = runs('node', 'tests/examples/wasm.js', $page, encode_json({ seed => $seed, beta => 0 + $beta, flow => 0.1, every => 3, configs => 1, settle => 1 }));
push @{ $all{ $_->{kind} } }, $_ for map { decode_json($_) } split /\n/, $out;
is(join(' ', map { "$_:" . @{ $all{$_} } } sort keys %all), 'end:1 error:1 flow:3 ready:1 slice:8 step:3 stopped:1', 'its messages') or BAIL_OUT($out);
is($all{ready}[0]{backend}, 'wasm', 'registers of WebAssembly');
ok(!(grep { $exact ? sprintf('%.15g', $_->{plaquette}) ne $native{ $_->{n} } : abs($_->{plaquette} - $native{ $_->{n} }) > 1e-12 } @{ $all{step} }),
	'the plaquettes are those of heatbath') or diag($out, explain(\%native));
my @first = @{ $all{step} };
ok(!defined $first[0]{mean} && near($first[2]{mean}, ($first[1]{plaquette} + $first[2]{plaquette}) / 2, 1e-14) && $first[2]{of} == 2,
	'their mean leaves out the start') or diag($out);
for my $k (1, 2) {
	my ($t, $plaquette, $clover, undef, $charge) = @{ $native[-3 + $k] };
	my $is = $all{flow}[$k];
	ok(near($is->{t}, $t, 1e-12) && near($is->{plaquetteEnergy}, $plaquette, 1e-5) && near($is->{energy}, $clover, 1e-5) && abs($is->{charge} - $charge) <= 1e-4,
		"t = $t: energies and charge are those of flow") or diag($out);
}
my ($sum, $sites) = (0, 0);
$sum += $_->{sum}, $sites += $_->{sites} for @{ $all{slice} };
ok($sites == 4096 && near($sum / $sites, $all{flow}[2]{energy}, 1e-5) && !(grep { $_->{least} < 0 } @{ $all{slice} }), 'the densities of all sites have that mean')
	or diag("$sum / $sites");
like($all{error}[0]{text}, qr/beta/, 'beta = -1 is refused');

SKIP: {
	my ($chromium) = grep { !system "command -v $_ >/dev/null 2>&1" } $ENV{CHROMIUM} || (), qw(chromium-headless-shell chromium google-chrome);
	skip 'no Chromium (Debian: chromium-headless-shell): the page was not opened', 4 unless defined $chromium;
	my $at = 'file://' . readpipe('pwd') =~ s/\n//r . "/$page#seed=$seed&beta=$beta&flow=0.1&every=3&configs=1";
	my $is = decode_json(runs('node', 'tests/examples/browser.js', $chromium, $at, 300));
	is(join('|', $is->{'page.done'}, $is->{error}, @{ $is->{'page.errors'} }), 'yes|', 'it ends, without an error');
	is("step $is->{step}: $is->{plaquette}", sprintf('step 3: %.12f', $all{step}[2]{plaquette}), 'it shows the plaquette of heatbath');
	like($is->{'charge-is'}, qr/ Q = \Q${\ sprintf '%.4f', $all{flow}[2]{charge}}\E$/, 'it shows the charge of flow');
}
done_testing();
