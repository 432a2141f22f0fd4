"""The same program in every language: a broadcast, a sum and a ring, six times; rank 1 dies in the
third sum. In Python with mpi4py."""

import sys

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
left, right = (rank - 1) % size, (rank + 1) % size
wrong = []
for number in range(1, 7):
    value = bytearray(8)
    if rank == 0:
        value[:] = b"round %02d" % number
    comm.Bcast([value, MPI.BYTE], root=0)
    if value != b"round %02d" % number:
        wrong.append(f"{number}: broadcast {value!r}")

    mine, total = memoryview(bytearray(8)).cast("q"), memoryview(bytearray(8)).cast("q")
    mine[0] = 1 << rank
    comm.Allreduce([mine, MPI.INT64_T], [total, MPI.INT64_T], op=MPI.SUM)
    everybody = (1 << size) - 1
    if total[0] != (everybody if number < 3 else everybody - 2):
        wrong.append(f"{number}: sum {total[0]:x}")

    status = MPI.Status()
    got = memoryview(bytearray(8)).cast("q")
    got[0] = -1
    comm.Sendrecv([mine, MPI.INT64_T], right, number, [got, MPI.INT64_T], left, number, status)
    missing = left == 1 and number >= 3
    if got[0] != (-1 if missing else 1 << left):
        wrong.append(f"{number}: got {got[0]}")
    if status.Get_source() != (MPI.PROC_NULL if missing else left):
        wrong.append(f"{number}: source {status.Get_source()}")
if wrong:
    print("wrong:", "; ".join(wrong), flush=True)
    sys.exit(1)
MPI.Finalize()
print("ok: language", flush=True)
