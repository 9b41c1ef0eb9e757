# lqcd/package/Source.pm: reads a header with everything that it includes, for single.pl and paste.pl.
#
# The text is cut into items, in the order in which a compiler sees them: a piece of a header between two #includes
# (kind "header"), or a template (*.inc) for one tag (kind "template"). An item is a hash:
#
#   kind, file    as above; file is the path of the header or template
#   header        the header to which it belongs: a template belongs to the header that includes it
#   text          its lines, without the guard of a header; a template has the templates in it in their places
#   settings      a template: the #defines of its parameters (LQCD_TAG, LQCD_LOW, ..), one line each
#   condition     an expression for #if, '' when it always counts: #include in a branch of a header
#   opens, closes lines that stand around it: macros and braces that are open beyond the item in the header
#
# #include "file" and #include MACRO are followed, where the MACRO was #defined as a string. A header counts once.
# Comments and macros stay as they are.
package Source;
use v5.36;
use Text;

# undefined: macros that count as not defined; a branch that needs one is left out. without: headers to leave out.
sub new ($class, %option) {
	return bless {
		items => [], headers => {}, order => [], brackets => [], lines => {}, kept => {}, strings => {}, extra => {},
		undefined => { map { $_ => 1 } @{ $option{undefined} || [] } },
		without => { map { $_ => 1 } @{ $option{without} || [] } },
		instance => 0,
	}, $class;
}

# The logical lines of a file: a directive with its continuation lines is one, and so is a comment at the start of a line.
sub lines_of ($self, $path) {
	return @{ $self->{lines}{$path} ||= do {
		my @lines;
		my $comment = 0;
		for my $line (split /\n/, Text::slurp($path)) {
			if ($comment || @lines && $lines[-1] =~ /^\s*#.*\\$/s) {
				$lines[-1] .= "\n$line";
			} else {
				push @lines, $line;
			}
			# Only a comment that opens the line is followed: others do not hide directives here.
			$comment = 1 if !$comment && $line =~ m{^\s*/\*};
			$comment = 0 if $comment && $line =~ m{\*/};
		}
		\@lines;
	} };
}

# lqcd/dirac/../field.h -> lqcd/field/field.h
sub resolve ($from, $included) {
	my $path = $from =~ m{^(.*/)} ? "$1$included" : $included;
	1 while $path =~ s{(^|/)(?!\.\./)[^/]+/\.\./}{$1};
	return $path;
}

# The file that a line includes, or undef.
sub included ($self, $from, $line) {
	return resolve($from, $1) if $line =~ /^\s*#\s*include\s*"([^"]+)"/;
	if ($line =~ /^\s*#\s*include\s+(\w+)/) {
		my $string = $self->{strings}{$1} or die "$from: $1 is not a file's name at: $line\n";
		return resolve($from, $string);
	}
	return undef;
}

# Whether a file only includes others by a macro, once per tag.
sub is_ladder ($self, $path) {
	return $self->{ladder}{$path} //= do {
		my $found = 0;
		for ($path =~ /\.inc$/ ? $self->lines_of($path) : ()) {
			$found ||= /^\s*#\s*include\s+[A-Za-z_]/ || /^\s*#\s*include\s*"([^"]+\.inc)"/ && $self->is_ladder(resolve($path, $1));
		}
		$found ? 1 : 0;
	};
}

# ---- conditions ----------------------------------------------------------------------------------------------------

# 1, 0 or undef (unknown) for a condition in which some macros are known not to be defined. No, unknown and yes are the bits 0, 1
# and 3, of which & and | make what && and || mean; a call and a comparison are unknown.
sub opposite :prototype($) ($bits) { return { 0 => 3, 1 => 1, 3 => 0 }->{$bits} }
sub value_of ($self, $condition) {
	my $known = sub { $self->{undefined}{ $_[0] } ? '<0>' : '<1>' };
	$condition =~ s/\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))/$known->($1 \/\/ $2)/ge;
	$condition =~ s/\b\w+\s*\([^()]*\)|\w+\s*(?:[<>]=?|[!=]=)\s*\w+/<1>/g;
	$condition =~ s/(?<!<)\b(?:([A-Za-z_]\w*)|(\d+))\b/defined $1 ? $known->($1) : $2 > 0 ? '<3>' : '<0>'/ge;
	return undef if $condition !~ /^(?:<[013]>|&&|\|\||[!()]|\s)+$/;
	my $value = eval($condition =~ s/<(\d)>/$1/gr =~ s/([&|])\1/$1/gr =~ s/!/opposite /gr);
	return defined $value ? { 0 => 0, 3 => 1 }->{$value} : undef;
}

# The lines of a file without the branches that cannot be taken.
sub kept_lines ($self, $path) {
	return @{ $self->{kept}{$path} ||= [$self->read_kept_lines($path)] };
}

sub read_kept_lines ($self, $path) {
	my @lines = $self->lines_of($path);
	my (@kept, @open);
	for my $line (@lines) {
		my $out = grep { $_->{off} } @open;
		if ($line =~ /^\s*#\s*if/) {
			my $value = $out ? undef : $self->value_of(Text::condition_of($line));
			# A template that is opened in an editor gives itself a tag; here it has one.
			$value = 0 if $path =~ /\.inc$/ && $line =~ /^\s*#\s*ifndef\s+LQCD_TAG\b/;
			push @open, { off => defined $value && !$value, shown => !defined $value, done => $value ? 1 : 0 };
			push @kept, $line if !$out && $open[-1]{shown};
			next;
		}
		if ($line =~ /^\s*#\s*(elif|else)\b/) {
			my $top = $open[-1] or die "$path: $line without #if\n";
			next if grep { $_->{off} } @open[0 .. $#open - 1];
			my $is_else = $1 eq 'else';
			my $value = $is_else ? 1 : $self->value_of(Text::condition_of($line));
			if ($top->{done} || defined $value && !$value) { $top->{off} = 1; next }
			$top->{off} = 0;
			if (!$top->{shown}) {
				# Every branch before is out.
				if (defined $value) { $top->{done} = 1; next }
				$line =~ s/elif/if/;
				$top->{shown} = 1;
			} elsif (defined $value) {
				$line = '#else' unless $is_else;
				$top->{done} = 1;
			}
			push @kept, $line;
			next;
		}
		if ($line =~ /^\s*#\s*endif/) {
			my $top = pop @open or die "$path: an #endif too many\n";
			push @kept, $line if $top->{shown} && !grep { $_->{off} } @open;
			next;
		}
		push @kept, $line unless $out;
	}
	die "$path: an #endif is missing\n" if @open;
	return @kept;
}

# ---- items ---------------------------------------------------------------------------------------------------------

# Reads a header where it is included under a condition (a list of expressions).
sub header ($self, $path, @conditions) {
	my $condition = join ' && ', map { "($_)" } @conditions;
	my $header = $self->{headers}{$path};
	if ($header) {
		# Included again, in more cases than before: it counts in all of them, and so does what it includes.
		return if grep { $_ eq '' || index("$condition &&", "$_ &&") == 0 } @{ $header->{when} };
		push @{ $header->{when} }, $condition;
		$self->header($_->[0], @conditions, @{ $_->[1] }) for @{ $header->{includes} };
		return;
	}
	$header = $self->{headers}{$path} = { path => $path, when => [$condition], under => [@conditions], includes => [] };
	push @{ $self->{order} }, $header;
	my @lines = $self->kept_lines($path);

	# The guard: #ifndef X, #define X, .., #endif.
	my ($first) = grep { $lines[$_] =~ /^\s*#/ } 0 .. $#lines;
	my $guard = defined $first && $lines[$first] =~ /^#\s*ifndef\s+(\w+)\s*$/ ? $1 : '';
	if ($guard ne '' && ($lines[$first + 1] || '') =~ /^#\s*define\s+$guard\s*$/) {
		$header->{guard} = $guard;
		splice @lines, $first, 2;
		pop @lines while @lines && $lines[-1] !~ /\S/;
		die "$path: the guard does not close\n" unless pop(@lines) =~ /^#\s*endif/;
	}
	$self->text_of_header($header, $path, [], @lines);
}

# Whether the lines from a #if to its #endif include a file of the tree, or open a brace for such lines.
sub branch_includes ($lines, $at) {
	my $depth = 0;
	for my $n ($at .. $#$lines) {
		$depth++ if $lines->[$n] =~ /^\s*#\s*if/;
		$depth-- if $lines->[$n] =~ /^\s*#\s*endif/;
		return 1 if $lines->[$n] =~ /^\s*#\s*include\s+["A-Za-z_]|^LQCD_(?:BEGIN|END)_DECLS$/;
		return 0 if !$depth;
	}
	return 0;
}

sub add_item ($self, %item) {
	my $open = 0;
	for (@{ $item{text} }) {
		$open++ if /^\s*#\s*if/;
		$open-- if /^\s*#\s*endif/;
		die "$item{file}: a branch of #if is cut\n" if $open < 0;
	}
	die "$item{file}: a branch of #if is cut\n" if $open;
	push @{ $self->{items} }, { %item, around => [@{ $self->{brackets} }], number => scalar @{ $self->{items} } };
}

sub flush ($self, $header, $conditions, $text) {
	$self->add_item(kind => 'header', file => $header->{path}, header => $header, text => [@$text], inner => [@$conditions])
		if grep { /\S/ } @$text;
	@$text = ();
}

sub text_of_header ($self, $header, $path, $outer, @lines) {
	my (@text, @open);
	my @conditions = @$outer;
	for my $n (0 .. $#lines) {
		my $line = $lines[$n];
		if ($line =~ /^\s*#\s*if/) {
			my $split = branch_includes(\@lines, $n);
			$self->flush($header, \@conditions, \@text) if $split;
			push @open, $split ? { seen => [], now => Text::condition_of($line) } : undef;
			push @text, $line unless $split;
		} elsif ($line =~ /^\s*#\s*(elif|else|endif)\b/) {
			my $word = $1;
			my $top = $word eq 'endif' ? pop @open : $open[-1];
			if ($top) {
				$self->flush($header, \@conditions, \@text);
				push @{ $top->{seen} }, $top->{now};
				$top->{now} = $word eq 'elif' ? Text::condition_of($line) : undef;
			} else {
				push @text, $line;
			}
		} elsif ($line =~ /^\s*#\s*include\s+["A-Za-z_]/) {
			$self->file_of_header($header, $self->included($path, $line), \@conditions, \@text);
		} elsif (!$self->is_string($line)) {
			if ($line =~ /^LQCD_(BEGIN|END)_DECLS$/) {
				$self->flush($header, \@conditions, \@text);
				if ($1 eq 'BEGIN') {
					push @{ $self->{brackets} }, { open => [$line], close => ['LQCD_END_DECLS'] };
				} else {
					pop @{ $self->{brackets} };
				}
			} else {
				push @text, $line;
			}
		}
		@conditions = (@$outer, map {
			my $o = $_;
			$o ? ((map { "!($_)" } @{ $o->{seen} }), defined $o->{now} ? $o->{now} : ()) : ()
		} @open);
	}
	$self->flush($header, \@conditions, \@text);
}

# A #define or #undef of a macro that names a template.
sub is_string ($self, $line) {
	if ($line =~ /^\s*#\s*define\s+(\w+)\s+"([^"]*\.inc)"\s*$/) {
		$self->{strings}{$1} = $2;
		return 1;
	}
	return $line =~ /^\s*#\s*undef\s+(\w+)/ && defined delete $self->{strings}{$1};
}

# The lines of a ladder for the tags that the text before it asks for; they leave that text. Of one and of several right-hand sides,
# without representations. Tags of devices are within LQCD_DEVICES.
sub rungs ($self, $file, $text) {
	my @lines = without_manual($self->kept_lines($file));
	my %mask = map { /^#define\s+(LQCD_\w+)\s+(\d+)\s*$/ ? ($1 => $2) : () } @lines;
	my %all = map { /^#define\s+(LQCD_ALL_\w+)\s+(.*\S)\s*$/ ? ($1 => $2) : () } @lines;
	return @lines if !%mask;
	# After base/lazy.inc, which puts macros aside, the usual tags are those of a device.
	my $lazy = grep { $_->{macros} } @{ $self->{brackets} };
	my $tags = $lazy ? 'LQCD_DEVICE_TAGS' : 'LQCD_ARITHMETIC_TAGS';
	while (@$text && $text->[-1] =~ /^\s*$|^#define\s+LQCD_TAGS\s+(.*\w)\s*$/) {
		$tags = $1 if defined $1;
		pop @$text;
	}
	my $wanted = 0;
	$tags =~ s/\b(LQCD_ALL_\w+)/$all{$1} \/\/ die "$file: no tags are called $1\n"/ge;
	for (split / \+ /, $tags) {
		my $name = s/^LQCD_DEVICES \* //r;
		next if $name ne $_ && $self->{undefined}{LQCD_DEVICES};
		$wanted += $mask{$name} // die "$file: no tags are called $name\n";
	}
	my ($start) = grep { $lines[$_] =~ /^#ifdef LQCD__ROUND/ } 0 .. $#lines;
	my @rungs = $self->{masks}++ ? () : @lines[0 .. $start - 1];
	for my $many (0, 1) {
		my $round = $many ? $wanted >> 10 : $wanted % 1024;
		my @open;
		for (@lines[$start + 1 .. $#lines]) {
			if (/^#if LQCD__ROUND & (\d+)( && !defined LQCD_REP)?/) { push @open, !$2 && $round & ($1 + 0) }
			elsif (/^#else/) { last }
			elsif (/^#endif/) { pop @open }
			elsif (grep { !$_ } @open or $lazy && /^LQCD_\w+_DECLS|^#include "lazy/) { next } # lazy.inc is open here
			elsif (/^LQCD_(BEGIN|END)_DECLS/) { push @rungs, $1 eq 'BEGIN' ? ('#if LQCD_DEVICES', $_) : ($_, '#endif') }
			else { push @rungs, $many && /^#define LQCD_TAG\b/ ? '#define LQCD_MANY' : (), $_ }
		}
	}
	return @rungs;
}

# Follows an #include of a header.
sub file_of_header ($self, $header, $file, $conditions, $text) {
	return if $self->{without}{$file};
	if ($self->is_ladder($file)) {
		my @lines = $self->rungs($file, $text);
		$self->flush($header, $conditions, $text);
		$self->text_of_header($header, $file, $conditions, @lines);
	} elsif ($file =~ /\.inc$/) {
		my @lines = $self->template_text($header, $file, $conditions);
		push @lines, '#undef LQCD_MANY' if grep { !/^#define/ && /\b(?:KIND|P|V)\(/ || /^#ifdef LQCD_MANY/ } @lines;
		my $pushed = () = grep { /^#pragma push_macro/ } @lines;
		my $popped = () = grep { /^#pragma pop_macro/ } @lines;
		# The parameters: what is defined just before, and undefined in the template.
		my %parameter = map { /^\s*#\s*undef\s+(\w+)/ ? ($1 => 1) : () } @lines;
		my @settings;
		while ($pushed == $popped && @$text && ($text->[-1] !~ /\S/ || $text->[-1] =~ /^\s*#\s*define\s+(\w+)(?:\s+\S+)?\s*$/ && $parameter{$1})) {
			my $line = pop @$text;
			unshift @settings, $line if $line =~ /\S/;
		}
		$self->flush($header, $conditions, $text);
		if ($pushed > $popped) {
			push @{ $self->{brackets} }, { open => [grep { /\S/ } without_manual(@lines)], close => [], macros => 1 };
		} elsif ($pushed < $popped) {
			my ($last) = grep { $_->{macros} } reverse @{ $self->{brackets} } or die "$file closes nothing\n";
			push @{ $last->{close} }, grep { /\S/ } without_manual(@lines);
			@{ $self->{brackets} } = grep { $_ != $last } @{ $self->{brackets} };
		} else {
			$self->add_item(kind => 'template', file => $file, header => $header, text => \@lines, inner => [@$conditions], settings => \@settings);
		}
	} else {
		$self->flush($header, $conditions, $text);
		push @{ $header->{includes} }, [$file, [@$conditions]];
		$self->header($file, @{ $header->{under} }, @$conditions);
		$self->{headers}{$file}{parent} ||= $header;
	}
}

sub without_manual {
	my @lines = @_;
	shift @lines if @lines && $lines[0] =~ m{^/\*};
	return @lines;
}

# A template with the templates in it. A header that it includes comes before it.
sub template_text ($self, $header, $path, $conditions) {
	my @text;
	my @lines = $self->kept_lines($path);
	my $frame = $path =~ m{(?:^|[/_])(?:begin|end)(?:_\w+)?\.inc$};
	@lines = grep { /\S/ } without_manual(@lines) if $frame;
	for (my $n = 0; $n < @lines; $n++) {
		my $line = $lines[$n];
		if ($frame && $line =~ /^#ifndef\s+(LQCD\w+)\s*$/ && ($lines[$n + 1] || '') =~ /^#define\s+(\w+)/) {
			# A table that a frame makes once.
			my ($depth, @table) = (0);
			for (; $n < @lines; $n++) {
				$depth++ if $lines[$n] =~ /^\s*#\s*if/;
				$depth-- if $lines[$n] =~ /^\s*#\s*endif/;
				push @table, $lines[$n];
				last unless $depth;
			}
			$self->add_item(kind => 'header', file => $path, header => $header, text => \@table, inner => [@$conditions], table => 1)
				unless $self->{tables}{"@table"}++;
			next;
		}
		my $file = $line =~ /^\s*#\s*include\s+["A-Za-z_]/ ? $self->included($path, $line) : undef;
		if (defined $file && $file =~ /\.inc$/) {
			push @text, $self->template_text($header, $file, $conditions);
		} elsif (defined $file) {
			$self->header($file, @{ $header->{under} }, @$conditions);
		} elsif (!$self->is_string($line)) {
			push @text, $line;
		}
	}
	return @text;
}

sub items { @{ $_[0]{items} } }
sub headers { @{ $_[0]{order} } }

# The condition under which an item counts, '' for always.
sub condition ($self, $item) {
	my @when = @{ $item->{header}{when} };
	my $outer = (grep { $_ eq '' } @when) ? '' : @when == 1 ? $when[0] : '(' . join(' || ', map { "($_)" } @when) . ')';
	return join ' && ', $outer eq '' ? () : $outer, map { "($_)" } @{ $item->{inner} };
}

1;
