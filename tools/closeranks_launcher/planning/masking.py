"""Local recovery in a stencil: how many failures cost as much as one (docs/explanation/plan.md#masking).

A rank that fails is late. Its neighbours wait for it at the next exchange, theirs at the one after. Where two such delays
meet, the longer one counts. Times are in any unit, the same for all.
"""

from __future__ import annotations

import argparse
import math
import random
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import optional, values
from .answer import Answer, Plot, Table, percent
from .progress import Progress

SUMMARY = "failures that hide each other: local recovery in a stencil"

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Run:
    grid: Place  # ranks in each direction, not periodic
    iterations: int
    step: float  # of computing, an iteration
    exchange: float  # with the neighbours, once
    recovery: float  # of a rank, without the iteration that it computes again
    every: int = 1  # iterations between two exchanges

    @property
    def iteration(self) -> float:
        return self.step + self.exchange / self.every

    @property
    def length(self) -> float:
        return self.iterations * self.iteration

    def limit(self, count: int) -> float:
        """Overheads below it are those of at most so many failures that are recovered one after the other: the middle
        between the most that `count` of them cost and the least of one more, or the former where these overlap."""
        if self.recovery < self.iteration:
            return self.recovery + count * self.iteration
        return ((2 * count + 1) * self.recovery + count * self.iteration) / 2


@dataclass(frozen=True)
class Failure:
    at: float
    place: Place


@dataclass(frozen=True)
class _Delay:
    iteration: int  # the one that the failure is in
    block: int  # of the iterations without an exchange
    place: Place
    length: float  # against a run without failures


def _hops(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) + abs(one[2] - other[2])


def overhead(run: Run, failures: Sequence[Failure], everybody: bool = False) -> float:
    """How much longer the run takes. `everybody`: all ranks take part in each recovery (global recovery).

    A delay of length d that began in iteration i of a rank is at another one from the iteration on that follows as many
    exchanges as there are hops between them. A rank is as late as the longest delay that is there. So at time t it is in
    the first iteration j for which j iterations and one of these delays end after t.
    """
    delays: list[_Delay] = []
    for failure in sorted(failures, key=lambda one: one.at):
        now = math.floor(failure.at / run.iteration) + 1
        for one in delays:
            hops = 0 if everybody else _hops(failure.place, one.place)
            there = (one.block + hops) * run.every + 1 if hops else one.iteration
            if there < now:
                now = min(now, max(there, math.floor((failure.at - one.length) / run.iteration) + 1))
        length = failure.at + run.recovery + run.iteration - now * run.iteration
        delays.append(_Delay(now, (now - 1) // run.every, failure.place, length))
    return max((one.length for one in delays), default=0.0)


def by_recurrence(run: Run, failures: Sequence[Failure], noise: float = 0.0, seed: int = 1) -> float:
    """The same, iteration by iteration over all ranks, as the model is defined. `noise`: up to so many steps more, drawn
    for each rank and iteration. Raises UsageError without numpy."""
    np = optional.numpy("A run with noise")
    chance = np.random.default_rng(seed)
    ended = np.zeros(run.grid)
    left = sorted(failures, key=lambda one: one.at)
    for number in range(1, run.iterations + 1):
        begin = ended.copy()
        if (number - 1) % run.every == 0:
            for axis in range(3):
                ahead, behind = [slice(None)] * 3, [slice(None)] * 3
                ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
                for to, of in ((ahead, behind), (behind, ahead)):
                    np.maximum(begin[tuple(to)], ended[tuple(of)], out=begin[tuple(to)])
        lengths = run.iteration + (noise * run.step * chance.random(run.grid) if noise else 0.0)
        ended = begin + lengths
        for failure in list(left):
            if failure.at < ended[failure.place]:
                length = lengths[failure.place] if noise else lengths
                ended[failure.place] = max(begin[failure.place], failure.at + run.recovery) + length
                left.remove(failure)
    return float(ended.max()) - run.length


def drawn(run: Run, count: int, chance: random.Random) -> list[Failure]:
    """Evenly over ranks and over the time of the run."""
    x, y, z = run.grid

    def place() -> Place:
        return chance.randrange(x), chance.randrange(y), chance.randrange(z)

    return [Failure(chance.random() * run.length, place()) for _ in range(count)]


def overheads(
    run: Run, count: int, samples: int, seed: int, everybody: bool = False, noise: float = 0.0, progress: Progress | None = None
) -> list[float]:
    """Of so many runs, in order."""
    found = []
    for number in range(samples):
        chance = random.Random(seed * 1_000_003 + number)
        failures = drawn(run, count, chance)
        found.append(by_recurrence(run, failures, noise, number) if noise else overhead(run, failures, everybody))
        if progress:
            progress.tell("runs", number + 1, samples)
    return sorted(found)


def masked(run: Run, found: Sequence[float], count: int) -> float:
    """The share of overheads, which are in order, that are those of at most `count` failures."""
    return bisect_left(found, run.limit(count)) / len(found)


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--grid", type=values.grid, default=(27, 27, 27), metavar="XxYxZ", help="ranks, or hosts, of the stencil [27x27x27]")
    made.add_argument("--failures", type=values.whole(1, 200), default=10, metavar="N", help="within the run [10]")
    made.add_argument("--iterations", type=values.whole(1, 1_000_000), default=100, metavar="N", help="of the run [100]")
    made.add_argument("--step", type=values.duration, default=100.0, metavar="DURATION", help="of computing, an iteration [100s]")
    made.add_argument("--exchange", type=values.duration, default=1.0, metavar="DURATION", help="with the neighbours, once [1s]")
    made.add_argument("--every", type=values.whole(1, 1000), default=1, metavar="N", help="iterations between two exchanges [1]")
    made.add_argument("--recovery", type=values.duration, default=300.0, metavar="DURATION", help="of one rank [300s]")
    made.add_argument("--noise", type=values.between(0, 100), default=0.0, metavar="PERCENT", help="of a step, drawn; needs numpy [0]")
    made.add_argument("--samples", type=values.whole(1, 1_000_000), default=2000, metavar="N", help="runs that are drawn [2000]")
    made.add_argument("--seed", type=values.whole(0, 10**9), default=1, metavar="N", help="of what is drawn [1]")


def _histogram(found: Sequence[float], width: float) -> list[tuple[float, float]]:
    """The share of overheads in each bin, by its middle."""
    bins: dict[int, int] = {}
    for one in found:
        bins[int(one / width)] = bins.get(int(one / width), 0) + 1
    return [((at + 0.5) * width, 100 * bins.get(at, 0) / len(found)) for at in range(max(bins) + 1)]


def answer(given: argparse.Namespace, progress: Progress) -> Answer:
    run = Run(given.grid, given.iterations, given.step, given.exchange, given.recovery, given.every)
    noise = given.noise / 100
    local = overheads(run, given.failures, given.samples, given.seed, noise=noise, progress=progress)
    everybody = overheads(run, given.failures, given.samples, given.seed, everybody=True)
    means = [sum(found) / len(found) for found in (local, everybody)]
    most = min(given.failures, 8)
    shares = [masked(run, local, count) for count in range(1, most + 1)]
    rows = tuple(
        (str(count), percent(shares[count - 1]), percent(masked(run, everybody, count))) for count in range(1, most + 1)
    )
    ranks = math.prod(run.grid)
    first = (
        f"{given.failures} failures in {run.iterations:,} iterations of {ranks:,} ranks: local recovery costs "
        f"{means[0]:.4g} s on average ({percent(means[0] / run.length)}), recovery by all {means[1]:.4g} s "
        f"({percent(means[1] / run.length)}).",
    )
    data: dict[str, Any] = {
        "ranks": ranks, "failures": given.failures, "samples": given.samples, "seconds_without_failures": run.length,
        "mean_overhead": {"local": means[0], "global": means[1]},
        "median_overhead": {"local": local[len(local) // 2], "global": everybody[len(everybody) // 2]},
        "masked_as_at_most": {str(count): share for count, share in enumerate(shares, 1)},
    }  # fmt: skip
    return Answer(
        "masking", first, (Table(("costs as at most", "local recovery", "recovery by all"), rows, "Share of the runs:"),),
        _advice(means), data, ("Failures come evenly over ranks and time; checkpoints cost nothing (docs/explanation/plan.md#masking).",),
        (Plot("Overhead of local recovery, and of recovery by all", "overhead in s", "% of runs",
              {"local": _histogram(local, run.iteration / 2), "by all": _histogram(everybody, run.iteration / 2)}),),
    )  # fmt: skip


def _advice(means: Sequence[float]) -> tuple[str, ...]:
    if means[0] < 0.8 * means[1]:
        return (f"Recommended: local recovery (docs/reference/local-recovery.md). It saves {percent(1 - means[0] / means[1])} of what failures cost.",)
    return ("Recommended: let all go back (--spares): too few failures hide each other here.",)
