#!/usr/bin/env perl
# tests/compile/rules.t: what the text of the library keeps to. The order of its folders; where loops over sites may stand; which
# files name MPI, CUDA and HIP; which headers are public; that lqcd/base/config.h names every option. It compiles nothing.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my @files = ('lqcd.h', files_in(qr/\.(?:h|inc)$/, 'lqcd'));
my %text = map { $_ => slurp($_) } @files;
my %code = map { $_ => $text{$_} =~ s{/\*(.*?)\*/}{' ' . $1 =~ tr/\n//cdr}gesr } @files;
cmp_ok(scalar @files, '>', 300, 'the library has files');
none('each says its licence', grep { $text{$_} !~ / SPDX-License-Identifier: MIT \*\/$/m } @files);

# The lines of a file that match, as FILE:LINE.
sub places ($file, $pattern, $code = $code{$file}) {
	my @lines = split /\n/, $code;
	return map { "$file:" . ($_ + 1) } grep { $lines[$_] =~ $pattern } 0 .. $#lines;
}

# ---- folders: a file includes only files of its own folder and of those before it; no header includes itself

my $n = 0;
my %place = map { $_ => $n++ } qw(base simd site lattice device field gauge dirac solver hmc observables io kernels foreign compat);
sub place ($file) { return $file =~ m{^lqcd/(\w+)/} ? $place{$1} : undef }

my (@wrong, %includes);
for my $file (grep { m{^lqcd/} } @files) {
	push @wrong, "$file: its folder has no place" unless defined place($file);
	push @wrong, "$file: <$1>; inside of lqcd/ it is \"...\"" while $text{$file} =~ /^\s*#\s*include\s*<(lqcd[^>]*)>/mg;
	# A template that each_tag.inc includes is named from lqcd/base/.
	for (map({ $file =~ s{[^/]*$}{}r . $_ } $text{$file} =~ /^\s*#\s*include\s*"([^"]*)"/mg),
		map { "lqcd/base/$_" } $text{$file} =~ /^#define LQCD_TEMPLATE +"(.*)"/mg) {
		my $to = $_;
		1 while $to =~ s{[^/]+/\.\./}{};
		push(@wrong, "$file: there is no $to"), next unless defined $text{$to};
		push @wrong, "$file may not include $to" if place($to) > place($file);
		$includes{$file}{$to} = 1 if "$file$to" !~ /\.inc/;
	}
}
cmp_ok(scalar keys %includes, '>', 100, 'headers include headers');
none('files include what lies below them', splice @wrong);

my (%state, @cycles);
sub walk ($file) {
	return push @cycles, $file if ($state{$file} // '') eq 'open';
	return if $state{$file};
	$state{$file} = 'open';
	walk($_) for sort keys %{ $includes{$file} };
	$state{$file} = 'done';
}
walk($_) for sort keys %includes;
none('no header includes itself', @cycles);

# ---- loops: in field, gauge and observables a kernel is a site function, and LQCD__RUN is the loop

# Others are for set-up and for what only a host does: file, number of lines, reason.
my %loops = map { my ($file, $count) = split; "lqcd/$file" => $count } split /\n/, <<'EOT';
field/device_field.inc 1 spinors between the memory of the host and a stage
foreign/device_links.inc 1 clover blocks of the host to a stage
foreign/device_spinors.h 1 pieces of memory to a stage and back
field/device_links.inc 1 links between the memory of the host and a stage
field/field.h 1 memory is touched first by the threads that will loop over it
foreign/map.h 1 a function of the user at each site
foreign/move.h 2 conversions from and to foreign memory
foreign/propagator.h 1 conversions from and to foreign memory
foreign/solver.inc 1 foreign links into those of an operator
field/layout.h 1 conversions between layouts
field/layout.inc 2 conversions between layouts
field/multi.h 1 conversions between layouts
field/algebra.inc 2 passes, and a copy past the caches, with a fence for each part
gauge/plaquette.h 1 prefetches of the form that gathers sites into registers
observables/charge.inc 1 values of sites, summed by time slices
observables/correlator.h 1 sums over the sites of a line, a value to a thread
EOT
# launch.h and site_sum.h define the loops and the launches.
for my $file (grep { m{^lqcd/(?:field|gauge|observables|foreign)/} && !m{/(?:launch|site_sum)\.h$} } @files, keys %loops) {
	my @loop = places($file, qr/_(?:MASTER|SITE|PIECE|CHUNK|RANGE|SITE_SUM)_FOR(?:_SUM|_MAX)?\(|for \(int (?:ix|site) /, $code{$file} // '');
	push @wrong, "$file: $loops{$file} lines allowed, not @{[scalar @loop]}: @loop" if @loop != ($loops{$file} //= 0);
}
none('loops over sites are where the table says', splice @wrong);

# ---- MPI, CUDA and HIP: lattice/comm_mpi.h, device/cuda.h and device/hip.h alone call them; device/vendor.h: what both spell alike

my $mpi = qr/P?MPIX?_\w*/;
my $compiler = qr/__CUDACC__|__CUDA_ARCH__/;
my $attribute = qr/__(?:host|device|global|shared|constant|managed|forceinline|noinline|launch_bounds|grid_constant|align)__/;
my $arithmetic = qr/asm|__[dfh](?:add|sub|mul|div|ma|rcp|sqrt|rsqrt)_r[nzud]|__fdividef|__(?:clz|popc|brev|ffs)(?:ll)?|__half2?
	|__(?:float|double|u?int|half|u?ll)(?:2|_as_)[a-z0-9_]*/x;
my $threads = qr/__(?:shfl|sync|threadfence)[a-z_]*|__reduce_[a-z]*_sync|__(?:any|all|ballot|match_any|match_all)_sync|__activemask
	|atomic[A-Z][A-Za-z]*|(?:thread|block)(?:Idx|Dim)|gridDim|warpSize|__(?:nano)?sleep/x;
my $memory = qr/__ld(?:g|cs|cg|ca|lu|cv)|__st(?:cs|cg|wb|wt)|__pipeline_[a-z_]*|make_[a-z]*[1234]
	|u?(?:char|short|int|long|longlong)[1234]|(?:float|double)[1234]|dim3/x;
my $cuda = qr/cu(?:da)?[A-Z]\w*|__CUDA[A-Z_]*|__NVCC__|cooperative_groups|$compiler|$attribute|$arithmetic|$threads|$memory/;
my $launch = qr/<<<|#\s*pragma\s+unroll|include\s*<(?:cu[a-z_]*\.h>|hip\/)/;
my $hip = qr/hip[A-Z]\w*|__HIP[A-Z_]*|HIP_[A-Z_]*|__builtin_amdgcn_[a-z_]*|__lane_id/;
# What else names them: the compiler and its attributes, arithmetic of devices, what HIP calls as CUDA does.
for (
	['MPI', qr/\b(?:$mpi)\b/, 'lattice/comm_mpi.h' => $mpi],
	['CUDA', qr/\b(?:$cuda)\b/, 'device/cuda.h' => $cuda, 'device/hip.h' => qr/$attribute|$threads|$memory|asm/, 'device/vendor.h' => qr/$attribute|$threads|dim3|asm/, 'base/config.h' => qr/$compiler|$attribute/,
		'simd/device_math.h' => qr/$arithmetic|__CUDA_ARCH__/],
	['HIP', qr/\b(?:$hip)\b/, 'device/hip.h' => $hip, 'device/device.h' => qr/__HIP__/, 'base/config.h' => qr/__HIP__|__HIP_DEVICE_COMPILE__/,
		'simd/device_math.h' => qr/__HIP__|__builtin_amdgcn_r[a-z]*/],
	['a launch', $launch, 'device/cuda.h' => $launch, 'base/config.h' => qr/include <hip\/hip_runtime\.h>/],
) {
	my ($who, $word, %where) = @$_;
	# HiRep's MPI_PID and MPI_WORLD_SIZE (compat/) are not MPI's.
	my %without = map { $_ => $code{$_} =~ s/\bMPI_(?:PID|WORLD_SIZE)\b//gr } @files;
	while (my ($file, $allowed) = each %where) {
		my $bounded = $who eq 'a launch' ? $allowed : qr/\b(?:$allowed)\b/;
		ok($without{"lqcd/$file"} =~ s/$bounded/ /g, "$who: the line of the table for $file is needed");
	}
	none("$who is named where the table says", map { places($_, $word, $without{$_}) } @files);
}

# ---- public headers: what lqcd/README.md lists in "Public headers", and what lqcd.h includes

my ($list) = slurp('lqcd/README.md') =~ /^## Public headers(.*?)^## Names/ms;
my %public = map { $_ => 1 } $text{'lqcd.h'} =~ /^#include "(.*)"/mg, $list =~ /`(lqcd[a-z_\/.]*\.(?:h|inc))`/g;
cmp_ok(scalar keys %public, '>', 80, keys(%public) . ' public headers');
my @users = files_in(qr/\.(?:[ch]|cu|inc)$/, qw(examples tests/embed tests/link tests/compile));
for my $file (@users, 'README.md') {
	for (slurp($file) =~ /^\s*#\s*include\s*["<]((?:\.\.\/)*lqcd(?:_single\.h|\.h|\/)[^">]*)[">]/mg) {
		push @wrong, "$file may not include $_" unless $public{s{^(?:\.\./)+}{}r};
	}
}
ok(@users > 30, 'there are examples');
none('examples and README.md include public headers', splice @wrong);
# wilson_site.c shows the instructions of a kernel, by its name.
none('examples use no internal name', map { places($_, qr/lqcd__|LQCD__/, slurp($_)) } files_in(qr{(?<!/wilson_site\.c)$}, 'examples'));

# ---- options: the table of lqcd/base/config.h names all that the code asks for by #ifdef, #ifndef or defined(), and no other

# Parameters of templates, and names that a header asks about itself
my %internal = map { ("LQCD_$_" => 1) } qw(SIMD_NAME SCALAR_TAGS TAGS TAG LOW TEMPLATE MANY REP REPRESENTED COLOUR_VECTORS);
my %asked;
for my $file (@files) {
	for (grep { /^\s*#\s*(?:if|el)/ } split /\n/, $code{$file} =~ s/\\\n//gr) {
		my @names = /^\s*#\s*ifn?def\s+(\w+)/ ? $1 : /\bdefined\b\s*\(?\s*(\w+)/g;
		$asked{ s/_(?:[fd]|g[fdh])$/_<tag>/r } //= $file for grep { /^LQCD_(?!_)\w+$/ && !/_H$/ && !$internal{$_} } @names;
	}
}
my ($table) = $text{'lqcd/base/config.h'} =~ m{^/\*(.*?)^ \* Attributes}ms;
my %option = map { $_ => 1 } $table =~ /^ \*   (LQCD_[A-Z0-9_]+(?:<tag>)?)(?:\([a-z, ]*\))?\s+\S/mg;
cmp_ok(scalar keys %option, '>', 20, 'lqcd/base/config.h has a table of options');
none('it has each that is asked for', map { "$_ in $asked{$_}" } grep { !$option{$_} } sort keys %asked);
$asked{LQCD_FREE} //= $asked{LQCD_ALLOC};
none('and each of it is asked for', grep { !$asked{$_} } sort keys %option);
done_testing();
