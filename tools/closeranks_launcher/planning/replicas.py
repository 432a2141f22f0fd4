"""Replicas of some ranks: how much longer a job runs until a failure interrupts it (docs/explanation/plan.md#replicas)."""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import durations, plan_model
from . import values
from .answer import Answer, Plot, Table
from .progress import Progress

SUMMARY = "replicas of some ranks: time to interruption and completion by degree"

DEGREES = (0.0, 0.0625, 0.125, 0.25, 0.5, 1.0)
OFFERED = (0.5, 1.0)  # by the recommendation


def way(degree: float) -> str:
    return f"replicas, {degree * 100:g} %"


WAYS = tuple(map(way, OFFERED))


def option(degree: float) -> str:
    """Of closeranks."""
    return f"--replicate {degree * 100:.4g}%"


def mean_failures(ranks: int, pairs: int) -> float:
    """Up to the first interruption, with that one."""
    expected, reached, alone = 0.0, 1.0, ranks - pairs
    for left in range(pairs, -1, -1):
        expected += reached
        reached *= 1 - alone / (2 * left + alone) if alone or left else 0.0
        alone += 1
    return expected


@dataclass(frozen=True)
class Failures:
    """Of the job: gaps that are drawn, of which each kills one of the processes that live, each as likely as the others."""

    gap: float  # on average
    shape: float = 1.0  # of a Weibull distribution; 1: exponential

    def next(self, chance: random.Random) -> float:
        return chance.weibullvariate(self.gap / math.gamma(1 + 1 / self.shape), self.shape)


def survived(ranks: int, degree: float, chance: random.Random) -> int:
    """How many failures there are until a rank has no process left, with that one.

    Processes are: those of ranks with two, twice, and those of ranks with one. Either of a pair may die; the other one
    then is alone."""
    pairs = round(ranks * degree)
    alone = ranks - pairs
    count = 0
    while True:
        count += 1
        if chance.random() * (2 * pairs + alone) < alone:
            return count
        pairs, alone = pairs - 1, alone + 1


def interruptions(ranks: int, degree: float, failures: Failures, samples: int, seed: int, most: float = math.inf) -> list[float]:
    """Times until the first interruption, or until the run completes after `most`."""
    found = []
    for number in range(samples):
        chance = random.Random(seed * 1_000_003 + number)
        time = 0.0
        for _ in range(survived(ranks, degree, chance)):
            time += failures.next(chance)
            if time >= most:
                break
        found.append(min(time, most))
    return found


def completion(
    ranks: int, degree: float, failures: Failures, work: float, commit: float, restart: float, chance: random.Random, interval: float
) -> float:
    """With a checkpoint after each interval of work. An interruption costs a restart, with all replicas there again."""
    done = now = pause = 0.0
    while True:
        free = sum(failures.next(chance) for _ in range(survived(ranks, degree, chance))) - pause
        left = work - done
        need = left + commit * max(0, math.ceil(left / interval - 1e-9) - 1)
        if need <= free:
            return now + pause + need
        done += interval * (max(free, 0.0) // (interval + commit))
        now, pause = now + pause + free, restart
        if now > 50 * work:
            return math.inf


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--ranks", type=values.whole(2, 1_000_000), default=256, metavar="N", help="of the program [256]")
    made.add_argument("--gap", type=values.duration, required=True, metavar="DURATION", help="between failures in the job, on average, without replicas")  # fmt: skip
    made.add_argument("--shape", type=values.between(0.1, 10), default=0.7, metavar="K", help="of the Weibull distribution of gaps [0.7]")
    made.add_argument("--work", type=values.duration, required=True, metavar="DURATION", help="the job takes so long without deaths")
    made.add_argument("--commit", type=values.duration, default=10.0, metavar="DURATION", help="of a checkpoint [10s]")
    made.add_argument("--restart", type=values.duration, default=30.0, metavar="DURATION", help="after an interruption [30s]")
    made.add_argument("--samples", type=values.whole(1, 100_000), default=400, metavar="N", help="runs that are drawn [400]")
    made.add_argument("--seed", type=values.whole(0, 10**9), default=1, metavar="N", help="of what is drawn [1]")


def _advice(data: Sequence[dict[str, Any]]) -> str:
    # Host hours: a job with twice the processes must take less than half of the time to be worth it.
    best = min(data, key=lambda one: math.inf if one["seconds"] is None else one["seconds"] * one["processes"])
    return f"Recommended: {option(best['degree'])}: the fewest host hours." if best["degree"] else "Recommended: no replicas: they cost more host hours than they save."


def answer(given: argparse.Namespace, progress: Progress) -> Answer:
    rows, data = [], []
    for number, degree in enumerate(DEGREES):
        # More processes fail more often: each as often as without replicas.
        failures = Failures(given.gap / (1 + degree), given.shape)
        until = mean(interruptions(given.ranks, degree, failures, given.samples, given.seed))
        interval = max(plan_model.daly(given.commit, until), 1e-3)
        times = [completion(given.ranks, degree, failures, given.work, given.commit, given.restart, random.Random(given.seed * 7 + one), interval)
                 for one in range(given.samples)]  # fmt: skip
        progress.tell("degrees", number + 1, len(DEGREES))
        done = mean(times)
        data.append({"degree": degree, "processes": given.ranks + round(given.ranks * degree), "interruption": until,
                     "interval": interval, "seconds": None if math.isinf(done) else done})  # fmt: skip
        told = f"{durations.told(done)}" if math.isfinite(done) else "more than 50 times its work"
        rows.append((f"{degree * 100:g} %", f"{data[-1]['processes']:,}", durations.told(until), durations.told(interval), told))
    gain = data[4]["interruption"] / data[0]["interruption"]
    heads = ("replicas", "processes", "until an interruption", "checkpoint every", "the job takes")
    plot = Plot("Until an interruption", "% of ranks with a replica", "s", {"": [(100 * one["degree"], one["interruption"]) for one in data]})
    return Answer(
        "replicas", (f"Replicas of half of the ranks make the time until an interruption {gain:.3g} times as long.",),
        (Table(heads, tuple(rows)),),
        (_advice(data),), {"degrees": data},
        ("A process with a replica fails as often as one without: more processes fail more often (docs/explanation/plan.md#replicas).",), (plot,),
    )  # fmt: skip
