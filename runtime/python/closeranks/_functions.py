# SPDX-License-Identifier: BSD-3-Clause
# Generated from spec/api.json by generator/, do not edit.
"""The functions of closeranks.h for Python."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from mpi4py import MPI

from closeranks import _support, _without

__all__ = [
    "active",
    "await_failure",
    "collectives",
    "contributors",
    "generation",
    "horizon",
    "is_alive",
    "missing",
    "missing_count",
    "on_repair",
    "on_resume",
    "query_thread",
    "recoveries",
    "replaced",
    "resume",
    "returning",
    "set_policy",
    "version",
]

_library = _support.library
_policy_words = {"ignore": 0, "abort": 1, "error": 2}
_role_words = {"initial": 0, "survivor": 1, "recovered": 2}
_closeranks_resume_function = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)
_call_resume_function = _closeranks_resume_function(
    lambda role, context: _support.run(context, _support.word(role, _role_words))
)
_closeranks_repair_function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_call_repair_function = _closeranks_repair_function(
    lambda comm, generation, context: _support.run(context, _support.communicator(comm), generation)
)

if _support.is_loaded:
    _library.closeranks_get_version.argtypes = [ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_active.argtypes = [ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_query_thread.argtypes = [ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_missing_count.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_missing_ranks.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_is_alive.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_generation.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_contributors.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_collectives.argtypes = [ctypes.POINTER(ctypes.c_longlong)]
    _library.closeranks_await_failure.argtypes = [ctypes.c_double, ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_on_repair.argtypes = [_closeranks_repair_function, ctypes.c_void_p]
    _library.closeranks_set_policy.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    _library.closeranks_resume.argtypes = [ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_on_resume.argtypes = [_closeranks_resume_function, ctypes.c_void_p]
    _library.closeranks_returning.argtypes = [ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_replaced_ranks.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_recoveries.argtypes = [ctypes.POINTER(ctypes.c_int)]
    _library.closeranks_horizon_from_group.argtypes = [ctypes.c_void_p, ctypes.c_void_p]


def version() -> tuple[int, int, int] | None:
    """The version of the library with which the program runs. The version for which it was compiled is CLOSERANKS_VERSION,
    a number to compare (1.2.3 is 10203), and CLOSERANKS_VERSION_STRING. The function may be called at any time, also
    before MPI_Init.
    """
    if not _support.is_loaded:
        return _without.version()
    major_in_c = ctypes.c_int()
    minor_in_c = ctypes.c_int()
    patch_in_c = ctypes.c_int()
    _support.check(_library.closeranks_get_version(ctypes.byref(major_in_c), ctypes.byref(minor_in_c), ctypes.byref(patch_in_c)))
    return major_in_c.value, minor_in_c.value, patch_in_c.value


def active() -> bool:
    """Whether this program is protected."""
    if not _support.is_loaded:
        return False
    flag_in_c = ctypes.c_int()
    _support.check(_library.closeranks_active(ctypes.byref(flag_in_c)))
    return bool(flag_in_c.value)


def query_thread() -> int:
    """The level of thread support that holds also when a rank fails. It is that of MPI_Query_thread. But with an Open MPI
    that tools/setup did not build it is at most MPI_THREAD_SERIALIZED, because a failure may crash several threads in
    that MPI (docs/developers/failures-background.md).
    """
    if not _support.is_loaded:
        return _without.query_thread()
    level_in_c = ctypes.c_int()
    _support.check(_library.closeranks_query_thread(ctypes.byref(level_in_c)))
    return level_in_c.value


def missing_count(comm: MPI.Comm) -> int:
    """The number of ranks that the collectives of a communicator have lost so far. Between two collectives it is the same
    at all survivors, because all of them have made the same repairs. One exception: in a program whose lost ranks are
    recovered, an error in place of a result (docs/reference/spares.md) comes without a repair. After it, the number is
    what this process knows.
    """
    if not _support.is_loaded:
        return 0
    count_in_c = ctypes.c_int()
    _support.check(_library.closeranks_missing_count(_support.handle(comm), ctypes.byref(count_in_c)))
    return count_in_c.value


def missing(comm: MPI.Comm) -> list[int]:
    """The ranks that the collectives of a communicator have lost so far.

    Returns: the lost ranks in ascending order.
    """
    if not _support.is_loaded:
        return []
    max = comm.Get_size()
    ranks = (ctypes.c_int * max)()
    count_in_c = ctypes.c_int()
    _support.check(_library.closeranks_missing_ranks(_support.handle(comm), max, ranks, ctypes.byref(count_in_c)))
    return list(ranks[: count_in_c.value])


def is_alive(comm: MPI.Comm, rank: int) -> bool:
    """Whether this process takes a rank for alive. Other processes may not know of a failure yet.

    `rank`: a rank of `comm`.
    """
    if not _support.is_loaded:
        return _without.is_alive(comm, rank)
    flag_in_c = ctypes.c_int()
    _support.check(_library.closeranks_is_alive(_support.handle(comm), rank, ctypes.byref(flag_in_c)))
    return bool(flag_in_c.value)


def generation(comm: MPI.Comm) -> int:
    """The repair epoch of a communicator: the number of its repairs since it was made, or was last made again in a
    recovery. It is the same at all survivors between two collectives. A new value means that ranks may be missing that
    were there before.
    """
    if not _support.is_loaded:
        return 0
    generation_in_c = ctypes.c_int()
    _support.check(_library.closeranks_generation(_support.handle(comm), ctypes.byref(generation_in_c)))
    return generation_in_c.value


def contributors(comm: MPI.Comm) -> int:
    """The number of ranks that have contributed to the result of the latest collective on this process. A program divides
    a sum by it to get a mean.
    """
    if not _support.is_loaded:
        return _without.contributors(comm)
    count_in_c = ctypes.c_int()
    _support.check(_library.closeranks_contributors(_support.handle(comm), ctypes.byref(count_in_c)))
    return count_in_c.value


def collectives() -> int:
    """The number of collectives that this process has completed, on all communicators that it has now. Two values show
    whether there were any in between, whichever part of the program has called them.

    Returns: the number of collectives; 0 where nothing is protected. It becomes smaller when communicators are freed,
    or made again in a recovery.
    """
    if not _support.is_loaded:
        return 0
    count_in_c = ctypes.c_longlong()
    _support.check(_library.closeranks_collectives(ctypes.byref(count_in_c)))
    return count_in_c.value


def await_failure(seconds: float, told: int) -> int:
    """Sleeps until this process is told of more failures than the caller knows; if it already knows of more, the call
    returns at once. It is for a thread that has to act on a failure while the program computes. mpirun tells the
    process, shortly before or after the MPI knows. The call makes no progress in the MPI. Where mpirun tells nothing,
    it sleeps for the whole time.

    `seconds`: the longest time to sleep, in seconds; 0 or less: not at all.
    `told`: the number of failures that the caller knows, 0 at first. After the call: the number of failures of which
    this process has been told since the first call. They include failures of spares.
    """
    if not _support.is_loaded:
        return _without.await_failure(seconds, told)
    told_in_c = ctypes.c_int(told)
    _support.check(_library.closeranks_await_failure(seconds, ctypes.byref(told_in_c)))
    return told_in_c.value


def on_repair(callback: Callable[[MPI.Comm, int], object] | None) -> None:
    """Sets the function that is called after every repair. It replaces a function that was set before.

    `callback`: the function; None: no function.
    """
    if not _support.is_loaded:
        return
    context = _support.keep("closeranks_on_repair", callback)
    called = _closeranks_repair_function(0) if callback is None else _call_repair_function
    _support.check(_library.closeranks_on_repair(called, context))


def set_policy(comm: MPI.Comm, function: str, policy: str) -> None:
    """Sets the policy of a function on a communicator, and on communicators that are made from it afterwards
    (docs/reference/policies.md). Local: must be called at all members. On a communicator that is not protected it only
    checks its arguments. All other policies stay as in the rest of the run, also while there are spares
    (docs/reference/spares.md).

    `function`: its name, "MPI_Recv", or "*" for all. "MPI_Alltoall/contribution" is its policy for results that lack
    contributions; with "ignore" the program gets them as they are.
    `policy`: the action.
    """
    policy_in_c = _support.number("policy", policy, _policy_words)
    if not _support.is_loaded:
        return
    _support.check(_library.closeranks_set_policy(_support.handle(comm), function.encode(), policy_in_c))


def resume() -> str:
    """The resume point of a program that recovers lost ranks (docs/reference/spares.md): the place from which all
    processes continue after a loss. Here spares, or processes that are started anew, take the places of lost ranks, as
    far as there are any.

    It is collective over MPI.COMM_WORLD. Afterwards the recovered ranks are in MPI.COMM_WORLD, and in all communicators
    that were made before the first call. A replacement process begins in main(). The communicators, files and windows
    that it makes on its way here are those of its predecessor, in the same order, and no other process takes part in
    that. Most other collectives are not allowed on its way (returning()). The other processes wait here for the
    replacement process. If it is lost on its way, another process takes its place, at most five times in a row.

    Returns: the role of this process.
    """
    if not _support.is_loaded:
        return "initial"
    role_in_c = ctypes.c_int()
    with _support.raising():
        _support.check(_library.closeranks_resume(ctypes.byref(role_in_c)))
    return _support.word(role_in_c.value, _role_words)


def on_resume(callback: Callable[[str], object] | None) -> None:
    """Adds a function that is called after each recovery. Functions are called in the order in which they were added. They
    are for parts of a program, or its libraries, that have work to do before the program continues. A function that
    leaves by an exception or a longjmp prevents the calls of those after it. A replacement process adds its functions
    on its way to the resume point.

    `callback`: the function; None: removes all functions that were added.
    """
    if not _support.is_loaded:
        return
    context = _support.keep("closeranks_on_resume", callback)
    called = _closeranks_resume_function(0) if callback is None else _call_resume_function
    _support.check(_library.closeranks_on_resume(called, context))


def returning() -> bool:
    """Whether this process has taken the place of a lost rank and is on its way from MPI_Init to resume(). On this way the
    program may call only some collectives (docs/reference/spares.md).
    """
    if not _support.is_loaded:
        return False
    flag_in_c = ctypes.c_int()
    _support.check(_library.closeranks_returning(ctypes.byref(flag_in_c)))
    return bool(flag_in_c.value)


def replaced() -> list[int]:
    """The ranks of MPI.COMM_WORLD that were recovered by the latest resume() which has recovered any.

    Returns: these ranks in ascending order.
    """
    if not _support.is_loaded:
        return []
    max = MPI.COMM_WORLD.Get_size()
    ranks = (ctypes.c_int * max)()
    count_in_c = ctypes.c_int()
    _support.check(_library.closeranks_replaced_ranks(max, ranks, ctypes.byref(count_in_c)))
    return list(ranks[: count_in_c.value])


def recoveries() -> int:
    """The recovery generation: the number of recoveries in which ranks were recovered."""
    if not _support.is_loaded:
        return 0
    count_in_c = ctypes.c_int()
    _support.check(_library.closeranks_recoveries(ctypes.byref(count_in_c)))
    return count_in_c.value


def horizon(group: MPI.Group) -> MPI.Group:
    """The horizon of a group: its live members. All of them get the same answer, whichever members fail meanwhile. The
    call is collective over the live members of the group alone. So a part of a program can continue by itself, with
    MPI_Comm_create_from_group for this group, while the other processes do other work
    (bench/measured/sessions/README.md).

    The members agree by uniform consensus with a rotating coordinator (Chandra and Toueg, J. ACM 43(2), 1996). Without
    a failure that takes three messages for each member, and one from each member to each other member.

    `group`: processes of MPI.COMM_WORLD, including this one. If the group has other processes, or this program is not
    protected, all members count as live.
    Returns: the members that were live at the decision, in the order of `group`; the program frees it by
    MPI_Group_free.
    """
    if not _support.is_loaded:
        return _without.horizon(group)
    living = MPI.Group()
    _support.check(_library.closeranks_horizon_from_group(_support.handle(group), _support.address(living)))
    return living
