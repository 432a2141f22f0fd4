"""Files and windows that were made before the resume point come back with the rank, and all see the right values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, Finished, launch

PROGRAM = str(BUILD / "tests/spares/objects")
RANKS, ROUNDS = 4, 3


def wanted(number: int, rank: int, alone: Sequence[int]) -> str:
    """What rank `rank` has to see in that round when all are there; `alone`: has its half alone."""
    after, before, before_in_half = (rank + 1) % RANKS, (rank - 1) % RANKS, (rank + 2) % RANKS
    if rank in alone:
        before_in_half = rank
    return (
        f"round {number} rank {rank}: put {100 * number + before}, sum {RANKS}, half {1000 * number + before_in_half}, "
        f"got {10000 * number + after}, read {100000 * number + after}, at {RANKS * (number + 1)}"
    )


def run(how: list[str], file: Path, *arguments: str) -> Finished:
    report = file.with_name("report")
    result = launch(RANKS, [PROGRAM, str(file), *arguments], more=[*how, "--report", str(report)])
    assert "SIGKILL" in result.messages, str(result)
    return result


def check(result: Finished, file: Path, recoveries: int, alone: Sequence[int] = ()) -> None:
    assert result.status == CLEAN, str(result)
    assert result.messages.count(" is recovered, in process") == recoveries, str(result)
    lines = [wanted(number, rank, alone) for number in range(1, ROUNDS + 1) for rank in range(RANKS)]
    assert sorted(result.output.splitlines()) == lines, str(result)
    written = [100000 * ROUNDS + rank for rank in range(RANKS)]
    written += [100000 * number + rank for number in range(1, ROUNDS + 1) for rank in range(RANKS)]
    assert file.read_bytes() == b"".join(value.to_bytes(4, "little") for value in written)
    report = file.with_name("report")
    assert sorted(file.parent.iterdir()) == [file, report], "nothing is left of the shared pointer"
    for said in ("continues without", "was open for writing", "the memory of"):
        assert said not in result.messages, str(result)
    told = json.loads(report.read_text())
    assert alone or (told["windows"], told["files"], set(told["incomplete"])) == ([], [], {"MPI_Barrier"}), str(told)


@pytest.mark.parametrize("how", [["--spares", "2"], ["--recovery", "respawn"]])
@pytest.mark.parametrize("victims", [("2", "0"), ("1", "1")])  # who has the lock that all want; who has come back
def test_all_see_the_right_values(how: list[str], victims: tuple[str, str], tmp_path: Path) -> None:
    check(run(how, tmp_path / "file", *victims), tmp_path / "file", 2)


def test_between_hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOSERANKS_TEST_HOSTS", "2")
    check(run(["--spares", "2"], tmp_path / "file", "2", "1"), tmp_path / "file", 2)


def test_a_death_on_the_way(tmp_path: Path) -> None:
    check(run(["--spares", "3"], tmp_path / "file", "2", "0", "way"), tmp_path / "file", 3)


def test_a_death_before_they_are_made(tmp_path: Path) -> None:
    """Who dies before has a place in them; not in a communicator that is split, from which another window is made."""
    check(run(["--spares", "3"], tmp_path / "file", "3", "0", "early"), tmp_path / "file", 3, alone=[0, 2])


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("order", "makes a communicator (MPI_Comm_dup) where the process before it made a file (MPI_File_open)"),
        ("kind", "makes a communicator (MPI_Comm_dup) where the process before it made a communicator (MPI_Comm_split)"),
        ("access", "calls MPI_Put before closeranks_resume(), where no other rank takes part"),
        ("pointer", "calls MPI_File_write_ordered before closeranks_resume(), where no other rank takes part"),
    ],
)
def test_what_cannot_go_well_is_said(fault: str, said: str, tmp_path: Path) -> None:
    """Who makes other things than the others had made ends: they would wait for it."""
    result = run(["--spares", "1", "--lenient"], tmp_path / "file", "2", "9", fault)
    assert result.status == AFTER_LOSSES, str(result)
    assert f"rank 2 has a replacement process, which {said}" in result.messages, str(result)
    there = [rank for rank in range(RANKS) if rank != 2]
    for start in [f"round {ROUNDS} rank {rank}: " for rank in there]:
        assert any(line.startswith(start) for line in result.output.splitlines()), str(result)
