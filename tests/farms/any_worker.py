"""A master that receives from any worker, and deals again what lost ones had when it is told by an exception."""

from __future__ import annotations

from mpi4py import MPI

comm = MPI.COMM_WORLD
COUNT = 60


def work() -> None:
    while (task := comm.recv(source=0)) is not None:
        comm.send((task, task * task), 0)


def deal() -> dict[int, int]:
    results: dict[int, int] = {}
    waiting, idle = list(range(COUNT)), list(range(1, comm.Get_size()))
    dealt: dict[int, int] = {}  # task, by worker
    status = MPI.Status()
    while waiting or dealt:
        while waiting and idle:
            worker = idle.pop(0)
            dealt[worker] = waiting.pop(0)
            comm.send(dealt[worker], worker)
        try:
            task, answer = comm.recv(source=MPI.ANY_SOURCE, status=status)
        except MPI.Exception as error:
            print("told", error.Get_error_class() != MPI.SUCCESS, sorted(dealt))
            waiting += dealt.values()
            dealt.clear()
        else:
            results[task] = answer
            worker = status.Get_source()
            del dealt[worker]
            idle.append(worker)
    for worker in idle:
        comm.send(None, worker)
    return results


if comm.Get_rank() == 0:
    found = deal()
    print("results", found == {task: task * task for task in range(COUNT)}, flush=True)
else:
    work()
