# SPDX-License-Identifier: BSD-3-Clause
"""The interface of closeranks for mpi4py programs: closeranks.h for Python.

It works with the library preloaded or linked, and without it: then no process ever fails. A program needs none
of this to be protected. Ranks are the program's, and never change. The functions are in `_functions`; their names here
are those in C without `closeranks_`, and a function that lists ranks is called as the list (docs/reference/c-api.md).
"""

from __future__ import annotations

from collections.abc import Callable

from mpi4py import MPI

from closeranks._functions import *

_PROC_FAILED = getattr(MPI, "ERR_PROC_FAILED", 75)  # mpi4py 4 has it; else Open MPI's MPIX_ERR_PROC_FAILED
_FOR_ALL = ("Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Reduce_scatter", "Reduce_scatter_block")


class RankLoss(Exception):
    """Ranks were lost. All ranks go back to the resume point (`come_back`)."""


class NobodyLeft(RuntimeError):
    """Ranks are lost, and no process can take their places."""


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
