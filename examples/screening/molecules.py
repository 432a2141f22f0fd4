#!/usr/bin/env python3
"""Writes a database of synthetic molecules: a line for each, of a text that looks like SMILES and a name.

The molecules are none: only the lengths of the lines are like those of a drug-like library. The same
count and seed give the same file everywhere.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

ATOMS = ("C", "C", "C", "c1ccccc1", "N", "O", "S", "F", "Cl", "C(=O)", "C(=O)N", "[C@@H]", "c1ccncc1", "C#N")
BRANCHES = ("(C)", "(O)", "(N)", "(F)", "(Cl)", "(=O)")


def smiles(draw: random.Random) -> str:
    """A text of about 50 letters on average."""
    parts = ["C"]
    for _ in range(1 + int(draw.random() * 22)):
        parts.append(ATOMS[int(draw.random() * len(ATOMS))])
        if draw.random() < 0.3:
            parts.append(BRANCHES[int(draw.random() * len(BRANCHES))])
    return "".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=113_000, help="(default: 113000)")
    parser.add_argument("--seed", type=int, default=1, help="(default: 1)")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with open(options.file, "w", encoding="ascii", newline="\n") as file:
        for number in range(options.count):
            file.write(f"{smiles(draw)} SYN{number:07}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
