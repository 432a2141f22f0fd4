"""How many instructions calls take, counted by valgrind at rank 0 of two."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path

from measuring import callgrind
from measuring.figures import Points
from measuring.jobs import Runner, say

CALLS = 256  # a multiple of the longest Pace (runtime/core/pace.hpp)
OURS = "libcloseranks"
# Only rank 0 runs under valgrind. A dump at the end of each run_calls() starts a new count.
_SCRIPT = """
if [ "$PMIX_RANK" != 0 ]; then exec "$@"; fi
exec valgrind --tool=callgrind --callgrind-out-file="$BENCH_OUT" \
    --toggle-collect=run_calls --dump-after=run_calls "$@"
"""


def _count(runner: Runner, kind: str, repeat: int, points: Points) -> None:
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "out"
        command = ["/bin/sh", "-c", _SCRIPT, "sh"]
        command += [str(runner.build.programs / "bench_instructions"), str(CALLS)]
        runs = runner.read(kind, 2, command, {"BENCH_OUT": str(out)})
        if not runs:
            return
        counts = [callgrind.instructions(Path(f"{out}.{i + 1}")) for i in range(len(runs))]
    for call in dict.fromkeys(run["call"] for run in runs):
        both = zip(runs, counts, strict=True)
        found = [(run["n"], count) for run, count in both if run["call"] == call]
        points.add(kind, repeat, _each(found, ""), call=call, where="all")
        points.add(kind, repeat, _each(found, OURS), call=call, where="closeranks")


def _each(found: list[tuple[int, Counter[str]]], library: str) -> float:
    """Instructions of one call in a library. Waiting only adds to a count, so the least is best."""
    least: dict[int, int] = {}
    for n, counts in found:
        sum_ = sum(count for name, count in counts.items() if name.startswith(library))
        least[n] = min(sum_, least.get(n, sum_))
    return (least[2 * CALLS] - least[CALLS]) / CALLS


def measure(runner: Runner, quick: bool) -> Points:
    points = Points()
    if not shutil.which("valgrind"):
        say("the instructions are not counted: valgrind is not there")
        return points
    say("instructions, 2 ranks")
    for repeat, kind in runner.rounds(3 if quick else 5):
        _count(runner, kind, repeat, points)
    return points
