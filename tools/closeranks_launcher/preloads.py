"""Which libraries of a program stand before closeranks in the search order (docs/explanation/loading.md).

Tools between program and MPI define functions of MPI, and call on by their PMPI names. They see the program's calls,
and closeranks sees theirs. The runtimes of sanitizers want to be first of all.
"""

from __future__ import annotations

import mmap
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

from .plain import dataclass

_SANITIZER = re.compile(r"lib(?:clang_rt\.)?(?:a|hwa|l|t|ub)san\b.*\.so.*")
_THE_MPI = re.compile(r"libmpi\.so(?:\.\d+)*")
_OURS = "libcloseranks"
_THIS = re.compile(r"libcloseranks(?:_replicas)?\.so(?:\.\d+)*")
_FUNCTION = re.compile(rb"MPIX?_[A-Z][a-z]\w*(?=\0)")
_ELF = b"\x7fELF\x02\x01"  # 64 bits, little-endian
_DYNAMIC_SYMBOLS = 11  # SHT_DYNSYM
_SYMBOL = struct.Struct("<IBBHQQ")
_NAMES_OF_LD_PRELOAD = re.compile(r"[: ]+")


@dataclass(frozen=True)
class Above:
    """The paths of the libraries, in the order in which the dynamic linker has them."""

    sanitizers: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return self.sanitizers + self.tools


def above(libraries: Mapping[str, str]) -> Above:
    """`libraries` of a program and their paths, in the order of the dynamic linker."""
    usable = {name: path for name, path in libraries.items() if path.startswith("/") and not _cannot_be_named(path)}
    sanitizers = tuple(path for name, path in usable.items() if _SANITIZER.fullmatch(name))
    return Above(sanitizers, tuple(path for path in _before_the_mpi(usable) if wrapped_by(Path(path))))


def _cannot_be_named(path: str) -> bool:
    """Whether LD_PRELOAD cannot contain the path."""
    return bool(_NAMES_OF_LD_PRELOAD.search(path))


def _before_the_mpi(libraries: Mapping[str, str]) -> Iterator[str]:
    """The libraries before the MPI. Without closeranks, libraries behind it are not called either."""
    for name, path in libraries.items():
        if _THE_MPI.fullmatch(name):
            return
        if not name.startswith(_OURS):
            yield path


def wrapped_by(path: Path) -> frozenset[str]:
    """The functions of MPI that a library defines."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            defined = frozenset(_defined(data)) if data[: len(_ELF)] == _ELF else frozenset()
    except (OSError, ValueError, IndexError, OverflowError, struct.error):  # damaged
        return frozenset()
    if not defined:
        return defined
    from . import functions

    return defined & frozenset(functions.load().functions)


def _defined(data: mmap.mmap) -> Iterator[str]:
    """Names like those of MPI's functions in its dynamic table (elf(5)) that are defined there."""
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQII", data, table + number * size) for number in range(count)]
    for _, kind, _, _, begin, length, strings, _ in sections:
        if kind != _DYNAMIC_SYMBOLS:
            continue
        _, _, _, _, names, names_length, _, _ = sections[strings]
        # The end of PMPI_Send or tool_MPI_Send is a name of its own.
        found = {at.start(): at[0] for at in _FUNCTION.finditer(data[names : names + names_length])}
        if not found:
            continue
        for name, _, _, section, _, _ in _SYMBOL.iter_unpack(data[begin : begin + length]):
            if section and name in found:
                yield found[name].decode()


def joined(above_us: Above, own: str, users: str | None) -> str:
    """The value of LD_PRELOAD. `own`: this library. `users`: what the user has set. Of that, the MPI's own library goes
    behind, for closeranks stands between the program and the MPI, and so do entries behind `libcloseranks.so`.
    """
    theirs = [name for name in _NAMES_OF_LD_PRELOAD.split(users or "") if name]
    ours = next((i for i, name in enumerate(theirs) if _THIS.fullmatch(Path(name).name)), len(theirs))
    mpis = [name for name in theirs[:ours] if _THE_MPI.fullmatch(Path(name).name)]
    before = [name for name in theirs[:ours] if name not in mpis]
    order = [*above_us.sanitizers, *before, *above_us.tools, own, *mpis, *theirs[ours + 1 :]]
    return ":".join(dict.fromkeys(order))
