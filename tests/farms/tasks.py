"""Deals tasks of 0.1 to 100 ms, times SCALE, and checks what comes back.

usage: tasks.py COUNT SCALE [CHUNK [mpi4py.futures]]    the last: by that pool, to compare with
"""

from __future__ import annotations

import importlib
import math
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runtime" / "python"))

SHORTEST, LONGEST = 0.0001, 0.1


def seconds(task: int) -> float:
    """As many short ones as long ones, by their order of magnitude."""
    return math.exp(random.Random(task).uniform(math.log(SHORTEST), math.log(LONGEST)))


def work(task: int, scale: float) -> tuple[int, float]:
    time.sleep(seconds(task) * scale)
    return task, math.sqrt(task)


def main(count: int, scale: float, chunk: int, module: str) -> None:
    pool = importlib.import_module(module)
    with pool.MPICommExecutor() as executor:
        if executor is None:
            return
        list(executor.map(work, range(100), [0.0] * 100))  # all have begun
        begin = time.monotonic()
        scales = [scale] * count
        results = list(executor.map(work, range(count), scales, chunksize=chunk, unordered=True))
        took = time.monotonic() - begin
        times = Counter(task for task, _ in results)
        wrong = sum(value != math.sqrt(task) for task, value in results)
        twice = sum(number > 1 for number in times.values())
        print(f"results {len(times.keys() & set(range(count)))} of {count}, {twice} twice, {wrong} wrong")
        print(f"workers {getattr(executor, 'num_workers', 'unknown')}")
        print(f"seconds {took:.2f}", flush=True)


if __name__ == "__main__":
    count, scale, *more = sys.argv[1:]
    defaults = ["1", "closeranks.futures"]
    chunk, module = more + defaults[len(more) :]
    main(int(count), float(scale), int(chunk), module)
