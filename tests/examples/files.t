#!/usr/bin/env perl
# tests/examples/files.t: lqcd_info and lqcd_convert, and the files that examples read: values of published ones (LQCD_TEST_DATA),
# formats into each other and back without loss (LQCD_TEST_ALL: all pairs), every program reads every format and refuses other
# extents; a conversion that is killed while it replaces a file leaves the old or the new one, whole (LQCD_KILLS: how many; 10).
use FindBin;
use JSON::PP;
use Sys::Hostname ();
use Time::HiRes qw(sleep time);
use lib $FindBin::Bin;
use Examples;
my $u = small_links();

# '', or what was said of a failure
sub convert($from, $to, $format, $more = '') {
	my ($status, undef, $err) = example("lqcd_convert $from $to --format $format --quiet $more");
	return $status ? "status $status: $err" : $err;
}
sub info { my ($status, $out, $err) = example("lqcd_info --json @_"); return (eval { decode_json($out) } || {}, $status, $out . $err) }

my @formats = (example('lqcd_convert x y --format none'))[2] =~ /legal are (.*)/ ? split ' ', $1 : ();
ok(@formats >= 7, "formats: @formats");

SKIP: {
	my $propagator = "$data/field/nissa-source_1.0003.00.inverted.00";
	refused(1, "lqcd_info $propagator", qr/lqcd_scidac_spinor_read/) if -e $propagator;
	skip 'no LQCD_TEST_DATA', 1 if !-e "$data/references.json";
	my $configs = decode_json(slurp("$data/references.json"))->{configs};
	for my $name (sort keys %$configs) {
		my $want = $configs->{$name};
		my ($got, $status, $said) = info("$data/$name");
		my @bad = grep { !near($got->{$_}, $want->{$_}, 1e-11) } qw(plaquette plaquette_space plaquette_time link_trace);
		push @bad, grep { ($got->{metadata}{$_} // '') ne $want->{header}{$_} } keys %{ $want->{header} || {} };
		push @bad, 'extents' if join(' ', map { $got->{extents}{$_} // '-' } qw(X Y Z T)) ne "@{$want->{lattice_xyzt}}";
		push @bad, 'deviation' if ($got->{deviation} // 9) > 2 * $want->{max_unitarity_dev} + 1e-14;
		my $sums = join ' ', @{ $want->{checksum_computed} || [$want->{nersc_checksum_computed} || ()] };
		push @bad, 'checksum' if $sums && $sums ne join ' ', @{ $got->{checksum} || [] };
		is("$status @bad", '0 ', "$name: as published") or diag($said);
	}
	# MILC prints this checksum for the same field in two rows of floats.
	is(convert("$data/milc.l4t8", "$dir/rows2", 'nersc', '--precision 32 --rows 2'), '', 'milc.l4t8 as NERSC, two rows of floats');
	is((info("$dir/rows2"))[0]{stored_checksum}[0], 'b3be9b3b', 'its checksum');
	$u = "$data/nersc-little.l4t8";
}
# ---- formats -----------------------------------------------------------------------------------------------------
is(convert($u, "$dir/first", 'NERSC'), '', 'a first file');
my $first = slurp("$dir/first");
my ($values) = info("$dir/first");
my ($extents) = map { join ',', @$_{qw(T X Y Z)} } $values->{extents};
my %reads = (flow => '--end 0.1 FILE', glueplots => '--steps 0 --tmax 2 --at 1 FILE', hmc => '--trajectories 1 --steps 2 --start FILE',
	heatbath => "--beta 5.7 --thermalise 5 --every 1 --configs 2 --after 1 --save $dir/prefix", ks_hmc => '--trajectories 1 --steps 2 --start FILE',
	ks_spectrum => '--mass 0.5 FILE', lqcd_convert => "FILE $dir/out --format NERSC", lqcd_info => 'FILE', pion => '--kappa 0.1 --tol 1e-2 --config FILE',
	plaquette => 'FILE', spectrum => '--kappa 0.1 FILE');

sub reading($program, $file, $more) {
	system 'cp', $file, "$dir/prefix.0001" if $program eq 'heatbath';
	return "$program " . $reads{$program} =~ s/FILE/$file/r . " $more";
}
for my $k (0 .. $#formats) {
	my $from = $formats[$k];
	my @wrong = convert("$dir/first", "$dir/from", $from) || ();
	my ($json) = info("$dir/from");
	# A format without checksum has none in JSON, not zeros.
	my $words = $from =~ /^(?:openQCD|HiRep)$/ ? 0 : $from eq 'NERSC' ? 1 : 2;
	push @wrong, "$from: checksum" if grep { scalar @{ $json->{$_} || [] } != $words } qw(checksum stored_checksum);
	# Reading and writing share nothing but the links: each format into the next stands for all pairs.
	for my $to ($ENV{LQCD_TEST_ALL} ? @formats : $formats[($k + 1) % @formats]) {
		push @wrong, convert("$dir/from", "$dir/to", $to) || ();
		my ($got, undef, $said) = info("$dir/to");
		my $exact = ($json->{bits} // 0) == 64 && ($got->{bits} // 0) == 64;
		push @wrong, "to $to: $said" if grep { abs(($got->{$_} // 9) - $values->{$_}) > ($exact ? 1e-15 : 1e-7) } qw(plaquette link_trace);
		push @wrong, convert("$dir/to", "$dir/back", 'NERSC') || ();
		push @wrong, "to $to and back: other bytes" if $exact && substr(slurp("$dir/back"), -length($first) / 2) ne substr $first, -length($first) / 2;
	}
	for my $program (sort keys %reads) {
		my ($status, undef, $err) = example(reading($program, "$dir/from", '--quiet'));
		push @wrong, "$program: $status $err" if $status;
	}
	ok(!@wrong, "$from: from the first, to others and back; read by all programs") or diag(join "\n", @wrong);
}
for my $program (grep { !/^(?:flow|plaquette)$/ } sort keys %reads) {
	works(reading($program, "$dir/first", "--quiet --lattice $extents"));
	unlink "$dir/out";
	refused(1, reading($program, "$dir/first", "--lattice 6,4,4,4"), qr/$extents.*6,4,4,4/);
	ok(!-e "$dir/out", 'and nothing is written');
	refused(2, reading($program, "$dir/first", "--lattice 0,4,4,4"), qr/^$program: --lattice 0,4,4,4: /);
}
like((info("--lattice 6,4,4,4 $dir/first"))[2], qr/"message": "[^"]*$extents[^"]*6,4,4,4/, 'lqcd_info --json says so, too');
# ---- damaged files -----------------------------------------------------------------------------------------------
spew("$dir/bad", $first =~ s/(.)\z/$1 ^. "\x01"/ser); # the last bit of the last number: the links stay in SU(3)
refused(1, "lqcd_info $dir/bad", qr/bad: CHECKSUM/);
my ($status, $out, $err) = example("lqcd_info $dir/bad --tolerate");
ok($status == 0 && $out =~ /TOLERATED +checksum/ && $err =~ /CHECKSUM/, 'tolerated, not silently') or diag($out, $err);
refused(1, "lqcd_convert $dir/bad $dir/none --format milc", qr/CHECKSUM/);
ok(!-e "$dir/none", 'it is not converted');
# As other programs leave it: no checksum behind its name, a newline at the end, keys of their own
spew("$dir/foreign", ($first =~ s/^CHECKSUM = .*$/CHECKSUM =/mr =~ s/^END_HEADER/BETA = 5.7\nMASS = 0.1\nEND_HEADER/mr) . "\n");
refused(1, "lqcd_info $dir/foreign", qr/foreign: no value for CHECKSUM/);
($status, $out, $err) = example("lqcd_info $dir/foreign --tolerate");
ok($status == 0 && $out =~ /TOLERATED +length, checksum/ && $out =~ /^BETA +5\.7$/m && $out =~ /^MASS +0\.1$/m, 'said, with the keys') or diag($out, $err);
like(convert("$dir/foreign", "$dir/kept", 'NERSC', '--tolerate'), qr/^lqcd_convert: .*CHECKSUM.*\n\z/, 'converted, not silently');
like(slurp("$dir/kept"), qr/^BETA = 5\.7\nMASS = 0\.1\nEND_HEADER\n/m, 'the keys are kept');
spew("$dir/cut", substr $first, 0, -1);
($status, $out, $err) = example("lqcd_info $dir/cut $dir/first --json");
ok($status == 1 && 2 == (() = $out =~ /^\{.*\}$/mg), 'one of two files is cut: two objects, status 1') or diag($out, $err);
is(convert("$dir/first", "$dir/whole", 'HiRep'), '', 'a file of HiRep');
my $whole = slurp("$dir/whole");
my $long = 'n' x 255;
symlink $long, "$dir/link" or die "symlink: $!";
ok(!convert("$dir/first", "$dir/link", 'HiRep') && -l "$dir/link" && slurp("$dir/$long") eq $whole, 'a dangling link to a long name is followed');
# ---- killed at random times while one file takes the place of another --------------------------------------------
my $kills = $ENV{LQCD_KILLS} // 10;
my ($old, $new, $spent) = (0, 0, 0);
for my $n (0 .. $kills) {
	convert("$dir/first", "$dir/target", 'NERSC');
	my $before = slurp("$dir/target"); # a header may have the time
	my $begin = time;
	my $pid = fork // die "fork: $!";
	if (!$pid) { exec split ' ', "build/examples/lqcd_convert $dir/first $dir/target --format HiRep --quiet" or die "exec: $!" }
	# The first runs to its end, and says how long that takes.
	if ($n) { sleep(rand(1.1 * $spent)); kill 'KILL', $pid }
	waitpid $pid, 0;
	$spent ||= time - $begin;
	my $is = slurp("$dir/target");
	$old += $is eq $before;
	$new += $is eq $whole;
}
ok($new && $old + $new == $kills + 1, "$kills killed while writing: $old old, $new new");
# A file that a killed one left: of a process that is no more
my $host = Sys::Hostname::hostname();
my $dead = `echo \$\$` + 0;
spew("$dir/target.lqcd-$host-$dead-0", 'part');
ok(!convert("$dir/first", "$dir/target", 'HiRep') && slurp("$dir/target") eq $whole, 'files that they left are in nobody\'s way');
my @left = glob "$dir/*.lqcd-*";
ok(!@left || $host =~ /^localhost/, 'and are removed by the next that writes there') or diag("@left");
done_testing();
