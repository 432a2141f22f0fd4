"""A rank that leaves by sys.exit(1) while the others wait: mpi4py finalizes MPI at the end of Python."""

import sys

from mpi4py import MPI

world = MPI.COMM_WORLD
world.Barrier()
if world.rank == 1:
    sys.exit(1)
world.bcast(None, root=1)
print("it came to its end")
