"""Colours: only on a terminal, and not for users who turn them off (https://no-color.org)."""

from __future__ import annotations

import os

from .plain import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

BOLD, RED, GREEN, YELLOW = "1", "31", "32", "33"


def is_wanted(stream: TextIO) -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb" and stream.isatty()


def painted(text: str, colour: str, stream: TextIO) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if colour and is_wanted(stream) else text
