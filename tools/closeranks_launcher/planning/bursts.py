"""Failures that come in bursts, as the logs of three machines have them (docs/explanation/plan.md#bursts)."""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from .. import durations, plan_model
from ..plan_model import Death, Deaths, Job
from . import values
from .answer import Answer, Plot, Table, percent
from .places import TITAN
from .progress import Progress

SUMMARY = "failures that come in bursts, in time and in space: what they change"

HOUR = 3600.0


@dataclass(frozen=True)
class Log:
    """Gaps between failures of a whole machine: which share of them is at most 1, 2, ... hours long."""

    cumulative: tuple[float, ...]  # per cent
    mean: float  # hours

    @property
    def tail(self) -> float:
        """The mean of what the longest gaps have beyond the last hour, so that the mean of all is the machine's."""
        shares = self.shares
        known = sum(share * (hour + 0.5) for hour, share in enumerate(shares))
        rest = 1 - sum(shares)
        return (self.mean - known) / rest - len(shares)

    @property
    def shares(self) -> tuple[float, ...]:
        return tuple((at - before) / 100 for before, at in zip((0.0, *self.cumulative), self.cumulative))

    def within(self, gap: float) -> float:
        """The share of gaps that are at most so long, in units of the mean."""
        hours = gap * self.mean
        whole = int(hours)
        if whole < len(self.cumulative):
            before = self.cumulative[whole - 1] if whole else 0.0
            return (before + (self.cumulative[whole] - before) * (hours - whole)) / 100
        return 1 - (1 - self.cumulative[-1] / 100) * math.exp(-(hours - len(self.cumulative)) / self.tail)

    def gap(self, chance: random.Random) -> float:
        """In units of the mean. Evenly within an hour; exponential beyond the last."""
        drawn = 100 * chance.random()
        for hour, (before, at) in enumerate(zip((0.0, *self.cumulative), self.cumulative)):
            if drawn < at:
                return (hour + (drawn - before) / (at - before)) / self.mean
        return (len(self.cumulative) + chance.expovariate(1 / self.tail)) / self.mean


LOGS = {
    "olcf": Log((29, 40, 47.5, 56, 63, 68, 72, 75), 7.75),
    "lanl18": Log((18, 31, 40.5, 48.5, 55.5, 60.5, 65, 69), 7.5),
    "lanl19": Log((14, 25.5, 34.5, 42, 49.5, 56.5, 62, 66.5), 7.9),
}


def deaths(job: Job, log: Log) -> Deaths:
    """The gaps of the machine, scaled to those of the job: one host dies at a time, as often as it was said."""

    def found(chance: random.Random) -> Iterator[Death]:
        while True:
            yield Death(log.gap(chance) * job.between_deaths, 1)

    return found


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--hosts", type=values.whole(2, 10_000_000), required=True, metavar="N", help="the job has so many")
    made.add_argument("--mtbf", type=values.duration, required=True, metavar="DURATION", help="of one host")
    made.add_argument("--work", type=values.duration, required=True, metavar="DURATION", help="the job takes so long if no host fails")
    made.add_argument("--commit", type=values.duration, required=True, metavar="DURATION", help="of a checkpoint")
    made.add_argument("--repair", type=values.duration, default=1.0, metavar="DURATION", help="until all compute again [1s]")
    made.add_argument("--samples", type=values.whole(1, 100_000), default=200, metavar="N", help="runs that are drawn [200]")
    made.add_argument("--seed", type=values.whole(0, 10**9), default=1, metavar="N", help="of what is drawn [1]")


def answer(given: argparse.Namespace, progress: Progress) -> Answer:
    job = Job(given.hosts, given.work, given.mtbf, given.commit, given.repair)
    kinds: dict[str, Deaths] = {"exponential": plan_model.exponential(job), "weibull:0.7": plan_model.weibull(job, 0.7)}
    kinds |= {name: deaths(job, log) for name, log in LOGS.items()}
    seeds = range(given.seed, given.seed + given.samples)
    guess = plan_model.daly(job.commit, job.between_deaths)
    rows, data, found = [], [], []
    for number, (name, kind) in enumerate(kinds.items()):
        best = plan_model.best_interval(job, plan_model.all_go_back, guess, kind, seeds)
        found.append(best)
        progress.tell("distributions", number + 1, len(kinds))
        more = None if best is None else plan_model.mean_time(best.outcomes) / job.work - 1
        soon = f"{LOGS[name].cumulative[0]:g} %" if name in LOGS else ""
        rows.append((name, soon, durations.told(best.interval) if best else "", "more than 50 times its work" if more is None else percent(more)))
        data.append({"deaths": name, "interval": best.interval if best else None, "more": more})
    intervals = [best.interval for best in found if best]
    first = f"A failure every {durations.told(job.between_deaths)}: checkpoints for failures that do not depend on each other suit bursts, too."
    if intervals and max(intervals) > 2 * min(intervals):
        first = f"A failure every {durations.told(job.between_deaths)}: with bursts the best interval is another one."
    advice = f"Recommended: a checkpoint every {durations.told(intervals[0])}." if found[0] else "Recommended: fewer hosts, or cheaper checkpoints."
    curves = {name: [(float(hour), at) for hour, at in enumerate((0.0, *log.cumulative))] for name, log in LOGS.items()}
    notes = (
        f"Of ten failures after one, one is in its cage with {percent(TITAN.same_cage)} (evenly: {percent(TITAN.even_cage)}), on "
        f"its node with {percent(TITAN.same_node)} ({percent(TITAN.even_node, 1)}): keep no two copies on one node.",
        "closeranks plan --ranks ... --deaths olcf --places titan plans with them (docs/explanation/plan.md#bursts).",
    )
    heads = ("failures come as", "within 1 h on the machine", "best interval", "longer by")
    return Answer("bursts", (first,), (Table(heads, tuple(rows)),), (advice,), {"kinds": data}, notes,
                  (Plot("Failures within so many hours of the one before", "hours", "% of failures", curves),))  # fmt: skip
