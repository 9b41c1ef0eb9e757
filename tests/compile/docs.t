#!/usr/bin/env perl
# tests/compile/docs.t: the manual that make docs writes. Each header has a page with all words of its manual; pages are well formed and
# load nothing from elsewhere; every link has its target, also within a page; each public name of the library is in the index by name, and
# each name of the index by task is a link. With node, the search finds names, words and titles. It compiles nothing.
use utf8;
use FindBin;
use lib "$FindBin::Bin/../../lqcd/package";
use lib "$FindBin::Bin/../support";
use Support;

plan skip_all => 'no cmark-gfm' if !have('cmark-gfm');
like(scalar `$^X lqcd/package/manual.pl $dir/docs 2>&1`, qr{\A\d+ pages, \d+ names in \S+/index\.html\n\z}, 'the manual is written, without a warning');
sub decoded ($file) { my $text = slurp($file); utf8::decode($text); return $text }
my %text = map { s{^\Q$dir\E/docs/}{}r => /\.png$/ ? slurp($_) : decoded($_) } files_in(qr//, "$dir/docs");
my @pages = sort grep { /\.html$/ } keys %text;
cmp_ok(scalar @pages, '>', 150, @pages . ' pages');

# ---- tags and links

# What is wrong with the tags of a page: '' if nothing is.
sub open_tags ($html) {
	my @open;
	$html =~ s/^<!DOCTYPE html>\n// or return 'no DOCTYPE';
	while ($html =~ /\G[^<&]*(?:(&(?:amp|lt|gt|quot);)|<(\/?)(\w+)((?: [\w-]+="[^"<]*")*)( \/)?>)/gc) {
		my ($entity, $end, $tag, $closed) = ($1, $2, $3, $5);
		next if defined $entity || $closed;
		if (!$end) { push @open, $tag; next }
		my $last = pop @open // 'nothing';
		return "</$tag> closes $last" if $last ne $tag;
	}
	my $rest = substr $html, pos $html // 0;
	return $rest =~ /[<&]/ ? 'neither tag nor entity: ' . substr($rest, 0, 40) : @open ? "<@open> stays open" : '';
}

my %id;
for my $page (@pages) { $id{$page}{$_}++ for $text{$page} =~ / id="([^"]*)"/g }
# Links of a page without target
sub broken ($page, $html) {
	return grep {
		my ($file, $part) = /^([^#]*)(?:#(.+))?$/;
		my $to = ($file // '') eq '' ? $page : ($page =~ s{[^/]*$}{}r . $file) =~ s{(^|/)\./}{$1}gr;
		1 while $to =~ s{(^|/)(?!\.\.?/)[^/]+/\.\./}{$1};
		!m{^https://arxiv\.org/abs/[\w./-]+$} && !(defined $text{$to} && (!defined $part || $id{$to}{$part}));
	} $html =~ / (?:href|src)="([^"]*)"/g;
}
none('all pages are well formed', grep { !/: $/ } map { "$_: " . open_tags($text{$_}) } @pages);
none('links have their targets', map { my $page = $_; map { "$page: $_" } broken($page, $text{$page}) } @pages);
none('no id is there twice', map { my $page = $_; map { "$page: $_" } grep { $id{$page}{$_} > 1 } keys %{ $id{$page} } } @pages);
is(join(' ', broken('index.html', $text{'index.html'} =~ s/href="names\.html"/href="nowhere.html"/r)), 'nowhere.html', 'a link to no page is noticed');
is(scalar(broken('index.html', ' <a href="gauge/flow.html#nothing"></a>')), 1, 'and one to no place of a page');
isnt(open_tags($text{'index.html'} =~ s/<p>/<p><b>/r), '', 'and a tag that stays open');
none('styles and scripts load nothing', grep { /\.(?:css|js)$/ && $text{$_} =~ /\@import|url\(|https?:/ } sort keys %text);

# ---- headers, names, tasks

# How often each word of a text occurs: Greek letters by their names, without words that stand for signs.
my %letter = do { require Manual; no warnings 'once'; reverse %Manual::greek };
sub words ($text) {
	my %count;
	$text =~ s/([\x{370}-\x{3ff}]+)/' ' . join('', map { $letter{$_} } split m{}, $1) . ' '/ge;
	$count{$_}++ for grep { !/^(?:sum|prod|integral|grad|sqrt|dagger)$/ } map { lc } $text =~ /[A-Za-z0-9]+/g;
	return \%count;
}
my %sign = (lt => '<', gt => '>', quot => '"', amp => '&');
my @lost;
for my $header ('lqcd.h', grep { !m{^lqcd/compat/.*/} } files_in(qr/\.h$/, 'lqcd')) {
	my $html = $text{ $header =~ s{^lqcd/}{}r =~ s/\.h$/.html/r };
	push(@lost, "$header: no page"), next unless defined $html;
	my ($manual) = decoded($header) =~ m{^/\*(.*?)\*/}s;
	my $shown = join ' ', $html =~ m{<h1>(.*?)</h1>\n<p>.*?</p>\n(.*?)(?:<h2 id="declarations"|<p class="near"|</main>)}s;
	my $was = words($manual =~ s/\A\s*[\w\/.]+: //r =~ s/SPDX-License-Identifier: MIT//r);
	my $is = words($shown =~ s/<[^>]*>/ /gr =~ s/&(\w+);/$sign{$1}/gr);
	my @differ = grep { ($was->{$_} // 0) != ($is->{$_} // 0) } sort keys %{ { %$was, %$is } };
	push @lost, "$header: @differ" if @differ;
}
none('each header has a page; no word of a manual is lost, none is added', @lost);

# Indices, also of two Greek letters, and an author's initial at the end of a line
my (undef, $made) = Manual->new(name => sub { undef }, file => sub { undef })->page("/* x.h: a title.\n *\n * Here F_munu dV_mu(x) theta_k S_{x,mu}, "
	. "set_mu and copy_from, see A. Nobody, P.\n * Nobody, and whatever stands on lines that are much longer than the one before, so that a word had fitted: all is one. */");
is($made =~ s/<i>|<\/i>|<\/?code>|<p>|<\/p>|\n//gr, 'Here F<sub>μν</sub> dV<sub>μ</sub>(x) θ<sub>k</sub> S<sub>x,μ</sub>, set_mu and copy_from, see A. Nobody, P. '
	. 'Nobody, and whatever stands on lines that are much longer than the one before, so that a word had fitted: all is one.', 'formulas of a made-up manual');

my %index = map { $_ => 1 } $text{'names.html'} =~ m{<code>(\w+)</code></a></li>}g;
# Guards and parameters of templates are not for users to look up.
my %name = map { $_->[0] =~ s/_(?:v?[fdh]|g[fdh])$//r => 1 }
	grep { $_->[0] =~ /^(?:lqcd|LQCD)_(?!_)/ && $_->[1] !~ m{/compat/.*/|base/(?:each_tag|begin)}
		&& $_->[0] !~ /_H$|^LQCD_(?:TAG|TAGS|LOW|MANY|REP|REPRESENTED|TEMPLATE|SELECT\w*|COLOUR_VECTORS)$/ }
	map { [split /\t/] } split /\n/, `$^X lqcd/package/tags.pl`;
cmp_ok(scalar keys %name, '>', 1000, keys(%name) . ' public names');
none('are in the index by name', grep { !$index{$_} } sort keys %name);

my @named = grep { /^(?:lqcd|LQCD)/ } slurp('lqcd/package/manual/tasks.md') =~ /`([^`]+)`/g;
my %linked = map { $_ => 1 } $text{'tasks.html'} =~ m{<a href="[^"]*">(?:<code>)?([\w./]+)(?:</code>)?</a>}g;
cmp_ok(scalar @named, '>', 100, 'the index by task names ' . @named . ' functions and headers');
none('all of them are links', grep { !$linked{$_} } @named);

# ---- the search: what is looked for, what is found

my @said = map { my $says = $_; $says =~ /([a-z]+\/\w+\.h)/g } slurp('lqcd/package/manual/words.txt') =~ /^- .*?: (.*)/mg;
cmp_ok(scalar @said, '>', 4, 'sentences of the search about what there is not');
none('name headers that there are', grep { !-e "lqcd/$_" } @said);
SKIP: {
	skip 'no node', 1 unless have('node');
	spew("$dir/search.js", slurp("$dir/docs/index.js"), slurp("$dir/docs/search.js"), slurp('tests/compile/docs.js'));
	my @query = map { [split / => /] } grep { !/^#/ } split /\n/, slurp('tests/compile/docs.txt');
	my ($size, @found) = split /\n/, `node $dir/search.js @{[map { "'$_->[0]'" } @query]} 2>&1`, -1;
	is($size, @pages . ' ' . keys %index, 'the search knows all pages and names');
	like($found[$_], qr{$query[$_][1]}, "it finds $query[$_][0]") for 0 .. $#query;
}
done_testing();
