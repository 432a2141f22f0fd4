"""Compares the spec with the symbols of the built library."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

from generator.model import Function, Spec
from generator.problems import MAIN, Problems, SpecError

PUBLIC_PREFIX = "closeranks_"

# How the file of the library for replicated runs is called.
OF_REPLICAS = "libcloseranks_replicas"

# Functions of other libraries that the runtime defines: to notice processes that leave without
# MPI_Finalize (runtime/core/exit_watch.cpp), programs that find the MPI by themselves
# (runtime/processes/bypass.cpp), what the MPI says about deaths (runtime/openmpi/own_messages.cpp),
# errors that the MPI itself raises (runtime/openmpi/error_handlers.cpp), and a null pointer that Open
# MPI 6.0.0 follows (runtime/openmpi/release_6.cpp).
# generated/exports.map lets these out, the names of MPI and the public ones.
OTHER_FUNCTIONS = (
    "PMIx_Abort",
    "PMIx_Init",
    "PMIx_Lookup",
    "PMIx_Spawn",
    "_Exit",
    "_exit",
    "dlopen",
    "ompi_comm_revoke_local",
    "ompi_errhandler_invoke",
    "ompi_mpi_errors_are_fatal_comm_handler",
    "opal_output",
    "quick_exit",
)

# Functions of the C library that libcloseranks_replicas defines besides (runtime/replication/): both processes of a rank
# get the leader's outcome. By the functions of signals the library knows when a handler runs.
C_LIBRARY_FUNCTIONS = (
    "_ZNSt13random_device9_M_getvalEv",
    "__dprintf_chk",
    "__open64_2",
    "__open_2",
    "__openat64_2",
    "__openat_2",
    "__pread64_chk",
    "__pread_chk",
    "__read_chk",
    "__sysv_signal",
    "__vdprintf_chk",
    "access",
    "arc4random",
    "arc4random_buf",
    "chmod",
    "chown",
    "clock",
    "clock_gettime",
    "close",
    "copy_file_range",
    "creat",
    "creat64",
    "dprintf",
    "dup",
    "dup2",
    "dup3",
    "faccessat",
    "fallocate",
    "fallocate64",
    "fchmod",
    "fchmodat",
    "fchown",
    "fchownat",
    "fcntl",
    "fcntl64",
    "fdatasync",
    "fdopen",
    "fileno",
    "fileno_unlocked",
    "flock",
    "fopen",
    "fopen64",
    "freopen",
    "freopen64",
    "fstat",
    "fstat64",
    "fstatat",
    "fstatat64",
    "fstatfs",
    "fstatfs64",
    "fstatvfs",
    "fstatvfs64",
    "fsync",
    "ftruncate",
    "ftruncate64",
    "futimens",
    "futimes",
    "getentropy",
    "getpid",
    "getrandom",
    "getrusage",
    "gettimeofday",
    "kill",
    "lchown",
    "link",
    "linkat",
    "lockf",
    "lockf64",
    "lseek",
    "lseek64",
    "lstat",
    "lstat64",
    "mkdir",
    "mkdirat",
    "mkdtemp",
    "mkfifo",
    "mkfifoat",
    "mknod",
    "mknodat",
    "mkostemp",
    "mkostemp64",
    "mkostemps",
    "mkostemps64",
    "mkstemp",
    "mkstemp64",
    "mkstemps",
    "mkstemps64",
    "mmap",
    "mmap64",
    "open",
    "open64",
    "openat",
    "openat64",
    "posix_fallocate",
    "posix_fallocate64",
    "pread",
    "pread64",
    "preadv",
    "preadv64",
    "pwrite",
    "pwrite64",
    "pwritev",
    "pwritev64",
    "read",
    "readlink",
    "readlinkat",
    "readv",
    "remove",
    "rename",
    "renameat",
    "renameat2",
    "rmdir",
    "sendfile",
    "sendfile64",
    "sigaction",
    "signal",
    "sigqueue",
    "ssignal",
    "stat",
    "stat64",
    "statfs",
    "statfs64",
    "statvfs",
    "statvfs64",
    "statx",
    "symlink",
    "symlinkat",
    "sysv_signal",
    "time",
    "times",
    "timespec_get",
    "truncate",
    "truncate64",
    "unlink",
    "unlinkat",
    "utime",
    "utimensat",
    "utimes",
    "vdprintf",
    "write",
    "writev",
)

# What some linkers add on their own.
_LINKER_SYMBOLS = frozenset({"_init", "_fini", "_edata", "_end", "__bss_start"})


def defined_symbols(library: str) -> list[str]:
    """The dynamic symbols that the library defines."""
    command = ["nm", "--dynamic", "--defined-only", "--format=posix", library]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SpecError(f"nm: the program cannot be run ({error.strerror}).") from None
    if done.returncode != 0:
        raise SpecError(f"{library}: its symbols cannot be read ({done.stderr.strip()}).")
    found = [line.split() for line in done.stdout.splitlines() if line]
    return [name.split("@")[0] for name, kind, *_ in found if kind != "A"]  # that is the name of a version


def interposed(spec: Spec, library: str) -> list[Function]:
    """What the library defines: in that of replicated runs all but the MPI's own functions, in the other one everything."""
    if not Path(library).name.startswith(OF_REPLICAS):
        return list(spec.functions)
    return [function for function in spec.functions if function.replicas != "native"]


def compare(spec: Spec, library: str, symbols: list[str]) -> None:
    """Raises unless the library is right for one of the releases of Open MPI."""
    found = [_problems(spec, library, symbols, release) for release in spec.releases]
    min(found, key=lambda problems: problems.count).raise_if_any()


def _problems(spec: Spec, library: str, symbols: list[str], release: int) -> Problems:
    """Both names of every function that this release has must be defined exactly once, and nothing else."""
    problems = Problems()
    counts = Counter(symbols)
    functions = [f for f in interposed(spec, library) if f.is_in(release)]
    expected = {name for f in functions for name in (f.name, f"P{f.name}")}
    if Path(library).name.startswith(OF_REPLICAS):
        expected |= set(C_LIBRARY_FUNCTIONS)
    for function in functions:
        for name in (function.name, f"P{function.name}"):
            if counts[name] != 1:
                problems.add(
                    f"{MAIN}: {function.name}: {library} defines {name} {counts[name]} times, not once."
                )
    for name in sorted(set(symbols) - expected - _LINKER_SYMBOLS - set(OTHER_FUNCTIONS)):
        if not name.startswith(PUBLIC_PREFIX):
            problems.add(f"{library}: the symbol ({name}) is exported without being in the interface.")
    return problems


def check(spec: Spec, library: str) -> None:
    compare(spec, library, defined_symbols(library))
