"""While lost ranks come back, an error tells the program of a loss, and nothing is repaired that is made anew anyway."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, Finished, launch

PROGRAM = str(BUILD / "tests/spares/unrepaired")
RANKS = 6
COULD_NOT_COMPLETE = 84
OF_ROW, OF_ALL = "MPI_Allreduce:19", "MPI_Allreduce:20"
NONBLOCKING_OF_ALL = "MPI_Iallreduce:4"


def run(
    place: Path, kills: Sequence[str], spares: int = 1, mode: str = "", more: Sequence[str] = ()
) -> tuple[Finished, dict[str, Any]]:
    report = place / "report.json"
    options = ["--spares", str(spares), "--report", str(report), *more]
    result = launch(RANKS, [PROGRAM, mode], kills, options)
    return result, json.loads(report.read_text())


def told_by(result: Finished, kind: str) -> list[int]:
    """The ranks that their row, or all, have told of the loss. All ranks have the right numbers."""
    told: dict[str, list[int]] = {"row": [], "all": []}
    ranks = []
    for line in result.output.splitlines():
        words = line.split()
        assert words[2:4] == ["is", "right,"], str(result)
        ranks.append(int(words[1]))
        for count, name in ((words[5], "row"), (words[10], "all")):
            told[name] += [int(words[1])] * int(count)
    assert sorted(ranks) == list(range(RANKS)), str(result)
    return sorted(told[kind])


@pytest.mark.sample(3)
@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
@pytest.mark.parametrize("rank", [0, 2])
@pytest.mark.parametrize("call", [OF_ALL, NONBLOCKING_OF_ALL])
def test_nothing_is_repaired(commit: str, rank: int, call: str, tmp_path: Path) -> None:
    result, report = run(tmp_path, [f"{rank}@before:{call}"], mode="both", more=["--commit", commit])
    assert result.status == CLEAN, str(result)
    assert told_by(result, "all") == [one for one in range(RANKS) if one != rank]
    assert told_by(result, "row") == []
    assert report["repairs"] == [], report
    assert [one["rank"] for one in report["recovered"]] == [rank], report


@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
def test_some_are_told_by_another_communicator(commit: str, tmp_path: Path) -> None:
    """These are at the resume point before the others are told, by a call on MPI_COMM_WORLD that has the same number."""
    result, report = run(tmp_path, [f"2@before:{OF_ROW}"], more=["--commit", commit])
    assert result.status == CLEAN, str(result)
    assert told_by(result, "row") == [0, 4]
    assert told_by(result, "all") == [1, 3, 5]
    assert report["repairs"] == [], report


@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
def test_it_was_repaired_before(commit: str, tmp_path: Path) -> None:
    """For a call that raises no error. The next one on it raises one, and is not even tried: some are told by their row,
    and are at the resume point."""
    result, report = run(tmp_path, [f"2@before:{NONBLOCKING_OF_ALL}"], more=["--commit", commit])
    assert result.status == CLEAN, str(result)
    assert told_by(result, "row") == [0, 4]
    assert told_by(result, "all") == [1, 3, 5]
    # The row's own nonblocking sum, which was the call before, may be under way at the death.
    assert {one["communicator"] for one in report["repairs"]} in ({0}, {0, 1}), report


@pytest.mark.parametrize("when", ["repair:1", "repair:2"])
def test_another_one_dies_when_it_is_told(when: str, tmp_path: Path) -> None:
    """When it is told by the call, or at the resume point: the others may not have heard of that death when they count
    who lives, and tell of it all the same."""
    result, report = run(tmp_path, [f"2@before:{OF_ALL}", f"4@{when}"], spares=2)
    assert result.status == CLEAN, str(result)
    assert told_by(result, "all") == [0, 1, 3, 5]
    assert sorted(one["rank"] for one in report["recovered"]) == [2, 4], report
    lost = [line for line in result.messages.splitlines() if line.startswith("closeranks: lost rank")]
    pids = {line.split("pid ")[1].split(")")[0].split(",")[0] for line in lost}
    assert pids == {str(one["pid"]) for one in report["recovered"]}, str(result)


def test_who_goes_on_has_it_repaired(tmp_path: Path) -> None:
    """By the first call on it that has no such policy."""
    result, report = run(tmp_path, [f"2@before:{OF_ALL}"], mode="goes_on")
    assert result.status == CLEAN, str(result)
    assert told_by(result, "all") == [0, 1, 3, 4, 5]
    assert [one["communicator"] for one in report["repairs"]] == [0], report
    assert [one["rank"] for one in report["recovered"]] == [2], report


def test_who_waits_for_others_at_the_resume_point_is_said_to(tmp_path: Path) -> None:
    """They were not told, and wait for it in a call."""
    result, report = run(tmp_path, [f"2@before:{OF_ROW}"], mode="row", more=["--stall-after", "2"])
    assert result.status == COULD_NOT_COMPLETE, str(result)
    assert [(one["rank"], one["cause"]) for one in report["lost"]] == [(2, f"killed by signal 9 (SIGKILL), planned by --kill 2@before:{OF_ROW}")], report
    assert "ranks 0 and 4 are waiting in closeranks_resume, MPI_COMM_WORLD" in result.messages, str(result)
    assert "ranks 1, 3 and 5 are waiting in MPI_Allreduce, MPI_COMM_WORLD" in result.messages, str(result)


def test_what_was_made_too_late_says_so(tmp_path: Path) -> None:
    result, _ = run(tmp_path, [f"2@before:{OF_ALL}"], mode="late")
    assert result.status == CLEAN, str(result)
    assert told_by(result, "all") == [0, 1, 3, 4, 5]
    assert result.messages.count("continues without rank 2, recovered since the communicator of the 6 ranks of MPI_Comm_dup on MPI_COMM_WORLD was made") == 1, str(result)


@pytest.mark.sample(3)
@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
@pytest.mark.parametrize("second", ["MPI_Allreduce:48", "MPI_Allreduce:47", "MPI_Iallreduce:12"], ids=["all", "row", "repaired before"])
@pytest.mark.parametrize("first", [OF_ALL, OF_ROW])
def test_without_another_spare(first: str, second: str, commit: str, tmp_path: Path) -> None:
    """Nobody comes back, but all get to the resume point, also when some are told by their row. There it is repaired, and
    from then on the error comes with the result of the others."""
    kills = [f"2@before:{first}", f"3@before:{second}"]
    result, report = run(tmp_path, kills, mode="used_up", more=["--commit", commit])
    assert result.status == AFTER_LOSSES and "--stall-after" not in result.messages, str(result)
    assert sorted(result.output.splitlines()) == [f"rank {rank} is left" for rank in (0, 1, 2, 4, 5)], str(result)
    assert [one["rank"] for one in report["recovered"]] == [2], report
    assert [one["rank"] for one in report["lost"]] == [3], report
