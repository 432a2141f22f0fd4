"""Replicated runs for the campaigns: each rank has two processes, some processes die, and every rank loses nothing."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mpitest import matrix, seen
from mpitest import verdict as verdicts
from mpitest.launch import Job, Mpi, Output, launch
from mpitest.matrix import function_of, times_of

_FUNCTIONS = Path(__file__).resolve().parents[2] / "generated" / "functions.json"
ROLES = ("leader", "twin", "several")
SIZES = (2, 3, 5)
Run = tuple[Job, verdicts.Expected, Output, verdicts.Verdict]


@dataclass(frozen=True)
class Death:
    """The death of one process of a rank: plane 0 is its leader, plane 1 its twin."""

    rank: int
    plane: int
    where: str  # inside:MPI_Bcast:3, or 120ms after MPI_Init
    is_certain: bool = True  # otherwise the process may end before

    @property
    def text(self) -> str:
        return f"{self.rank}.{self.plane}@{self.where}"

    @property
    def may_go_unnoticed(self) -> bool:
        """The other processes may already have looked for the last time."""
        return not self.is_certain or (":MPI_Finalize:" in self.where and not self.where.startswith("before"))


@dataclass(frozen=True)
class Replicas:
    """Which ranks have a twin, in the order of the twins' processes."""

    ranks: int
    twins: Sequence[int]

    @property
    def processes(self) -> int:
        return self.ranks + len(self.twins)

    def twin_of(self, rank: int) -> int:
        """The number of the second process of a rank."""
        return self.ranks + self.twins.index(rank)

    def rank_of(self, process: int) -> int:
        """The rank of a process."""
        return process if process < self.ranks else self.twins[process - self.ranks]

    def dead(self, death: Death) -> int:
        """The number of the process that dies."""
        return self.twin_of(death.rank) if death.plane else death.rank

    @staticmethod
    def of_all(ranks: int) -> Replicas:
        return Replicas(ranks, range(ranks))


def _lost(text: str) -> set[int]:
    """The processes whose deaths a process has recorded."""
    events = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
    return {event["process"] for event in events if event["event"] == "process_lost"}


def _judge_seen(replicas: Replicas, name: str, output: Output, living: set[int]) -> Iterator[str]:
    """All ranks are in every result, also those with dead processes."""
    for sighting in seen.sightings(output.lines):
        if sighting.rank in living and sighting.present != sighting.scope:
            yield (
                f"round {sighting.round}: process {sighting.rank} has {sighting.present:x} of {sighting.scope:x}"
                f" ({sighting.sight})"
            )
    if name.endswith("/sides"):  # of even and of odd ranks
        sides = [{one for one in living if replicas.rank_of(one) % 2 == side} for side in range(2)]
        yield from seen.judge_spans_of_sides(output.lines, sides)
    else:
        yield from seen.judge_spans(output.lines, living)


def _judge_twins(output: Output, replicas: Replicas, living: set[int]) -> Iterator[str]:
    for rank in replicas.twins:
        twin = replicas.twin_of(rank)
        if {rank, twin} <= living and output.stdout.get(rank) != output.stdout.get(twin):
            yield f"the two processes of rank {rank} print different lines"


def judge(replicas: Replicas, deaths: Sequence[Death], name: str, output: Output, timeout: float) -> verdicts.Verdict:
    """Exactly the planned processes die. All other processes come to their ends with complete results."""
    verdict = verdicts.Verdict()
    if output.hang:
        verdict.failures.append(f"hang: not finished after {timeout:.0f} s")
        return verdict
    failures = verdict.failures
    completed = {process for process, lines in output.lines.items() if f"ok: {name}" in lines}
    planned = {replicas.dead(death): death for death in deaths}
    verdict.dead = set(planned) - completed
    living = set(range(replicas.processes)) - verdict.dead
    failures += [f"{planned[one].text} did not come" for one in sorted(set(planned) & living) if planned[one].is_certain]
    failures += [f"process {one} did not print \"ok: {name}\"" for one in sorted(living - completed)]
    failures += [line for line in output.log.splitlines() if "wrong: " in line]
    if output.status:
        failures.append(f"mpirun ended with status {output.status}")
    if output.left_behind:
        failures.append(f"processes outlived mpirun: {list(output.left_behind)}")
    may_be_unnoticed = {one for one in verdict.dead if planned[one].may_go_unnoticed}
    for process in sorted(living):
        lost = _lost(output.records.get(process, ""))
        if not verdict.dead - may_be_unnoticed <= lost <= verdict.dead:
            failures.append(f"process {process} recorded the death of {sorted(lost)}, not of {sorted(verdict.dead)}")
    failures += [*_judge_seen(replicas, name, output, living), *_judge_twins(output, replicas, living)]
    return verdict


def run(
    command: Sequence[str], replicas: Replicas, deaths: Sequence[Death], name: str, mpi: Mpi, timeout: float
) -> Run:
    """Runs a program and judges the run."""
    environment = {
        "CLOSERANKS_REPLICATE": ",".join(map(str, replicas.twins)),
        "CLOSERANKS_KILL": ",".join(death.text for death in deaths),
    }
    job = Job(command, replicas.processes, timeout, environment)
    output = launch(job, mpi)
    return job, verdicts.Expected(name), output, judge(replicas, deaths, name, output, timeout)


@dataclass(frozen=True)
class Cell:
    """One run of the kill matrix in which the dead have twins."""

    scenario: str
    role: str
    when: str
    size: int

    @property
    def name(self) -> str:
        return f"{self.scenario} {self.role} {self.when} {self.size}"

    @property
    def _draw(self) -> random.Random:
        """The same in every campaign."""
        return random.Random(zlib.crc32(self.name.encode()))

    @property
    def root(self) -> int:
        return self._draw.choice((0, 1, self.size - 1))

    @property
    def deaths(self) -> list[Death]:
        """Each of several ranks loses one process, at the same call."""
        draw = self._draw
        call = 1 if function_of(self.scenario) == "MPI_Finalize" else draw.choice(matrix.CALLS)
        where = f"{self.when}:{function_of(self.scenario)}:{call}"
        count = draw.randint(2, self.size) if self.role == "several" else 1
        planes = {"leader": (0,), "twin": (1,), "several": (0, 1)}[self.role]
        return [Death(rank, draw.choice(planes), where) for rank in sorted(draw.sample(range(self.size), count))]


# Scenarios with a window of a kind that replicas refuse.
_WINDOWS_OF = {
    "MPI_Put/dynamic": "MPI_Win_create_dynamic",
    "MPI_Get_accumulate/dynamic": "MPI_Win_create_dynamic",
    "MPI_Get/shared": "MPI_Win_allocate_shared",
}


def covered(scenarios: Sequence[str]) -> list[str]:
    """The scenarios whose functions work in replicated runs."""
    functions = json.loads(_FUNCTIONS.read_text())["functions"]
    refused = {name for name, entry in functions.items() if entry.get("replicas") == "refused"}
    return [one for one in scenarios if not {function_of(one), _WINDOWS_OF.get(one)} & refused]


def cells(scenarios: Sequence[str]) -> list[Cell]:
    """All that there are."""
    return [
        Cell(scenario, role, when, size)
        for scenario in scenarios
        for size in SIZES
        for role in ROLES
        for when in times_of(scenario)
    ]


def single(scenario: str) -> Cell:
    """One of the scenario; over all scenarios every role, time and size."""
    draw = random.Random(zlib.crc32(scenario.encode()))
    return Cell(scenario, draw.choice(ROLES), draw.choice(times_of(scenario)), draw.choice(SIZES))


def one_of_each_function(scenarios: Sequence[str], share: int) -> list[Cell]:
    """One cell of one scenario of every `share`-th function."""
    variants = list(matrix.variants(scenarios).values())[::share]
    return [single(random.Random(zlib.crc32(names[0].encode())).choice(names)) for names in variants]


def run_cell(cell: Cell, program: str, mpi: Mpi, timeout: float) -> Run:
    """Runs one cell and judges it."""
    command = [program, cell.scenario, "--root", str(cell.root)]
    return run(command, Replicas.of_all(cell.size), cell.deaths, cell.scenario, mpi, timeout)
