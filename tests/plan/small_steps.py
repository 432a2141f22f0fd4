"""A job on hosts that die, played in the plainest way."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import plan_model  # noqa: E402
from closeranks_launcher.plan_model import Death, Job  # noqa: E402


def by_small_steps(
    job: Job, interval: float, deaths: Iterator[Death], goes_back: bool, replaced: bool, ranks: int = 0
) -> plan_model.Outcome:
    """Phase by phase, as one would first write it. `ranks`: they wait for the host that has most of them."""
    hosts, left, since, kept, now, dead = job.hosts, job.work * job.hosts, 0.0, 0.0, 0.0, 0
    pace = 1.0
    missing = list[int]()
    death = next(deaths)
    next_death = death.after

    def passes(length: float) -> float:
        """How much of a phase of that length there is before the next death."""
        nonlocal now
        spent = min(length, next_death - now)
        now += spent
        return spent

    while True:
        work = min(interval - since, left / hosts)
        spent = passes(work * pace) / pace
        left -= spent * hosts
        since += spent
        if spent >= work - 1e-9:
            if left <= 1e-6:
                return plan_model.Outcome(now, dead)
            if passes(job.commit) >= job.commit - 1e-9:
                since, kept = 0.0, left
                continue
        while True:  # somebody died, and perhaps somebody in the recovery as well
            gone = death.hosts if replaced else min(death.hosts, hosts - 1)
            dead += gone
            if goes_back:
                # Data are on a host and the next one. These have been lost since the last recovery that was complete:
                missing.append(death.place)
                if death.place >= 0 and any((one + 1) % job.hosts in missing for one in missing):
                    kept = 0.0
                left, since = kept or job.work * job.hosts, 0.0
            else:
                left += since * gone
            if not replaced:
                hosts -= gone
            if ranks:
                pace = math.ceil(ranks / (job.hosts - dead)) / math.ceil(ranks / job.hosts)
            death = next(deaths)
            next_death = now + death.after
            if passes(job.recovery) >= job.recovery - 1e-9:
                missing = []
                break


def by_pairs(job: Job, interval: float, deaths: Iterator[Death], pairs: int) -> float:
    """The time of a job whose first hosts have twins at the end of all hosts."""
    twins = {one: job.hosts - pairs + one for one in range(pairs)}
    twins |= {twin: one for one, twin in twins.items()}
    now = kept = 0.0
    alive = set(range(job.hosts))
    death = next(deaths)
    next_death = death.after
    recovering = 0.0
    while True:
        # From here to the end, unless a host fails that was the last one of its ranks.
        begin, done = now + recovering, kept
        commits = []
        end = job.work * (1 - 1e-12)  # beyond it there is rounding alone
        while done < end:
            step = min(interval, job.work - done)
            begin, done = begin + step, done + step
            if done < end:
                begin += job.commit
                commits.append((begin, done))
        while True:
            if next_death >= begin:
                return begin
            at, place = next_death, death.place
            death = next(deaths)
            next_death += death.after
            if place in alive:
                alive.discard(place)
                if twins.get(place) not in alive:
                    break
        kept = max([kept, *(work for time, work in commits if time <= at)])
        now, recovering, alive = at, job.recovery, set(range(job.hosts))
