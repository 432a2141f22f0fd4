"""A farm in Python, whose master counts answers: `farm.py lower`, `farm.py upper` or, with a master that polls for
them, `farm.py iprobe`."""

import sys
import time
from array import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
lower = sys.argv[1] != "upper"
comm.Barrier()


def poll():
    status = MPI.Status()
    while not comm.iprobe(source=MPI.ANY_SOURCE, tag=7, status=status):
        time.sleep(0.001)
    return status.source


if comm.rank == 0:
    got = []
    for _ in range(1, comm.size):
        if lower:
            source = poll() if sys.argv[1] == "iprobe" else MPI.ANY_SOURCE
            answer = comm.recv(source=source, tag=7)
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
