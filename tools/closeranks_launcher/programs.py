"""Whether closeranks can reach the program: the MPI that its file is linked with.

Files of scripts and interpreters name none. The launcher learns from the run itself whether their calls arrived.
"""

from __future__ import annotations

import mmap
import os
import re
import struct
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from . import preloads
from .arguments import Application, Line
from .environment import for_dynamic_linker
from .installation import Installation
from .options import UsageError, as_boolean
from .question import Question

_MPI = re.compile(r"libmpi(?:ch|fort|cxx|chcxx|chfort)?\.so\.\d+")
_OPEN_MPI = re.compile(r"libmpi\.so\.\d+")
_LISTED = re.compile(r"^\s*(\S+)(?: => (.*?))?(?: \(0x[0-9a-f]+\))?$", re.MULTILINE)
_NAMES = (b"\0MPI_Init\0", b"\0PMPI_Init\0")  # in a table of symbols, where the end of the second may be the first
_PT_INTERP = 3
_64_BIT_LITTLE_ENDIAN = b"\x7fELF\x02\x01"

# Where the program does not run here, or is another program, this machine's files tell nothing.
_ELSEWHERE_OPTIONS = ("hostfile", "host", "H", "machinefile", "default-hostfile", "rankfile", "dvm")
_ELSEWHERE_VARIABLES = ("SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID", "PRTE_MCA_prte_default_hostfile")
_OTHER_PLACE_OPTIONS = ("wdir", "wd", "path", "preload-binary", "s", "preload-files", "app", "appfile")


class Binary:
    """A program in ELF (elf(5)) for 64-bit little-endian machines."""

    def __init__(self, path: Path) -> None:
        """Raises ValueError when it is something else."""
        self.path = path
        with path.open("rb") as file:
            if file.read(len(_64_BIT_LITTLE_ENDIAN)) != _64_BIT_LITTLE_ENDIAN:
                raise ValueError(f"{path} is no ELF file")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                self.linker = next(self._segments(data, _PT_INTERP), b"").partition(b"\0")[0].decode()
                self.names_mpi = any(data.find(name) >= 0 for name in _NAMES)

    @staticmethod
    def _segments(data: mmap.mmap, wanted: int) -> Iterator[bytes]:
        try:
            (table,) = struct.unpack_from("<Q", data, 32)
            size, count = struct.unpack_from("<HH", data, 54)
            for number in range(count):
                kind, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", data, table + number * size)
                if kind == wanted:
                    yield data[offset : offset + length]
        except (struct.error, OverflowError) as error:
            raise ValueError("a damaged ELF file") from error

    def libraries(self, variables: Mapping[str, str]) -> Callable[[], dict[str, str]]:
        """What the dynamic linker would load, and from where ("not found"), when it has said so. As by ldd(1), the program
        does not run; other linkers than glibc's are not asked.
        """
        if not Path(self.linker).name.startswith("ld-linux"):
            return dict
        without = {name: text for name, text in variables.items() if name != "LD_PRELOAD"}
        question = Question([self.linker, self.path.absolute()], without | {"LD_TRACE_LOADED_OBJECTS": "1"})
        return lambda: _listed(question.answer().stdout)


def _listed(trace: str) -> dict[str, str]:
    """In the order of the trace, which is that of the search for symbols."""
    listed: dict[str, str] = {}
    for name, path in _LISTED.findall(trace):
        if path:
            listed[name] = path
        elif name.startswith("/"):
            listed.setdefault(Path(name).name, name)
    return listed


def check(
    line: Line, values: Mapping[str, str], place: Installation, variables: Mapping[str, str]
) -> Callable[[], None]:
    """Begins; what is returned raises UsageError for a program that cannot be protected, or not even be started, and
    notes of the others what stands before closeranks.
    """
    if line.has_mpirun_option(*_OTHER_PLACE_OPTIONS):
        return lambda: None
    runs_here = not line.has_mpirun_option(*_ELSEWHERE_OPTIONS)
    runs_here = runs_here and not any(name in variables for name in _ELSEWHERE_VARIABLES)
    reasons = list(_reasons(line, place, variables, runs_here))

    def finish() -> None:
        for reason in reasons:
            try:
                text = reason()
            except (OSError, subprocess.SubprocessError):
                continue
            if text and as_boolean(values.get("allow_unprotected", "no")) is not True:
                raise UsageError(text)

    return finish


def _reasons(
    line: Line, place: Installation, variables: Mapping[str, str], runs_here: bool
) -> Iterator[Callable[[], str]]:
    for application in line.applications:
        file = found(application.program[0], variables.get("PATH", os.defpath))
        if file is None:
            continue  # mpirun, or the keeper, tells about it
        try:
            binary = Binary(Path(file))
            yield _why_not(binary, application, place, variables, runs_here)
        except (OSError, ValueError):
            continue  # a script, or a file for another machine


def found(program: str, path: str) -> str | None:
    """As shutil.which(), which takes milliseconds to load."""
    folders = [""] if os.path.dirname(program) else path.split(os.pathsep)
    files = (os.path.join(folder, program) for folder in folders)
    return next((file for file in files if os.access(file, os.X_OK) and not os.path.isdir(file)), None)


def _why_not(
    binary: Binary,
    application: Application,
    place: Installation,
    variables: Mapping[str, str],
    runs_here: bool,
) -> Callable[[], str]:
    """The reason why it cannot be protected, or nothing; once the dynamic linker has answered."""
    if not binary.linker:
        return lambda: static(binary) if binary.names_mpi else ""
    libraries = binary.libraries(_told(application, place, variables))

    def answer() -> str:
        found = libraries()
        application.above = preloads.above(found)
        return _why_not_with(found, binary, place, runs_here)

    return answer


def _why_not_with(libraries: Mapping[str, str], binary: Binary, place: Installation, runs_here: bool) -> str:
    if other := other_mpi(libraries, place):
        return of_another_mpi(binary, other, place)
    missing = [name for name, path in libraries.items() if path == "not found"]
    if missing and runs_here:
        return (
            f"The program {binary.path} needs {', '.join(missing)}, which the dynamic linker does not find; "
            "add the directory to LD_LIBRARY_PATH."
        )
    return ""


def other_mpi(libraries: Iterable[str], place: Installation) -> str:
    """The first of `libraries` that is one of another MPI than closeranks is for; or nothing."""
    return next(iter(sorted(set(filter(_MPI.fullmatch, libraries)) - _own_names(place))), "")


def of_another_mpi(binary: Binary, library: str, place: Installation) -> str:
    return (
        f"The program {binary.path} is linked with another MPI ({library}) than closeranks is for, so that nothing "
        f"would be protected. Compile it with {place.mpirun.with_name('mpicc')}, or start it with the "
        "mpirun of its own MPI."
    )


def static(binary: Binary) -> str:
    return (
        f"The program {binary.path} is linked statically, so that nothing can be preloaded for it and nothing "
        "would be protected. Link it with the shared libraries of the MPI (without -static)."
    )


def _own_names(place: Installation) -> set[str]:
    """The names of the library of the MPI for which closeranks was built."""
    try:
        return {name for name in os.listdir(place.mpi_libdir) if _OPEN_MPI.fullmatch(name)}
    except OSError:
        return set()


def _told(
    application: Application, place: Installation, variables: Mapping[str, str]
) -> dict[str, str]:
    """The environment of the program, as far as the dynamic linker reads it."""
    exports = {name: text for name, text in application.exports.items() if text is not None}
    own = {**variables, **exports}
    return own | for_dynamic_linker(place, own.get)
