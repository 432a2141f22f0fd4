"""closeranks.local as long as nobody dies. Its argument is libcloseranks_store."""

import mmap
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runtime/python"))

import numpy as np
from closeranks.local import LocalError, LocalRecovery
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
values, runs = np.zeros(4), []


def code_of(call, *arguments):
    try:
        call(*arguments)
    except LocalError as error:
        assert str(error), error
        return error.code
    return MPI.SUCCESS


def work(stamp):
    assert stamp is None
    runs.append(stamp)
    got = np.zeros((2, 3))
    before = (rank - 1) % size
    local.send((rank + 1) % size, 1, np.arange(12.0).reshape(3, 4)[::2, :3] + rank)  # with gaps
    assert local.receive(before, 1, got) == 6
    assert got.tolist() == [[before + i for i in (0.0, 1.0, 2.0)], [before + i for i in (8.0, 9.0, 10.0)]]
    local.send(rank, 2, b"abc")
    assert local.receive(rank, 2, bytearray(5)) == 3
    assert local.receive(MPI.PROC_NULL, 2, got) == 0
    local.poll()
    assert code_of(local.send, size, 0, values) == MPI.ERR_RANK
    local.send(rank, 3, values)
    assert code_of(local.receive, rank, 3, got[0]) == MPI.ERR_TRUNCATE
    with tempfile.TemporaryFile() as file:  # all of it a hole, which nobody touches
        file.truncate(2**32 + 100)
        big = mmap.mmap(file.fileno(), 0)
    for call in (local.send, local.receive):
        try:
            call(rank, 4, big)
            raise AssertionError("more than MPI counts was taken, and cut")
        except ValueError as error:
            assert "4294967396 bytes" in str(error), error
    local.commit(1)
    assert code_of(local.commit, 1) == MPI.ERR_ARG
    with local.collective():
        assert comm.allreduce(rank) == size * (size - 1) // 2
    assert local.recoveries == 0


try:
    LocalRecovery(comm, "nowhere", library=sys.argv[1])
except LocalError as error:
    assert error.code == MPI.ERR_ARG
with LocalRecovery(comm, "buddy", library=sys.argv[1]) as local:
    local.member(0, values)
    local.use_thread()
    local.run(work)
assert runs == [None]
print("ok: local_interface", flush=True)
