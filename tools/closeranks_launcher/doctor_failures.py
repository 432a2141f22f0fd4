"""Whether a program handles failures itself, by the symbols that it imports (closeranks doctor FILE).

The library decides by the same rules when the program starts (runtime/support/program_imports.hpp).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from .findings import Finding, Level

_ULFM = re.compile(
    r"p?mpix_comm_(revoke|i?shrink|i?agree|failure_ack|failure_get_acked|ack_failed|get_failed|is_revoked)(_f08)?_{0,2}", re.I
)
_HANDLERS = re.compile(r"p?mpi_(comm_set_errhandler|errhandler_set)(_f08)?_{0,2}", re.I)
_OTHER_WORLDS = re.compile(r"p?mpi_comm_(spawn|spawn_multiple|get_parent|connect|accept)(_f08)?_{0,2}", re.I)
_OF_CLOSERANKS = ("closeranks_", "libcloseranks_")  # a symbol, a library
_OF_THE_STUB = (b"closeranks_active\0", b"closeranks_resume\0")


def _first(pattern: re.Pattern[str], symbols: Collection[str]) -> str:
    return next((symbol for symbol in sorted(symbols) if pattern.fullmatch(symbol)), "")


def uses_ulfm(path: Path, symbols: Collection[str], libraries: Collection[str]) -> str:
    """A function of ULFM that the program calls if it handles failures itself; else nothing."""
    used = _first(_ULFM, symbols)
    asks_closeranks = any(name.startswith(_OF_CLOSERANKS) for name in (*symbols, *libraries))
    if not used or not _first(_HANDLERS, symbols) or asks_closeranks:
        return ""
    try:
        data = path.read_bytes()
    except OSError:
        return used
    return "" if any(name in data for name in _OF_THE_STUB) else used


def notes(used: str, symbols: Collection[str]) -> Iterator[Finding]:
    """`used`: the result of uses_ulfm()."""
    if used:
        yield Finding(
            "program.failures",
            Level.OK,
            f"It handles failures itself: it uses ULFM ({used}) and sets error handlers. So closeranks leaves all calls to the "
            "MPI and applies no policy: a call that a death concerns raises an error, as without closeranks.",
            "For policies in place of errors: --failures closeranks (docs/explanation/failures.md).",
        )
    elif _first(_HANDLERS, symbols) and _first(_OTHER_WORLDS, symbols):
        yield Finding(
            "program.failures",
            Level.OK,
            "It spawns processes or connects with others, and sets error handlers. An intercommunicator with an error handler of "
            "its own raises errors at deaths, as without closeranks: no policy is applied there.",
            "For policies there, too: --policy, --lenient or --strict (docs/explanation/failures.md).",
        )
