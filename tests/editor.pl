#!/usr/bin/env perl
# tests/editor.pl: what editors ask for.
#
#   perl tests/editor.pl compile_commands.json    for clangd: how each C file, header and template is compiled
#   perl tests/editor.pl tags                     for editors that read tags: functions, types and macros of lqcd/; one that
#                                                 a template makes for every tag is found as lqcd_su3_mul, lqcd_su3_mul_vf, ..
#
# A template (*.inc) is no file of its own: it is shown as its header includes it first. What the header has before that goes
# to build/editor/, and is included before the template. From the environment: CC, CFLAGS.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Find;
use File::Path qw(make_path);
use FindBin;

chdir "$FindBin::Bin/.." or die "chdir: $!\n";
my $root = getcwd();
my ($cc, $flags) = ($ENV{CC} || 'cc', $ENV{CFLAGS} || '-O2 -std=c11 -march=native');
my @tags = qw(f d h vf vd vh);
my @files;
find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.(?:h|c|inc)$/ } }, 'lqcd', 'tests', 'examples', 'bench');
@files = ('lqcd.h', sort grep { !m{^examples/explorer/} } @files);

sub slurp {
	open my $in, '<', $_[0] or die "$_[0]: $!\n";
	local $/;
	return scalar <$in>;
}

# dir/../x -> x
sub normal {
	my ($path) = @_;
	1 while $path =~ s{(?:^|(?<=/))(?!\.\./)[^/]+/\.\./}{};
	$path =~ s{(?:^|(?<=/))\./}{}g;
	return $path;
}

# ---- compile_commands.json

# The text before the first line of $file that includes $template directly, or by each_tag.inc; undef if none does.
sub before {
	my ($file, $template) = @_;
	my ($folder) = $file =~ m{^(.*/)};
	my ($open, $text) = (0, '');
	for my $line (split /^/, slurp($file)) {
		if ($line =~ /^\s*#\s*(?:include|define\s+\w*TEMPLATE\w*)\s+"([^"]+)"/) {
			my $path = $1;
			my ($name) = $path =~ m{([^/]+)$};
			if (normal(($folder || '') . $path) eq $template || ($line =~ /TEMPLATE/ && $template =~ m{(?:^|/)\Q$name\E$})) {
				$text .= "#define LQCD_TAG f\n" if $line =~ /TEMPLATE/;
				return $text . "#endif\n" x $open;
			}
			$line =~ s{"([^"]+)"}{'"' . "$root/" . normal(($folder || '') . $1) . '"'}e if $line =~ /include/;
		}
		$open++ if $line =~ /^\s*#\s*if/;
		$open-- if $line =~ /^\s*#\s*endif/;
		$text .= $line;
	}
	return undef;
}

sub entry {
	my ($file, $more) = @_;
	my $options = $flags;
	# Code for GPUs is C++.
	$more =~ s/-x c$/-x c++/ and $options =~ s/-std=\S+/-std=c++17/ if $file =~ m{gpu};
	(my $command = "$cc $options -I. $more $file") =~ s/(["\\])/\\$1/g;
	return "{\"directory\": \"$root\", \"file\": \"$file\", \"command\": \"$command\"}";
}

my %context; # of a template, '' where nothing includes it

# What is before a template: of the first header, C file or other template that includes it.
sub context {
	my ($file) = @_;
	return $context{$file} if defined $context{$file};
	$context{$file} = '';
	for my $includer ((grep { /\.[ch]$/ } @files), grep { /\.inc$/ && $_ ne $file } @files) {
		my $text = before($includer, $file);
		next unless defined $text;
		next if $includer =~ /\.inc$/ && context($includer) eq '';
		return $context{$file} = ($includer =~ /\.inc$/ ? context($includer) : '') . $text;
	}
	return '';
}

sub compile_commands {
	my @entries;
	for my $file (@files) {
		if ($file !~ /\.inc$/) {
			push @entries, entry($file, ($file =~ m{mpi} ? '-DLQCD_MPI ' : '') . '-x c');
			next;
		}
		my $text = context($file);
		next if $text eq '';
		(my $before = "build/editor/$file") =~ s/\.inc$/.h/;
		make_path($before =~ s{/[^/]+$}{}r);
		open my $out, '>', $before or die "$before: $!\n";
		print $out $text, "#ifndef LQCD_TAG\n#define LQCD_TAG f\n#endif\n";
		close $out or die "$before: $!\n";
		push @entries, entry($file, "-include $before -x c");
	}
	return "[\n" . join(",\n", @entries) . "\n]\n";
}

# ---- tags

sub tags {
	my %tag;
	for my $file (grep { /^lqcd/ } @files) {
		for my $line (split /\n/, slurp($file)) {
			my $name = $line =~ /^#\s*define\s+(\w+)/ ? $1
				: $line =~ /^\}\s*(T\(\w+\)|\w+);/ ? $1
				: $line =~ /^struct (T\(\w+\)|\w+) \{/ ? $1
				: $line =~ /^typedef .*\b(T\(\w+\)|\w+);/ ? $1
				# Definitions stand at the beginning of a line; LQCD_OVERLOAD and its like are no functions.
				: $line =~ /^(?!LQCD_OVERLOAD|return|#)[A-Za-z_][\w ()*]*?[ *]\*?(T\(\w+\)|\b[a-z_]\w*)\(/ ? $1
				: next;
			(my $pattern = $line) =~ s{([\\/])}{\\$1}g;
			my ($plain) = $name =~ /^T\((\w+)\)$/;
			$tag{"$_\t$file\t/^$pattern\$/"} = 1 for defined $plain ? ($plain, map { "${plain}_$_" } @tags) : $name;
		}
	}
	return "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted/\n" . join "\n", sort(keys %tag), '';
}

my $what = @ARGV ? $ARGV[0] : '';
print $what eq 'compile_commands.json' ? compile_commands() : $what eq 'tags' ? tags()
	: die "tests/editor.pl: not compile_commands.json or tags: \"$what\"\n";
