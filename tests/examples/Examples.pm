# tests/examples/Examples.pm: how the tests of examples start programs; they use it, and have Test::More and v5.36 by it. It goes to the
# root of the tree, and $dir is an empty folder of this test. A LINE is a program of build/examples with its arguments, for the shell.
use v5.36;
use feature ();
use File::Temp qw(tempdir);
use FindBin;
use POSIX ();
use Test::More;
use vars qw($dir $gnuplot $data);

sub Examples::import { $_->import for qw(strict warnings); feature->import(':5.36') }

chdir "$FindBin::Bin/../.." or die "chdir: $!";
$dir = tempdir(CLEANUP => 1);
$gnuplot = !system 'command -v gnuplot >/dev/null 2>&1';
$data = $ENV{LQCD_TEST_DATA} // ''; # published configurations, or ''
$ENV{OMP_NUM_THREADS} = 1; # small lattices
$ENV{LQCD_PROGRESS} = 1e6; # seconds to a line: none, however busy the machine is

sub slurp($path) { open my $in, '<:raw', $path or return ''; local $/; return scalar(<$in>) // '' }
sub spew($path, $bytes) { open my $out, '>:raw', $path or die "$path: $!"; print $out $bytes; close $out or die $!; return $path }

# The lines of a text without comments; its paragraphs as hashes: word => [the rests of the lines that it begins].
sub table($file) { return grep { /^[^#]/ } split /\n/, slurp($file) }
sub paragraphs($file) { return map { my %p; /^(\w+) (.*)/ && push @{ $p{$1} }, $2 for split /\n/; %p ? \%p : () } split /\n\n/, slurp($file) =~ s/^#.*\n//mgr }

# Exit status of a command, -1 when a signal ended it; its standard output; its standard error. One argument is a line
# of the shell, several are the words.
sub run {
	my @command = @_;
	defined(my $child = fork) or die "fork: $!";
	if (!$child) {
		open STDOUT, '>', "$dir/stdout" and open STDERR, '>', "$dir/stderr" and exec @command;
		POSIX::_exit(127);
	}
	waitpid $child, 0;
	return ($? & 127 ? -1 : $? >> 8, slurp("$dir/stdout"), slurp("$dir/stderr"));
}

sub example($line) { return run("exec build/examples/$line") }
# One check: LINE ends with 0, and standard error is empty. What it printed.
sub works($line) {
	my ($status, $out, $err) = example($line);
	is("$status $err", '0 ', $line) or diag($out);
	return $out;
}

# One check: LINE ends with this status, a message in which is what $says matches, and no row of a table.
sub refused($status, $line, $says, $silent = 0) {
	my ($program) = $line =~ /^(\w+)/;
	my ($is, $out, $err) = example($line);
	ok($is == $status && $err =~ /^$program: /m && $err =~ $says && ($silent ? $out eq '' : $out !~ /^\d\S*\t/m), "status $status and $says: " . substr $line, 0, 200)
		or diag("status $is\n$out$err");
}

# Rows of all tables of a text, as lists of cells; its facts and results, name => value.
sub rows { return map { [split /\t/, $_, -1] } grep { /^\d\S*\t/ } split /\n/, $_[0] }
sub results { return $_[0] =~ /^# (\w+) = (.*)$/mg }
# Value and error of a result, 0.54955(47), 123.4(5.6), 1.23(45)e-10 or 3; whether it is $want, rounded to its last digit.
sub measured($text) {
	my ($value, $places, $error, $power) = ($text // '') =~ /^(-?\d+(?:\.(\d+))?)(?:\(([\d.]+)\))?(e[-+]?\d+)?$/ or return;
	my $unit = '1' . ($power // 'e0');
	my $digit = 10**-length($places // '') * $unit;
	return ($value * $unit, defined $error ? $error * ($error =~ /\./ ? $unit : $digit) : undef, $digit);
}
sub rounds($text, $want) { my ($value, undef, $digit) = measured($text); return defined $value && abs($value - $want) <= 0.501 * $digit + 1e-9 * abs $want }
sub same_rows { return join "\n", map { join "\t", @$_ } rows($_[0]) }
sub near($is, $want, $within) { return defined $is && abs($is - $want) <= $within * abs $want }
sub mean { my $sum = 0; $sum += $_ / @_ for @_; return $sum }

# A configuration of 4^4 links.
sub small_links { works("heatbath --lattice 4,4,4,4 --beta 5.7 --thermalise 5 --configs 1 --save $dir/links --quiet"); return "$dir/links.0001" }

# A file of unit links of these extents, in HiRep's format.
sub unit_links(@l) {
	my $one = join '', map { pack 'd>2', $_ % 4 ? 0 : 1, 0 } 0 .. 8;
	return spew("$dir/unit", pack('N5 d>', 3, @l, 1) . $one x (4 * $l[0] * $l[1] * $l[2] * $l[3]));
}

# For each program of examples/ arguments with which it ends within a second or so.
sub small_runs($u) {
	my %arguments = map { s{\bU\b}{$u}gr =~ s{\bDIR\b}{$dir}r =~ /^(\w+) ?(.*)/ } table('tests/examples/small_runs.txt');
	my @missing = grep { !defined $arguments{$_} } map { m{/(\w+)\.c$} } glob 'examples/*.c';
	die "tests/examples/Examples.pm: no arguments for @missing" if @missing;
	return %arguments;
}

1;
