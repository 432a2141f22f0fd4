"""What the user has asked for, and how the launcher speaks to them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from . import arguments, installation
from .options import Option
from .plain import dataclass


def say(text: str) -> None:
    print(f"closeranks: {text}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Asked:
    """What the user has asked for."""

    line: arguments.Line
    table: Sequence[Option]
    place: installation.Installation
    words: Sequence[str]  # as they were given
    values: dict[str, str]

    @property
    def restarts(self) -> int:
        return int(self.values.get("restarts", "0"))
