"""What programs need from the machine: shared memory, places for files, rights (closeranks doctor)."""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from . import checks, command
from .findings import Finding, ok, problem, warning
from .options import UsageError, as_boolean, described

_MIB = 1 << 20
_SEGMENT = 16 * _MIB  # of shared memory for each rank at most: btl_sm_segment_size
_YAMA = Path("/proc/sys/kernel/yama/ptrace_scope")


@dataclass(frozen=True)
class Facts:
    """Facts about this machine and this user."""

    cores: int
    is_root: bool
    variables: Mapping[str, str]
    shared: Path = Path("/dev/shm")
    shared_free: int | None = None  # bytes; None: it cannot be written
    shared_why: str = ""
    temporary: Path = Path("/tmp")
    temporary_why: str = ""  # why it cannot be used
    home: str = ""  # of the user database
    home_why: str = ""
    memory_why: str | None = None  # why a process cannot read another process's memory; None: it can
    scope: str = ""  # Yama's ptrace_scope, where it is


def ask(shared: Path, variables: Mapping[str, str]) -> Facts:
    """`shared`: where the MPI puts its shared memory."""
    free, shared_why = _free(shared)
    temporary = Path(tempfile.gettempdir())
    return Facts(
        cores=len(os.sched_getaffinity(0)),
        is_root=os.geteuid() == 0,
        variables=variables,
        shared=shared,
        shared_free=free,
        shared_why=shared_why,
        temporary=temporary,
        temporary_why=_room(variables),
        home=_home(),
        home_why=_unusable(variables.get("HOME") or _home()),
        memory_why=_reads_memory(),
        scope=_text(_YAMA),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _home() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""


def _free(folder: Path) -> tuple[int | None, str]:
    """The free space there, found by writing: a place may be full, or read only, whatever its rights are."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, 4096)
        state = os.statvfs(folder)
        return state.f_bavail * state.f_frsize, ""
    except OSError as error:
        return None, described(error)


def _room(variables: Mapping[str, str]) -> str:
    """The reason why records cannot go to the folder for temporary files. Python itself passes over a TMPDIR that
    cannot be used."""
    told = variables.get("TMPDIR")
    if told and (why := _unusable(told)):
        return f"TMPDIR ({told}) cannot be used: {why}"
    try:
        with tempfile.TemporaryDirectory(prefix="closeranks-") as folder:
            checks.has_room(Path(folder))
    except UsageError as error:
        return str(error).partition(". ")[0]
    except OSError as error:
        return f"nothing can be made in {tempfile.gettempdir()}: {described(error)}"
    return ""


def _unusable(folder: str) -> str:
    """The reason why no file can be made in it."""
    if not folder:
        return "it has no name"
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return described(error)


class _Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def _reads_memory() -> str | None:
    """Tries what windows do (docs/explanation/windows.md). The other process is a child of ours that permits it as ranks do."""
    libc = ctypes.CDLL(None, use_errno=True)
    word = ctypes.create_string_buffer(b"child")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        libc.prctl(0x59616D61, ctypes.c_ulong(-1).value, 0, 0, 0)  # PR_SET_PTRACER, PR_SET_PTRACER_ANY
        os.write(writer, b".")
        signal.pause()
        os._exit(0)
    try:
        os.read(reader, 1)
        into = ctypes.create_string_buffer(len(word))
        here = _Part(ctypes.addressof(into), len(word))
        there = _Part(ctypes.addressof(word), len(word))
        call: Callable[..., int] = libc.process_vm_readv
        done = call(child, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
        return None if done == len(word) else os.strerror(ctypes.get_errno())
    except AttributeError:
        return "the C library lacks process_vm_readv"
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reader)
        os.close(writer)


def findings(facts: Facts) -> Iterator[Finding]:
    yield _cores(facts)
    yield _shared(facts)
    yield _temporary(facts)
    yield _home_found(facts)
    yield _memory(facts)
    yield from _root(facts)


def _cores(facts: Facts) -> Finding:
    return ok(
        "machine.cores",
        f"{facts.cores} cores; mpirun starts more ranks than that only with --oversubscribe.",
    )


def _shared(facts: Facts) -> Finding:
    check = "machine.shared_memory"
    mend = "Give it more (docker run --shm-size=1g; as root: mount -o remount,size=1g /dev/shm)."
    if facts.shared_free is None:
        return warning(
            check,
            f"{facts.shared}, through which ranks of one host talk, cannot be written: {facts.shared_why}. The MPI then "
            "takes a folder below that for temporary files.",
            "Make it a tmpfs with mode 1777, or set OMPI_MCA_btl_sm_backing_directory to another local directory.",
        )
    free = f"{facts.shared_free // _MIB:,} MiB are free in {facts.shared}, through which ranks of one host talk"
    if facts.shared_free < _SEGMENT:
        return warning(
            check,
            f"Only {free}. A rank wants {_SEGMENT // _MIB} MiB; where they are not, ranks talk over TCP, which is slower.",
            mend,
        )
    if facts.shared_free < _SEGMENT * facts.cores:
        return warning(check, f"Only {free}. Each of {facts.cores} ranks may come to use {_SEGMENT // _MIB} MiB.", mend)
    return ok(check, f"{free}.")


def _temporary(facts: Facts) -> Finding:
    if facts.temporary_why:
        return problem(
            "machine.temporary",
            f"There is no place for temporary files: {facts.temporary_why}.",
            "Set TMPDIR to a directory that can be written and has some MiB free.",
        )
    return ok("machine.temporary", f"Temporary files and records go to {facts.temporary}, which can be written.")


def _home_found(facts: Facts) -> Finding:
    told = facts.variables.get("HOME")
    if not told:
        return warning(
            "machine.home",
            f"HOME is not set. The launcher sets it to {facts.home or '/'}; mpirun alone would fail (opal_init "
            "failed).",
            "Set HOME where you start mpirun without the launcher.",
        )
    if facts.home_why:
        return warning(
            "machine.home",
            f"HOME ({told}) cannot be written: {facts.home_why}. Open MPI only reads its settings there; programs "
            "may want more.",
            "Set HOME to a directory of yours.",
        )
    return ok("machine.home", f"HOME is {told}.")


def _memory(facts: Facts) -> Finding:
    if facts.memory_why is None:
        scope = f" (ptrace_scope {facts.scope})" if facts.scope else ""
        return ok("machine.ptrace", f"Ranks of one host may read each other's memory{scope}, which some windows need.")
    if facts.scope in ("2", "3"):
        mend = "As root: sysctl kernel.yama.ptrace_scope=1."
    else:
        mend = "In a container: --cap-add=SYS_PTRACE."
    return warning(
        "machine.ptrace",
        f"Ranks of one host may not read each other's memory ({facts.memory_why}): windows over memory of the "
        "program's own "
        "(MPI_Win_create, MPI_Win_create_dynamic) go by messages then, as between hosts (docs/explanation/windows.md).",
        mend,
    )


def _root(facts: Facts) -> Iterator[Finding]:
    allowed = all(name in facts.variables for name in command.ROOT)
    allowed = allowed or as_boolean(facts.variables.get("CLOSERANKS_ALLOW_ROOT", "no")) is True
    if facts.is_root and not allowed:
        yield warning(
            "machine.root",
            "You are root, and mpirun refuses to run as root unless told otherwise. The trials below say --allow-root.",
            "In a container add --allow-root, or set CLOSERANKS_ALLOW_ROOT=yes; elsewhere be another user.",
        )


