# lqcd/package/Manual.pm: the manual at the top of a header, plain text in columns, as HTML. For manual.pl.
#
#   my $m = Manual->new(name => sub { .. }, file => sub { .. });     links: the address of a name of the library, of a file, or undef
#   my ($title, $html) = $m->page($comment);                         the comment with its stars
#   $m->inline($text, $formula)                                      one piece of text; formula: all of it is one
#
# Flush-left lines are paragraphs. Indented lines are rows: where columns are at least two spaces apart and several rows share a
# column, a table; a row is code (names of the library, calls), a formula (set with indices, powers and Greek letters), or text.
# No word is lost: tests/compile/docs.t compares.
package Manual;
use v5.36;
use utf8;

my @greek = qw(alpha α beta β gamma γ delta δ epsilon ε eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ chi χ
	psi ψ omega ω Gamma Γ Delta Δ Lambda Λ Sigma Σ Phi Φ Psi Ψ Omega Ω);
our %greek = @greek;
my $letters = join '|', sort keys %greek;
my $suffix = qr/_(?:<tag>|v?[fdh]|g[fdh])\z/;

sub new ($class, %link) { return bless {%link}, $class }

my %entity = ('<' => '&lt;', '>' => '&gt;', '"' => '&quot;', '&' => '&amp;');
sub escaped { return $_[0] =~ s/([<>"&])/$entity{$1}/gr }

# HTML with a link if the name is known: with its tag, or without.
sub linked ($self, $name, $html) {
	my $to = $self->{name}->($name) // ($name =~ $suffix ? $self->{name}->($name =~ s/$suffix//r) : undef);
	return defined $to ? qq(<a href="$to">$html</a>) : $html;
}

# Code, its names with links.
sub code ($self, $text) {
	my $html = '';
	while ($text =~ /\G(?:(\b_*(?:lqcd|LQCD)_\w+(?:<tag>)?)|(\w+|.))/gs) {
		my ($name, $other) = ($1, $2);
		$html .= defined $name ? $self->linked($name, escaped($name)) : escaped($other);
	}
	return $html;
}

sub index_of ($text) {
	$text =~ s/^\{(.*)\}$/$1/;
	$text =~ s/^\((.*)\)$/$1/;
	return $greek{$1} . $greek{$2} if $text =~ /^($letters)($letters)$/;
	return escaped($text) =~ s/(?<![a-zA-Z])($letters)(?![a-zA-Z])/$greek{$1}/gr =~ s/ != / ≠ /r =~ s/&lt;=/≤/gr;
}

sub inline ($self, $text, $formula = undef) {
	my $html = '';
	pos($text) = 0;
	while (pos($text) < length $text) {
		if ($text =~ /\G(_*(?:lqcd|LQCD)_\w+(?:<tag>)?)/gc) {
			my $name = $1;
			$html .= $self->linked($name, '<code>' . escaped($name) . '</code>');
		} elsif ($text =~ m{\G((?:\.\./)*(?:[A-Za-z_0-9]+/)*[A-Za-z_0-9]+\.(?:h|inc|c|cu|cpp)|(?:[A-Za-z_0-9]+/)+[A-Za-z_0-9]+\.(?:t|pl|mk|md|sh))\b}gc) {
			my $file = $1;
			my $to = $self->{file}->($file, $self->{within});
			$html .= defined $to ? qq(<a href="$to"><code>$file</code></a>) : "<code>$file</code>";
		} elsif ($text =~ m{\G(arXiv:|)(?<![\w.\-+])(\d{4}\.\d{4,5}|hep-lat/\d{7})(?![\w.-])}gc) {
			$html .= qq(<a href="https://arxiv.org/abs/$2">$1$2</a>);
		} elsif ($text =~ /\G(?<![\w.>&])(sum|prod|integral|grad)(?:_(\{[^{}]*\}|\([^()]*\)|[A-Za-z0-9]+)(?!\w)|(?(?{ !$formula })(?!))(?![\w(]))/gc) {
			$html .= { sum => '∑', prod => '∏', integral => '∫', grad => '∇' }->{$1} . (defined $2 ? '<sub>' . index_of($2) . '</sub>' : '');
		} elsif ($text =~ /\G`([^`]*)`/gc || !$formula && $text =~ /\G(?<![\w.])(?!(?:d[A-Z]_(?:(?:$letters){1,2}|[A-Z])|(?:$letters)_(?:\w|(?:$letters){1,2}))(?!\w))([A-Za-z]\w+_\w*\w)(?!\w)/gc) {
			my $code = $1;
			$html .= '<code>' . $self->code($code) . '</code>';
		} elsif ($text =~ /\G(?<![\w.>&])(d?[A-Z]|[a-z]|$letters)_(\{[^{}]*\}|[A-Za-z0-9]{1,3}|(?:$letters){1,2})(?!\w)/gc) {
			$html .= '<i>' . ($greek{$1} // $1) . '</i><sub>' . index_of($2) . '</sub>';
		} elsif ($text =~ /\G\^(dagger|\+(?!\d)|-?\d+|\([^()]*\)|[A-Za-z](?!\w))/gc) {
			$html .= '<sup>' . ($1 eq 'dagger' || $1 eq '+' ? '†' : index_of($1) =~ s/^-/−/r) . '</sup>';
		} elsif ($text =~ /\G<=/gc) {
			$html .= '≤';
		} elsif ($text =~ /\G>=/gc) {
			$html .= '≥';
		} elsif ($text =~ /\G(?<= )(\+-|-\+|->)(?= )/gc) {
			$html .= { '+-' => '±', '-+' => '∓', '->' => '→' }->{$1};
		} elsif ($text =~ /\G(?<=\w[-+])($letters)(?!\w)/gc) {
			$html .= $greek{$1};
		} elsif ($formula && $text =~ /\Gsqrt(?=\()/gc) {
			$html .= '√';
		} elsif ($formula && $text =~ /\G!=/gc) {
			$html .= '≠';
		} elsif ($formula && $text =~ /\G(?<!\w)($letters)(?!\w)/gc) {
			$html .= "<i>$greek{$1}</i>";
		} elsif ($formula && $text =~ /\G(?<![\w'])([A-Za-z])(?![\w'])/gc) {
			$html .= "<i>$1</i>";
		} elsif ($formula && $text =~ /\G-(?=[\w ({])/gc) {
			$html .= '−';
		} elsif ($formula && $text =~ /\G {2,}/gc) {
			$html .= "\x{2003}";
		} elsif ($text =~ /\G(\w+|.)/gcs) {
			$html .= escaped($1);
		}
	}
	return $html;
}

# Names of the library, calls and statements are code; what has signs of mathematics is a formula; prose is neither.
sub kind ($text) {
	return 'text' if $text =~ m{\.h\b|^\d+\. } || $text =~ /\b[a-z]+ [a-z]+ [a-z]+ [a-z]{2,}\b/ && $text !~ /^\S+ \S+ = |;$/;
	# A lesson's counts of instructions
	return 'code' if $text =~ /^(?:\[[\w .-]+\] )?\w+(?::\w+)? [<>]?= \d+(?:, \w+(?::\w+)? [<>]?= \d+)*$|^same as \w+$/;
	return 'code' if $text =~ /\b(?:lqcd|LQCD)_|;\s*$|&\w|\*\w+[,)]|^#|^\w+\((?:\w+(?:, ?\w+)*)?\)(?:,? +\w+\(.*)?$|^make /;
	return 'text' if $text !~ m{ = |\^|_\w+\(|\bsum\b|sum_|<= | / } || $text =~ /\bconst\b/;
	my $prose = () = $text =~ /(?<!\^)\b(?!(?:$letters|sum|exp|dagger|sqrt|trace|cos|sin|det|log|and|or|for|with|else|where|integral|tr)\b)[a-z]{3,}\b/g;
	return $prose > ($text =~ / = / ? 3 : 1) ? 'text' : 'formula';
}

# Rows of indented lines: [indent, [start, text], [start, text], ..]
sub rows (@lines) {
	my @split = map {
		my ($line, @cells) = ($_);
		push @cells, [$-[0], $&] while $line =~ /\S+(?: \S+)*/g;
		\@cells;
	} @lines;
	my ($base) = sort { $a <=> $b } map { $_->[0][0] } @split;
	my (%starts, %gap);
	for my $cells (@split) {
		$starts{ $_->[0] }++ for @$cells[1 .. $#$cells];
		$starts{ $cells->[0][0] }++ if $cells->[0][0] > $base + 8;
	}
	my @rows;
	for my $cells (@split) {
		# A call that reaches to the next column
		my ($start, $call) = @{ $cells->[0] };
		my ($touched) = grep { $starts{$_} > 1 && $_ > $start + 1 && $_ < $start + length $call && substr($call, $_ - $start - 2, 2) =~ /[);] / } sort keys %starts;
		splice @$cells, 0, 1, [$start, substr $call, 0, $touched - $start - 1], [$touched, substr $call, $touched - $start] if $touched;
		my @row = $cells->[0];
		my $wide = 0;
		for my $k (1 .. $#$cells) {
			my $gap = $cells->[$k][0] - $cells->[$k - 1][0] - length $cells->[$k - 1][1];
			if ($starts{ $cells->[$k][0] } > 1 || $gap >= 3 && kind($row[0][1]) eq 'code') {
				push @row, $cells->[$k];
			} else {
				$row[-1] = [$row[-1][0], $row[-1][1] . ' ' x ($gap > 1 ? 2 : 1) . $cells->[$k][1]];
			}
		}
		my $indent = $row[0][0];
		my $last = $rows[-1];
		# Words far to the right continue the nearest column of the row above.
		if ($last && $indent > $base + 8) {
			for my $cell (@row) {
				my ($to) = sort { abs($a->[0] - $cell->[0]) <=> abs($b->[0] - $cell->[0]) } @$last[1 .. $#$last];
				if ($to) { $to->[1] .= " $cell->[1]" } else { push @$last, [@$cell] }
			}
			next;
		}
		# Lines of text go on.
		if ($last && @row == 1 && @$last == 1 && $indent == $last->[0][0] && kind($last->[0][1]) eq 'text' && kind($row[0][1]) ne 'code'
			&& $last->[0][1] !~ /:$/ && $row[0][1] !~ /^\d+\. /) {
			$last->[0][1] .= " $row[0][1]";
			next;
		}
		push @rows, [map { [@$_] } @row];
	}
	return ($base, @rows);
}

sub cell ($self, $text, $first = undef) {
	my $kind = kind($text);
	$kind = 'text' if !$first && $kind eq 'code' && $text =~ /[a-z]{2} [a-z]+ [a-z]+/;
	return ($kind, $kind eq 'code' ? '<code>' . $self->code($text) . '</code>' : $self->inline($text, $kind eq 'formula'));
}

sub block ($self, @lines) {
	my ($base, @rows) = rows(@lines);
	my ($columns) = sort { $b <=> $a } map { scalar @$_ } @rows;
	my $html = qq(<table class="rows">\n);
	for my $row (@rows) {
		my $deeper = $row->[0][0] - $base;
		# A row about a folder has the names of its files.
		local $self->{within} = $row->[0][1] =~ m{^(\w+)/$} ? $1 : undef;
		$html .= '<tr>';
		for my $k (0 .. $#$row) {
			my ($kind, $text) = $self->cell($row->[$k][1], !$k);
			my $span = $k == $#$row && $columns > @$row ? $columns - $k : 1;
			$html .= qq(<td class="$kind") . ($span > 1 ? qq( colspan="$span") : '') . (!$k && $deeper > 0 ? qq( style="padding-left:${deeper}ch") : '') . ">$text</td>";
		}
		$html .= "</tr>\n";
	}
	return "$html</table>\n";
}

# The lines of a comment without its frame.
sub lines_of ($comment) {
	$comment =~ s{\A/\*+ ?}{};
	$comment =~ s{\s*\*/\s*\z}{};
	$comment =~ s{^[ \t]*\*(?: |$)}{}gm;
	$comment =~ s{\s*SPDX-License-Identifier: MIT$}{}m;
	$comment =~ s/[ \t]+$//gm;
	return split /\n/, $comment;
}

sub page ($self, $comment) {
	my @lines = lines_of($comment);
	my ($title, $html, @text, @rows) = (undef, '');
	my ($width) = sort { $b <=> $a } map { length } @lines;
	my $close = sub {
		if (@text) {
			my $all = join ' ', @text;
			if (!defined $title) {
				($title = $all) =~ s{^[\w/.]+: }{};
				my $first = $title =~ s/^(.*?[^.]\.)\s+(?=[A-Z]).*$/$1/sr;
				my $rest = substr $title, length $first;
				$title = $first =~ s/\.$//r;
				$html .= '<p>' . $self->inline($rest) . "</p>\n" if $rest =~ /\S/;
			} else {
				$html .= '<p>' . $self->inline($all) . "</p>\n";
			}
			@text = ();
		}
		$html .= $self->block(@rows) if @rows;
		@rows = ();
	};
	for (@lines) {
		if (!/\S/) { $close->() }
		elsif (/^ {2}/) { $close->() if @text; push @rows, $_ }
		else {
			# A line that ends early, before a word that had fitted, ends a paragraph, but for an initial.
			$close->() if @rows || @text && $text[-1] =~ /[.:]$/ && $text[-1] !~ /\b(?:[A-Z]|al|Phys|Rev|Lett)\.$/ && /^(\S+)/ && length("$text[-1] $1") < $width - 4;
			push @text, $_;
		}
	}
	$close->();
	return ($title // '', $html);
}

1;
