"""closeranks SUBCOMMAND ...: `run` is what a line means that begins with none of these words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

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


RUN = Subcommand("run", "main", "run a program (may be left out)")
ALL = (
    RUN,
    Subcommand("report", "report_main", "show what happened in a run"),
    Subcommand("doctor", "doctor", "find what is in the way on this machine, or of a program"),
    Subcommand("plan", "plan", "tell what deaths will cost a job, how often to keep a checkpoint, and which layout to take"),
)


def chosen(words: Sequence[str]) -> tuple[Subcommand, Sequence[str]]:
    """What the line asks for, and the words for it. A program of such a name is run as ./report, or after `run`."""
    for subcommand in ALL:
        if words and words[0] == subcommand.name:
            return subcommand, words[1:]
    return RUN, words


def help_lines() -> list[tuple[str, str]]:
    return [(f"closeranks {one.name}", one.summary) for one in ALL]
