# Finding or building an Open MPI that has ULFM; sourced by tools/setup.
# shellcheck shell=bash source=tools/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

OPENMPI_VERSION=5.0.7
OPENMPI_SHA256=119f2009936a403334d0df3c0d74d5595a32d99497f9b1d41e90019fee2fc2dd # upstream's .tar.bz2
OPENMPI_URL=https://download.open-mpi.org/release/open-mpi/v5.0/openmpi-$OPENMPI_VERSION.tar.bz2

# Parts that closeranks does not use, or cannot use with fault tolerance switched on, are left out:
# that halves the build. External hwloc and libevent come from the distribution; pmix and prrte are
# the bundled ones, because Debian 12's pmix 4.2.2 is rejected by the bundled prrte.
# shellcheck disable=SC2054 # the commas are configure's
OPENMPI_OPTIONS=(
    --disable-oshmem --disable-io-romio --disable-sphinx --disable-static
    --without-ucx --without-ofi --without-verbs --without-psm2 --without-cuda --without-rocm
    --with-hwloc=external --with-libevent=external --with-pmix=internal --with-prrte=internal
    --enable-mca-no-build=coll-han,coll-adapt,coll-xhc,coll-acoll,coll-sync,coll-monitoring,pml-monitoring,osc-monitoring,pml-v,pml-cm,vprotocol,mtl,topo-treematch,btl-usnic,btl-uct,btl-ugni,hook-comm_method
    --enable-prte-prefix-by-default --with-ft=mpi
    "CFLAGS=-O2 -pipe" "FCFLAGS=-O2 -pipe"
)

# The list of patches, with the reason of each: openmpi-patches/README.md.
OPENMPI_PATCHES=("$(dirname "${BASH_SOURCE[0]}")"/openmpi-patches/*.patch)

openmpi_prefix() {
    local key
    key=$({
        printf '%s\n' "$OPENMPI_VERSION" "${OPENMPI_OPTIONS[@]}"
        cat "${OPENMPI_PATCHES[@]}"
    } | sha256sum | cut -c1-12)
    printf '%s/openmpi-%s-%s\n' "$CLOSERANKS_CACHE" "$OPENMPI_VERSION" "$key"
}

# has_ulfm MPICC: true when programs compiled by it can call MPIX_Comm_shrink.
has_ulfm() {
    local folder source status=0
    folder=$(mktemp -d)
    source=$folder/ulfm.c
    printf '#include <mpi.h>\n#include <mpi-ext.h>\nint main(void) { return MPIX_Comm_shrink(0, 0) + MPIX_ERR_PROC_FAILED; }\n' >"$source"
    "$1" "$source" -o "$source.out" >/dev/null 2>&1 || status=1
    rm -rf "$folder"
    return $status
}

# Debian 13's source package, on any Debian.
fetch_openmpi_from_apt() {
    fetch_debian_source openmpi trixie "$1" || return 1
    compgen -G "$1/openmpi_$OPENMPI_VERSION*.orig.tar.*" | head -n 1
}

fetch_openmpi_from_upstream() {
    local file=$1/openmpi-$OPENMPI_VERSION.tar.bz2
    if command -v curl >/dev/null; then
        curl -fsSL -o "$file" "$OPENMPI_URL" || return 1
    elif command -v wget >/dev/null; then
        wget -q -O "$file" "$OPENMPI_URL" || return 1
    else
        return 1
    fi
    printf '%s  %s\n' "$OPENMPI_SHA256" "$file" | sha256sum --check --quiet >&2 || return 1
    printf '%s\n' "$file"
}

# build_openmpi PREFIX: an interrupted build leaves nothing at PREFIX, the next one starts afresh, and
# two at a time do not collide: the second waits and then finds the first one's result.
build_openmpi() {
    local prefix=$1 work=$1.build tarball change shell
    # Configure and libtool are scripts, which dash runs in less time. A single build needs no dependency notes of
    # headers.
    shell=$(command -v dash || command -v bash)
    mkdir -p "$CLOSERANKS_CACHE"
    exec {lock}>"$prefix.lock"
    if ! flock --nonblock "$lock"; then
        say "waiting for another set-up that builds Open MPI"
        flock "$lock"
    fi
    if [[ -e $prefix/complete ]]; then return 0; fi
    rm -rf "$prefix" "$work"
    mkdir -p "$work/source" "$work/build"
    say "fetching the source of Open MPI $OPENMPI_VERSION"
    tarball=$(fetch_openmpi_from_apt "$work") || tarball=
    if [[ -z $tarball ]]; then tarball=$(fetch_openmpi_from_upstream "$work") || tarball=; fi
    [[ -n $tarball ]] || die "no source for Open MPI $OPENMPI_VERSION: neither Debian's source package ($work/apt.log) nor $OPENMPI_URL could be fetched; set MPI_HOME to an Open MPI 5 with ULFM"
    tar -xf "$tarball" -C "$work/source" --strip-components=1
    for change in "${OPENMPI_PATCHES[@]}"; do
        patch --directory="$work/source" --strip=1 --batch --quiet <"$change" ||
            die "$change cannot be applied to the source of Open MPI; it is in $work/source"
    done
    say "building Open MPI $OPENMPI_VERSION into $prefix"
    say "(once per user: 5 to 20 minutes on two cores)"
    printf 'closeranks: configure '
    (cd "$work/build" && CONFIG_SHELL=$shell run_logged "$work/configure.log" "$shell" ../source/configure \
        --prefix="$prefix" --disable-dependency-tracking "${OPENMPI_OPTIONS[@]}") ||
        die "Open MPI could not be configured; the logs are in $work"
    printf 'closeranks: make '
    run_logged "$work/make.log" make -C "$work/build" -j"$(nproc)" ||
        die "Open MPI could not be built; the logs are in $work"
    printf 'closeranks: install '
    run_logged "$work/install.log" make -C "$work/build" -j"$(nproc)" install ||
        die "Open MPI could not be installed; the logs are in $work"
    has_ulfm "$prefix/bin/mpicc" || die "the Open MPI just built has no ULFM; the logs are in $work"
    rm -rf "$prefix/share/doc" # 75 MB of web pages
    # A build without zlib would say at each start that it cannot compress.
    echo "pcompress_base_silence_warning = 1" >>"$prefix/etc/pmix-mca-params.conf"
    basename -a "${OPENMPI_PATCHES[@]}" >"$prefix/complete" # tests read which faults are mended
    rm -rf "$work"
}
