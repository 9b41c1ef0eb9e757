#!/usr/bin/env perl
# tests/examples/gauge_tools.t: build/examples/lqcd_info and lqcd_convert: every file of LQCD_TEST_DATA has the values of
# references.json; conversions among all formats and back lose nothing; wrong files and options are reported; and a
# conversion that is killed while it replaces a file leaves the old or the new one, whole.
#
# LQCD_KILLS: how many are killed (10). With LQCD_KILL_TABLE the counts are printed.
use strict;
use warnings;
use Digest::MD5;
use FindBin;
use JSON::PP;
use Test::More;
use Sys::Hostname ();
use Time::HiRes qw(sleep time);

require "$FindBin::Bin/run.pl";
our $dir;
my $bin = 'build/examples';
my $data = $ENV{LQCD_TEST_DATA};

sub tool { my ($program, @arguments) = @_; return run("$bin/$program @arguments") }

sub info { my ($status, $out, $err) = tool('lqcd_info', '--json', @_); return (eval { decode_json($out) } || {}, $status, $out . $err) }

sub near { my ($got, $want, $bound) = @_; return defined $got && abs($got - $want) <= $bound }

my @formats = do { my (undef, undef, $err) = tool('lqcd_info', 'x', '--format', 'none'); $err =~ /legal are (.*)/ ? split ' ', $1 : () };
ok(@formats >= 4, "formats: @formats");

my $start;
SKIP: {
	skip 'no LQCD_TEST_DATA', 1 if !$data || !-e "$data/references.json";
	my $configs = decode_json(slurp("$data/references.json"))->{configs};
	for my $name (sort keys %$configs) {
		my $want = $configs->{$name};
		my ($got, $status, $said) = info("$data/$name");
		is($status, 0, "$name: all checks") or diag($said);
		is(join(' ', map { $got->{extents}{$_} // '-' } qw(X Y Z T)), "@{$want->{lattice_xyzt}}", "$name: extents");
		ok(near($got->{$_}, $want->{$_}, 1e-12), "$name: $_ = $want->{$_}")
			for qw(plaquette plaquette_space plaquette_time link_trace);
		ok(defined $got->{deviation} && $got->{deviation} < 2 * $want->{max_unitarity_dev} + 1e-14, "$name: deviation");
		is($got->{checksum}[0], $want->{nersc_checksum_computed}, "$name: checksum") if $want->{nersc_checksum_computed};
		is("@{$got->{checksum}}", "@{$want->{checksum_computed}}", "$name: checksums") if $want->{checksum_computed};
		is($got->{metadata}{$_}, $want->{header}{$_}, "$name: $_") for sort keys %{$want->{header} || {}};
	}
	# MILC prints this checksum for the same field in two rows of floats.
	is((tool('lqcd_convert', "$data/milc.l4t8", "$dir/rows2", '--format nersc --precision 32 --rows 2 --quiet'))[0], 0,
		'milc.l4t8 as NERSC, two rows of floats');
	is((info("$dir/rows2"))[0]{stored_checksum}[0], 'b3be9b3b', 'its checksum');
	$start = "$data/nersc-little.l4t8";
}
if (!$start) {
	$start = "$dir/start";
	is((tool('pion', "--quiet --tol 0.5 --save $start"))[0], 0, 'a configuration');
}

# Conversions from each format into each: the numbers are those of the first.
is((tool('lqcd_convert', $start, "$dir/first", '--format nersc --quiet'))[0], 0, 'a first file');
my $first = slurp("$dir/first");
my ($values) = info("$dir/first");
for my $from (@formats) {
	my @wrong;
	my ($status, undef, $err) = tool('lqcd_convert', "$dir/first", "$dir/from", "--format $from --quiet");
	push @wrong, "$from: $err" if $status;
	my $json = (info("$dir/from"))[0];
	my $bits = $json->{bits} // 0;
	# A format without checksum has none in JSON, not zeros.
	my $words = $from =~ /^(?:openQCD|HiRep)$/ ? 0 : $from eq 'NERSC' ? 1 : 2;
	push @wrong, "$from: checksum" if grep { scalar @{ $json->{$_} || [] } != $words } qw(checksum stored_checksum);
	for my $to (@formats) {
		($status, undef, $err) = tool('lqcd_convert', "$dir/from", "$dir/to", "--format $to --quiet");
		push @wrong, "$from to $to: $err" if $status;
		my ($got, undef, $said) = info("$dir/to");
		my $bound = $bits == 64 && ($got->{bits} // 0) == 64 ? 1e-15 : 1e-7;
		push @wrong, "$from to $to: $said" if grep { !near($got->{$_}, $values->{$_}, $bound) } qw(plaquette link_trace);
		($status) = tool('lqcd_convert', "$dir/to", "$dir/back", '--format nersc --quiet');
		my $body = substr slurp("$dir/back"), -length($first) / 2;
		push @wrong, "$from to $to and back: other bytes"
			if $bound < 1e-10 && $body ne substr $first, -length($first) / 2;
	}
	ok(!@wrong, "$from: from the first, to all others, and back") or diag(join "\n", @wrong);
}

# Errors are reported, and nothing is written.
my $bad = $first;
substr($bad, -1, 1) ^= "\x01"; # the last bit of the last number: the links stay in SU(3)
spew("$dir/bad", $bad);
my ($status, $out, $err) = tool('lqcd_info', "$dir/bad");
ok($status == 1 && $err =~ /bad: CHECKSUM/, 'a changed byte: status 1 and a message') or diag($out, $err);
($status, $out, $err) = tool('lqcd_info', "$dir/bad --tolerate");
ok($status == 0 && $out =~ /TOLERATED +checksum/ && $err =~ /CHECKSUM/, 'tolerated, not silently') or diag($out, $err);
($status, $out, $err) = tool('lqcd_convert', "$dir/bad", "$dir/none", '--format milc');
ok($status == 1 && !-e "$dir/none", 'it is not converted') or diag($out, $err);
spew("$dir/cut", substr $first, 0, length($first) - 1);
($status, $out, $err) = tool('lqcd_info', "$dir/cut $dir/first --json");
ok($status == 1 && 2 == (() = $out =~ /^\{.*\}$/mg), 'one of two files is cut: two objects, status 1') or diag($out, $err);
for (['', 'at least one file'], ["$dir/first --nonsense", '--nonsense'], ["$dir/first --extents 4,4", '--extents 4,4']) {
	($status, $out, $err) = tool('lqcd_info', $_->[0]);
	ok($status == 2 && $err =~ /\Q$_->[1]\E/, "lqcd_info $_->[1]: status 2") or diag($out, $err);
}
for ([$dir, 'all three'], ["$dir/first $dir/x --format NERSC --precision 48", '32 or 64'], ["$dir/first $dir/x --format foo", 'foo']) {
	($status, $out, $err) = tool('lqcd_convert', $_->[0]);
	ok($status == 2 && $err =~ /\Q$_->[1]\E/, "lqcd_convert $_->[1]: status 2") or diag($out, $err);
}
for my $program (qw(lqcd_info lqcd_convert)) {
	($status, $out) = tool($program, '--help');
	ok($status == 0 && $out =~ /^usage: $program/, "$program --help");
}

# Killed at random times while one file takes the place of another.
my $kills = $ENV{LQCD_KILLS} // 10;
sub md5 { return Digest::MD5::md5_hex(slurp($_[0])) }
tool('lqcd_convert', "$dir/first", "$dir/whole", '--format HiRep --quiet');
my $whole = md5("$dir/whole");
my ($old, $new, $broken, $spent) = (0, 0, 0, 0.01);
for my $n (1 .. $kills) {
	tool('lqcd_convert', "$dir/first", "$dir/target", '--format NERSC --quiet');
	my $before = md5("$dir/target"); # a header may have the time
	my $begin = time;
	my $pid = fork // die "fork: $!";
	if (!$pid) { exec "$bin/lqcd_convert", "$dir/first", "$dir/target", qw(--format HiRep --quiet) or die "exec: $!" }
	# The first runs to its end, and says how long that takes.
	sleep(rand(1.1 * $spent)) if $n > 1;
	kill 'KILL', $pid if $n > 1;
	waitpid $pid, 0;
	$spent = time - $begin if $n == 1;
	my $is = md5("$dir/target");
	$is eq $before ? $old++ : $is eq $whole ? $new++ : $broken++;
}
ok($broken == 0 && $old + $new == $kills, "killed $kills times while writing: $old old, $new new, $broken broken");
diag("| tries | old | new | broken |\n| $kills | $old | $new | $broken |") if $ENV{LQCD_KILL_TABLE};
# A file that a killed one left, if no kill did it.
my $dead = fork // die "fork: $!";
exit 0 if !$dead;
waitpid $dead, 0;
my $host = Sys::Hostname::hostname();
spew("$dir/target.lqcd-$host-$dead-0", 'part');
($status) = tool('lqcd_convert', "$dir/first", "$dir/target", '--format HiRep --quiet');
ok($status == 0 && md5("$dir/target") eq $whole, 'files that they left are in nobody\'s way');
my @left = glob "$dir/*.lqcd-*";
ok(!@left || $host =~ /^localhost/, 'and are removed by the next that writes there') or diag("@left");

# One zero link at the first or last time slice is no boundary; a long name and a link are no hindrance.
for my $at (28, length(slurp("$dir/whole")) - 4 * 144) {
	my $holed = slurp("$dir/whole");
	substr($holed, $at, 144) = "\0" x 144;
	spew("$dir/holed", $holed);
	($status, $out, $err) = tool('lqcd_info', "$dir/holed");
	ok($status == 1 && $err =~ /SU\(3\)|zero/, "a zero link at byte $at: status 1") or diag($out, $err);
}
my $long = 'n' x 255;
symlink $long, "$dir/link" or die "symlink: $!";
($status, $out, $err) = tool('lqcd_convert', "$dir/first", "$dir/link", '--format HiRep --quiet');
ok($status == 0 && -l "$dir/link" && md5("$dir/$long") eq $whole, 'a dangling link to a long name is followed') or diag($err);
done_testing();
