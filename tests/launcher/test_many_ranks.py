"""What the launcher does for each rank must not be done for each rank again, and again at each look."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sample_runs
from closeranks_launcher import keepers, merge_repairs, records
from closeranks_launcher.records import Rank


def _add(path: Path, kind: str, **fields: Any) -> None:
    with path.open("a") as file:
        file.write(json.dumps({"event": kind, "time": 1.0, **fields}) + "\n")


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were parsed."""
    texts: list[str] = []
    original = records.parse

    def parse(text: str) -> list[records.Event]:
        texts.append(text)
        return original(text)

    monkeypatch.setattr(records, "parse", parse)
    return texts


def test_a_look_reads_only_files_that_have_grown(tmp_path: Path, parsed: list[str]) -> None:
    for rank in range(4):
        _add(tmp_path / f"keeper-rank-{rank}.jsonl", "started", host="a", pid=rank + 1)
        _add(tmp_path / f"client-rank-{rank}.jsonl", "watched")
    watch = keepers.Watch(tmp_path)
    assert watch.look(0.0) == ""
    assert len(parsed) == 8
    _add(tmp_path / "keeper-rank-2.jsonl", "initialising")
    assert watch.look(0.5) == ""
    assert len(parsed) == 9 and "initialising" in parsed[-1]


def test_what_is_known_stays_as_it_was_read(tmp_path: Path) -> None:
    _add(tmp_path / "keeper-rank-0.jsonl", "started", host="a", pid=1)
    _add(tmp_path / "client-rank-0.jsonl", "client")
    known: records.Known = {}
    for _ in range(3):
        (keeper,) = keepers.read(tmp_path, known)
        assert [event["event"] for event in keeper.events] == ["started", "client"]


def test_events_by_kind_follow_the_events() -> None:
    rank = Rank(1, 0)
    assert not rank.has("start") and rank.first("start") is None
    rank.events.append({"event": "start", "time": 1.0})
    rank.events += [{"event": "lost", "time": 2.0}, {"event": "lost", "time": 3.0}]
    assert rank.has("start") and [event["time"] for event in rank.of("lost")] == [2.0, 3.0]


def test_each_repair_has_the_next_call_that_was_done_again() -> None:
    rank = Rank(1, 0)
    for communicator, seconds in ((0, 0.1), (1, None), (0, 0.3)):
        name = {"communicator": communicator, "id": f"id {communicator}"}
        size = {"size": 4, "survivors": 3 - len(rank.of("repaired"))}
        rank.events.append({"event": "repaired", "time": 1.0, "seconds": 0.01, **name, **size})
        if seconds is not None:
            rank.events.append({"event": "redone", "time": 1.0, "function": "MPI_Bcast", "communicator": communicator, "seconds": seconds})
    found = merge_repairs.repairs([rank], 0.0)
    assert [(one["communicator"], one["phases"]["redoing"]) for one in found] == [(0, 0.1), (1, None), (0, 0.3)]


def test_a_report_of_many_ranks_names_each_once() -> None:
    ranks, kept, launch = sample_runs.left(300, 64, {7: 1.0, 100: 2.0})
    assert sum(len(rank.of("repaired")) for rank in ranks) == 2 * 298
    report = sample_runs.report(300, 64, {7: 1.0, 100: 2.0})
    assert [one["rank"] for one in report["lost"]] == [7, 100]
    assert [len(one["ranks"]) for one in report["repairs"]] == [298, 298]
    assert len(kept) == 300 and launch.of("concluded")["status"] == 83
