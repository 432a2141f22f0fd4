"""What the results of a sampling program lose when it continues without the lost ranks (docs/explanation/plan.md#accuracy)."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

from . import values
from .answer import Answer, Plot, Table, percent
from .progress import Progress

SUMMARY = "what a sampling program loses when it continues without the lost ranks"


def quantile(count: int, chance: float, part: float) -> int:
    """The least number that `part` of binomial draws do not exceed."""
    if chance >= 1:
        return count
    total, log_chance, log_other = 0.0, math.log(max(chance, 1e-300)), math.log1p(-chance)
    for number in range(count + 1):
        choose = math.lgamma(count + 1) - math.lgamma(number + 1) - math.lgamma(count - number + 1)
        total += math.exp(choose + number * log_chance + (count - number) * log_other)
        if total >= part - 1e-12:
            return number
    return count


@dataclass(frozen=True)
class Kept:
    """The samples that are there at the end: of n hosts of which f die, (n - f) / n."""

    mean: float
    least: float  # the band: that share of runs keeps at least and at most
    most: float

    @staticmethod
    def error(share: float) -> float:
        """The error of a mean of these samples, relative to that of the mean of all."""
        return math.inf if share <= 0 else 1 / math.sqrt(share)


def kept(hosts: int, mtbf: float, time: float, band: float = 0.95) -> Kept:
    """Hosts die independently. A dead host's samples are lost, including earlier ones."""
    dies = -math.expm1(-time / mtbf)
    low, high = quantile(hosts, dies, (1 - band) / 2), quantile(hosts, dies, (1 + band) / 2)
    return Kept(1 - dies, (hosts - high) / hosts, (hosts - low) / hosts)


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--hosts", type=values.whole(1, 10_000_000), required=True, metavar="N", help="or ranks, with --mtbf of a rank")
    made.add_argument("--mtbf", type=values.duration, required=True, metavar="DURATION", help="of one host")
    made.add_argument("--time", type=values.duration, required=True, metavar="DURATION", help="of the run")
    made.add_argument("--band", type=values.between(50, 99.99), default=95.0, metavar="PERCENT", help="of runs [95]")


def answer(given: argparse.Namespace, _progress: Progress) -> Answer:
    rows, data, curve = [], [], {"mean": [(0.0, 0.0)], "most of the band": [(0.0, 0.0)]}
    for part in (0.25, 0.5, 0.75, 1.0):
        one = kept(given.hosts, given.mtbf, part * given.time, given.band / 100)
        rows.append((f"{part * 100:g} %", percent(one.mean, 5), f"{percent(one.least, 5)} to {percent(one.most, 5)}",
                     f"{(Kept.error(one.mean) - 1) * 100:.3g} %"))  # fmt: skip
        data.append({"part": part, "kept": one.mean, "least": one.least, "most": one.most, "error": Kept.error(one.mean)})
        curve["mean"].append((100 * part, 100 * (1 - one.mean)))
        curve["most of the band"].append((100 * part, 100 * (1 - one.least)))
    end = kept(given.hosts, given.mtbf, given.time, given.band / 100)
    first = f"{percent(end.mean, 5)} of the samples are there at the end, {percent(end.least, 5)} to {percent(end.most, 5)} in {given.band:g} % of runs."
    heads = ("of the run", "samples kept", f"{given.band:g} % of runs", "a mean's error grows by")
    advice = "Recommended: continue without the lost ranks, and divide by the samples that came, not by those that were planned."
    if end.least < 0.9:
        advice = "Recommended: keep samples in a checkpoint or write them as they come: too many would be lost with their hosts."
    return Answer(
        "accuracy", (first,), (Table(heads, tuple(rows)),), (advice,), {"kept": end.mean, "least": end.least, "most": end.most, "parts": data},
        ("For samples that do not depend on each other. For stencils: closeranks plan quality.",),
        (Plot("Samples that are missing", "% of the run", "% of the samples", curve),),
    )  # fmt: skip
