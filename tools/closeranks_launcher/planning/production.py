"""A production run of a given time, in which so many hosts fail (docs/explanation/plan.md#production)."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass

from .. import durations
from . import values
from .answer import Answer, Plot, Table, percent
from .progress import Progress

SUMMARY = "a run of a given time with so many failures: how often to keep a checkpoint"


@dataclass(frozen=True)
class Account:
    """Where the time of a run went."""

    useful: float
    checkpoints: float
    recovery: float
    rollback: float  # what was computed in vain

    @property
    def total(self) -> float:
        return self.useful + self.checkpoints + self.recovery + self.rollback

    @property
    def overhead(self) -> float:
        """Of what was useful."""
        return self.total / self.useful - 1

    @property
    def throughput(self) -> float:
        return self.useful / self.total


@dataclass(frozen=True)
class Production:
    time: float  # that the job may run
    step: float  # an iteration
    commit: float  # a checkpoint
    recovery: float  # from a failure until all compute again, with the checkpoint read


def played(run: Production, steps: int, failures: Sequence[float]) -> Account:
    """`steps` between two checkpoints. A failure within a recovery cuts it short, for another one begins."""
    work = steps * run.step
    useful = checkpoints = recovery = rollback = now = pause = 0.0
    for at in [*sorted(failures), run.time]:
        paused = min(at - now, pause)
        kept, rest = divmod(at - now - paused, work + run.commit)
        recovery += paused
        useful += kept * work
        checkpoints += kept * run.commit
        if at == run.time:  # the end: the last iterations count
            useful += min(rest, work)
            checkpoints += max(rest - work, 0.0)
        else:
            rollback += rest
        now, pause = at, run.recovery
    return Account(useful, checkpoints, recovery, rollback)


def mean(run: Production, steps: int, count: int, samples: int, seed: int) -> Account:
    """Of runs in which failures come at any time."""
    totals = [0.0] * 4
    for number in range(samples):
        chance = random.Random(seed * 1_000_003 + number)
        one = played(run, steps, [chance.random() * run.time for _ in range(count)])
        for at, part in enumerate((one.useful, one.checkpoints, one.recovery, one.rollback)):
            totals[at] += part / samples
    return Account(*totals)


def intervals(run: Production) -> list[int]:
    """That are tried, in steps: about a sixth more each."""
    found, steps = [1], 1.0
    while found[-1] * run.step < run.time / 2:
        steps = max(steps * 1.17, steps + 1)
        found.append(int(steps))
    return found


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--time", type=values.duration, default=86400.0, metavar="DURATION", help="that the job may run [24h]")
    made.add_argument("--step", type=values.duration, default=5.3, metavar="DURATION", help="of an iteration [5.3s]")
    made.add_argument("--commit", type=values.duration, default=55.0, metavar="DURATION", help="of a checkpoint [55s]")
    made.add_argument("--recovery", type=values.duration, default=515.0, metavar="DURATION", help="from a failure until all compute again, with the checkpoint read [515s]")  # fmt: skip
    made.add_argument("--failures", type=values.whole(1, 10_000), default=9, metavar="N", help="in that time [9]")
    made.add_argument("--every", type=values.whole(1, 10**9), metavar="STEPS", help="also tell of this interval")
    made.add_argument("--samples", type=values.whole(1, 1_000_000), default=1000, metavar="N", help="runs that are drawn [1000]")
    made.add_argument("--seed", type=values.whole(0, 10**9), default=1, metavar="N", help="of what is drawn [1]")


def _row(steps: int, run: Production, one: Account) -> tuple[str, ...]:
    parts = (one.checkpoints, one.recovery, one.rollback)
    return (f"{steps:,} steps", durations.told(steps * run.step), *(percent(part / one.useful) for part in parts),
            percent(one.overhead, 4), percent(one.throughput, 4))  # fmt: skip


def answer(given: argparse.Namespace, progress: Progress) -> Answer:
    run = Production(given.time, given.step, given.commit, given.recovery)
    tried = intervals(run)
    if given.every:
        tried = sorted({*tried, given.every})
    found = {}
    for number, steps in enumerate(tried):
        found[steps] = mean(run, steps, given.failures, given.samples, given.seed)
        progress.tell("intervals", number + 1, len(tried))
    best = max(found, key=lambda steps: found[steps].useful)
    shown = sorted({best, *([given.every] if given.every else []), *(steps for steps in found if best / 5 < steps < best * 5)})
    shown = [one for at, one in enumerate(shown) if at % 2 == 0 or one in (best, given.every)]
    heads = ("checkpoint every", "", "checkpoints", "recovery", "rollback", "overhead", "throughput")
    first = (
        f"{given.failures} failures in {durations.told(run.time)}: with a checkpoint every {best:,} steps "
        f"({durations.told(best * run.step)}) {percent(found[best].throughput)} of the time is useful.",
    )
    data = {
        "recommended_steps": best,
        "intervals": [
            {"steps": steps, "useful": one.useful, "checkpoints": one.checkpoints, "recovery": one.recovery,
             "rollback": one.rollback, "overhead": one.overhead, "throughput": one.throughput}
            for steps, one in found.items()
        ],
    }  # fmt: skip
    curve = [(steps * run.step, 100 * one.overhead) for steps, one in found.items() if one.overhead < 4 * found[best].overhead]
    return Answer(
        "production", first, (Table(heads, tuple(_row(steps, run, found[steps]) for steps in shown), "Of what is useful:"),),
        (f"Recommended: a checkpoint every {best:,} steps.",), data,
        ("Failures come evenly over the time (docs/explanation/plan.md#production).",),
        (Plot("Overhead over the interval", "s between checkpoints", "% of what is useful", {"": curve}, logarithmic=True),),
    )  # fmt: skip
