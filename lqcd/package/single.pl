#!/usr/bin/env perl
# lqcd/package/single.pl: prints lqcd.h and everything that it includes as one self-contained header.
#
#   perl lqcd/package/single.pl >lqcd_single.h                  for hosts
#   perl lqcd/package/single.pl --devices >lqcd_single.cuh       for compilers of devices (nvcc), too
#
# Each header and each template stands in it once, with its manual; comments within the code of headers and templates are
# left out, and so are spaces that nothing needs in what stands between braces. A template is compiled for several tags, so the file includes itself, once per pass: a pass compiles each
# template for at most one tag. A piece that needs another piece stands after it in the same pass or in a later pass; the
# names that pieces define and mention (Names.pm) tell. Passes that only a compiler of devices needs come last.
# The same tree gives the same bytes.
use v5.36;
use FindBin;
use lib $FindBin::Bin;
use List::Util qw(max);
use Names;
use Source;
use Text;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $devices = @ARGV == 1 && $ARGV[0] eq '--devices';
die "usage: single.pl [--devices]\n" if @ARGV && !$devices;
my $name = $devices ? 'lqcd_single.cuh' : 'lqcd_single.h';

# Representations would be many more passes. A file for hosts lacks what only a compiler of devices sees.
my @left_out = qw(LQCD_ADJOINT LQCD_SYMMETRIC LQCD_ANTISYMMETRIC);
my @device_macros = qw(LQCD_DEVICES LQCD_DEVICE_COMPILER LQCD_ON_DEVICE __CUDACC__ __CUDA_ARCH__ __HIP__ __HIP_DEVICE_COMPILE__ LQCD_TAG_DEVICE);
my $source = Source->new(undefined => ['LQCD_REP', @left_out, $devices ? () : @device_macros]);
$source->header('lqcd.h');
my $names = Names->new;
my @items = $source->items;
# What lqcd.h puts aside of the including program's macros stays so in all passes.
my @aside;
for my $text (map { $_->{text} } grep { $_->{file} eq 'lqcd.h' } @items) {
	push @aside, map { /^#pragma push_macro\("(\w+)"\)/ ? $1 : () } @$text;
	@$text = grep { !/^#pragma (?:push|pop)_macro/ && !(/^#undef (\w+)/ && grep { $_ eq $1 } @aside) } @$text;
}
@items = grep { grep { /\S/ } @{ $_->{text} } } @items;
for my $item (@items) {
	$item->{condition} = $source->condition($item);
	$item->{device} = $item->{condition} =~ /\(LQCD_DEVICES\)/;
}
# Code for hosts needs nothing of devices.
@items = ((grep { !$_->{device} } @items), grep { $_->{device} } @items);
for my $n (0 .. $#items) {
	$items[$n]{number} = $n;
	$names->analyse($items[$n]);
}

# ---- places --------------------------------------------------------------------------------------------------------

# A text stands where it is first needed.
my (%place, @places);
for my $item (@items) {
	my $key = $item->{kind} eq 'template' ? join("\n", @{ $item->{text} }) : "item $item->{number}";
	$item->{place} = $place{$key} //= do {
		push @places, [];
		$#places;
	};
	push @{ $places[ $item->{place} ] }, $item;
}

# ---- passes --------------------------------------------------------------------------------------------------------

# An item comes after those that defined what it mentions; one that defines a macro or undefines it, also after those that
# mentioned the macro. A #define mentions nothing until it is used. A macro that an item defines and undefines is its own.
# Front ends without tag (macros in C, overloads in C++) are for users: they need not follow what they select among.
my (%definers, %users, %taken);
for my $item (@items) {
	my (%defined, %macro);
	my %mentioned = map { $_ => 1 } $item->{condition} =~ /\bLQCD\w+/g;
	my ($language, $depth) = ('', 0);
	for my $piece (@{ $item->{pieces} }) {
		if ($piece->{kind} eq 'directive') {
			if ($piece->{text} =~ /^#\s*if/) {
				$depth++;
				($language, my $at) = ($1 eq 'n' ? 'c' : 'c++') if $depth == 1 && $piece->{text} =~ /^#if(n?)def __cplusplus/;
			} elsif ($piece->{text} =~ /^#\s*e/) {
				$depth-- if $piece->{text} =~ /^#\s*endif/;
				$language = $depth ? $language eq 'c++' ? 'c' : $language eq 'c' ? 'c++' : '' : '' if $depth < 2;
			}
		}
		# All that a compiler of devices compiles is C++.
		$language = '' if $item->{device};
		my @names = @{ $piece->{defines} };
		# Code of devices calls overloads: it comes after those that it may choose.
		push @names, $1 if $item->{device} && $piece->{text} =~ /^\s*LQCD_OVERLOAD(?:S\w*\(|\w*\((?:[^,()]|\([^()]*\))+,\s*)(lqcd_\w+)/;
		if ($piece->{macro}) {
			push @{ $macro{$_} }, $piece->{macro} for @names;
			$defined{$_} = $language eq 'c' ? 'front' : 'macro' for @names;
		} else {
			my $forward = $piece->{kind} eq 'type' && $piece->{code} !~ /\{/;
			if ($language ne 'c++') {
				$defined{$_} ||= 'name' for grep { !$forward || !$definers{$_} } @names;
			}
			$mentioned{$_} = 1 for $language eq 'c++' ? () : keys %{ $piece->{mentions} };
		}
	}
	my @own = grep { $macro{$_}[-1] eq 'undef' && grep { $_ eq 'define' } @{ $macro{$_} } } keys %macro;
	# A template undefines its parameters, those that it was not given, too.
	push @own, grep { $macro{$_}[-1] eq 'undef' } keys %macro if $item->{kind} eq 'template';
	push @own, map { /^\s*#\s*(?:define|undef)\s+(\w+)/ ? $1 : () } @{ $item->{settings} || [] }, map { @{ $_->{open} } } @{ $item->{around} };
	delete @defined{@own};
	delete @mentioned{@own};

	my %before;
	$before{ $_->{number} } = $_ for map { @{ $definers{$_} || [] }, @{ $users{$_} || [] } } grep { $defined{$_} eq 'macro' } keys %defined;
	$before{ $_->{number} } = $_ for map { @{ $definers{$_} || [] } } keys %mentioned;
	push @{ $definers{$_} }, $item for keys %defined;
	push @{ $users{$_} }, $item for keys %mentioned;
	delete $before{ $item->{number} };

	$item->{before} = [map { $before{$_} } sort { $a <=> $b } keys %before];
	push @{ $_->{after} }, $item for @{ $item->{before} };
}

# Goes through the places again and again; of the instances of a template that may be compiled, each pass takes the one
# that the longest chain of passes waits for. What only a compiler of devices needs comes last.
my @rounds;
sub schedule ($urgency) {
	my $left = @items;
	for my $item (@items) {
		delete $item->{pass};
		$item->{waits} = @{ $item->{before} };
	}
	for (my $pass = 1; $left; $pass++) {
		my $before = $left;
		for my $place (@places) {
			my ($best, $why);
			for my $item (grep { !$_->{pass} && !$_->{waits} } @$place) {
				$best = $item if !$best || $urgency->{ $item->{number} } > $urgency->{ $best->{number} };
			}
			next unless $best;
			$best->{pass} = $pass;
			$_->{waits}-- for @{ $best->{after} };
			$left--;
		}
		die "pieces that need each other\n" if $left == $before;
	}
	return max(map { $_->{pass} } grep { !$_->{device} } @items);
}

# How many passes wait for an item.
my %urgency;
for my $item (reverse @items) {
	my $u = $urgency{ $item->{number} } ||= 0;
	for my $other (@{ $item->{before} }) {
		my $least = $u + ($other->{place} < $item->{place} ? 0 : 1);
		$least += ($item->{device} ? 0 : 0.001);
		$urgency{ $other->{number} } = $least if $least > ($urgency{ $other->{number} } || 0);
	}
}
my ($fewest, %best);
for my $try (1 .. 12) {
	my $last = schedule(\%urgency);
	if (!defined $fewest || $last < $fewest) {
		$fewest = $last;
		%best = map { $_->{number} => $_->{pass} } @items;
	}
	# Items that ended up late make all that they waited for more urgent.
	my %latest;
	for my $item (sort { $b->{pass} <=> $a->{pass} || $b->{place} <=> $a->{place} } grep { !$_->{device} } @items) {
		my $late = $latest{ $item->{number} } //= $last;
		for my $other (@{ $item->{before} }) {
			my $l = $late - ($other->{place} < $item->{place} ? 0 : 1);
			$latest{ $other->{number} } = $l if $l < ($latest{ $other->{number} } // $last);
		}
	}
	$urgency{$_} = 0.5 * $urgency{$_} + ($last - ($latest{$_} // $last)) for keys %urgency;
}
$_->{pass} = $best{ $_->{number} } for @items;
my $passes = max(map { $_->{pass} } @items);
my $host_passes = max(map { $_->{pass} } grep { !$_->{device} } @items);

# ---- the file ------------------------------------------------------------------------------------------------------

sub joined {
	my $when = join ' && ', grep { $_ ne '' } @_;
	# In a chain of #elif M == A, M == B excludes the branches before.
	1 while $when =~ s/\(*!\((\w+) == \w+\)\)* && (?=[^|]*(?<!!\()\b\1 == \w)//;
	1 while $when =~ s/\((!?defined\(\w+\))\)|(?<!!)\((\w+ == \w+)\)/defined $1 ? $1 : $2/ge;
	return $when =~ s/ (==|>=|&&|\|\|) /$1/gr;
}

# When a header is included; '': always.
sub outer ($header) { return (grep { $_ eq '' } @{ $header->{when} }) ? '' : join ' || ', @{ $header->{when} } }

# Whether the file has the header of an item, and the other conditions.
sub live ($item) {
	my $header = $item->{header};
	my $outer = outer($header);
	# A back end is there with the header that chooses it, and what only a device has with lqcd.h.
	$header = $header->{parent} while outer($header) =~ /LQCD/ && $header->{parent};
	my $guard = $header->{guard};
	return joined($outer, defined $guard && $guard ne 'LQCD_H' ? "$guard + 0 == 2" : '');
}

# The conditions of an item beside its pass, a list. A pass for devices is C++ for a device.
sub conditions ($item) {
	my @when = grep { $_ ne '' } live($item), map { "($_)" } @{ $item->{inner} };
	return @when if $item->{pass} <= $host_passes;
	return grep { $_ ne '' } map { s/^\(?LQCD_DEVICES\)?(?: && |$)//r } map { s/^\(defined\(__cplusplus\)\)$//r } @when;
}

# Before the first pass of instances what their conditions mention need not be defined.
sub from {
	my ($first) = sort { $a <=> $b } map { $_->{pass} } @_;
	return $first > 1 ? "LQCD__PASS >= $first" : '';
}

# Says where a text comes from, once.
my $file = '';
sub banner ($of) {
	print "/* ---- $of */\n" if $file ne $of;
	$file = $of;
}

my ($version) = map { /^#define\s+LQCD_VERSION\s+"(.*)"/ ? $1 : () } map { @{ $_->{text} } } @items;
die "no LQCD_VERSION\n" unless defined $version;
print "/* $name: lqcd $version in one file, made from lqcd.h and lqcd/ by `make single`: do not edit it.\n";
print $devices ? " * It has what a compiler of devices (nvcc) sees. Programs for hosts alone are better off with lqcd_single.h.\n"
	: " * It is for hosts. A compiler of devices (nvcc) needs lqcd_single.cuh.\n";
print <<"EOT";
 * #include it: it is lqcd.h, with the same options. Put it anywhere. It includes itself, so it cannot be pasted into another
 * file: `make paste` and `make explorer` write texts for that. Compilers without __FILE_NAME__ (gcc before 12) need it under
 * the name $name. Lines "---- FILE" tell where a text comes from; its comments, its layout and further manuals are there.
 *
EOT
print map { /\S/ ? " * $_\n" : " *\n" } split /\n/, Text::slurp('LICENSE');
print " */\n";
print <<'EOT';
#if !defined(LQCD_H) || defined(LQCD__PASS)
#ifndef LQCD__PASS
#define LQCD__PASS 1
EOT
print '#if ', join(' || ', map { "defined $_" } @left_out), "\n#error \"lqcd: this file has quarks of the fundamental representation alone: ",
	join(', ', @left_out), " need the tree of lqcd\"\n#endif\n";
print "#if defined __CUDACC__ || defined __HIP__\n#error \"lqcd: lqcd_single.h is for hosts: a program for devices includes lqcd_single.cuh\"\n#endif\n" unless $devices;
print "/* The guards of the headers. 2: this file has the header. */\n";
for my $header ($source->headers) {
	my $guard = $header->{guard} or next;
	my $when = outer($header);
	next if $when =~ /LQCD/;
	print $when eq '' ? "#ifndef $guard\n" : joined("#if !defined($guard)", "($when)") . "\n";
	print "#define $guard", $guard eq 'LQCD_H' ? '' : ' 2', "\n#endif\n";
}

my %frame = map { $_ => 1 } map { map { /^#pragma push_macro\("(\w+)"\)/ ? $1 : () } @{ $_->{text} } } grep { $_->{kind} eq 'template' } @items;
my @frame = sort @aside, keys %frame;
print map { "#pragma push_macro(\"$_\")\n#undef $_\n" } @frame;
print "#endif\n";

# Conditions that are open, the outer first.
my @open;
sub within {
	my @when = grep { $_ ne '' } @_;
	my $same = 0;
	$same++ while $same < @open && $same < @when && $open[$same] eq $when[$same];
	print "#endif\n" for $same .. $#open;
	print "#if $_\n" for @when[$same .. $#when];
	@open = @when;
}

# The macros of the frames of templates are defined where a template needs them, and undefined where a header includes
# one of the system, or has the name for itself.
my %now;
sub frame ($wanted, $unwanted) {
	my @out = grep { $now{$_} && ($unwanted->{$_} || $wanted->{$_} && $wanted->{$_} ne $now{$_}) } sort keys %now;
	my @in = grep { !$now{$_} || $wanted->{$_} ne $now{$_} } sort keys %$wanted;
	return if !@out && !@in;
	within();
	print "#undef $_\n" for @out;
	delete @now{@out};
	print $now{$_} = $wanted->{$_} for @in;
}

# Brackets that redefine macros. All that passes for devices compile has the same; it opens before these passes.
my %for_devices = map { join("\n", map { @{ $_->{open} } } grep { $_->{macros} } @{ $_->{around} }) => $_ } grep { $_->{pass} > $host_passes } @items;
die "brackets of passes for devices differ\n" if keys %for_devices > 1;
my ($for_devices) = map { [grep { $_->{macros} } @{ $_->{around} }] } values %for_devices;
sub brackets ($item) {
	return $item->{pass} > $host_passes ? () : grep { $_->{macros} } @{ $item->{around} };
}

# They change outside of all conditions.
my @around;
sub around {
	my @wanted = @_;
	return if "@wanted" eq "@around";
	within();
	frame({}, { map { $_ => 1 } keys %now });
	print map { "$_\n" } map { @{ $_->{close} } } reverse @around;
	@around = @wanted;
	print map { "$_\n" } map { @{ $_->{open} } } @around;
}

# The manuals are those of the headers for users: of all that lqcd.h names, but for those in single.txt.
my %public = map { $_ => 1 } 'lqcd.h', map { /^\s*#\s*include\s*"([^"]+)"/ ? $1 : () } $source->lines_of('lqcd.h');
delete @public{map { "lqcd/$_.h" } split ' ', Text::slurp('lqcd/package/single.txt') =~ s/^#.*//mgr};

for my $place (@places) {
	my $item = $place->[0];
	my $text = Text::plain_text($item->{pieces}, $item->{kind} eq 'header' && $public{ $item->{file} }, 1);
	# The options of devices.
	$text =~ s{^On GPUs, found by.*?^(?=Attributes)}{}ms if !$devices && $item->{file} eq 'lqcd/base/config.h';
	next unless $text =~ /\S/;
	around(brackets($item));
	my @braces = grep { !$_->{macros} } @{ $item->{around} };
	my $opens = join '', map { "$_\n" } map { @{ $_->{open} } } @braces;
	my $closes = join '', map { "$_\n" } map { @{ $_->{close} } } reverse @braces;
	if ($item->{kind} eq 'template') {
		my (%defined, %wanted, %unwanted);
		$defined{$_}++ for $text =~ /^#define (\w+)/gm;
		my @lines = split /(?<=\n)/, $text;
		for (@lines) {
			my ($word, $name) = /^#(define|undef|pragma (?:push|pop)_macro)[ (]"?(\w+)/;
			next unless defined $name && $frame{$name};
			if ($word =~ /^pragma/) {
				$_ = '';
			} elsif ($defined{$name} && $defined{$name} > 1) {
				$unwanted{$name} = 1;
			} else {
				$wanted{$name} = $_ if $word eq 'define';
				$_ = '';
			}
		}
		$text = join '', @lines;
		$text =~ s/\A\n+//;
		frame(\%wanted, \%unwanted);
		# The conditions that all instances have.
		my @when = map { [conditions($_)] } @$place;
		my %count;
		$count{$_}++ for map { my %own = map { $_ => 1 } @$_; keys %own } @when;
		my @common = grep { $count{$_} == @$place } @{ $when[0] };
		my $live = @common ? joined(from(@$place), @common) : '';
		within($live);
		banner($item->{file});
		# Instances that have the same conditions of their own are within them.
		my @groups;
		for my $n (0 .. $#$place) {
			my $own = joined(grep { $count{$_} < @$place } @{ $when[$n] });
			push @groups, [$own] if !@groups || $groups[-1][0] ne $own;
			push @{ $groups[-1] }, $place->[$n];
		}
		for my $group (@groups) {
			my ($own, @instances) = @$group;
			print '#if ', joined(from(@instances), $own), "\n" if $own ne '';
			my $word = 'if';
			for my $instance (@instances) {
				my $settings = @{ $instance->{settings} } ? $instance->{settings} : ['#define LQCD_TAG'];
				print "#$word LQCD__PASS==$instance->{pass}\n", map { "$_\n" } @$settings;
				$word = 'elif';
			}
			print "#endif\n" x ($own ne '' ? 2 : 1);
		}
		print "#ifdef LQCD_TAG\n";
		# A template for which other macros are redefined than for the first of its instances.
		my %outer = map { $_ => 1 } brackets($item);
		my %differs;
		for my $instance (@$place) {
			my @brackets = grep { !$outer{$_} } brackets($instance);
			my $lines = join "\n", map { @{ $_->{open} } } @brackets;
			push @{ $differs{$lines}{passes} }, $instance->{pass} if @brackets;
			$differs{$lines}{close} = join "\n", map { @{ $_->{close} } } @brackets;
		}
		delete $differs{''};
		my %when = map { $_ => join ' || ', map { "LQCD__PASS == $_" } @{ $differs{$_}{passes} } } keys %differs;
		print "#if $when{$_}\n$_\n#endif\n" for sort keys %differs;
		print "$opens$text$closes";
		print "#if $when{$_}\n$differs{$_}{close}\n#endif\n" for sort keys %differs;
		print "#undef LQCD_TAG\n" unless $text =~ /^#undef LQCD_TAG$/m;
		print "#endif\n";
	} else {
		my %unwanted = map { $_ => 1 } grep { my $name = $_; $text =~ /^\s*#\s*include/m || grep { $_->{mentions}{$name} } @{ $item->{pieces} } } keys %now;
		frame({}, \%unwanted);
		within(live($item));
		banner($item->{file});
		within(live($item), joined("LQCD__PASS == $item->{pass}", map { "($_)" } @{ $item->{inner} }));
		print "$opens$text$closes";
	}
}
around();
frame({}, { map { $_ => 1 } keys %now });
within();

print "\n/* The passes after the first. */\n#if LQCD__PASS == 1\n";
print "#if defined(__FILE_NAME__) && __INCLUDE_LEVEL__ > 0\n#define LQCD__SELF __FILE_NAME__\n#else\n#define LQCD__SELF \"$name\" /* see the top of this file */\n#endif\n";
for my $pass (2 .. $passes) {
	print map { "$_\n" } '#if LQCD_DEVICES', map { @{ $_->{open} } } @$for_devices if $pass == $host_passes + 1;
	print "#undef LQCD__PASS\n#define LQCD__PASS $pass\n#include LQCD__SELF\n";
}
print map { "$_\n" } map({ @{ $_->{close} } } reverse @$for_devices), '#endif' if $passes > $host_passes;
print map { "#pragma pop_macro(\"$_\")\n" } reverse @frame;
print "#undef LQCD__PASS\n#undef LQCD__SELF\n#endif\n#endif\n";
