#!/usr/bin/env perl
# tests/configure.pl: turns the table tests/configurations.txt into rules of make; the Makefile includes the result.
#
#   perl tests/configure.pl >build/configurations.mk
#   perl tests/configure.pl --list      prints "CONFIGURATION TEST" for every program of every configuration
#
# It writes CONFIGURATIONS, DEFAULT_CONFIGURATIONS (of make test-all) and QUICK_CONFIGURATIONS (of make test), and of each
# configuration NAME
#   compile.NAME    compiler and flags         folder.NAME     of its programs
#   tests.NAME      its tests                  quick.NAME      those of make test
#   through.NAME    starts a program           lacks.NAME      what it needs and this machine does not have
# with rules that make folder.NAME/TEST of tests/unit/TEST.c or tests/physics/TEST.c by $(call compile_test,NAME).
# An error in the table is a message with its line, and exit status 1.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/.." or die "chdir: $!\n";
my $table = 'tests/configurations.txt';
my %program = map { m{([^/]+)\.c$} ? ($1 => 1) : () } glob 'tests/unit/*.c tests/physics/*.c';
my %script = map { m{([^/]+)\.(?:t|sh)$} ? ($1 => 1) : () } glob 'tests/*.t tests/*.sh tests/*/*.t tests/*/*.sh';
delete $script{probe};
my @columns = qw(name compiler optimiser flags warnings back_end needs tests);
my (@rows, %list);

# ---- the file: continued lines begin with a tab

our $where = 0;
my @lines;
open my $in, '<', $table or die "$table: $!\n";
while (my $text = <$in>) {
	chomp $text;
	next if $text =~ /^\s*(?:#|$)/;
	if ($text =~ s/^\t+// && @lines) { $lines[-1][0] .= " $text" } else { push @lines, [$text, $.] }
}
close $in;

for (@lines) {
	(my $text, $where) = @$_;
	if ($text =~ /\|/) {
		my %row;
		my @cells = map { s/^\s+|\s+$//gr } split /\|/, $text, -1;
		wrong(@cells . ' columns, not ' . @columns) if @cells != @columns;
		@row{@columns} = @cells;
		push @rows, { %row, line => $where };
	} elsif ($text =~ /^(\S+)\s*=\s*(.*)/) {
		wrong("there are two lists \"$1\"") if $list{$1};
		$list{$1} = [$where, split ' ', $2];
	} else {
		wrong('neither a configuration nor a list');
	}
}

sub wrong { die "$table:$where: @_\n" }

# The tests that words name, sorted; $script_too: scripts are tests, too.
sub tests_of {
	my ($script_too, @words) = @_;
	my %chosen;
	for (@words) {
		my ($minus, $word) = /^(-?)(.*)/;
		my @named = ($word);
		if ($word eq 'all') {
			@named = keys %program;
		} elsif ($word =~ s/^@//) {
			$list{$word} or wrong("there is no list \"$word\"");
			(my $line, my @of) = @{ $list{$word} };
			local $where = $line;
			@named = tests_of($script_too, @of);
		} elsif (!$program{$word} && !($script_too && $script{$word})) {
			wrong("\"$word\" is not a test");
		}
		if ($minus) { delete @chosen{@named} } else { @chosen{@named} = () }
	}
	return sort keys %chosen;
}

# ---- the configurations: one of each row and language

# Those for other processors: NAME_CC compiles, NAME_RUN starts what it made.
my %cross = map { $_ => uc } qw(neon sve256 sve512 rvv256 rvv512 wasm);
my %compiler = (c => '$(CC) $(CFLAGS)', map { $_ => "\$($cross{$_}_CC) \$(CFLAGS)" } keys %cross);
$compiler{"c++$_"} = "\$(CXX) -x c++ \$(filter-out -std=%,\$(CFLAGS)) -std=c++$_" for 11, 14, 17, 20;
my @configurations;
for my $row (@rows) {
	$where = $row->{line};
	for my $language (split ' ', $row->{compiler}) {
		$compiler{$language} or wrong("\"$language\" is not a compiler: " . join ' ', sort keys %compiler);
		my %c = (%$row, compiler => $language);
		$c{name} =~ s/^LANGUAGE(?=-)/$language =~ s{\+\+}{xx}r/e;
		wrong("there are two configurations \"$c{name}\"") if grep { $_->{name} eq $c{name} } @configurations;
		$c{tests} = [tests_of(0, split ' ', $c{tests})];
		push @configurations, \%c;
	}
}
my %known = map { $_->{name} => 1 } @configurations;
$known{scripts} = 1;

sub list { $list{ $_[0] } or die "$table: there is no list \"$_[0]\"\n"; $where = $list{ $_[0] }[0]; return @{ $list{ $_[0] } }[1 .. $#{ $list{ $_[0] } }] }

my @default = list('configurations');
$known{$_} or wrong("\"$_\" is not a configuration") for @default;
my @quick = map { /^test\.(.*)/ ? $1 : () } sort { $list{$a}[0] <=> $list{$b}[0] } keys %list;
my %quick = map { my $name = $_; my @words = list("test.$name"); ($name => [tests_of($name eq 'scripts', @words)]) } @quick;
$where = $list{"test.$_"}[0], $known{$_} || wrong("\"$_\" is not a configuration") for @quick;
for my $c (@configurations) {
	my %has = map { $_ => 1 } @{ $c->{tests} };
	$where = $c->{line};
	$has{$_} or wrong("make test takes $_, which is not among the tests of $c->{name}") for @{ $quick{ $c->{name} } || [] };
}

if (@ARGV && $ARGV[0] eq '--list') {
	for my $c (@configurations) { print "$c->{name} $_\n" for @{ $c->{tests} } }
	exit;
}

# ---- make

print "# Written by tests/configure.pl from $table.\n";
print 'CONFIGURATIONS := ', join(' ', map { $_->{name} } @configurations), "\n";
print "DEFAULT_CONFIGURATIONS := @default\nQUICK_CONFIGURATIONS := @quick\n";
print "quick.scripts := @{ $quick{scripts} || [] }\n";
for my $c (@configurations) {
	my ($name, $flags) = @$c{qw(name flags)};
	my $folder = 'build/tests' . ($name eq 'c11' ? '' : "-$name");
	my $back_end = $c->{back_end} eq 'native' ? '$(NATIVE_SIMD)' : $c->{back_end};
	# The single header takes the place of the tree.
	my ($instead) = $flags =~ /-I(\S+)/;
	my $tree = $instead ? '' : ' -I.';
	my $first = $instead ? "$instead/lqcd.h " : '';

	my $compile = $compiler{ $c->{compiler} };
	my $cflags = $flags =~ /(?:^| )-m/ || $cross{ $c->{compiler} } ? '$(no_isa)' : '$(CFLAGS)';
	my $optimised = $c->{optimiser} eq 'quick' ? "\$(patsubst -O2,\$(QUICK),$cflags)"
		: $c->{optimiser} =~ /^-O/ ? "\$(filter-out -O%,$cflags) $c->{optimiser}"
		: $cflags;
	$compile =~ s/\$\(CFLAGS\)/$optimised/;
	$compile .= " $flags" if $flags ne '';
	$compile .= ' $(OPENMP)' unless $cross{ $c->{compiler} };
	$compile .= " \$(WARN) -Werror $c->{warnings}$tree -DLQCD_TEST_SIMD=\\\"$back_end\\\"";

	print "\ncompile.$name = $compile\n";
	print "CROSS_CONFIGURATIONS += $name\n" if $cross{ $c->{compiler} };
	print "folder.$name := $folder\ntests.$name := @{ $c->{tests} }\n";
	print "quick.$name := @{ $quick{$name} }\n" if $quick{$name};
	print "through.$name = \$($cross{ $c->{compiler} }_RUN)\n" if $cross{ $c->{compiler} };
	my $needs = join ',', map { "\$(missing.$_)" } split ' ', $c->{needs};
	print "lacks.$name = \$(or $needs)\n" if $needs ne '';
	print "$folder/%: tests/$_/%.c ${first}build/flags/$name; \$(call compile_test,$name)\n" for 'unit', 'physics';
}
