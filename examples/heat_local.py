#!/usr/bin/python3
"""Heat in a rod, as in heat.c, but only a rank that dies goes back. The survivors keep their results, and send the
replacement process the messages since its checkpoint again.

    closeranks --spares 2 -n 8 python3 heat_local.py [CELLS [STEPS [EVERY [LOG]]]]

CELLS: of each rank (default 1,000); EVERY: steps from one checkpoint to the next (default 200); LOG: how many bytes of
messages a rank keeps for that. The line with the result is the same to the last bit, whichever ranks die and however
often.
"""

import math
import sys

import numpy as np
from closeranks.local import LOG_BYTES, LocalRecovery
from mpi4py import MPI


class Rod:
    def __init__(self, local, comm, count):
        self.local, self.comm, self.rank, self.size = local, comm, comm.Get_rank(), comm.Get_size()
        self.cells = np.zeros(count + 2)  # with a cell of each neighbour at the ends
        self.step = np.zeros(1, dtype=np.int64)  # the number of completed steps
        self.computed = 0  # the steps that this process has computed
        self.stamp = self.whole = None
        local.member(0, self.cells)
        local.member(1, self.step)

    def begin(self):
        count = len(self.cells) - 2
        self.step[0] = 0
        self.cells[:] = 0.0
        for i in range(1, count + 1):
            place = (self.rank * count + i) / (self.size * count)
            self.cells[i] = 100.0 * math.sin(9.0 * place) * place

    def advance(self):
        left = self.rank - 1 if self.rank > 0 else MPI.PROC_NULL
        right = self.rank + 1 if self.rank + 1 < self.size else MPI.PROC_NULL
        cells = self.cells
        self.local.send(left, 0, cells[1:2])
        self.local.send(right, 1, cells[-2:-1])
        self.local.receive(right, 0, cells[-1:])
        self.local.receive(left, 1, cells[:1])
        cells[1:-1] += 0.25 * (cells[:-2] - 2 * cells[1:-1] + cells[2:])
        self.step += 1
        self.computed += 1

    def work(self, stamp, steps, every):
        self.stamp = stamp
        if stamp is None:
            self.begin()  # else cells and step have the values of the checkpoint
        while (step := int(self.step[0])) < steps:
            self.advance()
            if (step + 1) % every == 0 or step + 1 == steps:
                self.local.commit(step + 1)
        with self.local.collective():
            whole = np.zeros((self.size, len(self.cells) - 2)) if self.rank == 0 else None
            self.comm.Gather(self.cells[1:-1], whole)
            self.whole = whole

    def result(self):
        """With the fingerprint of Fowler, Noll and Vo: of all bits of all cells."""
        fingerprint = 14695981039346656037
        for byte in self.whole.tobytes():
            fingerprint = (fingerprint ^ byte) * 1099511628211 % 2**64
        middle = self.whole.flat[self.whole.size // 2]
        return (f"after {self.step[0]} steps of {self.size} ranks: {middle:.17g} in the middle, "
                f"fingerprint {fingerprint:016x}")


def main():
    given = [int(argument) for argument in sys.argv[1:5]]
    count, steps, every, log_bytes = given + [1000, 2000, 200, LOG_BYTES][len(given) :]
    comm = MPI.COMM_WORLD
    with LocalRecovery(comm, "buddy", log_bytes) as local:
        rod = Rod(local, comm, count)
        local.use_thread()  # survivors continue during a recovery
        local.run(lambda stamp: rod.work(stamp, steps, every))
    # Each line in one piece, because other ranks write, too.
    if rod.rank == 0:
        sys.stdout.write(f"{rod.result()}\n")
    if rod.computed != steps:
        sys.stdout.write(f"rank {rod.rank} went back to step {rod.stamp or 0}\n")


if __name__ == "__main__":
    main()
