"""For `python -m closeranks.futures`: what `mode` says, one line for each thing that was seen."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time

from closeranks.futures import BrokenExecutor, MPIPoolExecutor, TaskKillsWorkers, TaskTimeout
from mpi4py import MPI


class Point:
    def __init__(self, x: int) -> None:
        self.x = x


def moved(point: Point) -> tuple[Point, int]:
    return Point(point.x + 1), MPI.COMM_WORLD.Get_rank()


def deadly(number: int, on: int) -> int:
    """Number 7 kills the first `on` workers that get it, whichever these are; never the master."""
    if number == 7 and MPI.COMM_WORLD.Get_rank() != 0:
        for death in range(on):
            with contextlib.suppress(FileExistsError), open(os.path.join(os.environ["DEATHS"], str(death)), "x"):
                os._exit(5)
    time.sleep(0.001)
    return -number


def classes() -> None:
    with MPIPoolExecutor() as executor:
        results = list(executor.map(moved, map(Point, range(100))))
        print("moved", [point.x for point, _ in results] == list(range(1, 101)), 0 in {rank for _, rank in results})
        print("workers", executor.num_workers)


def poison(on: int, chunk: int) -> None:
    with MPIPoolExecutor() as executor:
        futures = [executor.submit(deadly, number, on) for number in range(6)]
        results = executor.map(deadly, range(6, 40), [on] * 34, chunksize=chunk)
        try:
            print("chunk", next(results), list(results) == [-number for number in range(7, 40)])
        except TaskKillsWorkers as error:
            print("given up", error.task, error.tries, len(set(error.ranks)))
        print("others", [future.result() for future in futures] == [-number for number in range(6)])
        print("after", executor.submit(deadly, 8, on).result(), executor.num_workers)


def no_master() -> None:
    with MPIPoolExecutor(master_computes=False) as executor:
        try:
            executor.submit(deadly, 7, 99).result()
        except (BrokenExecutor, TaskKillsWorkers) as error:
            print("alone", type(error).__name__, error)


def slow(number: int) -> int:
    """Number 3 can be interrupted, 5 cannot, and 7 is stopped until all the others are over."""
    pid = os.getpid()
    if number == 5:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    if number == 7:
        subprocess.Popen(["sh", "-c", f"sleep 10; kill -CONT {pid}"])
        os.kill(pid, signal.SIGSTOP)
    if number in (3, 5):
        time.sleep(100)
    return -number


def timeouts() -> None:
    with MPIPoolExecutor(timeout=1) as executor:
        futures = [executor.submit(slow, number) for number in range(10)]
        errors = {number: futures[number].exception() for number in (3, 5, 7)}
        print("late", all(isinstance(error, TaskTimeout) for error in errors.values()), errors[5])
        print("others", [future.result() for number, future in enumerate(futures) if number not in errors])
        end = time.monotonic() + 30
        while executor.num_workers > 3 and time.monotonic() < end:
            time.sleep(0.1)
        print("workers", executor.num_workers)
        time.sleep(7)
        print("after", sum(executor.map(slow, [0, 1, 2] * 10)), executor.num_workers)


def quiet_times() -> None:
    """After a loss: the master rests, and then one worker is busy, both longer than --stall-after."""
    with MPIPoolExecutor(tries=9) as executor:
        print("before", executor.submit(deadly, 7, 1).result())
        time.sleep(3)
        executor.submit(time.sleep, 3).result()
        print("after", executor.submit(deadly, 8, 1).result(), executor.num_workers)


def fails() -> None:
    with MPIPoolExecutor() as executor:
        executor.submit(deadly, 1, 0).result()
        raise LookupError("of the script")


if __name__ == "__main__":
    mode, *numbers = sys.argv[1:]
    globals()[mode](*map(int, numbers))
    print("argv", sys.argv[1:], flush=True)
