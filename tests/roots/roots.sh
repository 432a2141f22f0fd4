# Roots of Debian: folders in which programs run as on a machine that has nothing else; sourced by tests/roots/run and
# tests/packages/clean_root.
# shellcheck shell=bash

# "${inside[@]}" ROOT COMMAND...: processes and mounts of its own, all of which end with the command. The folder becomes the
# root of these mounts, which chroot would not do: a program that enters the mounts of another one, as the tests with nodes
# do, leaves a chroot. These tests also mount a file in the place of /etc/hosts.
# shellcheck disable=SC2016,SC2034 # for the shell in the namespaces; for those who source this
inside=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive
    unshare --mount --pid --fork --kill-child bash -c '
    mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount --rbind -o ro /sys "$1/sys" && mount --rbind /dev "$1/dev" &&
        mount -t tmpfs tmpfs "$1/dev/shm" && touch "$1/etc/hosts" && cd "$1" && shift && pivot_root . . && umount -l . && cd / &&
        exec "$@"' bash)

# copy_checkout INTO: what belongs to the repository, or would. Of an earlier checkout only its build stays.
copy_checkout() {
    mkdir -p "$1"
    find "$1" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    git -C "$CLOSERANKS_ROOT" ls-files -z --cached --others --exclude-standard | (cd "$CLOSERANKS_ROOT" && tar -c --null --files-from=-) | tar -x -C "$1"
}
