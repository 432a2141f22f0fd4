#!/usr/bin/env python3
"""Times calls of mpi4py, and prints them as the programs in C++ do (timing.hpp).

It knows nothing of closeranks: the same script runs bare and protected. How many threads the MPI is
asked for says the environment (MPI4PY_RC_THREAD_LEVEL).

usage: calls.py [batches [milliseconds for each]]
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable
from statistics import median

from mpi4py import MPI

WORLD = MPI.COMM_WORLD
RANK = WORLD.Get_rank()
PARTNER = RANK ^ 1 if RANK ^ 1 < WORLD.Get_size() else MPI.PROC_NULL
ONE = array("i", [RANK])
SUM = array("i", [0])
ALL = array("i", [0] * WORLD.Get_size())


def ping_pong() -> None:
    if RANK % 2 == 0:
        WORLD.Send(ONE, PARTNER)
        WORLD.Recv(SUM, PARTNER)
    else:
        WORLD.Recv(SUM, PARTNER)
        WORLD.Send(ONE, PARTNER)


# By name: the call, and how many of what is reported one run of it is.
CALLS: dict[str, tuple[Callable[[], object], int]] = {
    "Barrier": (WORLD.Barrier, 1),
    "Bcast": (lambda: WORLD.Bcast(ONE), 1),
    "Reduce": (lambda: WORLD.Reduce(ONE, SUM), 1),
    "Allreduce": (lambda: WORLD.Allreduce(ONE, SUM), 1),
    "Gather": (lambda: WORLD.Gather(ONE, ALL), 1),
    "Send/Recv": (ping_pong, 2),
    "bcast of an object": (lambda: WORLD.bcast(RANK), 1),
    "allreduce of an object": (lambda: WORLD.allreduce(RANK), 1),
}


def seconds(call: Callable[[], object], runs: int) -> float:
    """What `runs` calls take at the slowest rank, the same number everywhere."""
    WORLD.Barrier()
    begin = MPI.Wtime()
    for _ in range(runs):
        call()
    return WORLD.allreduce(MPI.Wtime() - begin, MPI.MAX)


def time_call(call: Callable[[], object], batches: int, least: float) -> tuple[float, int]:
    runs = 64
    while seconds(call, runs) < least:
        runs *= 2
    return median(seconds(call, runs) for _ in range(batches)) / runs, runs


def main() -> None:
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    least = float(sys.argv[2]) / 1e3 if len(sys.argv) > 2 else 0.01
    found = []
    for name, (call, counts) in CALLS.items():
        each, runs = time_call(call, batches, least)
        found.append({"call": name, "ns": each / counts * 1e9, "runs": runs})
    if RANK == 0:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
