#!/usr/bin/python3
"""A task farm on closeranks.futures: in each task, the number below which has the longest Collatz chain.

Workers may die: their tasks are given to other workers, and the results are the same.

usage: python3 -m closeranks.futures pool.py [tasks [numbers in a task]]
"""

import sys

from closeranks.futures import MPIPoolExecutor


def steps_from(n: int) -> int:
    steps = 0
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    return steps


def longest(task: int, numbers: int) -> tuple[int, int]:
    """The most steps from one of the task's numbers, and that number."""
    return max((steps_from(n), -n) for n in range(1 + task * numbers, 1 + (task + 1) * numbers))


def main() -> None:
    tasks = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    numbers = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with MPIPoolExecutor() as executor:
        results = list(executor.map(longest, range(tasks), [numbers] * tasks))
        print(f"tasks    {len(results)} of {tasks}, {executor.num_workers} workers left")
    steps, negative = max(results)
    print(f"longest  {steps} steps from {-negative}")
    print(f"checksum {sum(steps for steps, _ in results)}")


if __name__ == "__main__":
    main()
