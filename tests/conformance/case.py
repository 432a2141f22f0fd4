"""What is run twice: one program with its judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mpitest.launch import Output

# By part of the run (a test class; just "" where a program is one test): empty for a pass, else why
# it failed.
Verdicts = Mapping[str, str]


@dataclass(frozen=True)
class Case:
    """One program of a suite."""

    group: str  # the directory it is counted under
    name: str  # within all suites
    command: tuple[str, ...]
    ranks: int
    seconds: float  # its time limit
    files: Path  # the directory it runs in has links to all of this one
    judge: Callable[[Output], Verdicts]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Absent:
    """A test that is not run, and why."""

    group: str
    name: str
    reason: str


def matches(name: str, wanted: list[str]) -> bool:
    """Whether --only chooses a test of this name (`coll/allred -n 4`): by a directory, by a
    directory and a program, or by the whole name."""
    program = name.partition(" ")[0]
    return not wanted or any(
        one in (name, program) or program.startswith(one.rstrip("/") + "/") for one in wanted
    )
