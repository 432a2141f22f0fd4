#!/usr/bin/python3
"""Temperatures in a plate by conjugate gradients: each rank has some rows of it, and needs the rows of its
neighbours in every iteration. A spare takes the place of a rank that dies, and all ranks go back to the latest
checkpoint, which is in the memory of the ranks themselves.

    closeranks --spares 2 -n 8 python3 plate.py [ROWS [COLUMNS [EVERY]]]

ROWS: of each rank (default 20), of COLUMNS cells (default 160); EVERY: iterations from one checkpoint to the
next (default 20). The output is the same to the last bit, whichever ranks die and however often.
"""

import hashlib
import math
import sys

import closeranks
import numpy as np
from closeranks.store import RankDied, Store, StoreError
from mpi4py import MPI

ENOUGH = 1e-16  # the square of the residual


class Plate:
    """Solves A x = b, where A x is four times a cell less its four neighbours."""

    def __init__(self, comm, rows, columns):
        self.comm, self.rank, self.size = comm, comm.Get_rank(), comm.Get_size()
        self.x, self.residual = np.empty((2, rows, columns))
        self.direction = np.empty((rows + 2, columns))  # with a row of each neighbour at its ends
        self.counts = np.empty(1, dtype=np.int64)

    def begin(self):
        """A plate that is heated unevenly."""
        rows, columns = self.x.shape
        row, column = np.ogrid[self.rank * rows : (self.rank + 1) * rows, :columns]
        self.x[:] = self.direction[:] = 0.0
        self.residual[:] = self.direction[1:-1] = (37 * row + 11 * column) % 101 / 101
        self.counts[:] = 0

    def keep_in(self, store):
        for number, array in enumerate((self.x, self.residual, self.direction, self.counts)):
            store.member(number, array)

    def product(self, a, b):
        """The product of two vectors of all ranks. fsum rounds once, so the result is the same in any order."""
        parts = np.zeros(self.size)
        self.comm.Allgather(np.array([math.fsum((a * b).flat)]), parts)
        return math.fsum(parts)

    def exchange_rows(self):
        above = self.rank - 1 if self.rank > 0 else MPI.PROC_NULL
        below = self.rank + 1 if self.rank + 1 < self.size else MPI.PROC_NULL
        rows = self.direction
        self.comm.Sendrecv(rows[1], above, 0, rows[-1], below, 0)
        self.comm.Sendrecv(rows[-2], below, 1, rows[0], above, 1)

    def iterate(self, square):
        """Returns the square of the residual, given that of before."""
        self.exchange_rows()
        all_rows, own = self.direction, self.direction[1:-1]
        image = 4.0 * own - all_rows[:-2] - all_rows[2:]
        image[:, 1:] -= own[:, :-1]
        image[:, :-1] -= own[:, 1:]
        step = square / self.product(own, image)
        self.x += step * own
        self.residual -= step * image
        fresh = self.product(self.residual, self.residual)
        own[:] = self.residual + fresh / square * own
        self.counts += 1
        return fresh

    def solve(self, store, every):
        """Whether the solution is complete, and in a checkpoint. If not, a rank has died."""
        square = self.product(self.residual, self.residual)
        while square > ENOUGH:
            square = self.iterate(square)
            if closeranks.missing(self.comm):
                return False
            if self.counts[0] % every == 0 or square <= ENOUGH:
                try:
                    store.commit(int(self.counts[0]))
                except RankDied:
                    return False
        return True

    def collect(self):
        """The whole plate, at rank 0."""
        whole = np.zeros((self.size, *self.x.shape)) if self.rank == 0 else None
        self.comm.Gather(self.x, whole)
        return whole


def has_gone_back(store, plate):
    """Goes back to the latest checkpoint; without any, to the beginning. False: another rank has died meanwhile, and
    all ranks know that."""
    try:
        store.restore()
    except RankDied:
        return False
    except StoreError as problem:
        if problem.code != MPI.ERR_ARG:
            raise
        plate.begin()
    return True


def main():
    given = [int(argument) for argument in sys.argv[1:4]]
    rows, columns, every = given + [20, 160, 20][len(given) :]
    comm = MPI.COMM_WORLD
    plate = Plate(comm, rows, columns)
    with Store(comm, "buddy") as store:
        plate.keep_in(store)
        is_done = False
        while True:
            role = closeranks.resume()
            if closeranks.missing(comm):
                print("plate: ranks are missing, and no spare is left", file=sys.stderr, flush=True)
                comm.Abort(1)
            if role == "initial" and is_done:
                break  # all ranks are there, and done
            if not has_gone_back(store, plate):
                continue
            is_done = plate.solve(store, every)
            if is_done:
                whole = plate.collect()
    if plate.rank == 0:
        print(f"after {plate.counts[0]} iterations of {plate.size} ranks: {whole.max():.17g} at most, "
              f"fingerprint {hashlib.sha256(whole).hexdigest()[:16]}")
        if closeranks.recoveries() > 0:
            print(f"lost ranks were recovered {closeranks.recoveries()} times")


if __name__ == "__main__":
    main()
