"""Tells before a long run what to do about failures: one recommendation, and what else there is."""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import durations, plan_model
from ..options import UsageError
from ..plan_model import Deaths, Job, Outcome
from . import accuracy, bursts, inputs, places, replicas, values
from .answer import Answer, Plot, Table, percent
from .inputs import TASKS, WHOLE, Inputs, Known
from .progress import Progress

_MOST_DEATHS = 5_000  # of one run
_MOST_SIMULATED = 300_000  # deaths of one way and interval, so that an answer comes within seconds
_MOST_RUNS = 400
_ALIKE = 0.001  # of host hours
# What they ask of a program and of a user, the least first.
_EFFORT = ("continue", "from scratch", *replicas.WAYS, "restarts", "share", "respawn", "spares")
_START = 0.07  # seconds that it takes longer to start a process than to wake a spare (docs/reference/measurements.md)
_TRIED = range(-12, 13)  # intervals: those of the formula times a power of the square root of two


@dataclass(frozen=True)
class Way:
    """Something that can be done about failures."""

    name: str
    what: str
    answer: plan_model.Answer
    job: Job  # with the costs of this way
    interval_mtbf: float  # the mean time between failures for the formula of the interval
    in_reserve: bool  # takes a host for each that dies
    unfit: str = ""  # why it is none for this program
    keeps: bool = True  # checkpoints
    in_memory: bool = False  # they are lost with a host and the one that has its copies
    twins: int = 0  # hosts of replicas, which are among job.hosts


@dataclass(frozen=True)
class Found:
    """The cost of a way at its best interval."""

    way: Way
    steps: int  # between two checkpoints
    outcomes: Sequence[Outcome]
    curve: Sequence[tuple[float, float]]  # interval, more in per cent

    @property
    def time(self) -> float:
        return plan_model.mean_time(self.outcomes)

    def longest(self, part: float) -> float:
        times = sorted(one.time for one in self.outcomes)
        return times[min(len(times) - 1, math.ceil(part * len(times)) - 1)]

    def dead(self, part: float) -> int:
        return plan_model.quantile([one.dead for one in self.outcomes], part)

    @property
    def reserve(self) -> int:
        """Hosts that wait: as many as die in 99 of 100 runs; spares are on one at least."""
        return max(int(self.way.name == "spares"), self.dead(0.99)) if self.way.in_reserve else 0

    @property
    def host_seconds(self) -> float:
        return self.time * self.hosts

    @property
    def hosts(self) -> int:
        """The hosts that the job asks for."""
        return self.way.job.hosts + self.reserve


def ways(one: Inputs) -> list[Way]:
    """The ways that closeranks has, and the bare MPI."""
    between = one.mtbf / one.hosts

    def job(commit: float, recovery: float) -> Job:
        return Job(one.hosts, one.time, one.mtbf, commit, recovery)

    piece = "each rank holds a piece of the whole" if one.profile in WHOLE else ""
    no_tasks = piece or ("" if one.profile in TASKS else "lost ranks had no tasks to deal again")
    missing = 1 - accuracy.kept(one.hosts, one.mtbf, one.time).mean
    too_much = f"{percent(missing)} would be missing on average" if missing > one.loss else ""
    lost = piece or ("tasks would be missing" if one.profile in TASKS else too_much)
    back = one.repair + one.in_memory
    return [
        Way("continue", "survivors continue; the result lacks what the lost ranks had", plan_model.until_the_end,
            job(0.0, 0.0), between, False, lost, keeps=False),
        Way("share", "survivors continue; the tasks of the lost ranks are dealt again", plan_model.share_work,
            job(0.0, one.repair), one.mtbf, False, no_tasks, keeps=False),
        Way("spares", "processes in reserve take the places of lost ranks; all go back to a checkpoint in memory",
            plan_model.all_go_back, job(one.in_memory, back), between, True, in_memory=True),
        Way("respawn", "processes are started on the remaining hosts; all go back to a checkpoint in memory",
            plan_model.go_back_at_the_slowest(one.ranks) if piece else plan_model.go_back_with_fewer, job(one.in_memory, back + _START), between, False,
            in_memory=True),
        Way("restarts", "the job is started again and continues from a checkpoint in files", plan_model.all_go_back,
            job(one.in_files, one.restart + one.in_files), between, True),
        *(_with_replicas(one, degree) for degree in replicas.OFFERED),
        Way("from scratch", "without closeranks and without a checkpoint", plan_model.start_again,
            job(0.0, one.restart), between, False, keeps=False),
    ]  # fmt: skip


def _with_replicas(one: Inputs, degree: float) -> Way:
    twins = round(one.hosts * degree)
    job = Job(one.hosts + twins, one.time, one.mtbf, one.in_files, one.restart + one.in_files)
    until = replicas.mean_failures(one.hosts, twins) * job.between_deaths
    return Way(replicas.way(degree), "a second process for a rank takes over; where both have failed, the job is started again from a checkpoint in files",
               plan_model.go_back_without_a_pair(twins), job, until * job.hosts, False, twins=twins)  # fmt: skip


def _steps(one: Inputs, way: Way) -> list[int]:
    """Intervals that are tried: around the formula's, in whole steps, at most the whole job."""
    most = max(1, math.ceil(one.time / one.step))
    if not way.keeps:
        return [1 if way.name == "share" else most]  # a lost rank costs its task: a step
    guess = max(plan_model.daly(way.job.commit, way.interval_mtbf), 1e-3) / one.step
    return sorted({max(1, min(most, round(guess * 2 ** (step / 2)))) for step in _TRIED})


def _outcomes(way: Way, interval: float, deaths: Deaths, seeds: Sequence[int]) -> list[Outcome]:
    """Up to the first run that is given up: the mean is infinite then, and to give up takes long."""
    found = []
    for seed in seeds:
        found.append(way.answer(way.job, interval, deaths(random.Random(seed))))
        if math.isinf(found[-1].time):
            break
    return found


def find(one: Inputs, way: Way, deaths: Deaths, seeds: Sequence[int]) -> Found:
    tried = {}
    for steps in _steps(one, way):
        tried[steps] = _outcomes(way, steps * one.step, deaths, seeds)
    times = {steps: plan_model.mean_time(outcomes) for steps, outcomes in tried.items()}
    best = min(times, key=lambda steps: times[steps])
    curve = [(steps * one.step, 100 * (time / one.time - 1)) for steps, time in times.items() if time < 2 * times[best]]
    return Found(way, best, tried[best], curve)


def choose(found: Sequence[Found]) -> Found | None:
    """The fewest host hours, those in reserve counted, of the ways that suit the program and end. Of those that are as good
    within a thousandth, which drawn runs do not tell apart: the one that asks least of program and user."""
    fit = [one for one in found if not one.way.unfit and math.isfinite(one.time)]
    least = min((one.host_seconds for one in fit), default=0.0)
    good = [one for one in fit if one.host_seconds <= least * (1 + _ALIKE)]
    return sorted(good, key=lambda one: _EFFORT.index(one.way.name))[0] if good else None


def pair_lost(one: Inputs, found: Found, kind: str = "exponential", near: bool = False) -> float:
    """The chance that, within a repair, a host fails that has the only data of another one: the hosts before and after the
    failed one. `near`: failures are near to those before, as on Titan."""
    mean_dead = sum(outcome.dead for outcome in found.outcomes) / len(found.outcomes)
    part = places.TITAN.neighbour(one.hosts) if near else min(2, one.hosts - 1) / one.hosts
    return -math.expm1(-mean_dead * part * _within(kind, found.way.job.recovery / (one.mtbf / one.hosts)))


def command(one: Inputs, found: Found) -> str:
    name, end = found.way.name, f"-n {one.ranks} ./program"
    if name == "spares":
        return f"closeranks --profile comeback --spares {found.reserve * one.ranks_of_host} {end}"
    if name == "respawn":
        return f"closeranks --profile comeback {end}"
    if name == "restarts":
        return f"closeranks --profile strict --restarts {max(1, found.dead(0.99))} {end}"
    if found.way.twins:
        return f"closeranks --profile strict {replicas.option(found.way.twins / one.hosts)} --restarts {max(1, found.dead(0.99) // 2)} {end}"
    return f"mpirun {end}" if name == "from scratch" else f"closeranks --profile {one.profile} {end}"


def _times(kind: str, job: Job) -> Deaths:
    if kind in bursts.LOGS:
        return bursts.deaths(job, bursts.LOGS[kind])
    return plan_model.weibull(job, 0.7) if kind == "weibull" else plan_model.exponential(job)


def _within(kind: str, gap: float) -> float:
    """The share of gaps that are at most so long, in units of their mean."""
    if kind in bursts.LOGS:
        return bursts.LOGS[kind].within(gap)
    shape = 0.7 if kind == "weibull" else 1.0
    return -math.expm1(-((gap * math.gamma(1 + 1 / shape)) ** shape))


def distribution(kind: str, near: bool, way: Way) -> Deaths:
    """Where checkpoints are in memory, or ranks have replicas, it counts which host fails."""
    times, hosts = _times(kind, way.job), way.job.hosts
    if way.twins:
        return plan_model.placed(times, places.evenly(hosts))
    if way.in_memory:
        return plan_model.placed(times, places.TITAN.victims(hosts) if near else places.evenly(hosts))
    return times


# ---- what the user sees ----

_GUIDES = {"continue": "docs/how-to/choose.md", "share": "docs/how-to/farms.md", "spares": "docs/how-to/recover.md",
           "respawn": "docs/how-to/recover.md", "restarts": "docs/how-to/run.md#restarts"}  # fmt: skip


def _told(seconds: float) -> str:
    """To the minute: ways differ by parts of a per cent."""
    if not 3600 <= seconds < 1e8:
        return durations.told(seconds)
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours:,} h {minutes} min"


def _interval(one: Inputs, found: Found) -> str:
    if not found.way.keeps:
        return "none"
    if found.steps * one.step >= one.time:
        return "none needed"
    return f"{found.steps:,} steps ({durations.told(found.steps * one.step)})"


def _row(one: Inputs, found: Found) -> tuple[str, ...]:
    way = found.way
    if way.unfit:
        return (way.name, "", "", "", "", "", f"no: {way.unfit}")
    if math.isinf(found.time):
        return (way.name, "", "", "", "", "", f"no: more than {plan_model.MOST_STRETCH:.0f} times its work in some run")
    return (way.name, _interval(one, found), _told(found.time), percent(found.time / one.time - 1),
            _told(found.longest(0.95)), f"{found.hosts:,}", way.what)  # fmt: skip


def _first(one: Inputs, best: Found) -> tuple[str, ...]:
    name = {"continue": "Continue without the lost ranks", "share": "Deal the tasks of lost ranks again",
            "spares": f"Keep {best.reserve} hosts in reserve ({best.reserve * one.ranks_of_host} spares)" if best.reserve > 1 else
            f"Keep a host in reserve ({best.reserve * one.ranks_of_host} spares)",
            "respawn": "Start processes for lost ranks on the remaining hosts",
            "restarts": "Start the job again from a checkpoint in files", "from scratch": "Run without checkpoints",
            }.get(best.way.name, f"Give ranks replicas ({best.way.name.partition(', ')[2]} of them)")  # fmt: skip
    needed = best.way.keeps and best.steps * one.step < one.time
    every = f", with a checkpoint every {best.steps:,} steps ({durations.told(best.steps * one.step)})" if needed else ""
    more = f"The job takes {_told(best.time)} on average ({percent(best.time / one.time - 1)} more), and "
    return (f"{name}{every}.", more + f"less than {_told(best.longest(0.95))} in 95 of 100 runs.")


def _risk(one: Inputs, best: Found, kind: str, near: bool) -> list[str]:
    expected = one.time / (one.mtbf / one.hosts)
    lines = [f"A host fails every {durations.told(one.mtbf / one.hosts)}: {expected:.3g} in {durations.told(one.time)}."]
    if best.way.name == "spares":
        hosts = "one host fails" if best.reserve == 1 else f"{best.reserve} hosts fail"
        lines.append(f"Risk: in 1 of 100 runs at most, more than {hosts}; processes are then started on the remaining hosts.")
    if best.way.name in ("spares", "respawn"):
        pair = pair_lost(one, best, kind, near)
        told = "fewer than one in a million runs loses" if pair < 1e-6 else f"{percent(pair, 2)} of runs lose"
        lines.append(f"Risk: {told} a host and the one with its copies; a file now and then helps (docs/reference/store.md, buddy+file).")
        lines.append("Domains: the store keeps the copy on another host. Failures gather on nodes, and little in cages (docs/explanation/plan.md#bursts).")
    if best.way.name in ("restarts", "from scratch"):
        lines.append(f"Risk: {percent(-math.expm1(-expected), 2)} of runs are interrupted.")
    if best.way.twins:
        lines.append("Domains: put the two processes of a rank on hosts in different cages (docs/explanation/plan.md#bursts).")
    if best.way.name == "continue":
        kept = accuracy.kept(one.hosts, one.mtbf, one.time)
        lines.append(f"Risk: {percent(1 - kept.least)} of the result or more is missing in 1 of 40 runs.")
    return lines


def _data(one: Inputs, known: Sequence[Known], found: Sequence[Found], best: Found) -> dict[str, Any]:
    return {
        "inputs": [{"name": item.name, "value": item.told, "from": item.source} for item in known],
        "seconds_between_deaths": one.mtbf / one.hosts,
        "recommended": best.way.name,
        "ways": [
            {"way": item.way.name, "suits": not item.way.unfit, "why_not": item.way.unfit or None,
             "seconds": item.time if math.isfinite(item.time) else None,
             "seconds_95": item.longest(0.95) if math.isfinite(item.longest(0.95)) else None,
             "steps": item.steps if item.way.keeps else None, "hosts_in_reserve": item.reserve,
             "dead_hosts_99": item.dead(0.99)}
            for item in found
        ],
    }  # fmt: skip


def add_arguments(made: argparse.ArgumentParser) -> None:
    inputs.add_arguments(made)
    group = made.add_argument_group("the plan")
    group.add_argument("--deaths", choices=("exponential", "weibull", *bursts.LOGS), default="exponential", help="how they come [exponential]")
    group.add_argument("--places", choices=("even", "titan"), default="even", help="which hosts fail: any, or those near the ones before [even]")
    group.add_argument("--samples", type=values.whole(1, 100_000), metavar="N", help=f"runs that are drawn [at most {_MOST_RUNS}]")
    group.add_argument("--seed", type=values.whole(0, 10**9), default=1, metavar="N", help="of what is drawn [1]")


def number_of_runs(one: Inputs) -> int:
    """Raises UsageError where there are too many deaths for a plan."""
    expected = one.time / (one.mtbf / one.hosts)
    if expected > _MOST_DEATHS:
        raise UsageError(f"There would be {expected:,.0f} failures in {durations.told(one.time)}; there is no plan for more than {_MOST_DEATHS:,}.")
    return int(min(_MOST_RUNS, max(5, _MOST_SIMULATED / len(_TRIED) / (2 * expected + 1))))


def answer(given: argparse.Namespace, progress: Progress) -> Answer:
    one, known = inputs.read(given)
    samples = given.samples or number_of_runs(one)
    seeds = range(given.seed, given.seed + samples)
    offered = ways(one)
    near = given.places == "titan"
    found = []
    for number, way in enumerate(offered):
        progress.tell("ways", number, len(offered))
        found.append(find(one, way, distribution(given.deaths, near, way), seeds))
    best = choose(found)
    if best is None:
        raise UsageError("No way ends: hosts fail so often that checkpoints are never done. Take fewer hosts, or less state (closeranks plan memory).")
    rows = [_row(one, item) for item in found]
    heads = ("way", "checkpoint every", "the job takes", "more", "95 of 100 runs", "hosts", "")
    sources = Table(("input", "value", "from"), tuple((item.name, item.told, item.source) for item in known))
    costs = f"A checkpoint takes {durations.told(one.in_memory)} in memory, {durations.told(one.in_files)} in files."
    curves: dict[str, Sequence[tuple[float, float]]] = {
        item.way.name: seen for item in found if item.way.keeps and not item.way.unfit and len(seen := _seen(item, best)) > 1
    }
    plots = [Plot("Cost of failures and checkpoints", "s between checkpoints", "% more time", curves, logarithmic=True)] if curves else []
    if any(outcome.dead for outcome in best.outcomes):
        shares = _shares([outcome.dead for outcome in best.outcomes])
        plots.append(Plot("Hosts that fail in a run", "hosts", "% of runs", {"": shares}, bars=len(shares) < 20))
    guide = _GUIDES.get(best.way.name)
    advice: tuple[str, ...] = (f"Recommended: {best.way.name}. {best.way.what[0].upper()}{best.way.what[1:]}.",)
    advice += (f"The guide: {guide}.",) if guide else ()
    return Answer(
        "recommendation", _first(one, best), (Table(heads, tuple(rows)), sources), advice, _data(one, known, found, best),
        (costs, *_risk(one, best, given.deaths, near), f"Means of {samples:,} runs that are drawn ({given.deaths}{', near each other' if near else ''}); docs/how-to/before-a-long-run.md."),
        tuple(plots), command(one, best),
    )  # fmt: skip


def _seen(found: Found, best: Found) -> list[tuple[float, float]]:
    """Further facts beside the best way."""
    least = 100 * (best.time / best.way.job.work - 1)
    return [(interval, more) for interval, more in found.curve if more <= max(5 * least, least + 5)]


def _shares(numbers: Sequence[int]) -> list[tuple[float, float]]:
    return [(float(one), 100 * numbers.count(one) / len(numbers)) for one in range(min(max(numbers), 200) + 1)]
