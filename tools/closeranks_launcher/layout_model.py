"""What a death costs in the flat and in the hierarchical layout (docs/explanation/plan.md#layout). Times are in seconds.

The hierarchical layout divides s ranks into local communicators of at most k ranks (the last one may be smaller). Each
has a master; the masters have the global communicator. A POV is a local communicator with the master of the next one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from .repair_costs import Costs

LARGEST = 10_000_000  # ranks
_EXACT = 1024  # up to so many ranks in a local communicator the model tries each size


@dataclass(frozen=True)
class Death:
    """The cost of one death."""

    seconds: float
    ranks: int  # that take part in the repair or wait for it, with the dead one


@dataclass(frozen=True)
class Layout:
    ranks: int
    local_size: int  # as many as `ranks`: flat
    locals: int
    master: Death  # the costliest death of a master (flat: of any rank)
    other: Death
    seconds: float  # of the death of a rank that is drawn evenly, on average
    disturbed: float  # ranks, on average
    rank_seconds: float  # the time that all ranks that are disturbed lose together, on average

    @property
    def is_flat(self) -> bool:
        return self.local_size >= self.ranks

    def lost_when_all_wait(self, mtbf: float) -> float:
        """The share of the run time, where all ranks wait. `mtbf`: of one rank. A death within a repair begins it
        anew."""
        return -math.expm1(-self.seconds * self.ranks / mtbf)

    def lost_when_others_go_on(self, mtbf: float) -> float:
        """The same for a program whose ranks need each other so little that only the disturbed ranks lose time."""
        return -math.expm1(-self.rank_seconds / mtbf)


def flat(costs: Costs, ranks: int) -> Layout:
    death = Death(costs.whole(ranks), ranks)
    return Layout(ranks, ranks, 1, death, death, death.seconds, ranks, death.seconds * ranks)


def _kinds_of_locals(ranks: int, local_size: int) -> Iterator[tuple[int, int, int]]:
    """How many there are of a size, and the size of the one before each in the ring."""
    count = -(-ranks // local_size)
    last = ranks - local_size * (count - 1)
    if last == local_size:
        yield count, local_size, local_size
    else:
        yield from ((1, local_size, last), (count - 2, local_size, local_size), (1, last, local_size))


def hierarchical(costs: Costs, ranks: int, local_size: int) -> Layout:
    """The death of a master is repaired in its local communicator, the global one and two POVs, one after the other."""
    if local_size >= ranks:
        return flat(costs, ranks)
    count = -(-ranks // local_size)
    everywhere = costs.repair(count)
    seconds = disturbed = rank_seconds = 0.0
    masters, others = [], []
    for number, size, before in _kinds_of_locals(ranks, local_size):
        if number == 0:
            continue
        other = Death(costs.whole(size), size)
        povs = costs.repair(size + 1) + costs.repair(before + 1)
        master = Death(costs.whole(size) + everywhere + povs, size + before + count - 2)
        for deaths, death in ((number * (size - 1), other), (number, master)):
            seconds += deaths * death.seconds
            disturbed += deaths * death.ranks
            rank_seconds += deaths * death.seconds * death.ranks
        masters.append(master)
        others.append(other)
    return Layout(
        ranks,
        local_size,
        count,
        Death(max(one.seconds for one in masters), max(one.ranks for one in masters)),
        Death(max(one.seconds for one in others), max(one.ranks for one in others)),
        seconds / ranks,
        disturbed / ranks,
        rank_seconds / ranks,
    )


@cache
def quickest(costs: Costs, ranks: int) -> Layout:
    """The hierarchical layout with the shortest mean repair, of at least two local communicators."""
    return _best(costs, ranks, lambda one: one.seconds)


@cache
def most_sparing(costs: Costs, ranks: int) -> Layout:
    """The layout in which all ranks together lose least time by a death."""
    return _best(costs, ranks, lambda one: one.rank_seconds)


def _best(costs: Costs, ranks: int, goal: Callable[[Layout], float]) -> Layout:
    def cost(size: int) -> float:
        return goal(hierarchical(costs, ranks, size))

    tried = _sizes(1, ranks - 1)
    at = min(range(len(tried)), key=lambda i: cost(tried[i]))
    near = _sizes(tried[max(at - 1, 0)], tried[min(at + 1, len(tried) - 1)])
    return hierarchical(costs, ranks, min(near, key=cost))


def _sizes(least: int, most: int) -> list[int]:
    """All up to some size, and steps of a hundredth beyond it; all where they are few."""
    if most <= _EXACT or most - least <= _EXACT:
        return list(range(least, most + 1))
    sizes = list(range(least, max(least, _EXACT) + 1))
    while sizes[-1] < most:
        sizes.append(min(most, math.ceil(sizes[-1] * 1.01)))
    return sizes


@cache
def hierarchical_from(costs: Costs) -> int | None:
    """The number of ranks from which on the fastest hierarchical layout is faster than the flat one. None: it never
    is."""
    enough: int | None = None
    for ranks in reversed((*range(3, 129), *(2**step for step in range(8, 24)))):
        if not _pays(costs, ranks):
            return _first_that_pays(costs, ranks, enough) if enough else None
        enough = ranks
    return enough


def _pays(costs: Costs, ranks: int) -> bool:
    return quickest(costs, ranks).seconds < flat(costs, ranks).seconds


def _first_that_pays(costs: Costs, too_few: int, enough: int) -> int:
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if _pays(costs, middle) else (middle, enough)
    return enough


# ---- the best size by formula (docs/developers/layouts.md#the-plan) ----


def fewest_disturbed(ranks: int) -> int:
    """For the mean number of ranks that a death disturbs, whatever a shrink costs."""
    return _solved(ranks, lambda k: k * (k * k + 2) / 2)


def by_formula(ranks: int, costs: Costs) -> int:
    """The closest whole number to where the mean cost is least, where the shrink is most of it."""
    if costs.growth == "linear":
        return linear_best(ranks)
    if costs.growth == "quadratic":
        return quadratic_best(ranks)
    return logarithmic_best(ranks, costs.shrink.fixed, costs.level + costs.shrink.slope)


def linear_best(ranks: int) -> int:
    return _solved(ranks, lambda k: k * (k * k - 2) / 2)


def quadratic_best(ranks: int) -> int:
    return _solved(ranks, lambda k: math.sqrt(2 * k * k * (k**3 + k * k - 1) / 3))


def logarithmic_best(ranks: int, fixed: float, level: float) -> int:
    """The best size where a repair costs `fixed`, and `level` for each doubling."""
    if level <= 0:
        return ranks
    constant = 3 * fixed * math.log(2) / level

    def logarithm(k: float) -> float:
        return k + 2 * k / (k + 1) - 1 - constant - 2 * math.log(k + 1) + math.log(k)

    return _solved(math.log(ranks), logarithm, ranks)


def _solved(value: float, of: Callable[[float], float], most: int | None = None) -> int:
    """The k with of(k) = value, rounded; `of` rises."""
    low, high = 1.0, float(most or max(value, 2))
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if of(middle) < value else (low, middle)
    return max(1, round(low))
