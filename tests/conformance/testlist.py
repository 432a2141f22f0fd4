"""MPICH's lists of tests: `program ranks key=value...` a line, or the name of a directory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

# What runtests reads in each directory: the second one, made by configure, runs a few programs with
# many large random datatypes.
LIST, DATATYPES = "testlist", "testlist.dtp"

DEFAULT_RANKS = 2
DEFAULT_SECONDS = 180.0

# The ways to judge a test that does not simply say " No Errors" (judge.py).
RESULT_TESTS = ("TestStatus", "TestStatusNoErrors", "TestErrFatal")


@dataclass(frozen=True)
class Entry:
    """One line of a list."""

    program: str
    ranks: int = DEFAULT_RANKS
    arguments: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()  # NAME=VALUE
    launcher_arguments: tuple[str, ...] = ()  # of MPICH's mpiexec
    seconds: float = DEFAULT_SECONDS
    gigabytes: float = 0.0
    result_test: str = ""
    mpi_version: str = ""  # the least that it needs
    uses_mpix: bool = False
    unknown: tuple[str, ...] = ()  # keys that nobody here knows

    @property
    def name(self) -> str:
        """Everything that makes a run another one."""
        settings = [f"({setting})" for setting in self.environment]
        return " ".join([self.program, "-n", str(self.ranks), *self.arguments, *settings])


def _entry(words: list[str]) -> Entry:
    """Raises ValueError when the number of ranks is none."""
    values: dict[str, list[str]] = {}
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if equals:
            values.setdefault(key, []).append(value)

    def last(key: str) -> str:
        return values.pop(key, [""])[-1]

    seconds = last("timeLimit")
    # Extensions of the standard, and what MPICH fails, are compared like all else; the other keys
    # say how runtests runs several at a time.
    for key in ("strict", "xfail", "init", "lock"):
        values.pop(key, None)
    return Entry(
        words[0],
        int(words[1]) if len(words) > 1 else DEFAULT_RANKS,
        tuple(values.pop("arg", [])),
        tuple(values.pop("env", [])),
        tuple(values.pop("mpiexecarg", [])),
        float(seconds) if seconds.isdigit() else DEFAULT_SECONDS,
        float(last("mem") or 0),
        last("resultTest"),
        last("mpiversion"),
        last("mpix").lower() == "true",
        tuple(values),
    )


def parse(text: str) -> Iterator[Entry]:
    """The entries of a list, directories among them, in its order and each once."""
    seen = set()
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if not words or words[0].startswith("!"):  # !directory:target builds something first
            continue
        entry = _entry(words)
        if entry not in seen:
            seen.add(entry)
            yield entry


def read(built: Path, source: Path, lists: Sequence[str]) -> Iterator[Entry]:
    """All entries of the lists of one directory: those that configure made, else the source's."""
    for name in lists:
        for path in (built / name, source / name):
            if path.is_file():
                yield from parse(path.read_text())
                break


def walk(
    built: Path, directory: str, source: Path, lists: Sequence[str] = (LIST,)
) -> Iterator[tuple[str, Entry]]:
    """The tests of `directory` and of those that it lists, with the directory of each."""
    for entry in read(built / directory, source / directory, lists):
        if (built / directory / entry.program).is_dir():
            yield from walk(built, f"{directory}/{entry.program}", source, lists)
        else:
            folder, _, program = entry.program.rpartition("/")
            yield f"{directory}/{folder}".rstrip("/"), replace(entry, program=program)
