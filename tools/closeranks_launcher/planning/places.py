"""Where failures are: near the ones before, as on Titan, or anywhere (docs/explanation/plan.md#bursts)."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from ..plan_model import Victims


@dataclass(frozen=True)
class Places:
    """How near failures are to those before. The figures say in which share of windows at least one of the `window`
    failures after a failure is in its cage, or on its node."""

    window: int = 10  # failures
    same_cage: float = 0.0942
    same_node: float = 0.0571
    cages: int = 600
    nodes: int = 18_688
    # The share of failures that each of the `window` before draws to its cage, its node among them, and to its node alone.
    # With these, long runs of failures have the shares above (tests/plan/test_failures.py). They are a twentieth less than
    # (1 - (1 - same_cage)^(1 / window)) would be: failures in a cage gather there.
    near: float = 0.0079
    on_node: float = 0.00557

    @property
    def even_cage(self) -> float:
        """If places did not matter."""
        return self.window / self.cages

    @property
    def even_node(self) -> float:
        return self.window / self.nodes

    @property
    def of_cage(self) -> int:
        """Nodes of a cage, which have numbers that follow each other."""
        return -(-self.nodes // self.cages)

    def next(self, nodes: int, before: deque[int], chance: random.Random, again: bool) -> int:
        """The node that fails after those `before`, the last `window` ones. Not `again`: no node has a second failure
        soon, and the share of the node goes to the others of its cage."""
        drawn = chance.random()
        if drawn >= self.near * len(before):
            return chance.randrange(nodes)
        last = before[int(drawn / self.near)]
        if again and drawn % self.near < self.on_node:
            return last
        first = last // self.of_cage * self.of_cage
        return chance.randrange(first, min(first + self.of_cage, nodes))

    def victims(self, nodes: int, again: bool = False) -> Victims:
        def found(chance: random.Random) -> Iterator[int]:
            before: deque[int] = deque(maxlen=self.window)
            while True:
                before.append(self.next(nodes, before, chance, again))
                yield before[-1]

        return found

    def neighbour(self, nodes: int) -> float:
        """The chance that the failure after one is on the node before or after it, without a second failure of a node."""
        even = (2 if nodes > 2 else 1) / nodes
        cage = min(self.of_cage, nodes)
        return self.near * min(1.0, 2 * (cage - 1) / cage / cage) + (1 - self.near) * even


def evenly(nodes: int) -> Victims:
    def found(chance: random.Random) -> Iterator[int]:
        while True:
            yield chance.randrange(nodes)

    return found


TITAN = Places()
