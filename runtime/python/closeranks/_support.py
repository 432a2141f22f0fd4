# SPDX-License-Identifier: BSD-3-Clause
"""The parts of the generated functions (`_functions.py`) that are the same for all of them."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from mpi4py import MPI

library = ctypes.CDLL(None)
is_loaded = hasattr(library, "closeranks_active")

_numbers = itertools.count(1)
_kept: dict[str, dict[int, Callable[..., object]]] = {}  # functions of the program, by the call that took each, and its number
_raised: list[BaseException] = []
_is_raising = False


def check(code: int) -> None:
    if code != MPI.SUCCESS:
        raise MPI.Exception(code)


def handle(of: MPI.Comm | MPI.Group) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(MPI._addressof(of))


def address(of: MPI.Group) -> ctypes.c_void_p:
    """The place of the handle, for a call that sets it."""
    return ctypes.c_void_p(MPI._addressof(of))


def communicator(value: int) -> MPI.Comm:
    """The program's communicator with this handle, which it continues to own."""
    found: MPI.Comm = MPI.Intracomm()
    handle(found).value = value
    if found.Is_inter():
        found = MPI.Intercomm()
        handle(found).value = value
    return found


def number(what: str, word: str, words: Mapping[str, int]) -> int:
    """The value in C of a word."""
    if word not in words:
        raise ValueError(f'The {what} "{word}" is none of {", ".join(words)}.')
    return words[word]


def word(value: int, words: Mapping[str, int]) -> str:
    return next(one for one, its in words.items() if its == value)


def keep(call: str, function: Callable[..., object] | None) -> int | None:
    """The number by which run() finds the function, as its context in C. None: forgets those of the call."""
    kept = _kept.setdefault(call, {})
    if function is None:
        kept.clear()
        return None
    mine = next(_numbers)
    kept[mine] = function
    return mine


@contextmanager
def raising() -> Iterator[None]:
    """Raises in the program what its functions raise that are called within."""
    global _is_raising
    _is_raising = True
    try:
        yield
    finally:
        _is_raising = False
        raised = _raised[:1]
        _raised.clear()
    if raised:
        raise raised[0]


def run(context: int, *arguments: object) -> None:
    """Runs a function of the program. After one that has raised none is run; outside of raising() Python prints it."""
    function = next((kept[context] for kept in _kept.values() if context in kept), None)
    if function is None or _raised:
        return
    try:
        function(*arguments)
    except BaseException as error:
        if not _is_raising:
            raise
        _raised.append(error)
