# SPDX-License-Identifier: BSD-3-Clause
"""What the functions answer without the library, where that is no constant (spec/api.json has the others)."""

from __future__ import annotations

import time

from mpi4py import MPI


def version() -> tuple[int, int, int] | None:
    return None


def query_thread() -> int:
    return int(MPI.Query_thread())


def is_alive(comm: MPI.Comm, rank: int) -> bool:
    if not 0 <= rank < comm.Get_size():
        raise MPI.Exception(MPI.ERR_RANK)
    return True


def contributors(comm: MPI.Comm) -> int:
    return int(comm.Get_size())


def await_failure(seconds: float, told: int) -> int:
    time.sleep(max(seconds, 0))
    return 0


def horizon(group: MPI.Group) -> MPI.Group:
    if group == MPI.GROUP_NULL or group.Get_rank() == MPI.UNDEFINED:
        raise MPI.Exception(MPI.ERR_GROUP)
    return MPI.Group.Union(group, MPI.GROUP_EMPTY)
