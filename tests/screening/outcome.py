"""Whether a screening did what it has to: nothing but what the dead held is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from verify import compare, lines_of, records_of


@dataclass(frozen=True)
class Database:
    """What is to be screened, and what has to come out."""

    file: Path
    slab_bytes: int
    records: Sequence[bytes]  # by molecule
    slabs: Sequence[int]  # by molecule: the slab in which its line begins

    @staticmethod
    def read(file: Path, slab_bytes: int, steps: int) -> Database:
        lines = lines_of(file)
        slabs, place = [], 0
        for line in lines:
            slabs.append(place // slab_bytes)
            place += len(line) + 1
        return Database(file, slab_bytes, records_of(lines, steps), slabs)

    def best(self) -> list[str]:
        """The ten best, as the program prints them."""
        found = sorted((float(record[10:]), number) for number, record in enumerate(self.records))
        return [f"{number} {score:.3f}" for score, number in found[:10]]


def _taken(lines: Sequence[str]) -> set[int]:
    return {int(line.split()[1]) for line in lines if re.fullmatch(r"takes \d+", line)}


def _held(lines: Sequence[str]) -> set[int]:
    """What a rank took and had not delivered when it died."""
    delivered = [i for i, line in enumerate(lines) if line.startswith("delivered, ")]
    return _taken(lines[delivered[-1] + 1 :] if delivered else lines)


def _unexplained(slabs: Set[int], lines: Mapping[int, Sequence[str]], dead: Set[int]) -> Iterator[str]:
    """A rank says what it takes when it has got it: of each that died, one may be untold."""
    held = set().union(*(_held(lines.get(rank, [])) for rank in dead))
    if len(slabs - held) > len(dead):
        yield f"missing, but nobody who died held them: slabs {sorted(slabs - held)}"
    for rank in sorted(set(lines) - dead):
        if kept := slabs & _taken(lines[rank]):
            yield f"missing, but rank {rank} has had them: slabs {sorted(kept)}"


def _summary(
    database: Database, missing: int, lines: Mapping[int, Sequence[str]], dead: Set[int], redeal: bool
) -> Iterator[str]:
    """What the lowest survivor said. Nobody did when it was a rank that died right then."""
    for rank in sorted(set(lines) - dead):
        said = [line.split() for line in lines[rank]]
        for words in said:
            if words[:1] != ["molecules"]:
                continue
            scored, complete = int(words[1]), len(database.records)
            if scored != complete if redeal else scored > complete - missing:
                yield f"rank {rank} says that {scored} molecules are scored"
            best = [" ".join(words[1:]) for words in said if words[:1] == ["best"]]
            if redeal and best != database.best():
                yield f"rank {rank} says that the best are {best}"


def judge(
    database: Database, results: Path, lines: Mapping[int, Sequence[str]], dead: Set[int], redeal: bool
) -> tuple[int, list[str]]:
    """How many molecules have no score, and what is not as it has to be. `lines`: what each rank printed."""
    try:
        found = compare(database.records, results)
    except (OSError, ValueError) as problem:
        return len(database.records), [str(problem)]
    failures = [f"{len(found.wrong)} records are wrong: {found.wrong[:10]}"] if found.wrong else []
    if redeal and found.missing:
        failures.append(f"{len(found.missing)} molecules have no score: {found.missing[:10]}")
    slabs = {database.slabs[number] for number in found.missing}
    failures += _unexplained(slabs, lines, dead)
    failures += _summary(database, len(found.missing), lines, dead, redeal)
    return len(found.missing), failures
