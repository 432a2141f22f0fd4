"""A farm in Python, whose master counts answers: `farm.py lower` or `farm.py upper`."""

import sys
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
lower = sys.argv[1] == "lower"
comm.Barrier()
if comm.rank == 0:
    got = []
    for _ in range(1, comm.size):
        if lower:
            answer = comm.recv(source=MPI.ANY_SOURCE, tag=7)
        else:
            buffer = array("i", [0])
            comm.Recv(buffer, source=MPI.ANY_SOURCE, tag=7)
            answer = buffer[0] or None
        if answer is not None:
            got.append(answer)
    expected = sorted(10 * rank for rank in range(1, comm.size) if rank != 2)
    if sorted(got) != expected:
        print(f"wrong: {sorted(got)}")
elif lower:
    comm.send(10 * comm.rank, dest=0, tag=7)
else:
    comm.Send(array("i", [10 * comm.rank]), dest=0, tag=7)
MPI.Finalize()
print("ok: farm")
