"""As errors.c, in Python."""

from __future__ import annotations

import os
import signal
import sys
from array import array

from mpi4py import MPI

import closeranks
from closeranks.store import RankDied, Store, error_class, error_code

STEPS, VICTIM, DIE_AT = 6, 1, 3
comm = MPI.COMM_WORLD
rank = comm.Get_rank()
lost = 0
own = MPI.Add_error_class()
MPI.Add_error_string(own, "of the program")
step = array("i", [0])


def told(code: int) -> str:
    return f"{code} {MPI.Get_error_string(code)}"


def told_ours(name: str) -> str:
    code = error_code(name)
    assert MPI.Get_error_class(code) == error_class(name)
    return f"{told(code)}; {told(error_class(name))}"


with Store(comm, "buddy") as store:
    store.member(0, step)
    while True:
        role = closeranks.resume()
        if role == "initial" and step[0] == STEPS:
            break
        try:
            if role != "initial":
                store.restore()
            while step[0] < STEPS:
                if sys.argv[1:] and rank == VICTIM and step[0] == DIE_AT and role == "initial":
                    os.kill(os.getpid(), signal.SIGKILL)
                step[0] += 1
                store.commit(step[0])
        except RankDied as error:
            assert error.code == error_code("rank_lost")
            lost += 1
    names = ("rank_lost", "storage", "rolled_back", "no_process", "rule_broken")
    line = "; ".join([f"lost {'one' if lost else 'none'}", told(own), *(told_ours(name) for name in names)])
    print(f"rank {rank}: {line}\n", end="", flush=True)
