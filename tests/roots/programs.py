"""Kinds of programs with random deaths by SIGKILL, for the table of MPIs: each run is drawn from its seed, and judged by values."""

from __future__ import annotations

import json
import math
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from examples.come_back import DIFFUSION, HEAT, WAVE, Example
from examples.run import AFTER_LOSSES, BUILD, ROOT, Finished, launch
from mpitest import matrix
from mpitest import verdict as verdicts
from mpitest.kills import Kill
from mpitest.launch import Job, Mpi
from mpitest.launch import launch as launch_test

TIMES = ("before", "inside", "after")
TESTS = BUILD / "tests"
EXAMPLES = BUILD / "examples"
SYSTEM_PYTHON = "/usr/bin/python3"


class NobodyDied(Exception):
    """The program was through before anybody was to die: the run shows nothing."""


class Wrong(Exception):
    """What was wrong with a run."""


@dataclass(frozen=True)
class Draw:
    """The choices of one run, and the MPI."""

    random: random.Random
    mpi: Mpi

    def victims(self, ranks: Sequence[int], most: int) -> list[int]:
        return sorted(self.random.sample(ranks, self.random.randint(1, min(most, len(ranks)))))

    def at_calls(self, victims: Sequence[int], last: dict[str, int]) -> list[str]:
        """A death of each victim before, in or after a call; `last` has the functions, and which call is the last one."""
        kills = []
        for rank in victims:
            function = self.random.choice(sorted(last))
            kills.append(f"{rank}@{self.random.choice(TIMES)}:{function}:{self.random.randint(1, last[function])}")
        return kills

    def at_times(self, victims: Sequence[int], seconds: float) -> list[str]:
        return [f"{rank}@{self.random.uniform(0, seconds):.3f}s" for rank in victims]


def judged(draw: Draw, job: Job, expected: verdicts.Expected) -> int:
    """Runs a program that judges its own values. How many died."""
    output = launch_test(job, draw.mpi)
    verdict = verdicts.judge(job, expected, output)
    if verdict.failures or verdict.more_deaths:
        raise Wrong(f"{' '.join(job.command)} {job.environment}: {[*verdict.failures, *verdict.more_deaths][0]}")
    return len(verdict.dead)


def test_program(draw: Draw, path: str, name: str, ranks: int, kills: Sequence[str], arguments: Sequence[str] = ()) -> int:
    """A program of tests/ that continues, whatever is missing."""
    environment = {"CLOSERANKS_KILL": ",".join(kills), "CLOSERANKS_LENIENT": "yes"}
    job = Job([str(TESTS / path), *arguments], ranks, environment=environment)
    return judged(draw, job, verdicts.Expected(name, [Kill.parse(kill) for kill in kills]))


def dying_program(draw: Draw, path: str, name: str, ranks: int, dying: Sequence[int], arguments: Sequence[str],
                  environment: dict[str, str], prints: Sequence[str] = ()) -> int:  # fmt: skip
    """A program of tests/ whose ranks kill themselves."""
    job = Job([str(TESTS / path), *arguments], ranks, environment=environment)
    return judged(draw, job, verdicts.Expected(name, dies=dying, prints=prints))


def example(ranks: int, program: Sequence[str], kills: Sequence[str], more: Sequence[str] = ()) -> tuple[Finished, set[int]]:
    """A program of examples/ by the launcher: its output, and the ranks that died. Only the planned ranks may die."""
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "report.json"
        result = launch(ranks, program, kills, ["--report", str(report), *more])
        if not report.exists():
            raise Wrong(f"there is no report: {result}")
        told = json.loads(report.read_text())
    lost = {one["rank"]: one["cause"] for one in told["lost"]}
    planned = {int(kill.partition("@")[0]) for kill in kills}
    if not set(lost) <= planned or not all("SIGKILL" in cause for cause in lost.values()):
        raise Wrong(f"others died, or in another way: {lost}: {result}")
    if not lost:
        raise NobodyDied
    if result.status != AFTER_LOSSES or not told["completed"]:
        raise Wrong(f"it did not complete: {result}")
    return result, set(lost)


def expect(right: bool, result: Finished) -> None:
    if not right:
        raise Wrong(f"a value is wrong: {result}")


def pi(draw: Draw) -> int:
    ranks, batches, points = 6, 2000, 5000
    victims = draw.victims(range(1, ranks), 3)
    by_time = draw.random.random() < 0.5
    kills = draw.at_times(victims, 0.2) if by_time else draw.at_calls(victims, {"MPI_Reduce": batches})
    result, lost = example(ranks, [str(EXAMPLES / "pi"), str(batches), str(points)], kills)
    counted = int(result.value("points")[0])
    expect((ranks - len(lost)) * batches * points <= counted <= ranks * batches * points and counted % points == 0, result)
    expect(abs(float(result.value("pi")[0]) - math.pi) < 5 * math.sqrt(math.pi * (4 - math.pi) / counted), result)
    return len(lost)


def values(draw: Draw, patterns: Sequence[str] = ("*",)) -> int:
    """A cell of the kill matrix."""
    program = str(TESTS / "kill/kill_matrix")
    names = [name for name in matrix.scenarios_of(program) if matrix.is_meant(name, patterns)]
    cell = draw.random.choice([cell for cell in matrix.cells([draw.random.choice(names)]) if cell.size < 13])
    _, _, _, verdict = matrix.run_cell(cell, program, draw.mpi, 60)
    if verdict.failures or verdict.more_deaths:
        raise Wrong(f"{cell.name}: {[*verdict.failures, *verdict.more_deaths][0]}")
    return len(verdict.dead)


def residual(draw: Draw) -> int:
    """A loop that all have to leave in the same step."""
    ranks = draw.random.randint(3, 8)
    kills = draw.at_calls(draw.victims(range(ranks), ranks - 1), {"MPI_Allreduce": 300})
    return test_program(draw, "legio/slip", "slip", ranks, kills)


def farms(draw: Draw) -> int:
    ranks, tasks = 6, ["60", "5000"]
    right = launch(1, [str(EXAMPLES / "farm"), *tasks])
    kills = draw.at_calls(draw.victims(range(1, ranks), 3), {"MPI_Send": 5, "MPI_Recv": 5})
    name = draw.random.choice(("farm", "pool"))
    more = ["--policy", "Irecv=ignore"] if name == "farm" else []
    result, lost = example(ranks, [str(EXAMPLES / name), *tasks], kills, more)
    expect(all(result.value(key) == right.value(key) for key in ("longest", "checksum")), result)
    return len(lost)


def threads(draw: Draw) -> int:
    """With MPI_THREAD_MULTIPLE: sums and messages, or a window."""
    if draw.random.random() < 0.5:
        kills = draw.at_calls([draw.random.randrange(4)], {"MPI_Accumulate": 2000})
        return test_program(draw, "windows/windows_threads", "windows_threads", 4, kills)
    ranks, count = draw.random.randint(4, 6), draw.random.randint(1, 2)
    kills = draw.at_calls(range(ranks - count, ranks), {"MPI_Allreduce": 400})
    return test_program(draw, "legio/threads_failure", "threads_failure", ranks, kills, [str(count)])


def come_back(draw: Draw, mode: str, chosen: Example) -> int:
    kills = draw.at_calls(draw.victims(range(6), 2), {"MPI_Sendrecv": 150})
    with tempfile.TemporaryDirectory() as place:
        chosen.comes_back(Path(place), kills, mode=mode)
    return len(kills)


def spares(draw: Draw) -> int:
    return come_back(draw, "spare", draw.random.choice((HEAT, WAVE)))


def respawn(draw: Draw) -> int:
    return come_back(draw, "respawn", draw.random.choice((HEAT, WAVE)))


def spawn(draw: Draw) -> int:
    """Parents or a child die, or both; what both sides do then. In `spawn` a child dies that no record tells of."""
    name = draw.random.choice(("spawn", "connected"))
    ranks = draw.random.randint(3, 4)
    dying = draw.victims(range(ranks - 1), 2)
    words = [word for rank in dying for word in ("--die", str(rank))]
    prints = []
    if name == "connected":
        words += ["--child", str(draw.random.randrange(3))]
        prints = ["lost 1 of the connected processes"]
    return dying_program(draw, f"processes/{name}", name, ranks, dying, words, {}, prints) + 1


def files(draw: Draw) -> int:
    """Collective buffering, or a cell of the kill matrix."""
    if draw.random.random() < 0.5:
        return values(draw, ("MPI_File_*",))
    dying = draw.victims(range(4), 3)
    words = [f"{rank}:{draw.random.randint(1, 5)}:{draw.random.choice(('before', 'writing', 'after'))}" for rank in dying]
    return dying_program(draw, "files/buffering", "buffering", 4, dying, words, {"CLOSERANKS_IO": "collective"})


def windows(draw: Draw) -> int:
    last = {"MPI_Win_lock": 500, "MPI_Win_lock_all": 100, "MPI_Put": 400, "MPI_Accumulate": 333, "MPI_Fetch_and_op": 700,
            "MPI_Compare_and_swap": 800}  # fmt: skip
    kills = draw.at_calls(draw.victims(range(4), 3), last)
    return test_program(draw, "windows/windows_counting", "windows_counting", 4, kills, [draw.random.choice(("allocate", "created"))])


def fortran(draw: Draw) -> int:
    """mpi_f08 in a reduction, and in a stencil whose ranks come back."""
    if draw.random.random() < 0.5:
        return come_back(draw, "spare", DIFFUSION)
    ranks, rounds, block = 8, 32, 2**16
    kills = draw.at_calls(draw.victims(range(1, ranks), 3), {"MPI_Reduce": rounds - 1})
    result, lost = example(ranks, [str(EXAMPLES / "ep"), "S"], kills)
    pairs = int(result.value("pairs")[0])
    expect((ranks - len(lost)) * rounds * block <= pairs <= ranks * rounds * block and pairs % block == 0, result)
    expect("verification not possible" in result.output or pairs == ranks * rounds * block, result)
    return len(lost)


def mpi4py(draw: Draw) -> int:
    if draw.random.random() < 0.5:
        ranks, keys = 6, ("chaotic", "checksum")
        program, more = [SYSTEM_PYTHON, str(ROOT / "examples/sweep.py"), "240", "4"], []
        right = launch(1, program)
        last = {"MPI_Gather": 4, "MPI_Scatter": 4}
    else:
        ranks, keys = 6, ("longest", "checksum")
        program = [SYSTEM_PYTHON, "-B", "-m", "closeranks.futures", str(ROOT / "examples/pool.py"), "60", "200"]
        more = ["-x", f"PYTHONPATH={ROOT / 'runtime/python'}"]
        right = launch(1, [str(EXAMPLES / "farm"), "60", "200"])
        last = {"MPI_Send": 5}
    kills = draw.at_calls(draw.victims(range(1, ranks), 3), last)
    result, lost = example(ranks, program, kills, more)
    expect(all(result.value(key) == right.value(key) for key in keys), result)
    return len(lost)


KINDS: dict[str, Callable[[Draw], int]] = {
    "pi": pi, "values": values, "residual": residual, "farms": farms, "threads": threads, "spares": spares, "respawn": respawn,
    "spawn": spawn, "files": files, "windows": windows, "fortran": fortran, "mpi4py": mpi4py,
}  # fmt: skip
