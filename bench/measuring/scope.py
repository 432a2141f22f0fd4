"""The cost of a death for ranks that have nothing to do with it."""

from __future__ import annotations

from collections.abc import Sequence

from measuring.figures import BARE, Points
from measuring.jobs import Runner, say

LEAST_RANKS = 4


def measure(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    points = Points()
    for n in (n for n in ranks if n >= LEAST_RANKS):
        for scenario in ("farm", "ensembles"):
            say(f"scope, {scenario}, {n} ranks")
            command = [str(runner.build.programs / "bench_scope"), scenario]
            for repeat, kind in runner.rounds(3 if quick else 7):
                for fate in ("lives",) if kind == BARE else ("lives", "dies"):
                    found = runner.read(kind, n, [*command, fate], deaths=fate == "dies") or {}
                    for part, seconds in found.items():
                        points.add(
                            kind, repeat, seconds, scenario=scenario, ranks=n, fate=fate, part=part
                        )
    return points
