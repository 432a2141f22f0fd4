#!/usr/bin/python3
"""Lyapunov exponents of the logistic map over a sweep of its parameter: an ordinary mpi4py program.

Nothing in it knows that processes can fail. It deals in rounds, as many sweeps do: rank 0 hands every
rank some of the parameters that have no result yet, and collects the results, until every
parameter has its result. The buffer of the results is filled with NaN, "not computed", beforehand.
That habit is enough: the parameters of a lost rank are still open, and go to another rank in a later round.

usage: sweep.py [points [points per rank and round]]
"""

import math
import sys
from array import array

from mpi4py import MPI

NOT_COMPUTED = math.nan


def lyapunov(r: float, steps: int = 5000) -> float:
    """The exponent of x -> r x (1 - x): positive where the map is chaotic."""
    x, total = 0.5, 0.0
    for _ in range(steps):
        x = r * x * (1.0 - x)
        total += math.log(max(abs(r * (1.0 - 2.0 * x)), 1e-300))
    return total / steps


def main() -> None:
    comm = MPI.COMM_WORLD
    rank, size = comm.Get_rank(), comm.Get_size()
    points = int(sys.argv[1]) if len(sys.argv) > 1 else 480
    share = int(sys.argv[2]) if len(sys.argv) > 2 else 4

    parameters = [2.8 + 1.2 * i / points for i in range(points)]
    results = [NOT_COMPUTED] * points
    rounds = 0
    while True:
        unfinished = [i for i in range(points) if math.isnan(results[i])]
        left = array("i", [len(unfinished)])
        comm.Bcast(left, root=0)
        if left[0] == 0:
            break
        dealt = unfinished[: size * share]
        deal = array("d", [parameters[i] for i in dealt] + [NOT_COMPUTED] * (size * share - len(dealt)))
        mine = array("d", [NOT_COMPUTED] * share)
        comm.Scatter(deal, mine, root=0)

        answers = array("d", [math.nan if math.isnan(r) else lyapunov(r) for r in mine])

        collected = array("d", [NOT_COMPUTED] * (size * share))
        comm.Gather(answers, collected, root=0)
        for i, answer in zip(dealt, collected):
            results[i] = answer
        rounds += 1

    if rank == 0:
        chaotic = sum(result > 0 for result in results)
        print(f"points   {points} of {points}, in {rounds} rounds")
        print(f"chaotic  {chaotic}")
        print(f"checksum {math.fsum(results):.12f}")


if __name__ == "__main__":
    main()
