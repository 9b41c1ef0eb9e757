#!/usr/bin/env perl
# tests/mutants.pl: can the tests fail? Each row of tests/mutants.txt breaks one line in a copy of the tree; its test must turn red.
#
#   perl tests/mutants.pl [--folder FOLDER] [WORD...]     all, those of lqcd/FOLDER, or those whose names contain a WORD
#   perl tests/mutants.pl --places                        runs none: prints each row that could not run, and why
#
# Of the test's program only this test is compiled, and ends at its first check that fails. A mutant that survives is a failure;
# so is one whose text is not found once, and one that does not compile: they prove nothing. A row says its processor time. From
# the environment: MAKE, CC, .. as tests.mk gives them to scripts, and JOBS: how many run at a time.
use v5.36;
use File::Find;
use File::Path qw(make_path remove_tree);

$| = 1;
my ($make, $jobs) = ($ENV{MAKE} || 'make', $ENV{JOBS} || 1);
sub slurp($file) { open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }
sub spew($file, $text) { open my $out, '>', $file or die "$file: $!\n"; print $out $text; close $out or die "$file: $!\n" }

my @mutants;
for (split /\n\n+/, slurp('tests/mutants.txt') =~ s/^#.*\n//mgr =~ s/^\n+//r) {
	my %m = (number => scalar @mutants);
	@m{qw(name file configuration test from to)} = /\A(.+): (\S+), (\S+) (\S+)\n- (.*)\n\+ (.*?)\n?\z/ or die "tests/mutants.txt: not a row:\n$_\n";
	push @mutants, \%m;
}

my %files; # below lqcd/, by name
find({ no_chdir => 1, wanted => sub { push @{ $files{s{.*/}{}r} }, $_ if -f && /\.(?:h|inc)$/ } }, 'lqcd');

# Finds the file, its text, and where the mutant's text is in it; or says why not.
sub locate($m) {
	my $pattern = join '\s+', map { quotemeta } split /\s+/, $m->{from}, -1;
	my @found;
	for my $file (@{ $files{ $m->{file} } || [map { @$_ } values %files] }) {
		my $text = slurp($file);
		push @found, [$file, $text, $-[0], $+[0] - $-[0]] while $text =~ /$pattern/g;
	}
	return $found[0] if @found == 1;
	$m->{fault} = 'the text occurs ' . @found . " times in files $m->{file}: $m->{from}";
	return undef;
}

# The program of a test with this test alone.
sub unit($m) {
	my ($folder, $name) = $m->{test} =~ m{^(\w+)(?:/(\w+))?$};
	return undef if !-e "tests/$folder.c";
	my $text = slurp("tests/$folder.c");
	return $text if !defined $name;
	return undef if $text !~ /TEST\($name\)/;
	return $text =~ s/^#include "$folder\/(?!$name\.c")\w+\.c".*\n//mgr =~ s/TEST\((?!$name\))\w+\),?\s*//gr;
}

sub fault_of($m) {
	locate($m) or return $m->{fault};
	return 'its replacement is its text' if $m->{from} eq $m->{to};
	return $m->{configuration} eq 'scripts' ? (grep { -e } glob 'tests/*/' . $m->{test} =~ s/=.*//r . '.t') ? undef : 'there is no such script'
		: defined unit($m) ? undef : "there is no test $m->{test}";
}

# What make says for a mutant in a copy of the tree: how many checks failed, and what was said if that proves nothing.
my %command;
sub try($m, $base) {
	my ($file, $text, $at, $length) = @{ locate($m) or return (0, $m->{fault}) };
	substr($text, $at, $length) = $m->{to};
	remove_tree($base);
	make_path("$base/build");
	# Links, not copies: only the file that changes is written.
	system('cp', '-Rl', qw(lqcd.h lqcd tests bench examples Makefile), $base) == 0 or die "cannot copy the tree to $base\n";
	unlink "$base/$file";
	spew("$base/$file", $text);
	my $said;
	if ($m->{configuration} eq 'scripts') {
		my ($script, $only) = split /=/, $m->{test};
		$said = `cd $base && ulimit -t 1200 && LQCD_TEST_STOP=1 LQCD_TEST_ONLY='$only' LQCD_TEST_DATA= perl tests/*/$script.t 2>&1`;
	} else {
		my ($command, $runner) = split /\n/, $command{ $m->{configuration} } //= `$make -s command.$m->{configuration}`, -1;
		spew("$base/tests/one.c", unit($m));
		$said = `cd $base && $command -w -Wno-error tests/one.c -o one -lm 2>&1`;
		return (0, $said) if $?;
		$said = `cd $base && ulimit -t 600; LQCD_TEST_STOP=1 LQCD_TEST_DATA= $runner ./one 2>&1; echo "status \$?"`;
	}
	return (0, $said) if $said =~ /\berror: |compilation terminated/;
	return (scalar(() = $said =~ /^not ok/mg) || ($said =~ /^status (?!0$)/m ? 1 : 0), '');
}

if (@ARGV && $ARGV[0] eq '--places') {
	my @faults = map { my $fault = fault_of($_); defined $fault ? "$_->{name}: $fault\n" : () } @mutants;
	print @faults;
	exit(@faults ? 1 : 0);
}
if (@ARGV && $ARGV[0] eq '--one') {
	my ($m, $base) = ($mutants[$ARGV[1]], "build/mutants/$$");
	my ($killed, $why) = try($m, $base);
	my $text = $killed ? 'killed by' : $why ne '' ? 'proves nothing:' : 'SURVIVES';
	syswrite STDOUT, sprintf("%s %s: %s %s (%s), %.0f s\n", $killed ? 'ok    ' : 'NOT OK', $m->{name}, $text, $m->{test}, $m->{configuration}, (times)[2] + (times)[3])
		. join '', map { "    $_\n" } grep { defined } (split /\n/, $why)[0 .. 9];
	remove_tree($base);
	exit 0;
}
if (@ARGV && $ARGV[0] eq '--folder') {
	(undef, my $folder) = splice @ARGV, 0, 2;
	@mutants = grep { my $at = locate($_); $at && $at->[0] =~ m{^lqcd/\Q$folder\E/} } @mutants;
}
@mutants = grep { my $m = $_; !@ARGV || grep { index($m->{name}, $_) >= 0 } @ARGV } @mutants;
die "tests/mutants.pl: no such mutant\n" if !@mutants;

# JOBS processes at a time, each for one mutant of the list of all.
my $numbers = join ' ', map { $_->{number} } @mutants;
open my $results, '-|', "printf '%s\\n' $numbers | xargs -P $jobs -n 1 $^X tests/mutants.pl --one" or die "xargs: $!\n";
my %count = (ok => 0, NOT => 0);
while (<$results>) {
	s/^(?=(ok|NOT)\b)/$count{$1}++; '[' . ($count{ok} + $count{NOT}) . '\/' . @mutants . '] '/e;
	print;
}
print "$count{ok} passed, $count{NOT} failed\n";
exit($count{NOT} || $count{ok} != @mutants ? 1 : 0);
