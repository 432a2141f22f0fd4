"""The time from the death of processes until the survivors continue, and the time to start anew."""

from __future__ import annotations

import itertools
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from measuring.figures import BARE, Points
from measuring.jobs import Runner, say


def _scenarios(ranks: Sequence[int], quick: bool) -> Iterator[tuple[int, int, int]]:
    """Ranks, communicators, deaths: at least one rank must survive."""
    for n, communicators, deaths in itertools.product(ranks, (1, 8, 64), (1, 2)):
        if deaths < n and not (quick and communicators + deaths > 2):
            yield n, communicators, deaths


def _recorded(records: Path) -> dict[str, float]:
    """The longest first repair, and the most service messages that a rank sent and received for a first repair."""
    firsts = []
    for path in records.glob("rank-*.jsonl"):
        lines = (line for line in path.read_text(errors="replace").splitlines() if '"repaired"' in line)
        firsts += [json.loads(line) for line in itertools.islice(lines, 1)]
    if not firsts:
        return {}
    seconds = max(float(first["seconds"]) for first in firsts)
    return {"repair": seconds} | {
        which: max(float(first["letters"][which]) for first in firsts) for which in ("sent", "received")
    }


def _repair(runner: Runner, kind: str, n: int, communicators: int, deaths: int) -> dict[str, float]:
    """The parts of one repair, in seconds."""
    mode = "mpix" if kind == BARE else "plain"
    with tempfile.TemporaryDirectory(dir="/dev/shm") as directory:
        records = Path(directory) / "records"
        records.mkdir()
        command = [str(runner.build.programs / "bench_repair"), mode, f"{directory}/times"]
        command += [str(communicators), str(deaths)]
        # The program also repairs by hand, so closeranks would leave failures to it.
        variables = {"CLOSERANKS_RECORDS": str(records), "CLOSERANKS_FAILURES": "closeranks"}
        parts = runner.read(kind, n, command, variables, deaths=True)
        if parts is None:
            return {}
        found: dict[str, float] = dict(parts)
        found |= _recorded(records)
    known = sum(found.get(part, 0.0) for part in ("detection", "shrink", "repair"))
    return found | {"rest": found["first"] - known}


def measure(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    points = Points()
    for n, communicators, deaths in _scenarios(ranks, quick):
        say(f"repairs, {n} ranks, {communicators} communicators, {deaths} deaths")
        labels = {"ranks": n, "communicators": communicators, "deaths": deaths}
        # More than of other parts: when Open MPI notices a death is a matter of chance.
        for repeat, kind in runner.rounds(5 if quick else 15):
            for part, seconds in _repair(runner, kind, n, communicators, deaths).items():
                points.add(kind, repeat, seconds, **labels, part=part)
    return points


def measure_restarts(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    """From the start of mpirun until the first collective was over."""
    command = [str(runner.build.programs / "bench_repair"), "restart"]
    points = Points()
    for n in ranks:
        say(f"restart, {n} ranks")
        for repeat, kind in runner.rounds(3 if quick else 7):
            begin = time.monotonic()  # CLOCK_MONOTONIC, as in the program
            found = runner.read(kind, n, command)
            if found:
                points.add(kind, repeat, found["over"] - begin, ranks=n)
    return points
