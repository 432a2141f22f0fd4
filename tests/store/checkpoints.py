"""A program in Python that goes back to checkpoints, whoever dies: every element of every array is looked at."""

from __future__ import annotations

import os
import sys
from array import array

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "runtime", "python"))

from mpi4py import MPI  # noqa: E402

from closeranks import contributors  # noqa: E402
from closeranks.store import RankDied, Store, StoreError  # noqa: E402

LENGTH = 100
comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
wrong = []


def check(holds: bool, what: str) -> None:
    if not holds:
        wrong.append(what)
        print(f"wrong: rank {rank}: {what}", flush=True)


def values(of: int, stamp: int) -> array[float]:
    return array("d", (1000.0 * stamp + 10 * of + 0.01 * i for i in range(LENGTH)))


with Store(comm, "buddy:copies=2:depth=2", library=sys.argv[1]) as store:
    state = values(rank, 0)
    count = array("i", [0])
    store.member(0, state)
    store.member(1, count)
    check(store.newest is None, "nothing is there yet")
    try:
        store.restore()
        check(False, "nothing was restored")
    except StoreError as error:
        check(error.code == MPI.ERR_ARG and "no checkpoint" in str(error), str(error))
    for call in (lambda: store.member(2**32, state), lambda: store.commit(2**64 + 1), lambda: store.sizes(2**32)):
        try:
            call()
            check(False, "a number that C has no room for was taken, and cut")
        except ValueError as error:
            check("does not fit" in str(error), str(error))
    known: list[int] = []
    for stamp in range(1, 9):
        state[:] = values(rank, stamp)
        count[0] = stamp
        try:
            store.commit(stamp)
        except RankDied:
            state[:] = array("d", [0.0] * LENGTH)
            store.restore()
            newest = store.newest
            assert newest is not None
            check(state == values(rank, newest) and count[0] == newest, f"restored is not {newest}")
            check(store.stamps == [newest, newest - 1], f"{store.stamps} are kept, and the newest is {newest}")
            sizes = store.sizes((rank + 1) % size, newest - 1)
            check(sizes == {0: 8 * LENGTH, 1: 4}, f"sizes {sizes}")
            for dead in set(store.missing) - set(known):
                whole = array("d", [0.0] * LENGTH)
                check(store.restore_from(dead, 0, whole) == LENGTH, "its length")
                check(whole == values(dead, newest), f"what rank {dead} had")
                check(store.restore_from(dead, 0, whole, stamp=newest - 1) == LENGTH, "the one before")
                check(whole == values(dead, newest - 1), f"what rank {dead} had before")
                share = array("d", [0.0] * LENGTH)
                first, got = store.restore_spread(dead, 0, share)
                check(share[:got] == values(dead, newest)[first : first + got], f"a share of rank {dead}")
                mine, all_of_them = array("i", [got]), array("i", [0])
                comm.Allreduce(mine, all_of_them)
                if contributors(comm) == size - len(store.missing):  # else somebody has died since
                    check(all_of_them[0] == LENGTH, "all shares")
            check(store.missing != known, "somebody new is missing")
            known = store.missing
    check(store.memory > 0, "its memory")
    before = store.stamps[1]
    store.forget(before)
    check(store.newest == before and store.stamps == [before], f"{store.stamps} are left, not {before}")
if not wrong:
    print("ok: store", flush=True)
sys.exit(1 if wrong else 0)
