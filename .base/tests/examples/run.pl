# tests/examples/run.pl: how the tests of examples start programs; they require it. It goes to the root of the tree, and
# $dir is an empty folder of this test.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use POSIX ();

chdir "$FindBin::Bin/../.." or die "chdir: $!";
our $dir = tempdir(CLEANUP => 1);
$ENV{OMP_NUM_THREADS} = 1; # small lattices

sub slurp { my ($path) = @_; open my $in, '<:raw', $path or return ''; local $/; return scalar(<$in>) // '' }

sub spew { my ($path, $bytes) = @_; open my $out, '>:raw', $path or die "$path: $!"; print $out $bytes; close $out or die $!; return $path }

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

1;
