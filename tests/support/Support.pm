# tests/support/Support.pm: what the test scripts share; they use it, and have Test::More and v5.36 by it. It goes to the root of the
# tree. A folder $dir is empty and goes away. With LQCD_TEST_ALL, $all, a script makes all of its checks, without it those of the gate.
# From the environment: CC, CXX (empty: no C++ here), CFLAGS, OPENMP, WARN, LQCD_TEST_QUICK (flags of a quick optimiser);
# NVCC (nvcc, in PATH or in /usr/local/cuda/bin), NVCC_ARCH (sm_90); LQCD_TEST_STOP: the check after one that fails ends the script.
package Support;
use v5.36;
use Cwd qw(getcwd);
use Exporter;
use feature ();
use File::Find;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

our @EXPORT = (@Test::More::EXPORT, qw($all $arch $cc $cflags $cxx $device $device_warn $dir $gcc $nvcc $openmp $quick $root $warn
	blocks compilers files_in have includes none runs slurp spew without_comments works));
sub import {
	feature->import(':5.36');
	strict->import;
	warnings->import;
	goto &Exporter::import;
}

chdir "$FindBin::Bin/../.." or die "chdir: $!";
our $root = getcwd();
our $dir = tempdir(CLEANUP => 1);
our $all = $ENV{LQCD_TEST_ALL};
our $cc = $ENV{CC} || 'cc';
our $cxx = $ENV{CXX} // 'c++';
our $cflags = $ENV{CFLAGS} || '-O2 -std=c11 -march=native';
our $arch = join ' ', grep { /^-m/ } split ' ', $cflags;
our $openmp = $ENV{OPENMP} // '';
our $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
our $quick = $ENV{LQCD_TEST_QUICK} || '-O1';
# nvcc or undef; its options, and a compiler of the host for it: warnings of pedantry do not hold for the headers of CUDA
our ($nvcc) = grep { $_ ne '' && have($_) } $ENV{NVCC} || '', 'nvcc', '/usr/local/cuda/bin/nvcc';
our $gcc = $cxx =~ /g\+\+/ && $cxx !~ /clang/ ? $cxx : 'g++';
our $device = '-std=c++17 -arch=' . ($ENV{NVCC_ARCH} || 'sm_90');
our $device_warn = '-Werror all-warnings -Xcompiler -Wall,-Wextra,-Wshadow,-Wconversion,-Wcast-align';
# The make that a script runs must not get the arguments of the make that runs the script.
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DESTDIR PREFIX)};

sub slurp ($file) { open my $in, '<:raw', $file or die "$file: $!"; local $/; return scalar(<$in>) // '' }

sub spew ($file, @text) {
	open my $out, '>:raw', $file or die "$file: $!";
	print $out @text;
	close $out or die "$file: $!";
	return $file;
}

# The files below some folders whose names match.
sub files_in ($pattern, @folders) {
	my @found;
	find({ no_chdir => 1, wanted => sub { push @found, $_ if -f && $_ =~ $pattern } }, grep { -e } @folders);
	return sort @found;
}

# The contents of the ```LANGUAGE blocks of a Markdown text.
sub blocks ($text, $language) { return $text =~ /^```\Q$language\E\n(.*?)^```/msg }

sub without_comments ($code) { return $code =~ s{/\*.*?\*/}{ }gsr }

sub includes (@headers) { return join '', map { "#include <$_>\n" } @headers }

sub have (@commands) { return !grep { system "command -v $_ >/dev/null 2>&1" } @commands }

# CC and the others: CC, gcc, clang.
sub compilers () { return $cc, grep { $_ ne $cc && have($_) } 'gcc', 'clang' }

# Whether a shell command succeeds.
sub works ($command) { return !system "{ $command\n} >/dev/null 2>&1" }

# One check, that a shell command succeeds: what it said, or undef.
sub runs ($command, $name) {
	my $said = `{ $command\n} 2>&1`;
	return $said if ok($? == 0, $name);
	diag("status $?: $command\n", join "\n", grep { defined } (split /\n/, $said)[0 .. 19]);
	return undef;
}

# A failure has said why when the next check ends the script.
sub stop ($hub, $event, @) { $SIG{__WARN__} = sub { }, exit 1 if our $failed && $event->increments_count; $failed ||= $event->causes_fail }
Test2::API::test2_stack()->top->listen(\&stop) if $ENV{LQCD_TEST_STOP};

# One check, that there is nothing wrong.
sub none ($name, @wrong) { return is(join("\n", @wrong), '', $name) }

1;
