"""A program that hears of a death by an exception from within its work, and goes back to its own checkpoint.

Each rank has a number that all change together. Checkpoints are with the next rank, as in stencil.c.
"""

from __future__ import annotations

import sys
from array import array

from mpi4py import MPI

import closeranks

ROUNDS = 60
EVERY = 6

comm = MPI.COMM_WORLD.Dup()
rank, size = comm.Get_rank(), comm.Get_size()
closeranks.set_policy(comm, "MPI_Allreduce/contribution", "error")


def total_of(state: int) -> int:
    total = array("q", [0])
    comm.Allreduce([array("q", [state]), MPI.INT64_T], [total, MPI.INT64_T])
    return total[0]


def work(state: int, begin: int, end: int) -> int:
    for turn in range(begin, end):
        state = (state * 5 + total_of(state) + turn) % 1_000_003
    return state


def expected() -> int:
    states = [one + 1 for one in range(size)]
    for turn in range(ROUNDS):
        total = sum(states)
        states = [(state * 5 + total + turn) % 1_000_003 for state in states]
    return states[rank]


def take_back(kept: tuple[int, int], copy: tuple[int, int], role: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Who has come back gets its checkpoint, and the copy that it has to keep."""
    back = closeranks.replaced()
    before, after = (rank - 1) % size, (rank + 1) % size
    if before in back:
        comm.send(copy, before, 1)
    if role == "recovered":
        kept = comm.recv(source=after, tag=1)
    if after in back:
        comm.send(kept, after, 2)
    if role == "recovered":
        copy = comm.recv(source=before, tag=2)
    return kept, copy


kept, copy = (0, rank + 1), (0, (rank - 1) % size + 1)
raised = 0
role = closeranks.resume()
while kept[0] < ROUNDS or role != "initial":
    try:
        if role != "initial":
            kept, copy = take_back(kept, copy, role)
        fresh = (kept[0] + EVERY, work(kept[1], kept[0], kept[0] + EVERY))
        fresh_copy = comm.sendrecv(fresh, (rank + 1) % size, 0, None, (rank - 1) % size, 0)
        total_of(0)  # all have their copies
        kept, copy, role = fresh, fresh_copy, "initial"
    except MPI.Exception as error:
        assert error.Get_error_class() == 54 or "FAILED" in error.Get_error_string().upper(), error
        raised += 1
        role = closeranks.resume()

# In one write, also where Python does not buffer: the lines of ranks do not mix.
print(f"rank {rank} {'is right' if kept[1] == expected() else 'is wrong'}, {raised} raised, {role}\n", end="", flush=True)
sys.exit(0)
