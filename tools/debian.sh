# Source packages of Debian; sourced by tools/openmpi.sh and by tests/conformance.
# shellcheck shell=bash

DEBIAN_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

# The origin of the distribution's packages, as apt knows it (the main archive only).
apt_archive() {
    # shellcheck disable=SC2016 # apt's variables, not ours
    apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        awk -F'|' '$1 == "Debian" && $2 == "Debian" && $3 == "main" { print $4; exit }'
}

has_debian_sources() {
    command -v apt-get >/dev/null && [[ -r $DEBIAN_KEYRING && -n $(apt_archive) ]]
}

# fetch_debian_source PACKAGE SUITE INTO: a source package by way of this machine's own archive, with
# a private apt directory. Of the system's apt configuration it reads only the archive's address, and
# changes nothing. The package's files are left in INTO, not unpacked; apt.log there says more.
fetch_debian_source() {
    has_debian_sources || return 1
    local package=$1 suite=$2 into=$3 apt=$3/apt archive
    archive=$(apt_archive)
    mkdir -p "$apt"/{etc/apt.conf.d,etc/preferences.d,etc/trusted.gpg.d,state/lists/partial,cache/archives/partial}
    printf 'deb-src [signed-by=%s] %s %s main\n' "$DEBIAN_KEYRING" "$archive" "$suite" >"$apt/etc/sources.list"
    local options=(-o "Dir::Etc=$apt/etc" -o "Dir::State=$apt/state" -o "Dir::Cache=$apt/cache"
        -o Dir::Etc::sourcelist=sources.list -o Dir::Etc::sourceparts=/dev/null
        -o Dir::State::status=/dev/null -o Debug::NoLocking=1 -o APT::Sandbox::User=)
    (
        cd "$into" &&
            apt-get "${options[@]}" -q update &&
            apt-get "${options[@]}" -q source --download-only "$package/$suite"
    ) >"$into/apt.log" 2>&1
}
