# lqcd/package/Text.pm: the text of C files: conditions, tokens, pieces of the top level, and text without what a compiler
# does not need.
package Text;
use v5.36;

sub slurp ($file) { open my $in, '<:raw', $file or die "$file: $!\n"; local $/; return scalar(<$in>) // '' }

our $comment = qr{/\*.*?\*/|//[^\n]*}s;
our $literal = qr{"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'}s;

# The condition of a line #if, #ifdef, #ifndef or #elif as an expression.
sub condition_of ($line) {
	$line =~ s{/\*.*?\*/}{ }gs;
	$line =~ s{//.*}{};
	$line =~ s/\\\n/ /g;
	return "defined($1)" if $line =~ /^\s*#\s*ifdef\s+(\w+)/;
	return "!defined($1)" if $line =~ /^\s*#\s*ifndef\s+(\w+)/;
	return $1 if $line =~ /^\s*#\s*(?:el)?if\b\s*(.*?)\s*$/s;
	die "no condition: $line\n";
}

# The name of a structure, which may be one of a template, T(x), or the form of one of C++ for some types, and what it is derived from
my $struct = qr/struct\s+\w+\s*(?:\(\w+\)\s*|<[^;{}]*>\s*)?(?::[^;{}]*)?/;

# Cuts text into pieces of the top level: { kind, text, head }. Kinds: comment, directive, function, type (typedef, struct,
# union, enum), object (a declaration: prototype or variable), other (blank lines, macros that stand alone, extern "C").
sub pieces_of ($text, $name = undef) {
	my @pieces;
	my ($start, $depth, $round, $fresh, $line_start) = (0, 0, 0, 1, 1);
	my ($code, $is_function, $directives) = ('', 0, 0);
	my $end = sub ($kind) {
		push @pieces, { kind => $kind, text => substr($text, $start, pos($text) - $start), code => $code, directives => $directives };
		($start, $code, $is_function, $directives) = (pos($text), '', 0, 0);
	};
	pos($text) = 0;
	while (pos($text) < length $text) {
		# A run of characters that end no piece is taken at once; between braces it goes on over lines and semicolons.
		if ($depth ? $text =~ /\G((?:[^{}()"'\/#\s]++|[ \t\n]++(?!#))+)/gc : $text =~ /\G((?:[^{}();"'\/#\s]++|[ \t]++(?!#))+)/gc) {
			$code .= $1;
		} elsif ($text =~ /\G\n/gc) {
			if ($code =~ /\S/) {
				if (!$depth && !$round && $code =~ /^\s*[A-Z][A-Z_0-9]*\s*(?:\(.*\))?\s*$/s && $text !~ /\G\s*\{/) {
					$end->('other');
				} else {
					$code .= "\n";
				}
			} else {
				$end->('other');
			}
		} elsif ($text =~ /\G[ \t]*#(?:[^\n\\\/]|\\\n|\\|$comment|\/)*(?:\n|\z)/gc) {
			if ($code =~ /\S/) { $directives = 1; $code .= "\n" } else { $end->('directive') }
		} elsif ($text =~ /\G($comment)/gc) {
			if ($code !~ /\S/) { $text =~ /\G[ \t]*\n/gc; $end->('comment') }
		} elsif ($text =~ /\G($literal)/gc) {
			$code .= $1;
		} elsif ($text =~ /\G([{}();])/gc) {
			my $c = $1;
			if ($c eq '{' && !$depth && $code =~ /^\s*extern\s*"C(?:\+\+)?"\s*$/) {
				$text =~ /\G[ \t]*\n/gc;
				$end->('other');
				next;
			}
			if ($c eq '{' && !$depth && !$round) {
				$is_function = $code !~ /^\s*(?:__extension__\s+)?(?:typedef|enum|union)\b|^\s*(?:template\s*<[^>]*>\s*)?$struct$|=\s*$/;
			}
			$code .= $c;
			$depth++ if $c eq '{';
			$round++ if $c eq '(';
			$round-- if $c eq ')';
			if ($c eq '}') {
				$depth--;
				if ($depth < 0) {
					# The end of extern "C++" {
					die "$name: a } too many\n" unless $code =~ /^\s*\}$/;
					$depth = 0;
					$text =~ /\G[ \t]*\n/gc;
					$end->('other');
				} elsif (!$depth && $is_function) {
					$text =~ /\G[ \t]*\n/gc;
					$end->('function');
				}
			} elsif ($c eq ';' && !$depth && !$round) {
				$text =~ /\G[ \t]*(?:$comment)?[ \t]*\n/gc;
				$end->($code =~ /^\s*(?:__extension__\s+)?(?:template\s*<[^>]*>\s*)?(?:typedef|enum|union|$struct[;{])/ ? 'type' : 'object');
			}
		} elsif ($text =~ /\G(.)/gcs) {
			$code .= $1;
		}
	}
	die "$name: braces or brackets do not close\n" if $depth || $round || $code =~ /\S/;
	$end->('other') if $start < length $text;
	return \@pieces;
}

sub tokens_of ($text) {
	$text =~ s{\\\n}{ }g;
	$text =~ s{($literal)|$comment}{defined $1 ? $1 : ' '}ge;
	return [$text =~ /($literal|[A-Za-z_]\w*|\.?\d[\w.]*|##|#|\S)/g];
}

# Text without comments, and without the lines that only had one.
sub stripped ($text) {
	$text =~ s{($literal)|[ \t]*$comment(?:[ \t]*(?=(\w))|)}{defined $1 ? $1 : "\x01" . (defined $2 ? ' ' : '')}ge;
	$text =~ s/^[ \t]*\x01[ \t\x01]*\n//gm;
	$text =~ s/^\x01 //gm;
	$text =~ s/\x01//g;
	$text =~ s/[ \t]+$//gm;
	return $text;
}

# Without the spaces that align columns.
sub narrow ($text) {
	$text =~ s/^(\t+) +(?=\S)/$1/gm;
	$text =~ s{($literal)|(?<=\S) {2,}|[ \t]+(?=\\\n)}{defined $1 ? $1 : ' '}ge;
	return $text;
}

# Whether two characters need a space between them: words, and operators that would be read as one.
sub parts ($before, $after) {
	return "$before$after" =~ m{^(?:[\w.'"]{2}|\+\+|--|&&|\|\||<[<:%]|>>|[-+*/%&|^<>=!]=|->|/[/*]|##|::|:>|%[:>])$};
}

# Lines without the spaces that nothing needs.
sub dense_lines ($text) {
	$text =~ s/^[ \t]+//gm;
	$text =~ s{($literal)|[ \t]+}{ defined $1 ? $1 : parts(substr($text, $-[0] - 1, 1), substr($text, $+[0], 1)) ? ' ' : '' }ge;
	# A line goes on, up to 160 characters, behind a brace that opens, before one that closes, and from statement to statement:
	# not where a condition without braces is near, which compilers would call misleading.
	my @lines;
	my ($ends, $free) = (1, 0);
	for (split /(?<=\n)/, $text) {
		my $simple = /\A(?![A-Z])[^{}]*;\n\z/ && !/\b(?:if|for|while|else|switch|do|case|default)\b/;
		if (@lines && ($lines[-1] =~ /\{\n\z/ || /\A\}/ || $free && $simple) && length($lines[-1]) + length() <= 160) {
			chomp $lines[-1];
			$lines[-1] .= $_;
		} else {
			push @lines, $_;
		}
		$free = $ends && $simple;
		$ends = /[;{}]\n\z/;
	}
	return join '', @lines;
}

# A piece without spaces that nothing needs: after its first brace, or all of an overload of C++; the head of a function in
# one line without them, too. Directives within keep theirs.
sub dense ($text) {
	return dense_lines($text =~ s/\s*\n\s*/ /gr =~ s/\s*\z/\n/r) if $text =~ /\A\s*LQCD_OVERLOAD/;
	my ($head, $body) = $text =~ /\A([^{]*\{)(.*)\z/s or return $text;
	$head = dense_lines($head =~ s/\s+/ /gr =~ s/\A | \z//gr) if $head !~ /#/ && $head =~ /\(/;
	$body = join '', map { /^\s*#/ ? $_ : dense_lines($_) } $body =~ /(\s*#(?:[^\n\\]|\\\n|\\)*\n|(?:[ \t]*[^#\s].*\n|\s*\n)+|.+)/g;
	return $head . $body;
}

# A manual without the stars of its lines, and with columns that are two spaces apart.
sub narrow_manual ($manual) {
	$manual =~ s{\n \* SPDX-License-Identifier: MIT(?= \*/)}{};
	$manual =~ s{^ \*(?!/) ?}{}gm;
	$manual =~ s/^ {7,}/      /gm;
	$manual =~ s/(?<=\S) {3,}(?=\S)/  /g;
	return $manual;
}

# The text of an item: with its manual (the comment at the top), if wanted, but without other comments; dense, if wanted.
sub plain_text ($pieces, $comments = undef, $dense = undef) {
	my $text = '';
	my $first = 1;
	for my $piece (@$pieces) {
		if ($piece->{kind} eq 'comment') {
			$text .= $dense ? narrow_manual($piece->{text}) : $piece->{text} if $first && $comments;
		} else {
			my $code = narrow(stripped($piece->{text}));
			$code =~ s/\n\n+(?=.)/\n/gs if $piece->{kind} eq 'function';
			# A macro in one line; one with arguments without spaces.
			if ($dense && $piece->{kind} eq 'directive') {
				$code =~ s/\s*\\\n\s*/ /g;
				$code =~ s/^(\s*#\s*define\s+)(\w+\([^()]*\))[ \t]+(.*)/$1 . dense_lines($2) . ' ' . dense_lines($3)/e;
			}
			$code = dense($code) if $dense && ($piece->{kind} =~ /^(?:function|object|type)$/ || $code =~ /\A\s*LQCD_OVERLOAD/);
			$text .= $code;
		}
		$first = 0 if $piece->{text} =~ /\S/;
	}
	$text =~ s/\n{2,}(?!\/\*)/\n/g if $dense;
	$text =~ s/\n{3,}/\n\n/g;
	$text =~ s/\A\n+|(?<=\n)\n+\z//g;
	return $text;
}

1;
