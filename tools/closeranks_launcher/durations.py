"""Durations as people write and read them: 90, 1.5h, "2d 12h"."""

from __future__ import annotations

import re
from itertools import pairwise

YEAR = 365.25 * 86400
_UNITS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "y": YEAR}
_LARGE_FIRST = [(name, size) for name, size in reversed(_UNITS.items()) if size >= 1]
_PART = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(ms|min|s|h|d|y)(?![a-z])")


def seconds(text: str) -> float:
    """A number alone is of seconds. Raises ValueError."""
    if re.fullmatch(r"[0-9]{1,15}(\.[0-9]*)?", text):
        return float(text)
    total, at = 0.0, 0
    while match := _PART.match(text, at):
        total += float(match[1]) * _UNITS[match[2]]
        at = match.end()
    if at != len(text) or at == 0:
        raise ValueError(text)
    return total


def told(value: float) -> str:
    """A duration in readable precision: 1 d 20 h, 42 min."""
    if value < 1:
        return f"{value * 1000:.3g} ms"
    if value < 10:
        return f"{value:.2g} s"
    for (large, size), (small, part) in pairwise(_LARGE_FIRST):
        if value < size - part / 2:
            continue
        whole = int(value / size + part / size / 2)
        rest = round((value - whole * size) / part)
        return f"{whole} {large} {rest} {small}" if whole < 10 and rest > 0 else f"{value / size:.0f} {large}"
    return f"{value:.0f} s"
