"""A script for mpi4py.futures, which knows nothing of closeranks."""

from __future__ import annotations

import time

from mpi4py import futures
from mpi4py.futures import MPIPoolExecutor

COUNT = 200


def square(number: int) -> int:
    time.sleep(0.002)
    return number * number


if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        waiting = [executor.submit(square, number) for number in range(COUNT)]
        results = sorted(future.result() for future in futures.as_completed(waiting))
        print("results", results == [number * number for number in range(COUNT)], flush=True)
