"""Reads what callgrind wrote: instructions by the library in which they are."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

_OBJECT = re.compile(r"c?ob=\((\d+)\)(?: (.*))?")


def instructions(file: Path) -> Counter[str]:
    """The instructions of each library itself, without those of the functions that it calls."""
    names: dict[str, str] = {}
    cost: Counter[str] = Counter()
    where = ""
    of_callee = False
    for line in file.read_text().splitlines():
        if match := _OBJECT.fullmatch(line):
            if match[2]:
                names[match[1]] = Path(match[2]).name
            if not line.startswith("c"):  # cob= names only whom the next calls= is about
                where = names[match[1]]
        elif line.startswith("calls="):
            of_callee = True
        elif line[:1] in set("0123456789+-*"):
            if not of_callee:
                cost[where] += int(line.split()[1])
            of_callee = False
    return cost
