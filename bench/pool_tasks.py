"""Tasks that sleep, for a pool: as many short ones as long ones in each order of magnitude. Prints seconds (bench/pools).

usage: python3 -m mpi4py.futures|closeranks.futures pool_tasks.py TASKS LEAST MOST    (seconds)
"""

from __future__ import annotations

import random
import sys
import time

from mpi4py.futures import MPIPoolExecutor


def rest(seconds: float) -> float:
    if seconds:
        time.sleep(seconds)
    return seconds


def main() -> None:
    tasks, least, most = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    drawn = random.Random(1)
    lengths = [least * (most / least) ** drawn.random() if least else 0.0 for _ in range(tasks)]
    with MPIPoolExecutor() as executor:
        list(executor.map(rest, [0.0] * 64))  # all workers are there
        begin = time.perf_counter()
        got = list(executor.map(rest, lengths))
        print(f"seconds {time.perf_counter() - begin:.6f}", flush=True)
    if got != lengths:
        sys.exit("the results are not those of the tasks")


if __name__ == "__main__":
    main()
