# SPDX-License-Identifier: BSD-3-Clause
"""A pool of MPI ranks with the interface of concurrent.futures and mpi4py.futures, which survives its workers.

    from closeranks.futures import MPICommExecutor

    with MPICommExecutor() as executor:
        if executor is not None:  # rank 0; the other ranks work for it
            for result in executor.map(function, values): ...

or MPIPoolExecutor in a script that is started with `python -m closeranks.futures script.py`. The tasks of a
worker that dies are given to other workers, and each result comes once. This needs closeranks; without it the
pool works as any other pool, and the MPI ends the job when a process dies.
"""

from concurrent.futures import (
    ALL_COMPLETED,
    FIRST_COMPLETED,
    FIRST_EXCEPTION,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    TimeoutError,
    as_completed,
    wait,
)

from .dealer import TaskKillsWorkers
from .executor import MPICommExecutor, MPIPoolExecutor
from .limit import TaskTimeout
from .remote import RemoteTraceback

__all__ = [
    "ALL_COMPLETED",
    "FIRST_COMPLETED",
    "FIRST_EXCEPTION",
    "BrokenExecutor",
    "CancelledError",
    "Executor",
    "Future",
    "InvalidStateError",
    "MPICommExecutor",
    "MPIPoolExecutor",
    "RemoteTraceback",
    "TaskKillsWorkers",
    "TaskTimeout",
    "TimeoutError",
    "as_completed",
    "wait",
]
