# Shared by the scripts in this folder; source it, do not run it.
# shellcheck shell=bash

HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}
CLOSERANKS_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CLOSERANKS_CACHE=${CLOSERANKS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/closeranks}
CLOSERANKS_BUILD=${CLOSERANKS_BUILD:-$CLOSERANKS_ROOT/build}
export HOME

say() { printf 'closeranks: %s\n' "$*"; }
warn() { say "$@" >&2; }
die() {
    warn "$@"
    exit 1
}

# run_logged LOG COMMAND...: prints one dot for every few seconds, and the end of the log when the
# command fails. The command runs in a process group of its own, so that an interrupt ends all of it:
# bash starts background jobs deaf to Ctrl-C.
run_logged() {
    local log=$1 job start=$SECONDS dots=0
    shift
    setsid "$@" >"$log" 2>&1 </dev/null &
    job=$!
    # shellcheck disable=SC2064 # the job's number now, not when the trap runs
    trap "kill -TERM -- -$job 2>/dev/null; exit 130" INT TERM HUP
    while kill -0 "$job" 2>/dev/null; do
        sleep 0.2
        if (((SECONDS - start) / 5 > dots)); then
            printf '.'
            dots=$((dots + 1))
        fi
    done
    trap - INT TERM HUP
    if wait "$job"; then
        printf ' done in %s s\n' "$((SECONDS - start))"
    else
        printf ' failed; the end of %s:\n' "$log"
        tail -n 30 "$log"
        return 1
    fi
}

# find_python MODULE...: the first Python that has the modules. The system's comes before the one in
# PATH, which is often a pyenv or conda without the distribution's packages.
find_python() {
    local candidate imports=${*:-sys}
    for candidate in "${PYTHON:-}" /usr/bin/python3 "$(command -v python3)"; do
        if [[ -n $candidate ]] && "$candidate" -c "import ${imports// /, }" 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    return 1
}

# build_closeranks [CMAKE-OPTION...]: configures where needed, then builds; quiet unless it fails.
# A build directory that was configured for another MPI is configured afresh. Stacks have functions and lines. The
# compiler would take a quarter more time for the places of variables. A developer who changes files again and again
# builds with -DCLOSERANKS_UNITY=OFF, the default of cmake: then only the changed files are compiled.
build_closeranks() {
    local mpi cache=$CLOSERANKS_BUILD/CMakeCache.txt
    mpi=$("$CLOSERANKS_ROOT/tools/setup" --print-mpi) || exit 1
    mkdir -p "$CLOSERANKS_BUILD"
    if [[ -e $cache ]] && ! grep -qxF "MPI_HOME:PATH=$mpi" "$cache"; then
        rm -rf "$cache" "$CLOSERANKS_BUILD/CMakeFiles"
    fi
    printf 'closeranks: configure '
    run_logged "$CLOSERANKS_BUILD/configure.log" cmake -S "$CLOSERANKS_ROOT" -B "$CLOSERANKS_BUILD" \
        -G Ninja "-DMPI_HOME:PATH=$mpi" "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1 -DNDEBUG" -DCLOSERANKS_UNITY=ON "$@" || exit 1
    printf 'closeranks: build '
    run_logged "$CLOSERANKS_BUILD/build.log" cmake --build "$CLOSERANKS_BUILD" || exit 1
}

# Open MPI's mpirun refuses to run as root unless told; in containers and on CI the user is root.
allow_root() {
    if ((EUID == 0)); then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
}
