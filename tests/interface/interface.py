"""The module closeranks: rank 1 dies in the third sum; with "bare" as argument nothing is loaded and nobody dies.

Else the argument is the level of threads that closeranks has to promise where the MPI has MPI_THREAD_MULTIPLE.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runtime" / "python"))

import closeranks  # noqa: E402
from mpi4py import MPI  # noqa: E402

VICTIM = 1
comm = MPI.COMM_WORLD
size = comm.Get_size()
protected = sys.argv[1:] != ["bare"]
generations: list[int] = []
repaired: list[bool] = []

assert closeranks.active() == protected
assert (closeranks.version() is not None) == protected
assert closeranks.missing(comm) == []
assert closeranks.is_alive(comm, VICTIM)
assert closeranks.contributors(comm) == size
closeranks.set_policy(comm, "MPI_Bcast", "ignore")
closeranks.set_policy(comm, "Allreduce/contribution", "ignore")
try:
    closeranks.set_policy(comm, "MPI_Bcast", "hope")
except ValueError as problem:
    assert "hope" in str(problem)
else:
    raise AssertionError("a policy that does not exist was taken")


def on_repair(of: MPI.Comm, generation: int) -> None:
    repaired.append(of == comm and not of.Is_inter())
    generations.append(generation)


closeranks.on_repair(lambda *_: generations.append(-1))  # the next one replaces it
closeranks.on_repair(on_repair)
assert MPI.Query_thread() == MPI.THREAD_MULTIPLE, "mpi4py asks for it"
assert closeranks.query_thread() == (MPI.THREAD_SERIALIZED if sys.argv[1:] == ["serialized"] else MPI.THREAD_MULTIPLE)
before = closeranks.collectives()
comm.Barrier()
assert closeranks.collectives() == before + protected
assert closeranks.await_failure(-1, 0) == 0

for _ in range(5):
    mine, total = memoryview(bytearray(8)).cast("q"), memoryview(bytearray(8)).cast("q")
    mine[0] = 1
    comm.Allreduce([mine, MPI.INT64_T], [total, MPI.INT64_T], op=MPI.SUM)
    assert total[0] == closeranks.contributors(comm), (total[0], closeranks.contributors(comm))

assert closeranks.missing(comm) == ([VICTIM] if protected else [])
assert closeranks.is_alive(comm, VICTIM) != protected
assert closeranks.is_alive(comm, 0)
assert closeranks.generation(comm) == (1 if protected else 0)
assert generations == ([1] if protected else [])
assert repaired == [True] * len(generations)
assert closeranks.missing_count(comm) == len(closeranks.missing(comm))
assert closeranks.await_failure(60 if protected else -1, 0) == (1 if protected else 0)
closeranks.on_repair(None)
closeranks.on_resume(None)
assert (closeranks.resume(), closeranks.returning(), closeranks.recoveries(), closeranks.replaced()) == ("initial", False, 0, [])
value = bytearray(b"as it was")
comm.Bcast([value, MPI.BYTE], root=VICTIM if protected else 0)
assert value == b"as it was"

everybody = comm.Get_group()
survivors = everybody.Excl([VICTIM] if protected else [])
living = closeranks.horizon(everybody)
assert MPI.Group.Compare(living, survivors) == MPI.IDENT
living.Free()
try:
    closeranks.horizon(MPI.GROUP_EMPTY)
except MPI.Exception as problem:
    assert problem.Get_error_class() == MPI.ERR_GROUP
else:
    raise AssertionError("the horizon of a group of others")
MPI.Finalize()
print("ok: interface", flush=True)
