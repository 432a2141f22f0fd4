"""The functions of closeranks that a program uses (a resume point, a store, a pool of workers), and the options that
this implies.

A symbol tells, because only a program that calls the function has it: the stub has the resume point in an object of its
own. Of the other libraries a program has the names of the functions that it calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .findings import Finding, Level

_MOST = 1 << 28  # bytes of a program that are read


def _ok(check: str, text: str, what_to_do: str) -> Finding:
    return Finding(f"program.{check}", Level.OK, text, what_to_do)


_RESUME = _ok(
    "resume",
    "This program recovers lost ranks: at its resume point (closeranks_resume) other processes take their places, and "
    "until that none of the calls below ends it.",
    "Start it with --profile comeback, which starts a process for each lost rank, or with --spares N: N processes wait for that. "
    "Without either, its lost ranks stay lost (docs/how-to/recover.md).",
)
_STORE = _ok(
    "store",
    "It keeps checkpoints (closeranks_store), without a resume point: survivors can continue with the work of lost ranks.",
    "No option is needed for checkpoints in memory; with files among them, --restarts N starts the job again when the survivors "
    "could not complete (docs/how-to/continue.md).",
)
_STORE_TOO = _ok(
    "store",
    "It keeps checkpoints (closeranks_store), to which it goes back.",
    "With files among them (buddy+file:dir=PATH), --restarts N continues from there when all else has failed.",
)
_FENIX = _ok(
    "fenix",
    "It is a program for Fenix: lost ranks are recovered at Fenix_Init.",
    "Start it as with Fenix: its spares are ranks of -n, without --spares (docs/reference/fenix.md).",
)
_POOL = _ok(
    "pool",
    "It is a pool of workers (closeranks.futures or closeranks/farm.hpp): what a lost worker had is dealt to another one.",
    "No option is needed; the pool's own calls have policies of their own (docs/how-to/farms.md).",
)
_OTHER_POOL = _ok(
    "pool",
    "It is a pool of workers (mpi4py.futures), which waits for lost workers.",
    "With closeranks.futures in place of mpi4py.futures the task of a lost worker is dealt to another one: start the script by "
    "python3 -m closeranks.futures, without a change (docs/how-to/farms.md).",
)

_POOL_OF_PYTHON = re.compile(r"\bcloseranks\.futures\b|from\s+closeranks\s+import\s+futures\b")
_OTHER_POOL_OF_PYTHON = re.compile(r"\bmpi4py\.futures\b|from\s+mpi4py\s+import\s+futures\b")
_STORE_OF_PYTHON = re.compile(r"\bcloseranks\.(?:store|local)\b|from\s+closeranks\s+import\s+(?:store|local)\b")
_RESUME_OF_PYTHON = re.compile(r"\bcloseranks\.(?:resume|rounds)\b|\bfrom\s+closeranks\s+import\s[^\n]*\bresume\b")


def _notes(resumes: bool, stores: bool, fenix: bool = False, pool: bool = False) -> Iterator[Finding]:
    if fenix:
        yield _FENIX
        return
    if resumes:
        yield _RESUME
    if stores:
        yield _STORE_TOO if resumes else _STORE
    if pool:
        yield _POOL


def of_binary(path: Path) -> Iterator[Finding]:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST)
    except OSError:
        return
    yield from _notes(
        resumes=b"closeranks_resume\0" in data,
        stores=b"closeranks_store_create\0" in data,
        fenix=b"Fenix_Preinit\0" in data or b"libcloseranks_fenix.so" in data,
        pool=b"10closeranks4Farm" in data,
    )


def of_script(text: str) -> Iterator[Finding]:
    """In Python."""
    yield from _notes(
        resumes=bool(_RESUME_OF_PYTHON.search(text)),
        stores=bool(_STORE_OF_PYTHON.search(text)),
        pool=bool(_POOL_OF_PYTHON.search(text)),
    )
    if _OTHER_POOL_OF_PYTHON.search(text) and not _POOL_OF_PYTHON.search(text):
        yield _OTHER_POOL
