"""The launcher with the real library and mpirun: every way of leaving, and its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from real_mpi import RANKS, build, closeranks, command


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, Path(__file__).with_name("leaving.c"))


@pytest.mark.sample(5)
@pytest.mark.parametrize("status", ["0", "1", "7"])
@pytest.mark.parametrize("how", ["exit", "return", "_exit", "_Exit", "quick_exit", "abort"])
def test_leaving_is_noticed_like_a_kill(program: str, how: str, status: str) -> None:
    result = closeranks(program, how, "2", status)
    assert result.returncode == 83, result.stderr
    assert f"sum {RANKS - 1}\n" in result.stdout
    assert "closeranks: lost rank 2 of 4 (host " in result.stderr
    assert "closeranks: summary: 1 of 4 ranks lost, 3 completed" in result.stderr
    if how in ("exit", "return"):
        assert "unflushed 2" in result.stdout


def test_a_thread_that_reads_keeps_no_rank_from_leaving(program: str) -> None:
    """It has the stream locked, which whoever flushes all streams waits for."""
    result = closeranks(program, "reading,exit", "2", "7")
    assert (result.returncode, f"sum {RANKS - 1}\n" in result.stdout) == (83, True), result.stderr
    assert "unflushed 2" in result.stdout
    assert closeranks(program, "reading,MPI_Abort", "2", "7").returncode == 7


def test_nothing_is_said_when_nothing_happened(program: str) -> None:
    result = closeranks(program)
    assert (result.returncode, result.stderr) == (0, "")


def test_children_may_leave(program: str) -> None:
    result = closeranks(program, "children", "-2", "5")
    assert (result.returncode, result.stderr) == (0, "")


def test_the_status_of_main_after_finalize(program: str) -> None:
    assert closeranks(program, "late", "-2", "9").returncode == 9


@pytest.mark.parametrize("leaver", ["2", "-1"])
def test_mpi_abort_ends_everybody_with_its_code(program: str, leaver: str) -> None:
    begin = time.monotonic()
    result = closeranks(program, "MPI_Abort", leaver, "7")
    assert result.returncode == 7
    assert "closeranks: lost" not in result.stderr
    assert time.monotonic() - begin < 10


def test_mpi_abort_with_code_0_has_the_status_of_mpirun(program: str) -> None:
    result = closeranks(program, "MPI_Abort", "2", "0")
    assert result.returncode == 0
    assert "closeranks: Rank 2 ended the program with code 0, by MPI_Abort: not all was done.\n" in result.stderr


def test_a_fatal_error_ends_everybody(program: str) -> None:
    result = closeranks(program, "fatal", "2")
    assert result.returncode not in (0, 83, 84, 124)
    assert "MPI_ERR_COUNT" in result.stderr


def test_a_program_that_never_finalizes_keeps_its_status(program: str) -> None:
    assert closeranks(program, "exit", "-1", "7").returncode == 7


def test_the_death_of_a_spawned_process_is_not_status_0(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    spawning = build(tmp_path_factory, Path(__file__).with_name("spawning.c"))
    records, path = tmp_path / "records", tmp_path / "report.json"
    result = closeranks("--keep-records", str(records), "--report", str(path), spawning)
    assert result.returncode == 83, result.stderr
    assert result.stdout.count(f"sum {RANKS + 2}\n") == 2
    assert "lost 1 of the connected processes" in result.stderr
    assert "closeranks: spawned job 2: lost rank 1 of 3" in result.stderr
    assert "closeranks: spawned job 2: summary: 1 of 3 ranks lost, 2 completed" in result.stderr
    assert result.stderr.count("summary: ") == 1
    report = json.loads(path.read_text())
    (job,) = report["spawned"]
    assert report["lost"] == [] and [lost["rank"] for lost in job["lost"]] == [1]
    assert len(list(records.glob("job2-rank-*.jsonl"))) == 3


def test_policy_abort(program: str) -> None:
    result = closeranks(program, "bcast", "0")
    assert result.returncode == 84
    assert "needs rank 0 in MPI_Bcast, which is lost" in result.stderr
    assert result.stderr.count("the policy of MPI_Bcast is abort") == 1


def test_the_abort_code_is_the_status(program: str) -> None:
    assert closeranks("--abort-code", "77", program, "bcast", "0").returncode == 77


def test_policy_is_set_at_run_time(program: str) -> None:
    assert closeranks("--policy", "Bcast=ignore", program, "bcast", "0").returncode == 83


@pytest.mark.parametrize(
    "item",
    ["3@200ms", "3@call:MPI_Allreduce:5", "3@inside:Allreduce:5", "3@after:MPI_Allreduce:5"],
)
def test_a_planned_death(program: str, tmp_path: Path, item: str) -> None:
    report = tmp_path / "report.json"
    result = closeranks("--kill", item, "--report", str(report), program)
    assert result.returncode == 83, result.stderr
    (lost,) = json.loads(report.read_text())["lost"]
    assert lost["rank"] == 3
    assert lost["cause"].endswith(item)


def test_a_death_in_a_repair(program: str) -> None:
    result = closeranks("--kill", "3@call:MPI_Allreduce:5,1@repair:1", program)
    assert result.returncode == 83, result.stderr
    assert "sum 2\n" in result.stdout


def test_random_deaths_are_repeatable(program: str, tmp_path: Path) -> None:
    """The same ranks at the same moments. Whether that is still in MPI_Init depends on the machine."""
    planned = []
    for name in ("a.json", "b.json"):
        law = "exp:mean=200ms,seed=4,max=2"
        closeranks("--kill-random", law, "--report", str(tmp_path / name), program, "until", "-2", "2")
        report = json.loads((tmp_path / name).read_text())
        planned.append(sorted(lost["cause"].split("planned by ")[1] for lost in report["lost"]))
    assert planned[0] == planned[1] and len(planned[0]) == 2


@pytest.mark.parametrize("seed", [1, 2])
def test_random_deaths_are_on_a_node_where_that_is_asked(program: str, tmp_path: Path, seed: int) -> None:
    """Nodes of two ranks, which are cages, too: the second death takes the other rank of the node."""
    law = f"exp:gap=100ms,seed={seed},max=2,node=2,cage=2,near=100,window=1"
    closeranks("--kill-random", law, "--report", str(tmp_path / "a.json"), program, "until", "-2", "2")
    lost = [one["rank"] for one in json.loads((tmp_path / "a.json").read_text())["lost"]]
    assert sorted(lost) in ([0, 1], [2, 3]), lost


def test_a_wrong_plan_is_named_once(program: str) -> None:
    result = closeranks("--kill", "9@1s", program)
    assert result.returncode == 82
    assert result.stderr.count("The kill (9@1s) cannot be planned: there are only 4 ranks") == 1


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_no_orphans(
    program: str, tmp_path: Path, number: signal.Signals
) -> None:
    options = ["--keep-records", str(tmp_path), program, "long"]
    launcher = subprocess.Popen(
        command(*options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while len(list(tmp_path.glob("rank-*.jsonl"))) < RANKS:
        assert launcher.poll() is None
        time.sleep(0.05)
    time.sleep(0.2)
    records = [path.read_text().splitlines()[0] for path in tmp_path.glob("rank-*")]
    os.kill(launcher.pid, number)
    assert launcher.wait(20) == 128 + number
    assert not [pid for line in records if alive(pid := json.loads(line)["pid"])]
