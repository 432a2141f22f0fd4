"""How much memory processes have of their own."""

from __future__ import annotations

from collections.abc import Sequence

from measuring.figures import Points
from measuring.jobs import Runner, say


def measure(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    points = Points()
    command = [str(runner.build.programs / "bench_memory")]
    for n in ranks:
        say(f"memory, {n} ranks")
        for repeat, kind in runner.rounds(1 if quick else 3):
            for of, size in (runner.read(kind, n, command) or {}).items():
                points.add(kind, repeat, size, ranks=n, of=of)
    return points
