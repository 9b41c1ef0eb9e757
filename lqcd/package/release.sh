#!/bin/sh
# lqcd/package/release.sh VERSION FILES..: build/dist of a release: the single headers, all FILES as lqcd-VERSION.tar.gz, and
# SHA256SUMS. The same tree gives the same bytes: the archive bears the date of CITATION.cff, and nobody's name.
set -e
version=$1
shift
rm -rf build/dist
mkdir -p build/dist
cp build/lqcd_single.h build/lqcd_single.cuh build/dist
tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
	--mtime="$(sed -n 's/^date-released: *"*\([0-9-]*\).*/\1/p' CITATION.cff) UTC" --transform="s|^|lqcd-$version/|" -cf - "$@" |
	gzip -9n >"build/dist/lqcd-$version.tar.gz"
cd build/dist
sha256sum lqcd_single.h lqcd_single.cuh "lqcd-$version.tar.gz" >SHA256SUMS
echo "lqcd $version, $# files: lqcd_single.h, lqcd_single.cuh, lqcd-$version.tar.gz and SHA256SUMS in build/dist"
