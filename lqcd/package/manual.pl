#!/usr/bin/env perl
# lqcd/package/manual.pl: writes the manual, static HTML that needs no network.
#
#   perl lqcd/package/manual.pl build/docs
#
# One page for each header, from the comment at its top (Manual.pm) and the declarations with their comments, those of its
# templates included; README.md and the other texts of the tree, the chapters of examples/tutorial and the lessons of
# examples/explorer (by cmark-gfm); an index by name, and one by task (lqcd/package/manual/tasks.md); the programs that these
# pages link to. search.js finds names and words in all of them, and the words of lqcd/package/manual/words.txt.
# It needs perl and cmark-gfm (Debian: cmark-gfm).
use v5.36;
use utf8;
use File::Basename qw(dirname basename);
use File::Copy qw(copy);
use File::Find;
use File::Path qw(make_path);
use FindBin;
use lib $FindBin::Bin;
use Manual;
use Text;

my $to = shift or die "usage: manual.pl FOLDER\n";
$to = do { require Cwd; Cwd::getcwd() } . "/$to" unless $to =~ m{^/};
chdir "$FindBin::Bin/../.." or die "chdir: $!\n";

sub slurp ($file) {
	open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
	local $/;
	return scalar <$in>;
}
sub spew ($file, $text) {
	make_path(dirname("$to/$file"));
	open my $out, '>:encoding(UTF-8)', "$to/$file" or die "$to/$file: $!\n";
	print $out $text;
	close $out or die "$to/$file: $!\n";
}
*escaped = \&Manual::escaped;
my %plain = (lt => '<', gt => '>', quot => '"', amp => '&');
sub plain { return $_[0] =~ s/&(\w+);/$plain{$1}/gr }

# ---- what there is -------------------------------------------------------------------------------------------------

# Texts with a page of their own
my %text_page = ('README.md' => 'index.html', 'CHANGELOG.md' => 'changes.html', 'lqcd/README.md' => 'architecture.html',
	'lqcd/simd/README.md' => 'backends.html', 'bench/RESULTS.md' => 'results.html', 'lqcd/package/manual/tasks.md' => 'tasks.html');
delete @text_page{ grep { !-f } keys %text_page };
my @chapters = sort glob 'examples/tutorial/*.md';
$text_page{$_} = 'tutorial/' . basename($_) =~ s/\.md$/.html/r for @chapters;
# In an order to read them; others follow
my @order = map { "examples/explorer/$_.c" } qw(complex_fma one_source three_isas su3_layouts wilson_site float_double permute generic stencil gemm pairs);
my %rank_of = map { $order[$_] => $_ } 0 .. $#order;
my @lessons = sort { ($rank_of{$a} // 99) <=> ($rank_of{$b} // 99) || $a cmp $b } glob 'examples/explorer/*.c';

my (@headers, %is_inc);
find({ no_chdir => 1, wanted => sub {
	push @headers, $_ if /\.h$/ && !m{^lqcd/compat/.*/};
	$is_inc{$_} = 1 if /\.inc$/;
} }, 'lqcd');
# In the order of the folders, so that a name that devices have, too, is found with the hosts
my %rank = (lqcd => 0, do { my $n = 1; map { ("lqcd/$_" => $n++) } slurp('lqcd.h') =~ m{^ \*   (\w+)/ }mg });
@headers = ('lqcd.h', sort { ($a =~ m{^lqcd/device/|/device_}) <=> ($b =~ m{^lqcd/device/|/device_}) || ($rank{ dirname($a) } // 99) <=> ($rank{ dirname($b) } // 99) || $a cmp $b } @headers);
sub page_of_header { return $_[0] =~ s{^lqcd/}{}r =~ s/\.h$/.html/r }
my %page = (%text_page, map { $_ => page_of_header($_) } @headers);

# Programs, folders and pictures that pages link to: [file, page], to be written
my @sources;
my $picture = qr/\.(?:png|svg)$/;
sub page_of ($file) {
	$file =~ s{/$}{};
	return $page{$file} if $page{$file};
	return undef if $file =~ m{(?:^|/)\.\.?(?:/|$)} || !-e $file;
	push @sources, $file;
	return $page{$file} = -d $file ? "source/$file/index.html" : $file =~ $picture ? "source/$file" : "source/$file.html";
}

# From a page to another one
sub relative ($from, $page) { return '../' x ($from =~ tr{/}{}) . $page }

# ---- declarations --------------------------------------------------------------------------------------------------

# The templates of a header: those it names, and those that these include.
sub templates ($file, $seen) {
	my @found;
	for (slurp($file) =~ /^[ \t]*#[ \t]*(?:define[ \t]+LQCD_TEMPLATE|include)[ \t]+"([^"]+\.inc)"/mg) {
		my $path = (m{^\.\./} ? 'lqcd/base/' : dirname($file) . '/') . $_;
		1 while $path =~ s{[^/]+/\.\./}{};
		next if !$is_inc{$path} || $path =~ m{/(?:begin|end|each|lazy)\w*\.inc$} || $seen->{$path}++;
		push @found, $path, templates($path, $seen);
	}
	return @found;
}

# A declaration as users read it: names with <tag>, types spelt out, without linkage.
sub readable ($code) {
	$code =~ s/\bKIND\((T\(\w+\)), T\(\w+\)\)/$1/g;
	$code =~ s/\b(?:[TRA]|LQCD_GROUP)\((\w+)\)/$1_<tag>/g;
	$code =~ s/\b(?:P|LQCD__GEMM)\((\w+)\)/lqcd_$1_<tag>/g;
	$code =~ s/\bREAL\b/lqcd_real_<tag>/g;
	$code =~ s/\bBASE\b/lqcd_base_<tag>/g;
	$code =~ s/\b(?:LQCD_RESTRICT|LQCD_FN|FN|LQCD_HOST_FN|LQCD_KERNEL|LQCD_SITE_KERNEL|LQCD_STATIC|static|inline|extern)\b ?//g;
	$code =~ s/\bLQCD__\w+_<tag>\s//g;
	$code =~ s/__attribute__\(\(.*?\)\)\s*//gs;
	return $code;
}

my $public = qr/^(?:lqcd_(?!_)|LQCD_(?!_)|_[A-Z]+)\w*$/;
# Declarations of a file: { name, shown, doc }, in its order; and names without declaration of their own: enumerators.
sub declarations ($file) {
	my (@found, $doc);
	my $pieces = eval { Text::pieces_of(slurp($file), $file) } or do { warn $@; return };
	for my $piece (@$pieces) {
		my ($text, $kind) = @$piece{qw(text kind)};
		if ($kind eq 'comment') {
			$doc = $text =~ m{^/\*\*} ? $text : undef;
			next;
		}
		my $d;
		(my $code = $text) =~ s{^\s+}{};
		if ($kind eq 'function' || $kind eq 'object') {
			my ($head) = Text::stripped($code) =~ /^([^{;]*)/;
			my ($name) = $head =~ /(\bKIND\(T\(\w+\), T\(\w+\)\)|\bT\(\w+\)|\b(?:LQCD_GROUP|LQCD__GEMM)\(\w+\)|\blqcd_(?!_)\w+)\s*\(/;
			if (defined $name && $head !~ /^\s*LQCD_OVERLOAD|^extern "C/) {
				my @also = $name =~ /^KIND.*, T\((\w+)\)/ ? $1 : ();
				($name = readable($name)) =~ s/_<tag>$//;
				$d = { name => $name, also => \@also, shown => readable($head =~ s/\s+/ /gr =~ s/ $//r), kind => 'function' };
			}
		} elsif ($kind eq 'type') {
			my $type = readable(Text::stripped($code) =~ s/\s+\z//r);
			my ($name) = $type =~ /\}\s*(\w+)(?:<tag>)?;$/ ? $1 : $type =~ /^struct (\w+)/ ? $1 : $type =~ /(\w+)(?:<tag>)?;$/ ? $1 : $type =~ /\(\*(\w+)/ ? $1 : undef;
			my @also = $type =~ /\benum\b/ ? $type =~ /\b(LQCD_(?!_)\w+)/g : ();
			# A list of constants: #define LQCD__X_LIST(S) S(LQCD_A, ..) S(LQCD_B, ..)
			for my $list ($type =~ /\benum\b/ ? $type =~ /\b(LQCD__\w+_LIST)\(/g : ()) {
				push @also, map { /define $list\(/ ? /\bS\((LQCD_\w+)/g : () } map { $_->{text} } @$pieces;
			}
			push @also, $1 if $code =~ /\bKIND\(.*, T\((\w+)\)\);\s*$/;
			$name //= $also[0];
			$d = { name => $name =~ s/_$//r, shown => $type, kind => 'type', also => \@also } if defined $name;
		} elsif ($kind eq 'directive' && $code =~ /^#\s*define\s+(\w+)(\([^)]*\))?(.*)/s) {
			my ($name, $arguments, $value) = ($1, $2 // '', $3);
			if ($name =~ /^lqcd_/ && $arguments ne '') {
				$d = { name => $name, shown => "$name$arguments", kind => 'chosen' };
			} elsif ($name !~ /_H$|^LQCD_(?:TEMPLATE|TAGS|TAG|LOW|REP|MANY|REPRESENTED)$|^LQCD_(?:TAG|LOW)_/ && $value !~ /LQCD_SELECT|LQCD__SELECT|_Generic/) {
				$value = '' if $arguments ne '' || $value =~ /\n/;
				$d = { name => $name, shown => "#define $name$arguments" . Text::stripped($value) =~ s/\s+/ /gr, kind => 'macro' };
			}
		}
		$d->{name} =~ s/_(?:v?[fdh]|g[fdh])$// if $d;
		if ($d && $d->{name} =~ $public) {
			$d->{doc} = $doc;
			push @found, $d;
		}
		$doc = undef if $text =~ /\S/;
	}
	return @found;
}

my (%declared, %at);
for my $header (@headers) {
	my %seen;
	my @all = map { declarations($_) } $header, templates($header, {});
	# A macro that chooses by the type counts where nothing else has its name.
	my %own = map { $_->{name} => 1 } grep { $_->{kind} ne 'chosen' } @all;
	for my $d (@all) {
		next if $d->{kind} eq 'chosen' && ($own{ $d->{name} } || $at{ $d->{name} }) || $seen{ $d->{name} }++ || $at{ $d->{name} } && $header =~ m{^lqcd/(?:simd/(?!simd\.h)|device/host)};
		push @{ $declared{$header} }, $d;
		for ($d->{name}, @{ $d->{also} || [] }) {
			next if $at{$_};
			$at{$_} = page_of_header($header) . "#$d->{name}";
		}
	}
}
# The vocabulary of simd.h is a table in its manual.
my ($operations) = slurp('lqcd/simd/simd.h') =~ /^ \*   operation .*?\n(.*?)^ \*\n/ms;
for ($operations =~ /^ \*   (\w+)\(/mg) {
	$at{"lqcd_$_"} = 'simd/simd.html';
}

# So are the options of config.h.
for (slurp('lqcd/base/config.h') =~ /^ \*   (LQCD_[A-Z0-9_]+)/mg) {
	$at{$_} //= 'base/config.html' if s/_$//r =~ $public;
}

# ---- pages ---------------------------------------------------------------------------------------------------------

my ($version) = slurp('lqcd/base/config.h') =~ /^#define\s+LQCD_VERSION\s+"(.*)"/m;
my @navigation = (['index.html', 'Start'], @chapters ? ['tutorial/index.html', 'Tutorial'] : (), ['tasks.html', 'By task'],
	['names.html', 'By name'], ['headers.html', 'Headers'], ['lessons.html', 'Lessons'], ['architecture.html', 'Architecture']);
@navigation = grep { my $p = $_->[0]; $p =~ /^(?:tutorial|names|headers|lessons)/ || grep { $_ eq $p } values %page } @navigation;

my @index; # for the search: [page, title, text]
sub write_page ($page, $title, $html, $text = undef) {
	my $root = '../' x ($page =~ tr{/}{});
	my $links = join "\n", map { qq(<a href="$root$_->[0]") . ($_->[0] eq $page ? ' class="here"' : '') . ">$_->[1]</a>" } @navigation;
	my %of = (ROOT => $root, TITLE => escaped($title), VERSION => $version, LINKS => $links, HTML => $html);
	spew($page, slurp('lqcd/package/manual/page.html') =~ s/\@(\w+)\@/$of{$1}/gr);
	push @index, [$page, $title, $text // ''];
}

# Links of a page's texts. A name of a file may be relative to lqcd/, to the folder of the header, or to the tree.
sub manual_for ($page, $folder) {
	my $file = sub ($name, $within = undef) {
		for (defined $within ? "lqcd/$within/$name" : (), "$folder/$name", "lqcd/$name", $name) {
			my $path = $_;
			1 while $path =~ s{[^/]+/\.\./}{};
			return relative($page, $page{$path}) if $page{$path};
			return relative($page, page_of($path)) if $path =~ m{^(?:examples|tests|bench)/} && -f $path;
		}
		# A header's name alone, if there is one of it
		my @found = grep { m{/\Q$name\E$} } @headers;
		return @found == 1 ? relative($page, $page{ $found[0] }) : undef;
	};
	return Manual->new(name => sub { $at{ $_[0] } ? relative($page, $at{ $_[0] }) : undef }, file => $file);
}

sub markdown_page ($source) {
	my $page = $page{$source};
	my $text = slurp($source);
	my $folder = dirname($source);
	my $manual = manual_for($page, $folder);
	my ($title) = $text =~ /^# (.*)/m;
	my $link = sub ($target) {
		return $target if $target =~ m{^(?:https?:|#)};
		my ($path, $part) = $target =~ /^([^#]*)(#.*)?$/;
		$path = $folder eq '.' ? $path : "$folder/$path";
		1 while $path =~ s{(^|/)(?!\.\.)[^/]+/\.\.(?:/|$)}{$1};
		my $found = page_of($path);
		return defined $found ? relative($page, $found) . ($part // '') : undef;
	};
	my $code = sub ($code) {
		return $manual->code($code) if $code !~ m{^[\w./]+\.(?:h|inc|c|cu|t|pl|md)$};
		my $found = $manual->{file}->($code);
		return defined $found ? qq(<a href="$found">$code</a>) : $code;
	};
	open my $in, '-|:encoding(UTF-8)', qw(cmark-gfm -e table), $source or die "make docs needs cmark-gfm (Debian: cmark-gfm): $!\n";
	my $html = do { local $/; <$in> };
	close $in or die "cmark-gfm $source: status $?\n";
	# The text of a link stays as it is; a link to no page becomes its text; C and names in a text get links of their own.
	$html =~ s{<a href="([^"]*)">(.*?)</a>|<img src="([^"]*)"( alt="[^"]*" />)|((?:<pre>)?<code)(?: class="language-(\w+)")?>(.*?)</code>}{
		my ($to, $shown, $image, $alt, $open, $language, $inner) = ($1, $2, $3, $4, $5, $6, $7);
		$to = $link->(plain($to // $image)) if defined($to // $image);
		defined $shown ? defined $to ? qq(<a href="$to">$shown</a>) : $shown : defined $image ? defined $to ? qq(<img src="$to"$alt) : ''
			: "$open>" . ($open eq '<code' || ($language // '') =~ /^c/ ? $code->(plain($inner)) : $inner) . '</code>'
	}gse;
	my %ids;
	$html =~ s{<(h\d)>(.*?)</h\d>}{
		my ($tag, $shown) = ($1, $2);
		my $id = lc(plain($shown =~ s/<[^>]*>//gr) =~ s/[`*]//gr =~ s/\W+/-/gr =~ s/^-|-$//gr);
		qq(<$tag id="$id) . ($ids{$id}++ ? "-$ids{$id}" : '') . qq(">$shown</$tag>)
	}ge;
	$html =~ s{<thead>\n<tr>\n(?:<th[^>]*></th>\n)*</tr>\n</thead>\n}{}g;
	$html =~ s{ align="right"}{ class="number"}g;
	write_page($page, $title // $source, $html, $text);
}

my %of_page; # title of a header
my %public_header = map { $_ => 1 } 'lqcd.h', slurp('lqcd.h') =~ /^#include "(.*)"/mg,
	-f 'lqcd/README.md' ? (slurp('lqcd/README.md') =~ /^## Public headers(.*?)^## /ms)[0] =~ /`(lqcd[\w\/.]*\.h)`/g : ();
sub header_page ($header) {
	my $page = $page{$header};
	my $text = slurp($header);
	my ($comment) = $text =~ m{^(/\*.*?\*/)}s or die "$header has no manual\n";
	my $folder = dirname($header);
	my $manual = manual_for($page, $folder);
	my ($title, $html) = $manual->page($comment);
	$of_page{$header} = $title;
	my @near = grep { $_ ne $header && dirname($_) eq $folder } @headers;
	my $status = $public_header{$header} ? "<code>#include \"$header\"</code>" : "<code>$header</code>: internal, may change";
	my $near = @near ? '<p class="near">' . join(' ', map { '<a href="' . relative($page, $page{$_}) . '">' . basename($_) . '</a>' } @near) . "</p>\n" : '';
	my $all = join ' ', Manual::lines_of($comment);
	my $list = '';
	for my $d (@{ $declared{$header} || [] }) {
		$list .= qq(<dt id="$d->{name}"><code>) . $manual->code($d->{shown}) . "</code></dt>\n";
		next unless $d->{doc};
		my @lines = Manual::lines_of($d->{doc});
		$list .= '<dd>' . $manual->inline(join ' ', map { s/^\s+//r } @lines) . "</dd>\n";
		$all .= " @lines";
	}
	$list = qq(<h2 id="declarations">Declarations</h2>\n<dl>\n$list</dl>\n) if $list ne '';
	write_page($page, "$header: $title", "<h1>" . $manual->inline($title =~ /^[a-z]+(?: |,)/ ? ucfirst $title : $title) . "</h1>\n<p>$status</p>\n$html$list$near", $all);
}

header_page($_) for @headers;
markdown_page($_) for sort keys %text_page;

# ---- indices -------------------------------------------------------------------------------------------------------

my $html = "<h1>Headers</h1>\n";
my @folders = ('.', (-f 'lqcd/README.md' ? slurp('lqcd/README.md') : '') =~ /^\| `(\w+)\/` \|/mg);
for my $folder (@folders) {
	my @in = grep { dirname($_) eq ($folder eq '.' ? '.' : "lqcd/$folder") } @headers or next;
	$html .= qq(<h2 id="$folder">$folder/</h2>\n) if $folder ne '.';
	$html .= "<table>\n" . join('', map { qq(<tr><td><a href="$page{$_}"><code>) . basename($_) . '</code></a></td><td>' . manual_for('headers.html', dirname($_))->inline($of_page{$_})
		. ($public_header{$_} ? '' : ' <small>(internal)</small>') . "</td></tr>\n" } @in) . "</table>\n";
}
write_page('headers.html', 'Headers', $html);

my @names = sort { lc $a cmp lc $b || $a cmp $b } keys %at;
my (%letter, @letters);
for (@names) {
	my ($first) = /^_*(?:lqcd|LQCD)?_*(\w)/;
	push @letters, uc $first unless $letter{ uc $first };
	push @{ $letter{ uc $first } }, $_;
}
@letters = sort @letters;
$html = "<h1>Names</h1>\n<p>Functions without their tags, types, constants and macros.</p>\n<p>" . join(' ', map { qq(<a href="#letter-$_">$_</a>) } @letters) . "</p>\n";
for my $letter (@letters) {
	$html .= qq(<h2 id="letter-$letter">$letter</h2>\n<ul class="names">\n)
		. join('', map { qq(<li><a href="$at{$_}"><code>$_</code></a></li>\n) } @{ $letter{$letter} }) . "</ul>\n";
}
write_page('names.html', 'Names', $html);

if (@chapters) {
	$html = "<h1>Tutorial</h1>\n<p>Six chapters, each about one program; tests compile and run them.</p>\n<ol>\n"
		. join('', map { my ($title, $first) = slurp($_) =~ /^# (?:\d+\. )?(.*)\n\s*((?:.+\n)+)/; '<li><a href="' . basename($page{$_}) . '">' . escaped($title) . '</a>. '
			. escaped($first =~ s/`//gr) . "</li>\n" } @chapters) . "</ol>\n";
	write_page('tutorial/index.html', 'Tutorial', $html);
}

$html = "<h1>Lessons for Compiler Explorer</h1>\n<p><code>make explorer</code> writes each as a text to paste, into <code>build/explorer</code>.</p>\n";
my $all = '';
for my $file (@lessons) {
	my $text = slurp($file);
	my ($comment) = $text =~ m{^(/\*.*?\*/)}s;
	my ($title, $body) = manual_for('lessons.html', 'examples/explorer')->page($comment);
	my $id = basename($file) =~ s/\.c$//r;
	my $code = $text =~ s{^/\*.*?\*/\n}{}sr;
	$html .= qq(<h2 id="$id">) . escaped($title) . "</h2>\n<p><code>$file</code></p>\n$body<pre><code>" . manual_for('lessons.html', 'lqcd')->code($code) . "</code></pre>\n";
	$all .= " $text";
}
write_page('lessons.html', 'Lessons for Compiler Explorer', $html, $all);

# Programs, and lists of them
while (@sources) {
	my $file = shift @sources;
	my $page = $page{$file};
	if (-d $file) {
		my @in = grep { -f } sort glob "$file/*";
		$html = "<h1>$file/</h1>\n<table>\n";
		for (@in) {
			my ($first) = $_ =~ $picture ? () : slurp($_) =~ m{^(?:#!.*\n)?(?:/\*|#)\s*(?:[\w./]+: )?(.*)};
			$html .= '<tr><td><a href="' . relative($page, page_of($_)) . '"><code>' . basename($_) . '</code></a></td><td>' . escaped(($first // '') =~ s{\s*\*/$}{}r) . "</td></tr>\n";
		}
		write_page($page, "$file/", "$html</table>\n");
	} elsif ($file =~ $picture) {
		make_path(dirname("$to/$page"));
		copy($file, "$to/$page") or die "$to/$page: $!\n";
	} else {
		my $text = slurp($file);
		my $code = $file =~ /\.(?:c|cu|cpp|h|inc)$/ ? manual_for($page, dirname($file))->code($text) : escaped($text);
		write_page($page, $file, "<h1>$file</h1>\n<pre><code>$code</code></pre>\n", $text =~ m{^(/\*.*?\*/)}s ? $1 : '');
	}
}

# ---- the search ----------------------------------------------------------------------------------------------------

my (%pages_of, %words_of, @missing);
my %number = map { $index[$_][0] => $_ } 0 .. $#index;
for (grep { !/^#/ } split /\n/, slurp('lqcd/package/manual/words.txt')) {
	my ($at, $words, $sentence) = /^(?:- (?<words>[^:]+): (?<says>.+)|(?<at>[\w\/.]+): (?<words>.+))$/ ? @+{qw(at words says)} : die "words.txt: $_\n";
	push(@missing, [$words, $sentence]), next if defined $sentence;
	my $n = $number{ $page{$at} // $page{"lqcd/$at"} // '' } // die "words.txt: no page of $at\n";
	$words_of{$n} = $words;
	$pages_of{$_}{$n} = 1 for split /[ -]+/, $words;
}
for my $n (0 .. $#index) {
	$pages_of{$_}{$n} = 1 for map { lc } "$index[$n][1] $index[$n][2]" =~ /[A-Za-z][\w]{2,}/g;
}
sub quoted { return '"' . $_[0] =~ s/(["\\])/\\$1/gr =~ s{</}{<\\/}gr =~ s/\n/ /gr . '"' }
spew('index.js', "var lqcd_pages = [\n" . join(",\n", map { '[' . quoted($index[$_][0]) . ',' . quoted($index[$_][1] =~ s/`//gr) . ',' . quoted($words_of{$_} // '') . ']' } 0 .. $#index) . "];\n"
	. "var lqcd_missing = [\n" . join(",\n", map { '[' . quoted($_->[0]) . ',' . quoted($_->[1]) . ']' } @missing) . "];\n"
	. "var lqcd_names = [\n" . join(",\n", map { my ($p, $part) = split /#/, $at{$_}; '[' . quoted($_) . ",$number{$p}," . quoted($part // '') . ']' } @names) . "];\n"
	. 'var lqcd_words = "' . join('\n', '', map { "$_ " . join ' ', sort { $a <=> $b } keys %{ $pages_of{$_} } } grep { !/^lqcd_/ } sort keys %pages_of) . "\\n\";\n");
spew($_, slurp("lqcd/package/manual/$_")) for 'style.css', 'search.js';
printf "%d pages, %d names in %s/index.html\n", scalar @index, scalar @names, $to;
