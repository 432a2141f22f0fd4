"""Each rank has a number that all change together; checkpoints are in a store. A death ends the work by an exception."""

from __future__ import annotations

import sys
from array import array

from mpi4py import MPI

import closeranks
from closeranks import store

ROUNDS = 60
EVERY = 6

closeranks.raise_when_lost(MPI.COMM_WORLD)  # `comm` inherits that
comm = MPI.COMM_WORLD.Dup()
rank, size = comm.Get_rank(), comm.Get_size()
state = array("q", [0, 0])
left = 0
roles: list[str] = []


def take_rounds(kept: store.Store) -> None:
    total = array("q", [0])
    while state[0] < ROUNDS:
        for _ in range(EVERY):
            comm.Allreduce([state[1:], MPI.INT64_T], [total, MPI.INT64_T])
            state[1] = (state[1] * 5 + total[0] + state[0]) % 1_000_003
            state[0] += 1
        kept.commit(state[0])


def expected() -> int:
    states = [one + 1 for one in range(size)]
    for turn in range(ROUNDS):
        total = sum(states)
        states = [(one * 5 + total + turn) % 1_000_003 for one in states]
    return states[rank]


closeranks.on_resume(roles.append)
with store.Store(MPI.COMM_WORLD, "buddy", library=sys.argv[1]) as kept:
    kept.member(0, state)

    def work(role: str) -> None:
        global left
        try:
            kept.restore()
        except store.StoreError as problem:
            if problem.code != MPI.ERR_ARG:
                raise
            state[0], state[1] = 0, rank + 1  # there is no checkpoint
        try:
            take_rounds(kept)
        except (MPI.Exception, closeranks.RankLoss):
            left += 1
            raise

    closeranks.come_back(work)

# In one write, also where Python does not buffer: the lines of ranks do not mix.
print(f"rank {rank} is {'right' if state[1] == expected() else 'wrong'}, left {left} times, {roles}\n", end="", flush=True)
