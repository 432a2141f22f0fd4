"""As recovers.c, in Python. By `c` as argument a part of the program in C makes the calls of resume; by `raise` the first
function raises what has happened."""

from __future__ import annotations

import ctypes
import sys
from array import array

from mpi4py import MPI

import closeranks

comm = MPI.COMM_WORLD
rank = comm.Get_rank()
turn = array("i", [0])
calls: list[str] = []
way = sys.argv[1] if sys.argv[1:] else ""


def first(role: str) -> None:
    calls.append(f"first:{role}")
    comm.Allreduce(MPI.IN_PLACE, [turn, MPI.INT], op=MPI.MAX)
    if way == "raise":
        raise closeranks.RankLoss


def second(role: str) -> None:
    calls.append(f"second:{role}")


def resume() -> None:
    if way == "c":
        role = ctypes.c_int()
        ctypes.CDLL(None).closeranks_resume(ctypes.byref(role))
        return
    try:
        closeranks.resume()
    except closeranks.RankLoss:
        calls.append("raised")


closeranks.on_resume(lambda role: calls.append(f"removed:{role}"))
closeranks.on_resume(None)
closeranks.on_resume(first)
closeranks.on_resume(second)
total = array("i", [0])
resume()
while turn[0] < 6:
    comm.Allreduce([array("i", [rank + 1]), MPI.INT], [total, MPI.INT])
    turn[0] += 1
    resume()
print(f"rank {rank}: turn {turn[0]}, total {total[0]}, {' '.join(calls)}\n", end="", flush=True)
