"""Lost ranks whose program is started once more, without spares or when these are used up."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, LAUNCHER, ROOT, launch
from examples.run import run as run_command
from spares.stencils import STENCIL, Ended, made_good, run

RESPAWN = ["--recovery", "respawn,shrink"]


def respawned(place: Path, ranks: int, kills: list[str], *, program: list[str] | None = None, **more: Any) -> Ended:
    return made_good(place, ranks, more.pop("spares", 0), kills, program or ["40"], options=RESPAWN, **more)


def test_what_is_said_and_counted(tmp_path: Path) -> None:
    ended = respawned(tmp_path, 4, ["2@call:MPI_Allreduce:20"])
    assert ended.back == [2]
    said = ended.result.messages
    assert "rank 2 is recovered, in process 4 (host " in said
    assert "summary: 1 loss made good, 0 of 4 ranks lost, 4 completed" in said
    assert len(ended.report["ranks"]) == 4


def test_nobody_dies(tmp_path: Path) -> None:
    ended = respawned(tmp_path, 4, [])
    assert ended.back == [] and ended.result.messages == "", str(ended.result)


@pytest.mark.sample(7)
@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
@pytest.mark.parametrize("when", ["before", "inside"])
@pytest.mark.parametrize("rank", [0, 2])
@pytest.mark.parametrize("function", ["Allreduce:20", "Sendrecv:50"])
def test_one(commit: str, when: str, rank: int, function: str, tmp_path: Path) -> None:
    kills = [f"{rank}@{when}:MPI_{function}"]
    ended = made_good(tmp_path, 4, 0, kills, options=[*RESPAWN, "--commit", commit])
    assert ended.back == [rank]
    (one,) = ended.report["recovered"]
    assert one["phases"]["starting"] > 0.005, one


@pytest.mark.parametrize(("ranks", "dying"), [(4, [0, 2]), (8, [1, 4, 6])])
def test_several_at_once(ranks: int, dying: list[int], tmp_path: Path) -> None:
    kills = [f"{rank}@before:MPI_Allreduce:20" for rank in dying]
    assert sorted(respawned(tmp_path, ranks, kills).back) == dying


def test_one_after_the_other(tmp_path: Path) -> None:
    kills = ["0@call:MPI_Allreduce:12", "3@call:MPI_Allreduce:25", "5@inside:MPI_Sendrecv:70"]
    assert respawned(tmp_path, 6, kills).back == [0, 3, 5]


def test_until_nobody_is_left_who_was_there_at_first(tmp_path: Path) -> None:
    kills = [f"{rank}@call:MPI_Allreduce:{20 * (rank + 1)}" for rank in range(4)]
    assert respawned(tmp_path, 4, kills, program=["100"]).back == [0, 1, 2, 3]


def test_again_and_again() -> None:
    """For longer than communicators that are not used any more are kept."""
    program = [str(BUILD / "tests/spares/repeated"), "40"]
    words = [str(LAUNCHER), "--recovery", "respawn", "--oversubscribe", "-n", "3", *program]
    result = run_command(words)
    assert result.status == CLEAN, str(result)
    assert result.output.count(" is right") == 3, str(result)


def test_it_has_the_settings_of_the_others(tmp_path: Path) -> None:
    """And not those of the daemons, where the launcher has chosen others."""
    words = [str(LAUNCHER), *RESPAWN, "--kill", "2@call:MPI_Allreduce:20", "--oversubscribe", "-n", "3", STENCIL, "40"]
    result = run_command(words, {"CLOSERANKS_RECORDS": str(tmp_path)})
    assert result.status == CLEAN, str(result)
    assert not [*tmp_path.glob("rank-*"), *tmp_path.glob("keeper-*")]


@pytest.mark.parametrize("keeper", [[], ["--no-keeper"]], ids=["keeper", "no keeper"])
def test_what_is_exported_goes_on_from_one_to_the_next(keeper: list[str]) -> None:
    """The last one is started by one that has been started itself."""
    kills = [f"--kill={rank}@call:MPI_Allreduce:{20 * (rank + 1)}" for rank in range(3)]
    words = [str(LAUNCHER), *RESPAWN, *kills, *keeper, "-x", "EXPORTED=a b", "--oversubscribe", "-n", "3"]
    result = run_command([*words, STENCIL, "100", "a b", "exported"])
    assert result.status == CLEAN, str(result)
    assert result.output.count(", recovered") == 3, str(result)


def test_after_the_spares(tmp_path: Path) -> None:
    """Two die at once, and there is one spare."""
    kills = ["1@before:MPI_Allreduce:20", "3@before:MPI_Allreduce:20"]
    options = ["--recovery", "spare,respawn,shrink"]
    ended = made_good(tmp_path, 5, 1, kills, options=options)
    assert sorted(ended.back) == [1, 3]


@pytest.mark.parametrize("where", ["way", "resume", "restore"])
@pytest.mark.parametrize("rank", [0, 3])
def test_while_it_comes_back(where: str, rank: int, tmp_path: Path) -> None:
    program = ["40", str(tmp_path / "mark"), where]
    ended = respawned(tmp_path, 5, [f"{rank}@call:MPI_Allreduce:20"], program=program)
    assert ended.back == [rank, rank]
    assert (tmp_path / "mark").exists()


@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
def test_one_that_cannot_be_started_twice(commit: str, tmp_path: Path) -> None:
    """What is started ends without MPI_Init. Nobody waits for it, and it is not tried for ever."""
    kills = ["2@call:MPI_Allreduce:20", "1@call:MPI_Allreduce:22"]
    options = [*RESPAWN, "--commit", commit]
    result, report = run(tmp_path, 4, 0, kills, ["40", str(tmp_path / "mark"), "start"], options)
    assert result.status == AFTER_LOSSES, str(result)
    assert result.messages.count("no process can be started in the place of a lost one") == 1, str(result)
    assert report["recovered"] == [] and 2 in [one["rank"] for one in report["lost"]]
    assert report["seconds"] - result.stood_still < 20


def test_one_that_dies_before_it_has_begun(tmp_path: Path) -> None:
    """Another one is started, and so is one for the next loss."""
    kills = ["2@call:MPI_Allreduce:20", "1@call:MPI_Allreduce:30"]
    ended = respawned(tmp_path, 4, kills, program=["40", str(tmp_path / "mark"), "once"])
    assert ended.back == [2, 1] and (tmp_path / "mark").exists()
    assert "no process can be started" not in ended.result.messages, str(ended.result)


def test_one_that_does_not_come(tmp_path: Path) -> None:
    """It is given up after the time that was said, and ended."""
    options = [*RESPAWN, "--spawn-patience", "2"]
    result, report = run(tmp_path, 4, 0, ["2@call:MPI_Allreduce:20"], ["40", str(tmp_path / "mark"), "sleep"], options)
    assert result.status == AFTER_LOSSES, str(result)
    assert "no process can be started in the place of a lost one" in result.messages, str(result)
    assert [one["rank"] for one in report["lost"]] == [2]
    assert 2 < report["seconds"] < 20 + result.stood_still


def test_who_starts_it_dies(tmp_path: Path) -> None:
    """Others are started at once, and in the end nobody waits for those of before (--spawn-patience: 120 s)."""
    begin = time.monotonic()
    ended = respawned(tmp_path, 4, ["2@call:MPI_Allreduce:20"], program=["40", str(tmp_path / "mark"), "leader"])
    assert sorted(ended.back) == [0, 2] and (tmp_path / "mark").exists()
    assert time.monotonic() - begin < 60
    assert "the parents of a spawned process" not in ended.result.messages


def test_one_that_was_started_dies_while_another_is_started(tmp_path: Path) -> None:
    kills = ["2@call:MPI_Allreduce:20", "4@call:MPI_Allreduce:40"]
    ended = respawned(tmp_path, 5, kills, program=["60", str(tmp_path / "mark"), "replacement"])
    assert ended.back[0] == 2 and sorted(ended.back[1:]) == [2, 4] and (tmp_path / "mark").exists()


@pytest.mark.parametrize("here", ["", "of the daemon"])
def test_it_has_what_mpirun_was_told_to_export(here: str, tmp_path: Path) -> None:
    """What the daemon has itself comes second."""
    program = [STENCIL, "40", "of the ranks", "exported"]
    export = ["-x", "EXPORTED=of the ranks"]
    words = [str(LAUNCHER), *RESPAWN, "--kill", "2@call:MPI_Allreduce:20", *export, "--oversubscribe", "-n", "3", *program]
    result = run_command(words, {"EXPORTED": here} if here else {})
    assert result.status == CLEAN, str(result)
    assert result.output.count(" is right, ") == 3, str(result)


def test_python() -> None:
    pytest.importorskip("mpi4py")
    python = ["/usr/bin/python3", str(ROOT / "tests/spares/raising.py")]
    kills = ["--kill", "2@call:MPI_Allreduce:33", "--kill", "0@inside:MPI_Allreduce:50"]
    words = [str(LAUNCHER), *RESPAWN, *kills, "--oversubscribe", "-n", "4", *python]
    result = run_command(words, {"PYTHONPATH": str(ROOT / "runtime/python")})
    assert result.status == CLEAN, str(result)
    right = [line for line in result.output.splitlines() if " is right, " in line]
    assert len(right) == 4, str(result)


@pytest.mark.parametrize(
    ("recovery", "what"),
    [("shrink,spare", "too late or twice"), ("phoenix", "which is no way to recover")],
)
def test_bad_lists(recovery: str, what: str) -> None:
    result = launch(2, [STENCIL, "10"], [], ["--recovery", recovery])
    assert result.status not in (CLEAN, AFTER_LOSSES) and what in result.messages, str(result)
