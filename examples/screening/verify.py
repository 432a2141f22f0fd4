#!/usr/bin/env python3
"""Computes all scores anew and compares: every molecule's record must be right, and at its place.

Prints how many are right, missing (zeros: nobody delivered it) and wrong. Exit status: 0 none is wrong,
1 some are, or some are missing and --complete was given, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

RECORD = 20  # bytes
NOTHING = bytes(RECORD)


@dataclass(frozen=True)
class Comparison:
    """The numbers of the molecules whose records are not right."""

    missing: Sequence[int]
    wrong: Sequence[int]


def lines_of(database: Path) -> list[bytes]:
    return database.read_bytes().splitlines()


def score(line: bytes, steps: int) -> float:
    """The score that score.hpp computes."""
    state = 0
    for _ in range(steps):
        state = zlib.crc32(line, state)
    return -(state % 14_000) / 1000


def records_of(lines: Sequence[bytes], steps: int) -> list[bytes]:
    """The file of results, molecule by molecule, when nothing is missing."""
    return [b"%9d %9.3f\n" % (number, score(line, steps)) for number, line in enumerate(lines)]


def compare(expected: Sequence[bytes], results: Path) -> Comparison:
    """Raises ValueError for a file that has not the size of all records."""
    found = results.read_bytes()
    if len(found) != RECORD * len(expected):
        raise ValueError(f"{results} has {len(found)} bytes, not {RECORD * len(expected)}")
    missing, wrong = [], []
    for number, record in enumerate(expected):
        there = found[RECORD * number : RECORD * (number + 1)]
        if there == NOTHING:
            missing.append(number)
        elif there != record:
            wrong.append(number)
    return Comparison(missing, wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--steps", type=int, default=100, help="as given to screening (default: 100)")
    parser.add_argument("--complete", action="store_true", help="nothing may be missing")
    options = parser.parse_args()
    expected = records_of(lines_of(options.database), options.steps)
    try:
        found = compare(expected, options.results)
    except (ValueError, OSError) as problem:
        print(f"verify: {problem}", file=sys.stderr)
        return 1
    right = len(expected) - len(found.missing) - len(found.wrong)
    print(f"right {right}, missing {len(found.missing)}, wrong {len(found.wrong)}")
    return 1 if found.wrong or (options.complete and found.missing) else 0


if __name__ == "__main__":
    sys.exit(main())
