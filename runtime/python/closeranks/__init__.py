# SPDX-License-Identifier: BSD-3-Clause
"""The interface of closeranks for mpi4py programs: closeranks.h for Python.

It works with the library preloaded or linked, and without it: then no process ever fails. A program needs none
of this to be protected. Ranks are the program's, and never change.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from mpi4py import MPI

_PROC_FAILED = getattr(MPI, "ERR_PROC_FAILED", 75)  # mpi4py 4 has it; else Open MPI's MPIX_ERR_PROC_FAILED
_FOR_ALL = ("Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Reduce_scatter", "Reduce_scatter_block")
_ROLES = ("initial", "survivor", "recovered")
_POLICIES = {"ignore": 0, "abort": 1, "error": 2}
_Repaired = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)

_library = ctypes.CDLL(None)
_loaded = hasattr(_library, "closeranks_active")
_callback: Any = None  # the library has its address only
_resumed: list[Callable[[str], object]] = []


class RankLoss(Exception):
    """Ranks were lost. All ranks go back to the resume point (`come_back`)."""


class NobodyLeft(RuntimeError):
    """Ranks are lost, and no process can take their places."""


def _handle(comm: MPI.Comm) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(MPI._addressof(comm))


def _check(code: int) -> None:
    if code != MPI.SUCCESS:
        raise MPI.Exception(code)


def _number(name: str, comm: MPI.Comm, *arguments: Any) -> int:
    number = ctypes.c_int()
    _check(getattr(_library, name)(_handle(comm), *arguments, ctypes.byref(number)))
    return number.value


def version() -> tuple[int, int, int] | None:
    """The version of the library with which this program runs. None: it runs without the library."""
    if not _loaded:
        return None
    numbers = (ctypes.c_int * 3)()
    _check(_library.closeranks_get_version(*(ctypes.byref(numbers, place * ctypes.sizeof(ctypes.c_int)) for place in range(3))))
    return numbers[0], numbers[1], numbers[2]


def active() -> bool:
    """Whether this program is protected."""
    flag = ctypes.c_int()
    if _loaded:
        _check(_library.closeranks_active(ctypes.byref(flag)))
    return bool(flag.value)


def missing(comm: MPI.Comm) -> list[int]:
    """The ranks of `comm` that its collectives have lost so far. Between two collectives all survivors have the same
    list."""
    if not _loaded:
        return []
    ranks = (ctypes.c_int * comm.Get_size())()
    count = _number("closeranks_missing_ranks", comm, len(ranks), ranks)
    return list(ranks[:count])


def is_alive(comm: MPI.Comm, rank: int) -> bool:
    """False when this process knows that `rank` of `comm` has failed."""
    if not 0 <= rank < comm.Get_size():
        raise MPI.Exception(MPI.ERR_RANK)
    return not _loaded or bool(_number("closeranks_is_alive", comm, rank))


def generation(comm: MPI.Comm) -> int:
    """The number of repairs of `comm`."""
    return _number("closeranks_generation", comm) if _loaded else 0


def contributors(comm: MPI.Comm) -> int:
    """The number of ranks whose contributions are in the result of the latest collective on `comm`, on this process."""
    return _number("closeranks_contributors", comm) if _loaded else int(comm.Get_size())


def horizon(group: MPI.Group) -> MPI.Group:
    """The live members of `group`, in its order. All of them get the same result, whichever processes die meanwhile.

    The call is collective over the live members, and this process is one of them. The program frees the result.
    """
    if group == MPI.GROUP_NULL or group.Get_rank() == MPI.UNDEFINED:
        raise MPI.Exception(MPI.ERR_GROUP)
    if not _loaded:
        return MPI.Group.Union(group, MPI.GROUP_EMPTY)
    living = MPI.Group()
    where = ctypes.c_void_p(MPI._addressof(living))
    _check(_library.closeranks_horizon_from_group(ctypes.c_void_p.from_address(MPI._addressof(group)), where))
    return living


def resume() -> str:
    """The resume point of a program with spares, which take the places of lost ranks here. All ranks of
    MPI.COMM_WORLD call it. "initial": no rank was recovered, and the program continues. Otherwise all ranks go back
    to the latest checkpoint. Their role is then "survivor", or "recovered" in a replacement process, which has
    nothing but the checkpoint."""
    number = ctypes.c_int()
    if _loaded:
        _check(_library.closeranks_resume(ctypes.byref(number)))
    role = _ROLES[number.value]
    if role != "initial":
        for callback in _resumed:
            callback(role)
    return role


def on_resume(callback: Callable[[str], object] | None) -> None:
    """Registers `callback(role)`: each resume() that has recovered ranks calls it before it returns. Callbacks run
    in the order in which they were registered. A callback may communicate, and may raise. None removes all
    callbacks."""
    if callback is None:
        _resumed.clear()
    else:
        _resumed.append(callback)


def raise_when_lost(comm: MPI.Comm) -> None:
    """From now on a collective raises when its result lacks a lost rank. This holds on `comm` and on communicators
    made from it. It concerns the collectives by which all ranks get the result, so that all raise in the same call:
    Allreduce, Allgather(v), Alltoall(v), Reduce_scatter(_block), and their nonblocking and persistent forms at their
    completion. All members make this call."""
    for call in _FOR_ALL:
        for form in (call, f"I{call[0].lower()}{call[1:]}", f"{call}_init"):
            set_policy(comm, f"MPI_{form}/contribution", "error")


def come_back(work: Callable[[str], object]) -> None:
    """Runs `work(role)` from the resume point on until it has returned at all ranks. It runs `work` again whenever
    ranks were lost within it, or recovered. All ranks of MPI.COMM_WORLD call it. `work` first goes back to the
    newest checkpoint, also in a replacement process. Without a checkpoint it goes back to the beginning. An
    exception ends `work` after a loss: the store raises it, or a collective (raise_when_lost). Raises NobodyLeft
    when ranks are lost and no process can take their places."""
    done = False
    while True:
        try:
            role = resume()
            lost = missing(MPI.COMM_WORLD)
            if lost and role != "initial":
                continue  # another rank has died meanwhile, or spares were used up
            if lost:
                raise NobodyLeft(f"No process is left for the lost ranks {', '.join(map(str, lost))}.")
            if done and role == "initial":
                return
            done = False
            work(role)
            done = True
        except RankLoss:
            done = False
        except MPI.Exception as error:
            if error.Get_error_class() != _PROC_FAILED:
                raise
            done = False


def returning() -> bool:
    """Whether this process is a replacement on its way to resume(). Until then it takes part in no collective."""
    flag = ctypes.c_int()
    if _loaded:
        _check(_library.closeranks_returning(ctypes.byref(flag)))
    return bool(flag.value)


def recoveries() -> int:
    """The number of recoveries so far."""
    count = ctypes.c_int()
    if _loaded:
        _check(_library.closeranks_recoveries(ctypes.byref(count)))
    return count.value


def replaced() -> list[int]:
    """The ranks of MPI.COMM_WORLD that the latest recovery has recovered."""
    if not _loaded:
        return []
    ranks, count = (ctypes.c_int * MPI.COMM_WORLD.Get_size())(), ctypes.c_int()
    _check(_library.closeranks_replaced_ranks(len(ranks), ranks, ctypes.byref(count)))
    return list(ranks[: count.value])


def set_policy(comm: MPI.Comm, function: str, policy: str) -> None:
    """Sets what `function` ("MPI_Recv"; "*": all) does when the rank that it needs is lost: "ignore", "abort" or
    "error". The policy holds on `comm`, and on communicators that are made from it afterwards.
    "MPI_Alltoall/contribution" sets what MPI_Alltoall does when its result lacks a rank's contribution. All members
    make this call."""
    if policy not in _POLICIES:
        raise ValueError(f'The policy "{policy}" is none of {", ".join(_POLICIES)}.')
    if _loaded:
        _check(_library.closeranks_set_policy(_handle(comm), function.encode(), _POLICIES[policy]))


def on_repair(callback: Callable[[int], None] | None) -> None:
    """Registers `callback(generation)`: every collective that has repaired its communicator calls it before it
    returns. The callback must not communicate. None removes the callback."""
    global _callback
    if not _loaded:
        return
    new = None
    if callback is not None:
        called = callback
        new = _Repaired(lambda _comm, generation, _context: called(generation))
    _check(_library.closeranks_on_repair(new, None))
    _callback = new
