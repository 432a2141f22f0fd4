# SPDX-License-Identifier: BSD-3-Clause
"""The work of a task, on any rank: runs it, and passes its outcome as bytes."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from mpi4py import MPI

from .limit import TaskTimeout, limited

Call = tuple[Callable[..., Any], Sequence[Any], Mapping[str, Any]]

# As mpi4py does: a program may choose another way to pickle, by MPI.pickle.
dumps: Callable[[Any], bytes] = MPI.pickle.dumps
loads: Callable[[bytes], Any] = MPI.pickle.loads


class RemoteTraceback(Exception):
    """The cause of an exception that comes from a worker: where it was raised, as text."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"\n{self.text}"


def described(error: BaseException) -> str:
    """The class of an exception and its text, even if its own __str__ fails."""
    return "".join(traceback.format_exception_only(type(error), error)).strip()


def _set(error: BaseException, name: str, value: BaseException | None) -> None:
    """Sets an attribute that every exception has, even if its class refuses attributes."""
    BaseException.__setattr__(error, name, value)


def _failure(error: BaseException) -> bytes:
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    try:
        _set(error, "__traceback__", None)
        data = dumps((False, (error, text)))
        _, (made, _) = loads(data)  # many classes of exceptions can be pickled, but not unpickled
        _set(made, "__cause__", None)
        return data
    except Exception:
        return dumps((False, (RuntimeError(described(error)), text)))


def outcome(call: bytes, timeout: float | None = None) -> bytes:
    """Runs a pickled call, for `timeout` seconds at most."""
    try:
        function, args, kwargs = loads(call)
        with limited(timeout):
            value = function(*args, **kwargs)
        return dumps((True, value))
    except BaseException as error:  # as concurrent.futures does: SystemExit of a task is the task's own
        return _failure(error)


def failed_setup(setup: bytes) -> bytes | None:
    """Runs a pool's initializer. Returns the exception if it has raised one."""
    try:
        initializer, args, kwargs = loads(setup)
        initializer(*args, **kwargs)
        return None
    except BaseException as error:
        return _failure(error)


def unpacked(data: bytes) -> tuple[bool, Any]:
    """Whether a task has returned, and its result; else its exception."""
    try:
        returned, value = loads(data)
        if returned:
            return True, value
        error, text = value
        _set(error, "__cause__", RemoteTraceback(text))
        return False, error
    except Exception as unreadable:
        return False, unreadable


def settle(future: Future[Any], data: bytes, task: object = "") -> None:
    returned, value = unpacked(data)
    if not returned and isinstance(value, TaskTimeout):
        named = TaskTimeout(value.seconds, str(task))
        _set(named, "__cause__", value.__cause__)
        value = named
    if returned:
        future.set_result(value)
    else:
        future.set_exception(value)
