"""The user's requests, and how the launcher speaks to the user."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import arguments, installation
from .limits import Limits
from .options import Option
from .plain import dataclass, field


def say(text: str) -> None:
    """Text that cannot be written (a full disk, a closed reader) must change neither the run nor the exit status."""
    with contextlib.suppress(OSError):
        print(f"closeranks: {text}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Asked:
    """The requests of the user."""

    line: arguments.Line
    table: Sequence[Option]
    place: installation.Installation
    words: Sequence[str]  # as they were given
    values: dict[str, str]
    limits: Limits = field(default_factory=Limits)

    @property
    def restarts(self) -> int:
        return int(self.values.get("restarts", "0"))


@dataclass(frozen=True)
class Start:
    """The start of one attempt."""

    line: arguments.Line
    folder: Path  # for its records
    restart: int = 0  # its number; the first attempt is none
    variables: Mapping[str, str] = field(default_factory=dict)  # for mpirun, besides
