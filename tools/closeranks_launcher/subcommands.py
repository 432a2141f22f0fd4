"""closeranks SUBCOMMAND ...: `run` is what a line means that begins with none of these words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from .nearest import nearest
from .plain import dataclass

Main = Callable[[Path, Sequence[str]], int]


@dataclass(frozen=True)
class Subcommand:
    name: str
    module: str  # of this package; its main() does it, and is loaded only for it: the launcher starts programs
    summary: str

    def main(self) -> Main:
        main: Main = import_module(f".{self.module}", __package__).main
        return main


HELP = "help"  # TOPIC or SUBCOMMAND, as --help
RUN = Subcommand("run", "main", "run a program (may be left out)")
ALL = (
    RUN,
    Subcommand("report", "report_main", "show what happened in a run"),
    Subcommand("doctor", "doctor", "find what is in the way on this machine, or of a program"),
    Subcommand("plan", "plan", "tell before a long run what to do about deaths, how often to keep a checkpoint, and which layout to take"),
)


def named(word: str) -> Subcommand | None:
    return next((one for one in ALL if one.name == word), None)


def chosen(words: Sequence[str]) -> tuple[Subcommand, Sequence[str]]:
    """The subcommand of the line, and its words. A program of such a name is run as ./report, or after `run`."""
    first, *rest = words or [""]
    if first == HELP:
        about = named(rest[0]) if rest else None
        return (about, ["--help"]) if about not in (None, RUN) else (RUN, ["--help", *rest])  # type: ignore[return-value]
    if found := named(first):
        return found, rest
    return RUN, words


def misspelt(program: str) -> str:
    """The subcommand that the user may have meant by a program that does not exist; or nothing."""
    return nearest(program, [HELP, *(one.name for one in ALL)])


def help_lines() -> list[tuple[str, str]]:
    return [(f"closeranks {one.name}", one.summary) for one in ALL if one is not RUN]
