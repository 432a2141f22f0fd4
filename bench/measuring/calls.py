"""How long calls take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from measuring.figures import Points
from measuring.jobs import Runner, say


@dataclass(frozen=True)
class Plan:
    sizes: str = "4,256,4096,65536,1048576"
    batches: int = 9
    milliseconds: int = 5
    repeats: int = 7


QUICK = Plan("4,4096,1048576", 5, 2, 3)


def measure(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    plan = QUICK if quick else Plan()
    command = [str(runner.build.programs / "bench_calls"), plan.sizes]
    command += [str(plan.batches), str(plan.milliseconds)]
    points = Points()
    for n in ranks:
        say(f"calls, {n} ranks")
        for repeat, kind in runner.rounds(plan.repeats):
            for found in runner.read(kind, n, command) or []:
                labels = {"ranks": n, "call": found["call"], "bytes": found["bytes"]}
                points.add(kind, repeat, found["ns"], **labels)
    return points
