"""The judge of screenings: a result that is missing without a death to explain it is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path

import pytest

from screening.outcome import Database, judge
from verify import RECORD

SLAB = 16
LINES = ["CCO A", "C#N B", "CC(=O)N C", "N D", "c1ccccc1 E", "CCCCCCO F"]  # three slabs
GOOD: dict[int, list[str]] = {0: ["delivered, round 0"], 1: ["takes 0", "takes 2", "delivered, round 0"], 2: ["takes 1"]}
DEAD = {2}


@pytest.fixture
def database(tmp_path: Path) -> Database:
    file = tmp_path / "molecules"
    file.write_text("\n".join(LINES) + "\n")
    database = Database.read(file, SLAB, steps=3)
    assert set(database.slabs) == {0, 1, 2}
    return database


def failures(
    database: Database,
    missing: Set[int],
    wrong: Set[int] = frozenset(),
    lines: Mapping[int, Sequence[str]] = GOOD,
    redeal: bool = False,
) -> list[str]:
    records = list(database.records)
    for number in range(len(records)):
        if number in wrong:
            records[number] = database.records[number - 1]
        elif database.slabs[number] in missing:
            records[number] = bytes(RECORD)
    results = database.file.with_name("results")
    results.write_bytes(b"".join(records))
    return judge(database, results, lines, DEAD, redeal)[1]


def test_what_the_dead_held_may_be_missing(database: Database) -> None:
    assert failures(database, missing={1}) == []


def test_but_not_when_it_is_dealt_again(database: Database) -> None:
    assert "have no score" in failures(database, missing={1}, redeal=True)[0]


def test_what_a_survivor_took_may_not_be_missing(database: Database) -> None:
    assert failures(database, missing={1, 2}) == ["missing, but rank 1 has had them: slabs [2]"]


def test_what_the_dead_had_delivered_may_not_be_missing(database: Database) -> None:
    lines = {0: GOOD[0], 2: ["takes 0", "takes 1", "delivered, round 0"]}
    (problem,) = failures(database, missing={0, 1}, lines=lines)
    assert problem == "missing, but nobody who died held them: slabs [0, 1]"


def test_a_wrong_record_is_found(database: Database) -> None:
    assert failures(database, missing=set(), wrong={3}) == ["1 records are wrong: [3]"]


def test_a_wrong_summary_is_found(database: Database) -> None:
    lines = GOOD | {0: [f"molecules {len(LINES)} of {len(LINES)}, in 1 rounds"]}
    (problem,) = failures(database, missing={1}, lines=lines)
    assert problem == "rank 0 says that 6 molecules are scored"


def test_a_file_of_another_size_is_found(database: Database) -> None:
    results = database.file.with_name("short")
    results.write_bytes(b"".join(database.records[:-1]))
    missing, problems = judge(database, results, GOOD, DEAD, redeal=False)
    assert missing == len(LINES) and "bytes" in problems[0]
