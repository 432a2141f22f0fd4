"""One run of a program, bare or protected, with or without deaths."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mpitest import processes
from programs.program import Program

ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 4_000_000  # the rest of a program's output has no reader
_SAID = 16  # lines by closeranks are kept
_ROOT_MAY = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


@dataclass(frozen=True)
class Plan:
    """The ranks that are killed, and when, in seconds after MPI_Init; and what the user allowed."""

    victims: tuple[int, ...] = ()
    times: tuple[float, ...] = ()
    options: tuple[str, ...] = ()
    bare: bool = False

    @property
    def flags(self) -> list[str]:
        kills = [f"{who}@{at * 1000:.0f}ms" for who, at in zip(self.victims, self.times, strict=True)]
        return [word for kill in kills for word in ("--kill", kill)] + list(self.options)


@dataclass
class Trial:
    """The outcome of a run."""

    program: str
    plan: Plan
    status: int | None = None  # None: it was still there when its time was over
    seconds: float = 0.0
    killed: list[int] = field(default_factory=list)  # proven by their keepers
    after_death: float | None = None  # seconds from the last death to the end
    lost: dict[int, str] = field(default_factory=dict)  # with the cause
    lacking: list[str] = field(default_factory=list)  # functions with incomplete results
    skipped: list[str] = field(default_factory=list)
    inside: float = 0.0  # seconds from MPI_Init to MPI_Finalize
    said: list[str] = field(default_factory=list)  # by closeranks
    facts: list[str] = field(default_factory=list)
    failed: bool = False  # the program says that its result is wrong
    stacks: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Trial:
        plan = data.pop("plan")
        lost = {int(rank): cause for rank, cause in data.pop("lost").items()}
        tuples = {name: tuple(plan[name]) for name in ("victims", "times", "options")}
        return Trial(plan=Plan(bare=plan["bare"], **tuples), lost=lost, **data)


@dataclass(frozen=True)
class Bench:
    """The installations with which programs are run."""

    build: Path
    work: Path
    sources: dict[str, Path]
    limit: float  # seconds

    def mpi(self) -> Path:
        config = json.loads((self.build / "closeranks-config.json").read_text())
        return Path(config["mpi_prefix"])


def _command(bench: Bench, program: Program, plan: Plan, here: Path) -> list[str]:
    words = program.words(bench.sources, here)
    ranks = ["--oversubscribe", "-n", str(program.ranks)]
    if plan.bare:
        return [str(bench.mpi() / "bin" / "mpirun"), *ranks, *words]
    launcher = [sys.executable, str(ROOT / "tools" / "closeranks"), "--allow-root", *plan.flags]
    records = ["--report", str(here / "report.json"), "--keep-records", str(here / "records")]
    return [*launcher, *records, *ranks, *words]


def _environment(bench: Bench, program: Program, plan: Plan, mark: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CLOSERANKS_", "OMPI_", "PMIX_", "PRTE_"))
    }
    added = {processes.MARKER: mark, "CLOSERANKS_BUILD": str(bench.build)} | _ROOT_MAY
    if plan.bare:  # as the launcher has it for binaries that were built for Open MPI 4
        libraries = [bench.build / "closeranks" / "open-mpi-4", bench.mpi() / "lib"]
        added["LD_LIBRARY_PATH"] = ":".join(str(one) for one in libraries)
    return kept | added | dict(program.environment)


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in path.read_text().splitlines()]
    except (OSError, ValueError):
        return []


def _read_deaths(trial: Trial, here: Path, ended: float) -> None:
    """The victims, as the keepers saw them. A plan proves nothing."""
    deaths = []
    for rank in trial.plan.victims:
        for line in _lines(here / "records" / f"keeper-rank-{rank}.jsonl"):
            if line["event"] == "ended" and line.get("signal") == 9:
                trial.killed.append(rank)
                deaths.append(line["time"])
    if deaths:
        trial.after_death = round(ended - max(deaths), 2)


def _read_report(trial: Trial, here: Path) -> None:
    try:
        report = json.loads((here / "report.json").read_text())
    except (OSError, ValueError):
        return
    trial.inside = report["seconds"] or 0.0
    trial.lost = {one["rank"]: one["cause"] for one in report["lost"]}
    trial.lacking = sorted({one["function"] for one in report["lacking"]})
    trial.skipped = sorted(report["skipped"])


def said_in(messages: str) -> list[str]:
    """The lines of closeranks, also behind output of the program without an end of line."""
    return re.findall(r"closeranks:.*", messages)


def _read_result(trial: Trial, program: Program, here: Path) -> None:
    paths = [here / "stdout"]
    for pattern in program.results:
        paths += sorted(here.glob(pattern))
    texts = []
    for path in paths:
        with open(path, errors="replace") as file:
            texts.append(file.read(_LONGEST))
    text = "\n".join(texts)
    trial.facts, trial.failed = program.facts(text), program.says_it_failed(text)
    said = said_in((here / "stderr").read_text(errors="replace"))
    trial.said = said if len(said) <= _SAID else said[: _SAID // 2] + said[-_SAID // 2 :]


def _essence(stacks: str) -> str:
    """Where the ranks are, and in which calls, but for paths; the file of the run has all of it."""
    kept = [one for one in stacks.splitlines() if one.startswith(("---", "#0")) or "MPI_" in one]
    return "\n".join(re.sub(r" (?:from|at) \S+", "", one)[:120] for one in kept)


def run(bench: Bench, program: Program, plan: Plan, name: str) -> Trial:
    """Runs it to its end or its time limit, in a folder of its own. Raises Absent."""
    here = bench.work / program.name / name
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    if program.prepare:
        program.prepare(here)
    trial, mark = Trial(program.name, plan), uuid.uuid4().hex
    (here / "stdin").write_text(program.input)
    command = _command(bench, program, plan, here)
    with open(here / "stdout", "wb") as out, open(here / "stderr", "wb") as err, open(here / "stdin") as typed:
        started = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=here,
            env=_environment(bench, program, plan, mark),
            stdin=typed,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            trial.status = process.wait(bench.limit)
        except subprocess.TimeoutExpired:
            trial.stacks = processes.stacks(mark)
        finally:
            ended = time.time()
            trial.seconds = round(time.monotonic() - started, 2)
            processes.end_all(mark)
            process.wait()
    _read_deaths(trial, here, ended)
    _read_report(trial, here)
    _read_result(trial, program, here)
    (here / "stacks").write_text(trial.stacks)
    trial.stacks = _essence(trial.stacks)
    return trial


def killed_as_planned(trial: Trial) -> bool:
    """Whether the run was long enough for its planned deaths."""
    return sorted(trial.killed) == sorted(trial.plan.victims)


def victims_of(kind: str, ranks: int) -> Sequence[int]:
    """The ranks that a kind of death takes."""
    return {"one": (ranks // 2,), "root": (0,), "two": (1, ranks - 1)}[kind]
