# lqcd/package/Markdown.pm: the Markdown of this tree as HTML: headings, paragraphs, fenced and indented code, tables, lists, bold,
# code and links. For manual.pl.
#
#   my $html = Markdown::html($text, link => sub { address for the target of a link, or undef }, code => sub { HTML of code })
package Markdown;
use strict;
use warnings;

sub escaped {
	my ($text) = @_;
	$text =~ s/&/&amp;/g;
	$text =~ s/</&lt;/g;
	$text =~ s/>/&gt;/g;
	$text =~ s/"/&quot;/g;
	return $text;
}

sub inline {
	my ($text, $o) = @_;
	my $html = '';
	pos($text) = 0;
	while (pos($text) < length $text) {
		if ($text =~ /\G`([^`]+)`/gc) {
			$html .= '<code>' . $o->{code}->($1) . '</code>';
		} elsif ($text =~ /\G!\[([^\]]*)\]\(([^)\s]+)\)/gc) {
			my $to = $o->{link}->($2);
			$html .= defined $to ? qq(<img src="$to" alt=") . escaped($1) . '" />' : escaped($1);
		} elsif ($text =~ /\G\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/gc) {
			my ($shown, $to) = ($1, $o->{link}->($2));
			my $inner = inline($shown, { %$o, code => \&escaped });
			$html .= defined $to ? qq(<a href="$to">$inner</a>) : $inner;
		} elsif ($text =~ /\G\*\*(.+?)\*\*/gcs) {
			$html .= '<b>' . inline($1, $o) . '</b>';
		} elsif ($text =~ m{\G<(https?://[^>]+)>}gc) {
			$html .= qq(<a href=") . escaped($1) . '">' . escaped($1) . '</a>';
		} elsif ($text =~ /\G(\w+|.)/gcs) {
			$html .= escaped($1);
		}
	}
	return $html;
}

sub anchor {
	my ($text) = @_;
	$text =~ s/[`*]//g;
	return lc($text =~ s/[^\w]+/-/gr =~ s/^-|-$//gr);
}

sub html {
	my ($text, %o) = @_;
	$o{ids} //= {};
	my @lines = split /\n/, $text;
	my $html = '';
	while (@lines) {
		my $line = shift @lines;
		if ($line !~ /\S/) {
			next;
		} elsif ($line =~ /^```(\w*)/) {
			my @code;
			my $language = $1;
			push @code, shift @lines while @lines && $lines[0] !~ /^```/;
			shift @lines;
			my $all = join "\n", @code;
			$html .= '<pre><code>' . ($language =~ /^c/ ? $o{code}->($all) : escaped($all)) . "</code></pre>\n";
		} elsif ($line =~ /^(#+)\s+(.*)/) {
			my ($level, $id, $n) = (length $1, anchor($2), 1);
			$n++ while $o{ids}{ $n > 1 ? "$id-$n" : $id };
			$id = "$id-$n" if $n > 1;
			$o{ids}{$id} = 1;
			$html .= qq(<h$level id="$id">) . inline($2, \%o) . "</h$level>\n";
		} elsif ($line =~ /^\|/) {
			my @rows = ($line);
			push @rows, shift @lines while @lines && $lines[0] =~ /^\|/;
			my @cells = map { [map { s/^\s+|\s+$//gr } (map { s/\x01/|/gr } split /\|/, s/^\||\|\s*$//gr =~ s/(`[^`]*`)/$1 =~ s{\|}{\x01}gr/ger, -1)] } @rows;
			my @right = @cells > 1 ? map { /:$/ ? ' class="number"' : '' } @{ $cells[1] } : ();
			splice @cells, 1, 1 if @cells > 1 && $rows[1] =~ /^[|:\s-]+$/;
			$html .= "<table>\n";
			for my $k (0 .. $#cells) {
				next if !$k && !grep { /\S/ } @{ $cells[0] };
				my $tag = $k ? 'td' : 'th';
				my $n = 0;
				$html .= '<tr>' . join('', map { "<$tag" . ($right[$n++] // '') . '>' . inline($_, \%o) . "</$tag>" } @{ $cells[$k] }) . "</tr>\n";
			}
			$html .= "</table>\n";
		} elsif ($line =~ /^(\s{0,3})([-*]|\d+\.)\s+(.*)/) {
			my $list = $2 =~ /\d/ ? 'ol' : 'ul';
			$html .= "<$list>\n";
			unshift @lines, $line;
			while (@lines && $lines[0] =~ /^(\s{0,3}(?:[-*]|\d+\.)\s+)(.*)/) {
				my ($indent, @item) = (length $1, $2);
				shift @lines;
				while (@lines && ($lines[0] =~ /^\s{$indent}/ || $lines[0] =~ /^\S/ && $lines[0] !~ /^(?:[-*]|\d+\.)\s|^[#|`]/ && $item[-1] =~ /\S/
					|| $lines[0] !~ /\S/ && @lines > 1 && $lines[1] =~ /^\s{$indent}/)) {
					push @item, (shift @lines) =~ s/^\s{1,$indent}//r;
				}
				my $inner = html(join("\n", @item), %o);
				$inner =~ s{\A<p>(.*?)</p>\n}{$1\n}s;
				$html .= "<li>$inner</li>\n";
				shift @lines while @lines > 1 && $lines[0] !~ /\S/ && $lines[1] =~ /^\s{0,3}(?:[-*]|\d+\.)\s/;
			}
			$html .= "</$list>\n";
		} elsif ($line =~ /^ {4}/) {
			my @code = ($line);
			push @code, shift @lines while @lines && $lines[0] =~ /^ {4}/;
			$html .= '<pre><code>' . escaped(join "\n", map { s/^ {4}//r } @code) . "</code></pre>\n";
		} else {
			my @text = ($line);
			push @text, shift @lines while @lines && $lines[0] =~ /\S/ && $lines[0] !~ /^(?:```|#|\||\s{0,3}(?:[-*]|\d+\.)\s)/;
			$html .= '<p>' . inline(join("\n", @text), \%o) . "</p>\n";
		}
	}
	return $html;
}

1;
