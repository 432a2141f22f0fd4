"""A run of so many steps that fails often, as S3D with Fenix did (docs/explanation/plan.md#production)."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from .. import durations, plan_model
from . import values
from .answer import Answer, Table, percent
from .progress import Progress

SUMMARY = "a run of so many steps with frequent failures, to whole steps"


@dataclass(frozen=True)
class Costs:
    step: float
    commit: float
    process: float  # recovery of processes
    data: float  # the checkpoint given to replacement processes
    detection: float = 0.0  # from a failure until all have stopped; what they compute meanwhile is lost

    @property
    def recovery(self) -> float:
        return self.process + self.data


def by_formula(costs: Costs, mtbf: float) -> float:
    """What a failure costs, as a share of the time between two: half an interval, its checkpoints, the recovery. First
    order, with Young's interval."""
    interval = plan_model.young(costs.commit, mtbf)
    return (interval / 2 + costs.commit * mtbf / interval + costs.recovery) / mtbf


def of_useful(share: float) -> float:
    """A share of all time as one of the time that is useful."""
    return share / (1 - share)


def whole_steps(costs: Costs, mtbf: float) -> int:
    """Young's interval in steps."""
    return max(1, round(plan_model.young(costs.commit, mtbf) / costs.step))


def time(costs: Costs, steps: int, every: int, gaps: Iterator[float], most: float = 50.0) -> float:
    """Until all steps are done, with a checkpoint after every so many. A step that a failure interrupts is lost."""
    done, now, pause, cost = 0, 0.0, 0.0, every * costs.step + costs.commit
    for gap in gaps:
        free = gap - pause
        left = steps - done
        need = left * costs.step + costs.commit * max(0, -(-left // every) - 1)
        if need <= free:
            return now + pause + need
        done += every * int(max(free, 0.0) // cost)
        now += gap
        pause = costs.detection + costs.recovery
        if now > most * steps * costs.step:
            break
    return float("inf")


def near_periodic(mtbf: float, chance: random.Random) -> Iterator[float]:
    """As in the published runs: gaps of a Poisson distribution of that mean, in seconds."""
    while True:
        yield max(1.0, chance.gauss(mtbf, mtbf**0.5))


def first(gaps: Iterator[float], count: int | None) -> Iterator[float]:
    """So many failures, and no more after them. None: all."""
    yield from islice(gaps, count)
    yield float("inf")


def exponential(mtbf: float, chance: random.Random) -> Iterator[float]:
    while True:
        yield chance.expovariate(1 / mtbf)


Gaps = Callable[[float, random.Random], Iterator[float]]
GAPS: dict[str, Gaps] = {"periodic": near_periodic, "exponential": exponential}


def overhead(
    costs: Costs, steps: int, every: int, mtbf: float, gaps: Gaps, samples: int, seed: int = 1, failures: int | None = None
) -> float:
    """On average, of the time without failures and checkpoints. `failures`: the most in a run."""
    times = [time(costs, steps, every, first(gaps(mtbf, random.Random(seed * 1_000_003 + one)), failures)) for one in range(samples)]
    return sum(times) / samples / (steps * costs.step) - 1


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--mtbf", type=values.duration, required=True, metavar="DURATION", help="between failures in the job")
    made.add_argument("--steps", type=values.whole(1, 10**9), default=500, metavar="N", help="of the run [500]")
    made.add_argument("--step", type=values.duration, default=1.182, metavar="DURATION", help="of computing [1.182s]")
    made.add_argument("--commit", type=values.duration, default=0.0748, metavar="DURATION", help="of a checkpoint [74.8ms]")
    made.add_argument("--process", type=values.duration, default=8.06, metavar="DURATION", help="recovery of processes [8.06s]")
    made.add_argument("--data", type=values.duration, metavar="DURATION", help="giving checkpoints to replacement processes [that of --commit]")
    made.add_argument("--detection", type=values.duration, default=0.0, metavar="DURATION", help="from a failure until all have stopped; what they compute meanwhile is lost [0s]")  # fmt: skip
    made.add_argument("--failures", type=values.whole(1, 10**6), metavar="N", help="the most in a run [no limit]")
    made.add_argument("--gaps", choices=tuple(GAPS), default="periodic", help="how failures follow each other [periodic]")
    made.add_argument("--samples", type=values.whole(1, 100_000), default=200, metavar="N", help="runs that are drawn [200]")
    made.add_argument("--seed", type=values.whole(0, 10**9), default=1, metavar="N", help="of what is drawn [1]")


def answer(given: argparse.Namespace, progress: Progress) -> Answer:
    costs = Costs(given.step, given.commit, given.process, given.commit if given.data is None else given.data, given.detection)
    guess = whole_steps(costs, given.mtbf)
    tried = sorted({max(1, round(guess * part)) for part in (0.25, 0.5, 0.75, 1, 1.5, 2, 4)})
    found = {}
    for number, every in enumerate(tried):
        found[every] = overhead(costs, given.steps, every, given.mtbf, GAPS[given.gaps], given.samples, given.seed, given.failures)
        progress.tell("intervals", number + 1, len(tried))
    best = min(found, key=lambda every: found[every])
    formula = by_formula(costs, given.mtbf)
    rows = tuple((f"{every:,}", "more than 50 times the work" if one == float("inf") else percent(one)) for every, one in found.items())
    first = (f"A failure every {durations.told(given.mtbf)} makes the run {percent(found[best])} longer, with a checkpoint every {best:,} steps.",)
    note = f"By formula (first order, {guess:,} steps): {percent(formula)} of all time."
    return Answer(
        "steps", first, (Table(("checkpoint every (steps)", "longer by"), rows),),
        (f"Recommended: a checkpoint every {best:,} steps.",),
        {"recommended_steps": best, "overhead": found[best], "by_formula": formula, "young_steps": guess,
         "intervals": [{"steps": every, "overhead": None if one == float("inf") else one} for every, one in found.items()]},
        (note, "docs/explanation/plan.md#production has the published runs of S3D."),
    )  # fmt: skip
