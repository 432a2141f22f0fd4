"""The kill matrix: which ranks of which scenario die where, and running one cell of it."""

from __future__ import annotations

import subprocess
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from mpitest import verdict as verdicts
from mpitest.kills import Kill
from mpitest.launch import Job, Mpi, Output, launch

ROLES = ("root", "non-root", "several")
TIMES = ("before", "inside", "after")
SIZES = (2, 4, 8, 13)
COMMITS = ("agreed", "optimistic")
DEFAULT_COMMIT = "optimistic"

# The call at which ranks die, out of six rounds. Even rounds have large messages, odd ones small.
CALLS = (3, 4)


@dataclass(frozen=True)
class Cell:
    """One run of the matrix."""

    scenario: str
    role: str
    when: str
    size: int
    repeat: int = 0

    @property
    def name(self) -> str:
        return f"{self.scenario} {self.role} {self.when} {self.size}"

    @property
    def function(self) -> str:
        return function_of(self.scenario)

    @property
    def _draw(self) -> int:
        """A number that is the same in every campaign: choices vary over the cells, not in time."""
        return zlib.crc32(f"{self.name} {self.repeat}".encode())

    @property
    def root(self) -> int:
        return (0, 1, self.size - 1)[self._draw % 3]

    @property
    def victims(self) -> list[int]:
        others = [rank for rank in range(self.size) if rank != self.root]
        match self.role:
            case "root":
                return [self.root]
            case "non-root":
                return [others[self._draw // 3 % len(others)]]
            case _:
                count = {4: 2, 8: 3, 13: 5}[self.size]
                start = self._draw // 3 % len(others)
                rotated = others[start:] + others[:start]
                return sorted([self.root, *rotated[:: 2][: count - 1]])

    @property
    def kills(self) -> list[Kill]:
        call = 1 if self.function == "MPI_Finalize" else CALLS[self._draw // 64 % len(CALLS)]
        return [
            Kill.parse(f"{rank}@{self.when}:{self.function}:{call}") for rank in self.victims
        ]


def times_of(scenario: str) -> tuple[str, ...]:
    """The times of death. A death after MPI_Finalize does not concern MPI."""
    return TIMES[:2] if scenario == "MPI_Finalize" else TIMES


def cells(scenarios: Sequence[str]) -> Iterator[Cell]:
    """Every cell of the matrix. With two ranks, several deaths would kill all."""
    for scenario in scenarios:
        for size in SIZES:
            for role in ROLES:
                if role == "several" and size == 2:
                    continue
                for when in times_of(scenario):
                    yield Cell(scenario, role, when, size)


def sample(scenario: str) -> list[Cell]:
    """Three cells of the scenario: every time, and over all scenarios every role and size."""
    chosen = []
    for i, when in enumerate(times_of(scenario)):
        draw = zlib.crc32(f"{scenario} {when}".encode())
        size = SIZES[draw % len(SIZES)]
        role = ROLES[(draw // 4 + i) % len(ROLES)]
        chosen.append(Cell(scenario, "root" if (role, size) == ("several", 2) else role, when, size))
    return chosen


def single(scenario: str, commit: str) -> Cell:
    """One of the cells of the sample, another one under another commit."""
    chosen = sample(scenario)
    return chosen[zlib.crc32(f"{scenario} {commit}".encode()) % len(chosen)]


def _inside_and_one_more(scenario: str) -> list[Cell]:
    """Two cells of the sample: in the call, where most faults appear, and either before or after it."""
    spared = ("before", "after")[zlib.crc32(scenario.encode()) % 2]
    return [cell for cell in sample(scenario) if cell.when != spared or scenario == "MPI_Finalize"]


def function_of(scenario: str) -> str:
    """The function that the scenario calls: the part before the slash."""
    return scenario.partition("/")[0]


def is_meant(scenario: str, patterns: Sequence[str]) -> bool:
    """Whether one of the patterns is its name, or describes its function; * stands for anything."""
    return any(scenario == pattern or fnmatchcase(function_of(scenario), pattern) for pattern in patterns)


def variants(scenarios: Sequence[str]) -> dict[str, list[str]]:
    """By function, its scenarios."""
    found: dict[str, list[str]] = {}
    for scenario in scenarios:
        found.setdefault(function_of(scenario), []).append(scenario)
    return found


def one_of_each_function(scenarios: Sequence[str], commit: str, share: int = 1) -> list[Cell]:
    """One cell of one scenario of each function, or of every `share`-th function."""
    chosen = []
    for function, names in variants(scenarios).items():
        draw = zlib.crc32(f"{function} {commit}".encode())
        if draw % share == 0:
            chosen.append(single(names[draw // share % len(names)], commit))
    return chosen


def brief(scenarios: Sequence[str], forms: Sequence[str], commit: str) -> list[Cell]:
    """The cells that `ctest` runs by default. Under the default commit: two cells of each function and one of each
    variant. Under the other commit: one cell of every third function. A nonblocking or persistent form has the body
    of the blocking one. Each such function has one cell, under one commit or the other."""
    own = [scenario for scenario in scenarios if scenario not in forms]
    shared = [scenario for scenario in scenarios if scenario in forms and commit_of_form(scenario) == commit]
    chosen = one_of_each_function(shared, commit)
    if commit != DEFAULT_COMMIT:
        return chosen + one_of_each_function(own, commit, 3)
    for first, *others in variants(own).values():
        chosen += _inside_and_one_more(first)
        chosen += [single(scenario, commit) for scenario in others]
    return chosen


def commit_of_form(scenario: str) -> str:
    """The commit under which `brief` runs a form."""
    return COMMITS[zlib.crc32(function_of(scenario).encode()) % len(COMMITS)]


def scenarios_of(program: str, which: str = "--list") -> list[str]:
    """The scenarios of `kill_matrix --list`, or with `--forms` the scenarios that share the body of a blocking one."""
    listed = subprocess.run([program, which], capture_output=True, text=True, check=True)
    return listed.stdout.split()


def run_cell(
    cell: Cell, program: str, mpi: Mpi, timeout: float
) -> tuple[Job, verdicts.Expected, Output, verdicts.Verdict]:
    """Runs one cell and judges it. Every survivor continues, whatever is missing."""
    command = [program, cell.scenario, "--root", str(cell.root)]
    environment = {
        "CLOSERANKS_KILL": ",".join(kill.text for kill in cell.kills),
        "CLOSERANKS_LENIENT": "yes",
    }
    job = Job(command, cell.size, timeout, environment)
    expected = verdicts.Expected(cell.scenario, cell.kills, function=cell.function)
    output = launch(job, mpi)
    return job, expected, output, verdicts.judge(job, expected, output)
