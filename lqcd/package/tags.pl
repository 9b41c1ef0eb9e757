#!/usr/bin/env perl
# lqcd/package/tags.pl: prints a file for editors that read tags: functions, types and macros of lqcd/.
#
#   perl lqcd/package/tags.pl >tags
#
# A name that a template makes for every tag is found as lqcd_su3_mul, lqcd_su3_mul_f, lqcd_su3_mul_vf, ..; one that it makes
# for both kinds of fields (base/begin.inc) as lqcd_schur_apply and lqcd_multi_schur_apply.
use v5.36;
use File::Find;
use FindBin;

chdir "$FindBin::Bin/../.." or die "chdir: $!\n";
my @suffixes = ('', map { "_$_" } qw(f d h vf vd vh));
my @files;
find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.(?:h|inc)$/ } }, 'lqcd');

my $made = qr/KIND\(T\(\w+\), T\(\w+\)\)|[TV]\(\w+\)/;
my %tag;
for my $file ('lqcd.h', sort @files) {
	open my $in, '<', $file or die "$file: $!\n";
	while (my $line = <$in>) {
		chomp $line;
		my $name = $line =~ /^#\s*define\s+(\w+)/ ? $1
			: $line =~ /^\}\s*($made|\w+);/ ? $1
			: $line =~ /^struct ($made|\w+) \{/ ? $1
			: $line =~ /^(?:__extension__ )?typedef .*\b($made|\w+);/ ? $1
			# Definitions stand at the beginning of a line; LQCD_OVERLOAD and its like are no functions.
			: $line =~ /^(?!LQCD_OVERLOAD|return|#)[A-Za-z_][\w ()*]*?[ *]\*?($made|\b[a-z_]\w*)\(/ ? $1
			: next;
		(my $pattern = $line) =~ s{([\\/])}{\\$1}g;
		my @names = $name =~ /^T\((\w+)\)$/ ? $1
			: $name =~ /^KIND\(T\((\w+)\), T\((\w+)\)\)$/ ? ($1, $2)
			: $name =~ /^V\((\w+)\)$/ ? ("lqcd__$1", "lqcd__multi_$1") : ();
		$tag{"$_\t$file\t/^$pattern\$/"} = 1
			for @names ? map { my $n = $_; map { "$n$_" } @suffixes } @names : $name;
	}
}
print "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted/\n", join "\n", sort(keys %tag), '';
