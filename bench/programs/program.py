"""A program of another project: how to get it, how to run it, and how to read its result."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# What `--source NAME=DIR` replaces in a command, and what the folder of a run does.
SOURCE, HERE = "{source}", "{here}"


class Absent(Exception):
    """The program is not to be had here; the text says how to get it."""


@dataclass(frozen=True)
class Program:
    """`fact` finds the lines of its result that must be the same in each run, `failed` its own word
    that the result is wrong."""

    name: str
    language: str
    does: str  # one sentence for the page
    command: tuple[str, ...]
    fact: str
    package: str = ""  # of Debian
    address: str = ""  # of its public sources, which the user builds
    family: str = ""  # the name for --source, when several programs have one source
    prepare: Callable[[Path], None] | None = None  # puts the input files into the folder of a run
    results: tuple[str, ...] = ()  # files that it writes: patterns in the folder of a run
    failed: str = ""
    ranks: int = 4
    input: str = ""  # what is typed
    # What the dead leave out is left out of a result that stands for itself: an ensemble, a search, a
    # sum over samples. So such a program must not be ended, though it may say that a sum is too small.
    is_farm: bool = False
    environment: tuple[tuple[str, str], ...] = ()
    small: tuple[str, ...] = ()  # the command for a problem that takes a second or two, for many runs
    remark: str = ""  # for the page: what is lost

    @property
    def source(self) -> str:
        return self.family or self.name

    def words(self, sources: dict[str, Path], here: Path) -> list[str]:
        """The command of a run in the folder `here`. Raises Absent."""
        source = sources.get(self.source)
        if any(SOURCE in word for word in self.command) and source is None:
            raise Absent(
                f"{self.name} is not here: build {self.address} with the compilers of this MPI as its README"
                f" says, and name the folder by --source {self.source}=DIR."
            )
        words = [
            word.replace(SOURCE, str(source)).replace(HERE, str(here)) for word in self.command
        ]
        if shutil.which(words[0]) is None:
            how = f"apt-get install {self.package}" if self.package else f"is {words[0]} built?"
            raise Absent(f"{self.name} is not here: {how}")
        return words

    def facts(self, text: str) -> list[str]:
        """The lines of the result, in the order of the text."""
        return [" ".join(match[0].split()) for match in re.finditer(self.fact, text, re.MULTILINE)]

    def says_it_failed(self, text: str) -> bool:
        return bool(self.failed) and re.search(self.failed, text, re.MULTILINE) is not None
