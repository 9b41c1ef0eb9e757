#!/usr/bin/env perl
# tests/compile/docs.t: the manual that make docs writes. It needs perl alone; each header has a page with all words of its
# manual; pages are well formed and load nothing from elsewhere; every link has its target, also within a page; each public
# name of the library is in the index by name, and each name of the index by task is a link. With node, the search finds names,
# words and titles. A link without target and a tag that stays open are noticed. From the environment: ../blocks.pl.
use strict;
use warnings;
use utf8;
use File::Basename qw(dirname);
use File::Find;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../../lqcd/package";
use Test::More;
require "$FindBin::Bin/../blocks.pl";

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $dir = tempdir(CLEANUP => 1);
my $said = do {
	local $ENV{PATH} = '/nowhere';
	`$^X lqcd/package/manual.pl $dir/docs 2>&1`;
};
like($said, qr{\A\d+ pages, \d+ names in \S+/index\.html\n\z}, 'the manual is written, without a warning and without other programs');

my %text;
find({ no_chdir => 1, wanted => sub {
	return unless -f;
	open my $in, /\.png$/ ? '<:raw' : '<:encoding(UTF-8)', $_ or die "$_: $!";
	local $/;
	$text{ $File::Find::name =~ s{^\Q$dir\E/docs/}{}r } = <$in>;
} }, "$dir/docs");
my @pages = sort grep { /\.html$/ } keys %text;
cmp_ok(scalar @pages, '>', 150, scalar(@pages) . ' pages');

# What is wrong with the tags of a page: '' if nothing is.
my %empty = map { $_ => 1 } qw(meta link input img br);
sub open_tags {
	my ($html) = @_;
	my @open;
	$html =~ s/^<!DOCTYPE html>\n// or return 'no DOCTYPE';
	while ($html =~ /\G[^<&]*(?:(&(?:amp|lt|gt|quot);)|<(\/?)(\w+)((?: [\w-]+="[^"<]*")*)( \/)?>)/gc) {
		my ($entity, $end, $tag, $closed) = ($1, $2, $3, $5);
		next if defined $entity;
		if ($end) {
			my $last = pop @open // 'nothing';
			return "</$tag> closes $last" if $last ne $tag;
		} elsif (!$closed) {
			return "<$tag> is not closed" if $empty{$tag};
			push @open, $tag;
		}
	}
	my $rest = substr $html, pos $html // 0;
	return $rest =~ /[<&]/ ? 'neither tag nor entity: ' . substr($rest, 0, 40) : @open ? "<@open> stays open" : '';
}

# Links of a page without target.
my %id;
for my $page (@pages) {
	$id{$page}{$_}++ for $text{$page} =~ / id="([^"]*)"/g;
}
sub target {
	my ($page, $to) = @_;
	my $path = dirname($page) . "/$to";
	$path =~ s{/\./}{/}g;
	1 while $path =~ s{(^|/)(?!\.\.?/)[^/]+/\.\./}{$1};
	return $path =~ s{^\./}{}r;
}
sub broken {
	my ($page, $html) = @_;
	my @broken;
	for ($html =~ / (?:href|src)="([^"]*)"/g) {
		next if m{^https://arxiv\.org/abs/[\w./-]+$};
		my ($file, $part) = /^([^#]*)(?:#(.+))?$/;
		my $to = !defined $file || $file eq '' ? $page : target($page, $file);
		push @broken, $_ unless defined $text{$to} && (!defined $part || $id{$to}{$part});
	}
	return @broken;
}
my (@bad, @broken, @twice, $links);
for my $page (@pages) {
	my $wrong = open_tags($text{$page});
	push @bad, "$page: $wrong" if $wrong ne '';
	push @broken, map { "$page: $_" } broken($page, $text{$page});
	push @twice, map { "$page: $_" } grep { $id{$page}{$_} > 1 } keys %{ $id{$page} };
	$links += () = $text{$page} =~ / href="/g;
}
is(join("\n", @bad), '', 'all pages are well formed');
is(join("\n", @broken), '', "$links links have their targets");
is(join("\n", @twice), '', 'no id is there twice');
(my $wrong = $text{'index.html'}) =~ s/href="names\.html"/href="nowhere.html"/;
is(join(' ', broken('index.html', $wrong)), 'nowhere.html', 'a link to no page is noticed');
$wrong = '<a href="gauge/flow.html#nothing"></a>';
is(scalar(broken('index.html', " $wrong")), 1, 'and one to no place of a page');
isnt(open_tags($text{'index.html'} =~ s/<p>/<p><b>/r), '', 'and a tag that stays open');
is(scalar(grep { /\@import|url\(|https?:/ } @text{grep { /\.(?:css|js)$/ } keys %text}), 0, 'styles and scripts load nothing');

# ---- headers, names, tasks ----------------------------------------------------------------------------------------

# How often each word of a text occurs: Greek letters by their names, without words that stand for signs.
my %letter = do { require Manual; no warnings 'once'; reverse %Manual::greek };
sub words {
	my ($text) = @_;
	my %count;
	$text =~ s/([\x{370}-\x{3ff}]+)/' ' . join('', map { $letter{$_} } split m{}, $1) . ' '/ge;
	$count{$_}++ for grep { !/^(?:sum|prod|integral|grad|sqrt|dagger)$/ } map { lc } $text =~ /[A-Za-z0-9]+/g;
	return \%count;
}
sub shown {
	my ($html) = @_;
	$html =~ s/<[^>]*>/ /g;
	my %sign = (lt => '<', gt => '>', quot => '"', amp => '&');
	return $html =~ s/&(\w+);/$sign{$1}/gr;
}
my (@without, @lost);
my $headers = 0;
find({ no_chdir => 1, wanted => sub {
	return unless /\.h$/ && !m{^lqcd/compat/.*/};
	my $header = s{^\./}{}r;
	my $page = $header =~ s{^lqcd/}{}r =~ s/\.h$/.html/r;
	$headers++;
	return push @without, $header unless defined $text{$page};
	my ($manual) = slurp($header) =~ m{^/\*(.*?)\*/}s;
	utf8::decode($manual);
	$manual =~ s/\A\s*[\w\/.]+: //;
	$manual =~ s/SPDX-License-Identifier: MIT//;
	my ($title, $body) = $text{$page} =~ m{<h1>(.*?)</h1>\n<p>.*?</p>\n(.*?)(?:<h2 id="declarations"|<p class="near"|</main>)}s;
	my ($was, $is) = (words($manual), words(shown("$title $body")));
	my @differ = grep { ($was->{$_} // 0) != ($is->{$_} // 0) } sort keys %{ { %$was, %$is } };
	push @lost, "$header: @differ" if @differ;
} }, 'lqcd', 'lqcd.h');
cmp_ok($headers, '>', 150, "$headers headers");
is("@without", '', 'each has a page');
is(join("\n", @lost), '', 'no word of a manual is lost, none is added');

# Indices, also of two Greek letters, and an author's initial at the end of a line.
my $manual = Manual->new(name => sub { undef }, file => sub { undef });
my (undef, $made) = $manual->page("/* x.h: a title.\n *\n * Here F_munu dV_mu(x) theta_k S_{x,mu}, set_mu and copy_from, see A. Nobody, P.\n"
	. " * Nobody, and whatever stands on lines that are much longer than the one before, so that a word had fitted: all is one. */");
is($made =~ s/<i>|<\/i>|<\/?code>|<p>|<\/p>|\n//gr, 'Here F<sub>μν</sub> dV<sub>μ</sub>(x) θ<sub>k</sub> S<sub>x,μ</sub>, set_mu and copy_from, see A. Nobody, P. '
	. 'Nobody, and whatever stands on lines that are much longer than the one before, so that a word had fitted: all is one.', 'formulas of a made-up manual');

my %index = map { $_ => 1 } $text{'names.html'} =~ m{<code>(\w+)</code></a></li>}g;
my (%name, @missing);
for (split /\n/, `$^X lqcd/package/tags.pl`) {
	my ($name, $file) = split /\t/;
	next unless $name =~ /^(?:lqcd|LQCD)_(?!_)/ && $file !~ m{/compat/.*/|base/each_tag};
	# Guards and parameters of templates are not for users to look up.
	next if $name =~ /_H$|^LQCD_(?:TAG|TAGS|LOW|MANY|REP|REPRESENTED|TEMPLATE|SELECT\w*|COLOUR_VECTORS)$/;
	$name{ $name =~ s/_(?:v?[fdh]|g[fdh])$//r } = 1;
}
@missing = grep { !$index{$_} } sort keys %name;
cmp_ok(scalar keys %name, '>', 1000, scalar(keys %name) . ' public names');
is("@missing", '', 'are in the index by name');

my $tasks = slurp('lqcd/package/manual/tasks.md');
my @named = grep { /^(?:lqcd|LQCD)/ } $tasks =~ /`([^`]+)`/g;
my %linked = map { $_ => 1 } $text{'tasks.html'} =~ m{<a href="[^"]*">(?:<code>)?([\w./]+)(?:</code>)?</a>}g;
cmp_ok(scalar @named, '>', 100, 'the index by task names ' . @named . ' functions and headers');
is(join(' ', grep { !$linked{$_} } @named), '', 'all of them are links');

# ---- the search ----------------------------------------------------------------------------------------------------

SKIP: {
	skip 'no node', 7 if system 'command -v node >/dev/null 2>&1';
	write_file("$dir/search.js", slurp("$dir/docs/index.js") . slurp("$dir/docs/search.js") . <<'EOT');
console.log(lqcd_pages.length + " " + lqcd_names.length);
process.argv.slice(2).forEach(function (text) {
	console.log(lqcd_find(text, 24).map(function (hit) { return hit.label + "=" + hit.url; }).join("\t"));
});
EOT
	my @query = ('su3 mul', 'lqcd_flow_step_vd', 'FLOW_WILSON', 'gradient flow', 'overrelaxation heat bath', 'zzzz');
	my ($size, @found) = split /\n/, `node $dir/search.js @{[map { "'$_'" } @query]} 2>&1`, -1;
	is($size, scalar(@pages) . ' ' . scalar(keys %index), 'the search knows all pages and names');
	like($found[0], qr{\Alqcd_su3_mul=site/su3\.html#lqcd_su3_mul\t}, 'a name in words');
	like($found[1], qr{\Alqcd_flow_step=gauge/flow\.html#lqcd_flow_step}, 'a name with its tag');
	like($found[2], qr{\ALQCD_FLOW_WILSON=gauge/flow\.html#lqcd_flow_kind}, 'a constant');
	like($found[3], qr{\A[^\t]*=gauge/flow\.html}, 'words of a title');
	like($found[4], qr{=gauge/heatbath\.html}, 'words of a manual');
	is($found[5], '', 'nothing') or diag($found[5]);
}

done_testing();
