"""The duration of programs without deaths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from measuring.figures import Points
from measuring.jobs import Runner, say


def _monte_carlo(runner: Runner, quick: bool) -> Iterator[tuple[str, list[str]]]:
    total = 1_000_000 if quick else 10_000_000
    for samples in (100, 1000, 10000):
        program = str(runner.build.programs / "bench_monte_carlo")
        name = f"Monte Carlo, {samples:,} samples a step"
        yield name, [program, str(total // samples), str(samples)]


def _measure_monte_carlo(runner: Runner, n: int, repeats: int, quick: bool, points: Points) -> None:
    for name, command in _monte_carlo(runner, quick):
        for repeat, kind in runner.rounds(repeats):
            found = runner.read(kind, n, command)
            if found:
                points.add(kind, repeat, found["seconds"], ranks=n, program=name)


def _measure_ep(runner: Runner, n: int, repeats: int, points: Points) -> None:
    """It does not time itself, so the time is that of the whole job."""
    program = runner.build.examples / "ep"
    if not program.is_file():
        return
    for size in ("S", "W", "A"):
        for repeat, kind in runner.rounds(repeats):
            output = runner.run(kind, n, [str(program), size])
            if output:
                name = f"EP, class {size} (with mpirun)"
                points.add(kind, repeat, output.seconds, ranks=n, program=name)


def measure(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    if not (runner.build.examples / "ep").is_file():
        say("EP is left out: the build has no examples/ep (no Fortran, or CLOSERANKS_EXAMPLES=OFF)")
    points = Points()
    for n in ranks:
        say(f"applications, {n} ranks")
        repeats = 3 if quick else 7
        _measure_monte_carlo(runner, n, repeats, quick, points)
        _measure_ep(runner, n, repeats, points)
    return points
