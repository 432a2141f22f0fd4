"""Whether a program can run with --replicate: which of the functions that it calls are refused then."""

from __future__ import annotations

import mmap
import re
import struct
from collections.abc import Iterator
from pathlib import Path

# What both processes of a rank do: the library does not follow it.
_BY_BOTH = ("aio_write", "aio_write64", "fork", "freopen", "freopen64", "lio_listio", "popen", "system")
# MPI::Comm::Comm(): the header of MPI's C++ bindings (of Open MPI 4) defines functions for all calls, so that each program
# takes all of them from the MPI.
_OF_BINDINGS = "_ZN3MPI4CommC2Ev"
_SYMBOL = re.compile(
    rb"(p?mpix?_[a-z]\w*|closeranks_\w+|%s)\0" % "|".join((*_BY_BOTH, _OF_BINDINGS)).encode(), re.IGNORECASE
)
_ELF = b"\x7fELF\x02\x01"  # 64 bits, little-endian
_DYNAMIC_SYMBOLS = 11  # SHT_DYNSYM
_ENTRY = struct.Struct("<IBBHQQ")


def symbols(path: Path) -> set[str]:
    """Those of MPI, of closeranks and of _BY_BOTH that a program in ELF takes from others; empty: it is something else, or
    damaged.
    """
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return set(_undefined(data)) if data[: len(_ELF)] == _ELF else set()
    except (OSError, ValueError, IndexError, OverflowError, struct.error):
        return set()


def _undefined(data: mmap.mmap) -> Iterator[str]:
    """Of its dynamic table (elf(5))."""
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQII", data, table + number * size) for number in range(count)]
    for _, kind, _, _, begin, length, strings, _ in sections:
        if kind != _DYNAMIC_SYMBOLS:
            continue
        _, _, _, _, names, names_length, _, _ = sections[strings]
        table_of_names = data[names : names + names_length]  # where `fork` may be the end of `vfork`
        for name, _, _, section, _, _ in _ENTRY.iter_unpack(data[begin : begin + length]):
            if not section and (at := _SYMBOL.match(table_of_names, name)):
                yield at[1].decode()


def refused(path: Path) -> list[str]:
    """The functions of MPI that the program itself calls and that are refused in replicated runs."""
    from . import functions

    table = functions.load()
    called = {call.name for symbol in symbols(path) if (call := table.called_by(symbol))}
    return sorted(name for name in called if name in table.functions and table.functions[name].replicas == "refused")


def has_bindings(path: Path) -> bool:
    """It has MPI's C++ bindings, so its symbols do not show which functions it calls."""
    return _OF_BINDINGS in symbols(path)


def of_closeranks(path: Path) -> list[str]:
    """The functions of closeranks itself that it calls."""
    return sorted(name for name in symbols(path) if name.startswith("closeranks_"))


def done_by_both(path: Path) -> list[str]:
    """The functions of the C library that it calls and that both processes of a rank carry out."""
    return sorted(symbols(path) & set(_BY_BOTH))


def listed(names: list[str], most: int = 6) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def why_not(path: Path) -> str:
    """A sentence; or nothing."""
    if own := of_closeranks(path):
        return (
            f"The program {path} calls functions of closeranks ({listed(own)}), so it has an answer to deaths of its own, "
            "which --replicate excludes. Leave out --replicate."
        )
    if not has_bindings(path) and (names := refused(path)):
        return (
            f"The program {path} calls {listed(names)}, which --replicate does not cover yet (docs/reference/replication.md). Leave out "
            "--replicate; or add --allow-unprotected if it never comes to these calls, which end it otherwise."
        )
    return ""
