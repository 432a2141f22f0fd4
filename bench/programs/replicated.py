"""The programs with replicas: processes die at random moments, and the output is that of undisturbed runs."""

from __future__ import annotations

import json
import random
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from programs import trial
from programs.program import Program
from programs.trial import Bench, Plan, Trial

DEGREES = ("100%", "50%", "25%")
# The victims: none, the leader of some rank, that of rank 0, one process each of several ranks, a rank without a twin.
KINDS = ("calm", "leader", "rank 0", "several", "without twin")
_LOST = 84
_TRIES = 4  # for a death that comes within the run


def twins_of(degree: str, ranks: int) -> tuple[int, ...]:
    """The ranks that the launcher gives a twin: spread evenly, rank 0 first."""
    count = max(1, round(ranks * float(degree.rstrip("%")) / 100))
    return tuple(number * ranks // count for number in range(count))


@dataclass(frozen=True)
class Replicated(Plan):
    """`victims` are the numbers of processes: those of ranks, then those of twins."""

    degree: str = "100%"
    ranks: int = 0

    @property
    def flags(self) -> list[str]:
        twins = twins_of(self.degree, self.ranks)

        def name(process: int) -> str:
            return str(process) if process < self.ranks else f"{twins[process - self.ranks]}.1"

        kills = [f"{name(who)}@{at * 1000:.0f}ms" for who, at in zip(self.victims, self.times, strict=True)]
        return ["--replicate", self.degree, *(word for kill in kills for word in ("--kill", kill))]


@dataclass(frozen=True)
class Outcome:
    """The outcome of one run, in the form of the file of results."""

    program: str
    degree: str
    kind: str
    seed: int
    deaths: tuple[str, ...]  # as --kill has them
    word: str  # complete, ends, or what must not be
    seconds: float
    after_death: float | None
    said: tuple[str, ...]

    @property
    def is_refused(self) -> bool:
        """By the launcher: the program calls functions that are not covered."""
        return self.word == "STATUS 82"

    @property
    def is_right(self) -> bool:
        """Complete, or ended with a reason where the dead rank had no twin."""
        return self.word == ("ends" if self.kind == "without twin" else "complete")


def victims(kind: str, degree: str, ranks: int, dice: random.Random) -> tuple[int, ...]:
    """The numbers of the processes that die."""
    twins = twins_of(degree, ranks)
    if kind == "calm":
        return ()
    if kind == "leader":
        return (dice.choice(twins),)
    if kind == "rank 0":
        return (0,)
    if kind == "without twin":
        return (dice.choice([rank for rank in range(ranks) if rank not in twins]),)
    some = dice.sample(range(len(twins)), dice.randint(min(2, len(twins)), len(twins)))
    return tuple(dice.choice((twins[place], ranks + place)) for place in some)


_OF_TIME = re.compile(r"time|sec|date|flop|mop/?s|rate|[kmg]i?b/s|pid|host|memory", re.IGNORECASE)
_BARE_RUNS = 2


def steady(outputs: Sequence[str]) -> dict[int, str]:
    """The lines that all these outputs have, by their numbers, but for times. Empty: the outputs have different numbers of
    lines.
    """
    split = [output.splitlines() for output in outputs]
    if len({len(lines) for lines in split}) != 1:
        return {}
    return {
        number: lines[0]
        for number, lines in enumerate(zip(*split, strict=True))
        if len(set(lines)) == 1 and not _OF_TIME.search(lines[0])
    }


def has_lines(output: str, wanted: dict[int, str]) -> bool:
    lines = output.splitlines()
    return all(number < len(lines) and lines[number] == line for number, line in wanted.items())


def _judge(program: Program, done: Trial, right: Sequence[str], is_output_right: bool) -> str:
    if done.status is None:
        return "HANG"
    if not trial.killed_as_planned(done):
        return "nobody died"
    if done.status == _LOST:
        return "ends" if any("has lost its last process" in line for line in done.said) else "ENDS WITHOUT A REASON"
    if done.status:
        return f"STATUS {done.status}"
    if done.facts != list(right) or done.failed:
        return "WRONG"
    return "complete" if is_output_right else "OTHER OUTPUT"


class Runs:
    """The runs of one program. Bare runs give the right result, and the right lines: those that all bare runs print."""

    def __init__(self, bench: Bench, program: Program) -> None:
        self._bench, self._program = bench, program
        names = [f"replicas.bare.{number}" for number in range(_BARE_RUNS)]
        bare = [trial.run(bench, program, Plan(bare=True), name) for name in names]
        self.bare = bare[0]
        self.steady = steady([self._output(name) for name in names])
        self._inside: dict[str, float] = {}

    def _output(self, name: str) -> str:
        return (self._bench.work / self._program.name / name / "stdout").read_text(errors="replace")

    def one(self, degree: str, kind: str, seed: int) -> Outcome:
        """A run with deaths at 10 to 90 % of the time between MPI_Init and MPI_Finalize."""
        program = self._program
        dice = random.Random(zlib.crc32(f"{seed} {program.name} {degree} {kind}".encode()))
        dead = victims(kind, degree, program.ranks, dice)
        inside = self._inside.get(degree, self.bare.seconds)
        for _ in range(_TRIES):
            times = tuple(round(dice.uniform(0.1, 0.9) * inside, 3) for _ in dead)
            plan = Replicated(dead, times, degree=degree, ranks=program.ranks)
            name = f"replicas.{degree[:-1]}.{kind.replace(' ', '-')}.{seed}"
            done = trial.run(self._bench, program, plan, name)
            if trial.killed_as_planned(done) or done.status is None:
                break
            inside *= 0.7
        if kind == "calm":
            self._inside[degree] = done.inside or self.bare.seconds
        word = _judge(program, done, self.bare.facts, has_lines(self._output(name), self.steady))
        deaths = tuple(plan.flags[3::2])
        return Outcome(program.name, degree, kind, seed, deaths, word, done.seconds, done.after_death, tuple(done.said))


def read(path: Path) -> list[Outcome]:
    """Empty when there is no such file."""
    if not path.exists():
        return []
    rows = json.loads(path.read_text())
    return [Outcome(**(row | {"deaths": tuple(row["deaths"]), "said": tuple(row["said"])})) for row in rows]


def write(path: Path, outcomes: Sequence[Outcome]) -> None:
    """A line for each, in the order of the table."""
    lines = [json.dumps(asdict(one) | {"said": list(one.said)[:4]}, separators=(",", ":")) for one in outcomes]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def _counted(outcomes: Sequence[Outcome]) -> str:
    counts = Counter(one.word for one in outcomes)
    return "; ".join(f"{word} ({count} of {len(outcomes)})" for word, count in counts.most_common())


def cell(outcomes: Sequence[Outcome], program: str, degrees: Sequence[str]) -> str:
    """What came of a program's runs of these degrees in which processes die: complete (45 of 45)."""
    found = [one for one in outcomes if one.program == program and one.degree in degrees]
    if any(one.is_refused for one in found):
        return "refused"
    without = [one for one in found if one.kind == "without twin"]
    parts = [_counted([one for one in found if one.kind not in ("calm", "without twin")])]
    parts += [f"a rank without a twin: {_counted(without)}"] if without else []
    return "; ".join(part for part in parts if part) or "-"


def table(outcomes: Sequence[Outcome]) -> str:
    """By program and degree, in Markdown."""
    rows = ["| program | degree | " + " | ".join(KINDS) + " |", "|---|--:|" + "---|" * len(KINDS)]
    for program in dict.fromkeys(one.program for one in outcomes):
        for degree in DEGREES:
            own = [one for one in outcomes if (one.program, one.degree) == (program, degree)]
            cells = []
            for kind in KINDS:
                counts = Counter(one.word for one in own if one.kind == kind)
                cells.append("; ".join(f"{count} × {word}" for word, count in counts.most_common()) or "-")
            if own:
                rows.append(f"| {program} | {degree} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"
