"""The cost of a job on hosts that fail: by formula, and by simulation. Times are in seconds.

Only deaths are looped over: of the time between two of them it is known how many checkpoints fit into it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

MOST_STRETCH = 50.0  # a run that would take so many times its work is given up
_MOST_IN_VAIN = 10_000  # deaths of a run that begins from scratch after each


@dataclass(frozen=True)
class Job:
    hosts: int
    work: float  # of the job, if no host dies and nothing is kept
    mtbf: float  # of one host
    commit: float  # one checkpoint
    recovery: float  # from a death until all compute again

    @property
    def between_deaths(self) -> float:
        return self.mtbf / self.hosts


@dataclass(frozen=True)
class Death:
    after: float  # since the one before, or since the job began
    hosts: int
    place: int = -1  # the host that fails; -1: places do not count


Deaths = Callable[[random.Random], Iterator[Death]]
Victims = Callable[[random.Random], Iterator[int]]


def placed(deaths: Deaths, victims: Victims) -> Deaths:
    """The same deaths, each with the host that fails. Times are those without places, whatever `victims` draws."""

    def found(chance: random.Random) -> Iterator[Death]:
        twin = random.Random()
        twin.setstate(chance.getstate())
        for death, place in zip(deaths(chance), victims(random.Random(twin.getrandbits(64)))):
            yield Death(death.after, death.hosts, place)

    return found


def exponential(job: Job) -> Deaths:
    """Deaths that do not depend on each other."""

    def deaths(chance: random.Random) -> Iterator[Death]:
        while True:
            yield Death(chance.expovariate(1 / job.between_deaths), 1)

    return deaths


def weibull(job: Job, shape: float) -> Deaths:
    """A shape below 1: one death makes another one soon more likely, as logs of clusters show."""
    scale = job.between_deaths / math.gamma(1 + 1 / shape)

    def deaths(chance: random.Random) -> Iterator[Death]:
        while True:
            yield Death(chance.weibullvariate(scale, shape), 1)

    return deaths


def bursts(job: Job, mean: float) -> Deaths:
    """Several hosts at once (a switch, a rack), `mean` of them: geometric. Each host dies as often as in the other
    models."""

    def deaths(chance: random.Random) -> Iterator[Death]:
        while True:
            more = 0
            while chance.random() > 1 / mean:
                more += 1
            yield Death(chance.expovariate(1 / (job.between_deaths * mean)), 1 + more)

    return deaths


def young(commit: float, between_deaths: float) -> float:
    """The work between two checkpoints. J. W. Young, CACM 17(9), 1974."""
    return math.sqrt(2 * commit * between_deaths)


def daly(commit: float, between_deaths: float) -> float:
    """The same where checkpoints are not much cheaper than a death. J. T. Daly, FGCS 22(3), 2006, equation 37."""
    if commit >= 2 * between_deaths:
        return between_deaths
    small = math.sqrt(commit / (2 * between_deaths))
    return young(commit, between_deaths) * (1 + small / 3 + small * small / 9) - commit


@dataclass(frozen=True)
class Outcome:
    time: float  # math.inf: given up
    dead: int  # hosts


Answer = Callable[[Job, float, Iterator[Death]], Outcome]


class Copies:
    """Checkpoints in memory: the copies of each host are on the next one, and the last host has the first one's place next.
    From a failure until the recovery is complete, the data of the failed host and those that it kept exist once."""

    def __init__(self, hosts: int) -> None:
        self._hosts = hosts
        self._once: list[int] = []

    def lost(self, death: Death, recovered: bool) -> bool:
        """Whether this failure takes the only data of a host."""
        if death.place < 0:
            return False
        if recovered:
            self._once = []
        found = any((death.place - other) % self._hosts in (1, self._hosts - 1) for other in self._once)
        self._once.append(death.place)
        return found


def all_go_back(job: Job, interval: float, deaths: Iterator[Death]) -> Outcome:
    """Each failed host is replaced, and all repeat what they did since the last checkpoint."""
    done = time = 0.0
    dead = 0
    pause = 0.0
    copies = Copies(job.hosts)
    for death in deaths:
        free = death.after - pause
        if free > 0 and (need := _time_for(job.work - done, interval, job.commit)) <= free:
            return Outcome(time + pause + need, dead)
        if free > 0:
            done += interval * (free // (interval + job.commit))
        if copies.lost(death, free >= 0):
            done = 0.0
        time += death.after
        dead += death.hosts
        pause = job.recovery
        if _is_hopeless(time, done, job.work):
            break
    return Outcome(math.inf, dead)


def share_work(job: Job, interval: float, deaths: Iterator[Death]) -> Outcome:
    """The survivors share what the dead had kept, and do again what these did since the last checkpoint."""
    left = job.work * job.hosts  # of one host
    hosts = job.hosts
    time = pause = since = 0.0  # since: work of each host since the last checkpoint
    for death in deaths:
        free = death.after - pause
        if free > 0 and (need := _time_for(left / hosts, interval, job.commit, since)) <= free:
            return Outcome(time + pause + need, job.hosts - hosts)
        if free > 0:
            worked, since = _worked_in(free, interval, job.commit, since)
            left -= worked * hosts
        gone = min(death.hosts, hosts - 1)
        left += since * gone
        hosts -= gone
        time += death.after
        pause = job.recovery
        if gone == 0 or _is_hopeless(time, job.work - left / job.hosts, job.work):
            break
    return Outcome(math.inf, job.hosts - hosts)


def go_back_with_fewer(job: Job, interval: float, deaths: Iterator[Death]) -> Outcome:
    """The survivors take in the work of the dead, and all repeat what they did since the last checkpoint."""
    left = job.work * job.hosts  # of one host
    hosts = job.hosts
    time = pause = 0.0
    copies = Copies(job.hosts)
    for death in deaths:
        free = death.after - pause
        if free > 0 and (need := _time_for(left / hosts, interval, job.commit)) <= free:
            return Outcome(time + pause + need, job.hosts - hosts)
        if free > 0:
            left -= hosts * interval * (free // (interval + job.commit))
        if copies.lost(death, free >= 0):
            left = job.work * job.hosts
        gone = min(death.hosts, hosts - 1)
        hosts -= gone
        time += death.after
        pause = job.recovery
        if gone == 0 or _is_hopeless(time, job.work - left / job.hosts, job.work):
            break
    return Outcome(math.inf, job.hosts - hosts)


def go_back_at_the_slowest(ranks: int) -> Answer:
    """The same where ranks wait for each other: all go at the pace of the host that has most of them. Ranks move as evenly
    as whole ones can."""

    def answer(job: Job, interval: float, deaths: Iterator[Death]) -> Outcome:
        usual = -(-ranks // job.hosts)
        done = time = pause = 0.0
        dead, pace = 0, 1.0
        copies = Copies(job.hosts)
        for death in deaths:
            free = death.after - pause
            if free > 0 and (need := pace * _time_for(job.work - done, interval, job.commit / pace)) <= free:
                return Outcome(time + pause + need, dead)
            if free > 0:
                done += interval * (free // (interval * pace + job.commit))
            if copies.lost(death, free >= 0):
                done = 0.0
            gone = min(death.hosts, job.hosts - dead - 1)
            dead += gone
            pace = -(-ranks // (job.hosts - dead)) / usual
            time += death.after
            pause = job.recovery
            if gone == 0 or _is_hopeless(time, done, job.work):
                break
        return Outcome(math.inf, dead)

    return answer


def go_back_without_a_pair(pairs: int) -> Answer:
    """The first `pairs` hosts have a second one each with the same ranks: the last `pairs` of job.hosts. While one of the two
    is alive, all continue. Otherwise all go back, and then all pairs are there again."""

    def answer(job: Job, interval: float, deaths: Iterator[Death]) -> Outcome:
        single = job.hosts - pairs
        done = time = pause = since = 0.0
        dead, failed = 0, set[int]()
        for death in deaths:
            since += death.after
            free = since - pause
            if free > 0 and (need := _time_for(job.work - done, interval, job.commit)) <= free:
                return Outcome(time + pause + need, dead)
            if death.place in failed:
                continue
            dead += 1
            twin = death.place - single if death.place >= single else death.place + single if death.place < pairs else None
            if twin is not None and twin not in failed:
                failed.add(death.place)
                continue
            if free > 0:
                done += interval * (free // (interval + job.commit))
            time += since
            since, pause = 0.0, job.recovery
            failed.clear()
            if _is_hopeless(time, done, job.work):
                break
        return Outcome(math.inf, dead)

    return answer


def start_again(job: Job, _interval: float, deaths: Iterator[Death]) -> Outcome:
    """Nothing is kept: a death costs all that was done."""
    time, dead, pause = 0.0, 0, 0.0
    for death in islice(deaths, _MOST_IN_VAIN):
        if pause + job.work <= death.after:
            return Outcome(time + pause + job.work, dead)
        time += death.after
        dead += death.hosts
        pause = job.recovery
        if time > MOST_STRETCH * job.work:
            break
    return Outcome(math.inf, dead)


def until_the_end(job: Job, _interval: float, deaths: Iterator[Death]) -> Outcome:
    """Deaths within the work; no process waits for them."""
    time, dead = 0.0, 0
    for death in deaths:
        time += death.after
        if time >= job.work or dead >= job.hosts:
            break
        dead += death.hosts
    return Outcome(job.work, dead)


def _is_hopeless(time: float, done: float, work: float) -> bool:
    return time > work and done * MOST_STRETCH < time


def _time_for(work: float, interval: float, commit: float, since: float = 0.0) -> float:
    """The time with a checkpoint after each `interval` of work, and none at the end."""
    return work + commit * max(0, math.ceil((work + since) / interval - 1e-9) - 1)


def _worked_in(free: float, interval: float, commit: float, since: float) -> tuple[float, float]:
    """The work of each host in that time, and, with `since`, the part of it that no checkpoint has."""
    to_first = interval - since + commit
    if free < to_first:
        return min(free, interval - since), min(since + free, interval)
    rounds, rest = divmod(free - to_first, interval + commit)
    rest = min(rest, interval)
    return interval - since + rounds * interval + rest, rest


def outcomes(job: Job, answer: Answer, interval: float, deaths: Deaths, seeds: Sequence[int]) -> list[Outcome]:
    """The same seeds meet the same deaths, whatever the interval is."""
    return [answer(job, interval, deaths(random.Random(seed))) for seed in seeds]


def mean_time(found: Sequence[Outcome]) -> float:
    return math.fsum(one.time for one in found) / len(found)


@dataclass(frozen=True)
class Best:
    interval: float
    outcomes: list[Outcome]
    least: float  # the intervals between these two cost at most a hundredth more
    most: float


def best_interval(job: Job, answer: Answer, guess: float, deaths: Deaths, seeds: Sequence[int]) -> Best | None:
    """The best of intervals from a sixteenth of `guess` to sixteen times it. None: no run gets through with any."""
    steps = [min(guess * 2 ** (step / 4), job.work) for step in range(-16, 17)]
    tried = [(interval, outcomes(job, answer, interval, deaths, seeds)) for interval in sorted(set(steps))]
    times = [mean_time(found) for _, found in tried]
    least = min(times)
    if math.isinf(least):
        return None
    interval, found = tried[times.index(least)]
    good = [one for (one, _), time in zip(tried, times, strict=True) if time <= least * 1.01]
    return Best(interval, found, min(good), max(good))


def quantile(numbers: Sequence[int], part: float) -> int:
    """The least number that `part` of them do not exceed."""
    return sorted(numbers)[min(len(numbers) - 1, math.ceil(part * len(numbers)) - 1)]
