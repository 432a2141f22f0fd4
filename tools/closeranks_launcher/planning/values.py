"""What the options of the models take, as people write it. What is wrong raises argparse's own error."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass

from .. import durations
from ..options import shortened

_SIZES = {"B": 1.0, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15}
_SIZES |= {f"{name[0]}iB": 2.0 ** (10 * step) for step, name in enumerate(("KB", "MB", "GB", "TB", "PB"), 1)}
_OF = {"host": "host", "node": "host", "rank": "rank", "job": "job"}


def _wrong(text: str, what: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"({shortened(text)}) is no {what}")


def duration(text: str) -> float:
    try:
        found = durations.seconds(text)
    except ValueError:
        found = 0.0
    if not 0.001 <= found <= 1e12:
        raise _wrong(text, "duration of at least a millisecond, such as 90 or 1.5h")
    return found


@dataclass(frozen=True)
class Rate:
    """A mean time between failures, and of what."""

    seconds: float
    of: str  # host, rank or job


def rate(text: str) -> Rate:
    """5y/host, 8h/job; without a word it is of a host."""
    length, slash, word = text.partition("/")
    if slash and word not in _OF:
        raise _wrong(text, "mean time between failures of a host, a rank or the job, such as 5y/host or 8h/job")
    return Rate(duration(length), _OF.get(word, "host"))


def size(text: str) -> float:
    """In bytes: 2GB, 1.5TiB."""
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([KMGTP]?i?B)?", text)
    unit = _SIZES.get(match[2] or "B") if match else None
    if not match or unit is None or not 1 <= float(match[1]) * unit <= 1e24:
        raise _wrong(text, "size, such as 2GB or 1.5TiB")
    return float(match[1]) * unit


def size_told(value: float) -> str:
    name = next((name for name in ("PB", "TB", "GB", "MB", "KB") if value >= _SIZES[name]), "B")
    return f"{value / _SIZES[name]:.3g} {name}"


def whole(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not re.fullmatch("[0-9]{1,12}", text) or not least <= int(text) <= most:
            raise _wrong(text, f"whole number from {least} to {most}")
        return int(text)

    return number


def between(least: float, most: float) -> Callable[[str], float]:
    def number(text: str) -> float:
        ok = re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,12})?", text)
        if not ok or not least <= float(text) <= most:
            raise _wrong(text, f"number from {least:g} to {most:g}")
        return float(text)

    return number


def grid(text: str) -> tuple[int, int, int]:
    """16x16x16; 64x32 is one layer of it."""
    sides = text.split("x")
    if not 1 <= len(sides) <= 3 or not all(re.fullmatch("[1-9][0-9]{0,5}", side) for side in sides):
        raise _wrong(text, "grid of ranks, such as 16x16x16")
    x, y, z = [int(side) for side in sides] + [1] * (3 - len(sides))
    return x, y, z
