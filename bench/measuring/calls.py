"""How long calls take: messages and collectives, calls on files, calls on windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from measuring.figures import Points
from measuring.jobs import Runner, say


@dataclass(frozen=True)
class Plan:
    sizes: str
    batches: int
    milliseconds: int
    repeats: int


# By the program (bench_<name>): the full plan and the quick one.
_STORES = (Plan("4,4096,65536,1048576,16777216", 3, 2, 5), Plan("4,4096,1048576", 3, 1, 3))
PLANS = {
    "calls": (Plan("4,256,4096,65536,1048576", 9, 5, 7), Plan("4,4096,1048576", 5, 2, 3)),
    "files": _STORES,
    "windows": _STORES,
}


def measure(runner: Runner, name: str, ranks: Sequence[int], quick: bool) -> Points:
    plan = PLANS[name][1 if quick else 0]
    settings = [plan.sizes, str(plan.batches), str(plan.milliseconds)]
    points = Points()
    for n in ranks:
        say(f"{name}, {n} ranks")
        for repeat, kind in runner.rounds(plan.repeats, stock=name == "calls"):
            for found in runner.read(kind, n, [runner.program(kind, name), *settings]) or []:
                labels = {"ranks": n, "call": found["call"], "bytes": found["bytes"]}
                points.add(kind, repeat, found["ns"], **labels)
    return points
