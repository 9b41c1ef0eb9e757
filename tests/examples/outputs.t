#!/usr/bin/env perl
# tests/examples/outputs.t: the output of every example in the form of examples/options.h: table and JSON say the same, --out FILE,
# - for standard output; no output is lost with status 0 (full device, closed streams); files that cannot be written are
# noticed before anything is computed.
use FindBin;
use JSON::PP;
use lib $FindBin::Bin;
use Examples;
my $u = small_links();
my %arguments = small_runs($u);
my @programs = sort keys %arguments;
my %plots = map { $_ => 1 } qw(flow glueplots heatbath hmc ks_hmc ks_spectrum pion scaling spectrum geometry);
my %outputs = (heatbath => ['--save'], hmc => ['--save', '--checkpoint'], ks_hmc => ['--save', '--checkpoint'], scaling => ['--tsv'], geometry => ['--svg']);

# Is a cell this value of JSON?
sub same($cell, $value) {
	return $cell eq '' || $cell =~ /^-?(?:nan|inf)/ if !defined $value;
	return $cell eq $value || ($cell =~ /^[-\d.e+]+$/ && $cell == $value);
}

for my $program (grep { $_ ne 'ktimer' } @programs) { # ktimer has the line of its harness
	my $line = "$program $arguments{$program}";
	my $words = $program =~ /^lqcd/; # describes each file in words
	my $out = works("$line --json --out $dir/json");
	my @json = map { eval { decode_json($_) } || {} } split /\n/, $out;
	ok(slurp("$dir/json") eq $out && @json && ($words || @json == 1) && !(grep { ($_->{program} // '') ne $program || $_->{status} ne 'ok' } @json),
		"$program --json: an object on one line, also in FILE") or diag($out);
	if (!$words) {
		$out = works("$line --out $dir/table");
		ok(slurp("$dir/table") eq $out, "$program --out FILE: what is printed");
		# Tables are parted by empty lines; the first row names the columns.
		my @tables = grep { @$_ } map { [map { [split /\t/, $_, -1] } grep { !/^#/ } split /\n/] } split /\n\n/, $out;
		my @bad = map { my @t = @$_; my %names = map { $_ => 1 } @{ $t[0] }; grep { keys %names != @$_ } @t } @tables;
		ok(@tables && !@bad, "$program: each column has a name of its own, and each row its cells") or diag($out);
		my @facts = grep { !/^# \S+$/ } $out =~ /^#.*$/mg;
		is(join('|', grep { !/^# \w+ = \S/ } @facts), '', "$program: facts and results are # name = value");
		my ($header, @rows) = @{ (grep { $_->[0][0] ne 'spin' } @tables)[0] }; # times differ from run to run
		my $is = $json[0]{table} || $json[0]{pieces} || {};
		is("@{ $is->{columns} || [] }", "@$header", "$program --json: the same columns");
		my @differ = grep { my $k = $_; grep { !same($rows[$k][$_], $is->{rows}[$k][$_]) } 0 .. $#{ $rows[$k] } } 0 .. $#rows;
		ok(@rows == @{ $is->{rows} || [] } && !@differ, "$program --json: the same rows") or diag($out);
		# Numbers have fewer digits in the text.
		my @others = grep {
			my ($name, $value) = /^# (\w+) = (-?[\d.]+(?=\(.*\)$)|.*)/;
			my $is = $value =~ s/^none: // ? $json[0]{"${name}_why"} : $json[0]{$name};
			$is = ref $is eq 'HASH' ? $is->{value} : ref $is ? join $value =~ /,/ ? ',' : ' ', @$is : $is;
			!exists $json[0]{$name} || $name !~ /seconds|gflops/ && !same($value, $is) && !($value =~ /^-?\d\S*$/ && near($is, $value, 1e-3));
		} @facts;
		is(join('|', @others), '', "$program --json: the same facts and results") or diag(explain($json[0]));
	}
	$out = works("$line --quiet --out -");
	ok($out !~ /\A#/ && !-e '-' && ($out ne '' || $program eq 'lqcd_convert'), "$program --quiet --out -: no facts before the table") or diag($out);

	for my $option ('--out', $plots{$program} ? '--plot' : (), @{ $outputs{$program} || [] }) {
		next if $option eq '--plot' && !$gnuplot && $program ne 'geometry';
		refused(1, "$line $option $_", qr/^$program: \Q$_\E.*: /m, 1) for "$dir/nowhere/x", "$program$option" eq 'heatbath--save' ? () : $dir;
	}
	next if !$plots{$program};
	refused(2, "$line --plot $dir/x.png", qr/^$program: --plot $dir\/x.png: (?:plots are SVG or PDF; name it FILE.svg or FILE.pdf|drawings are SVG; name it FILE.svg)\n\z/, 1);
	next if !$gnuplot && $program ne 'geometry';
	like(works("$line --plot -"), qr/\A<(?:\?xml|svg).*<\/svg>\s*\z/s, 'an SVG alone');
	refused(2, "$line --plot - --out -", qr/two outputs/, 1);
}
refused(1, "pion --save $dir/nowhere/x", qr/^pion: \S*nowhere/, 1);
refused(1, "lqcd_convert $u $dir/nowhere/x --format NERSC", qr/nowhere/, 1);
refused(2, "$_ -", qr/: --\w+ -: /, 1) for 'heatbath --save', 'hmc --checkpoint', 'ks_hmc --checkpoint';
refused(2, "hmc --out $dir/x --save $dir/x", qr/two outputs/, 1);

# Configurations to standard output; strings are UTF-8 whatever the name of a file.
for ("lqcd_convert $u - --format NERSC", (map { "$_ --lattice 4,4,4,4 --trajectories 1 --save - --quiet" } 'hmc', 'ks_hmc'), 'pion --lattice 4,4,4,4 --tol 1e-1 --save - --quiet') {
	mkdir($ENV{TMPDIR} = "$dir/tmp");
	spew("$dir/streamed", works($_));
	like(works("lqcd_info $dir/streamed"), qr/4 4 4 4/, 'a configuration alone');
	is(join(' ', glob "$dir/tmp/*"), '', 'and nothing is left');
}
my $strange = "$dir/\x01\xff\xc3\xa4\"";
system 'cp', $u, $strange;
for my $program ('lqcd_info', 'plaquette') {
	my $json = eval { decode_json(works("$program --json '$strange'")) } || {};
	is($json->{file} // '', "$dir/\x01\x{fffd}\x{e4}\"", "$program --json: UTF-8, whatever the name of the file");
}
like(works("plaquette '$strange'"), qr/^# file = .*\\x01\xff/m, 'and in the table one line');
# ---- nothing is lost ---------------------------------------------------------------------------------------------
for my $program (@programs) {
	my $line = "$program $arguments{$program}";
	my @more = ('', $program eq 'ktimer' ? () : ('--json', '--help'), $program =~ /ktimer|lqcd_convert/ ? () : '--quiet');
	for (-c '/dev/full' ? map({ "$_ >/dev/full" } @more) : (), '>&-') {
		my ($status, undef, $err) = example("$line $_");
		ok($status == 1 && $err =~ /^$program: standard output/m, "$program $_: status 1 and a message") or diag("$status: $err");
	}
}
# Standard error that is closed is no place for a file: what is printed there must not go into one.
my ($status) = example("hmc $arguments{hmc} --save $dir/saved --out $dir/table 2>&-");
ok($status == 0 && slurp("$dir/table") =~ /\A# .*^2\t0\.\d.*\n\z/ms, 'standard error is closed: files are whole');
works("lqcd_info $dir/saved");
is(join(' ', grep { /tmp\d/ } glob "$dir/* $dir/.??*"), '', 'nothing is left behind');
done_testing();
