"""What the launcher makes of the records of the processes of replicated ranks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import merge, render, replicas, verdict
from closeranks_launcher.launch_record import Launch
from closeranks_launcher.page import page
from closeranks_launcher.replicas import Roles
from conftest import finish

SIZE, RANKS = 4, [0, 3]  # process 4 is the twin of rank 0, process 5 that of rank 3
KILLED = {"signal": 9, "phase": "running", "loaded": True, "cause": "killed by signal 9 (SIGKILL)"}
WELL = {"status": 0, "phase": "after MPI_Finalize", "loaded": True, "cause": "exit status 0"}


@pytest.fixture
def launch() -> Launch:
    launch = Launch()
    launch.add("launched", closeranks="1", command=[], directory="/", mpi_prefix="/", options={}, replicas={"size": SIZE, "ranks": RANKS})
    launch.add("concluded", status=0, signal=0, stopped="")
    return launch


class Folder:
    """Records of a run in which all goes well, but for what a test says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.roles = Roles(SIZE, {0: 4, 3: 5})
        for process in range(SIZE + len(RANKS)):
            rank = self.roles.rank_of(process)
            self.add(f"keeper-rank-{process}", 1, "started", rank=process, size=6, host=f"node{process}", pid=100 + process)
            self.add(f"keeper-rank-{process}", 2, "initialising")
            self.add(f"keeper-rank-{process}", 3, "initialised")
            self.add(f"rank-{process}", 3, "start", rank=rank, size=SIZE, process=process, host=f"node{process}", pid=100 + process)

    def add(self, name: str, time: float, event: str, **fields: Any) -> None:
        with (self.path / f"{name}.jsonl").open("a") as file:
            file.write(json.dumps({"event": event, "time": 1000.0 + time, **fields}) + "\n")

    def completes(self, *processes: int) -> None:
        for process in processes:
            self.add(f"rank-{process}", 9, finish([])[0], **finish([])[1])
            self.add(f"keeper-rank-{process}", 10, "ended", **WELL)

    def dies(self, process: int, time: float, **more: Any) -> None:
        self.add(f"keeper-rank-{process}", time, "ended", **KILLED, **more)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def _report(found: replicas.Records, launch: Launch) -> dict[str, Any]:
    return merge.merge(found.ranks, 1, found.kept, False, {}, launch, found.state)


def test_nothing_has_died(folder: Folder, launch: Launch) -> None:
    folder.completes(*range(6))
    found = replicas.read(folder.path, launch)
    assert verdict.judge(found.ranks, 0, found.kept).status == 0
    report = _report(found, launch)
    assert report["size"] == SIZE and report["lost"] == [] and report["completed"]
    assert report["replicas"] == {"ranks": [0, 3], "processes": 6, "died": [], "alone": [], "lost": []}
    assert render.replicas(report) == []


@pytest.mark.parametrize("dead, other, role", [(3, 5, "leader"), (5, 3, "twin"), (0, 4, "leader")])
def test_a_process_has_died_and_nothing_is_lost(dead: int, other: int, role: str, folder: Folder, launch: Launch) -> None:
    folder.dies(dead, 5)
    folder.completes(*(set(range(6)) - {dead}))
    found = replicas.read(folder.path, launch)
    judged = verdict.judge(found.ranks, 0, found.kept)
    assert (judged.status, judged.reason) == (0, "")
    report = _report(found, launch)
    assert report["lost"] == []
    (one,) = report["replicas"]["died"]
    assert (one["role"], one["process"], one["goes_on"][0]["process"]) == (role, dead, other)
    rank = folder.roles.rank_of(dead)
    assert report["replicas"]["alone"] == [rank]
    assert render.replicas(report) == [
        f"replicas: 1 of 6 processes has died, and nothing was lost; rank {rank} has one process left"
    ]
    assert f">{role}</td>" in page.html(report)
    assert report["mpi"]["version"] is None, "no record of the set-up is made up"


def test_the_status_is_that_of_the_process_that_completed(folder: Folder, launch: Launch) -> None:
    folder.dies(0, 5)
    folder.completes(1, 2, 3, 5)
    folder.add("rank-4", 9, finish([])[0], **finish([])[1])
    folder.add("keeper-rank-4", 10, "ended", **{**WELL, "status": 7, "cause": "exit status 7 after MPI_Finalize"})
    found = replicas.read(folder.path, launch)
    assert verdict.judge(found.ranks, 7, found.kept).status == 7


@pytest.mark.parametrize("ending, longest", [(0, 0), (0, 4), (4, 0), (4, 4)])
def test_a_rank_is_lost_with_its_last_process(ending: int, longest: int, folder: Folder, launch: Launch) -> None:
    """Whichever process of another rank ends the program, and whichever mpirun ends last."""
    folder.dies(3, 5)
    folder.dies(5, 6)
    folder.add(f"rank-{ending}", 6.1, "ending", code=84, why="rank 3 has lost both its processes")
    for process in (0, 1, 2, 4):
        end = 7 + 0.1 * (process == longest)
        folder.add(f"keeper-rank-{process}", end, "ended", **{**KILLED, "signal": 15, "cause": "killed by signal 15 (SIGTERM)"})
    found = replicas.read(folder.path, launch)
    judged = verdict.judge(found.ranks, 84, found.kept)
    assert judged.status == 84 and judged.gave_up, "another attempt may complete (--restarts)"
    report = _report(found, launch)
    assert report["replicas"]["lost"] == [3]
    assert [one["process"] for one in report["replicas"]["died"]] == [3, 5], "the others were ended"
    assert render.replicas(report) == ["replicas: 2 of 6 processes have died; rank 3 has lost the last process"]
    assert [one["rank"] for one in report["lost"]] == [3]
    assert "rank 3 has lost both its processes" in render.summary(report)[0]


def test_a_rank_without_a_twin_is_lost_at_once(folder: Folder, launch: Launch) -> None:
    folder.dies(1, 5)
    folder.add("rank-0", 6, "ending", code=84, why="rank 1 has lost its process")
    found = replicas.read(folder.path, launch)
    assert _report(found, launch)["replicas"]["lost"] == [1]
    assert verdict.judge(found.ranks, 84, found.kept).status == 84


def test_a_node_that_died_is_told_by_the_others(folder: Folder, launch: Launch) -> None:
    """Its keeper says nothing."""
    folder.add("rank-4", 5, "process_lost", rank=0, process=0)
    folder.add("rank-1", 5.5, "process_lost", rank=0, process=0)
    folder.completes(1, 2, 3, 4, 5)
    found = replicas.read(folder.path, launch)
    assert verdict.judge(found.ranks, 0, found.kept).status == 0
    (one,) = _report(found, launch)["replicas"]["died"]
    assert one["died"] == 2.0 and "no word" in one["cause"]


def test_lines_are_said_as_it_happens(folder: Folder, launch: Launch) -> None:
    watch = replicas.Watch(folder.roles, folder.path, Launch())
    assert watch.look(0.0) == []
    folder.dies(3, 5)
    assert watch.look(0.0) == [], "the program may be being ended"
    (death,) = watch.look(0.0)
    assert str(death) == (
        "rank 3: its leader (host node3, pid 103) has died: killed by signal 9 (SIGKILL); its twin (host node5, pid 105) "
        "continues, and has no other process any more."
    )
    folder.dies(5, 6)
    (death,) = watch.rest()
    assert str(death).endswith("; the rank has no process any more.")
    assert watch.rest() == []


def test_processes_that_end_with_the_program_have_not_died(folder: Folder, launch: Launch) -> None:
    watch = replicas.Watch(folder.roles, folder.path, Launch())
    folder.dies(3, 5)
    assert watch.look(0.0) == []
    folder.add("rank-0", 4.9, "ending", code=1)
    assert watch.rest() == []


@pytest.mark.parametrize("begins", [False, True])
def test_a_death_before_any_process_has_begun(begins: bool) -> None:
    state = replicas.State(Roles(SIZE, {0: 4, 3: 5}))
    by_mpirun = {"signal": 15, "phase": "in MPI_Init", "cause": "killed by signal 15 (SIGTERM) in MPI_Init"}
    killed = {"signal": 9, "phase": "before MPI_Init", "cause": "killed by signal 9 (SIGKILL) before MPI_Init"}
    state.take(0, {"event": "initialising", "time": 1.0}, True)
    state.take(1, {"event": "ended", "time": 2.0, **by_mpirun}, True)
    assert state.broken_start() == ""
    state.take(5, {"event": "ended", "time": 3.0, **killed}, True)
    if begins:
        state.take(0, {"event": "initialised", "time": 4.0}, True)
    why = "the twin of rank 3: killed by signal 9 (SIGKILL) before MPI_Init, and the other ranks cannot do without it."
    assert state.broken_start() == ("" if begins else why)


def test_a_death_in_mpi_init_counts_when_the_others_get_through(tmp_path: Path) -> None:
    """Before that nobody knows whether it is survived."""
    roles = Roles(SIZE, {0: 4, 3: 5})
    state = replicas.State(roles)
    state.take(3, {"event": "started", "time": 1.0, "host": "node3", "pid": 103}, True)
    state.take(3, {"event": "ended", "time": 2.0, **KILLED, "phase": "in MPI_Init"}, True)
    assert state.deaths() == []
    state.take(0, {"event": "initialised", "time": 3.0}, True)
    (death,) = state.deaths()
    assert (death.process, death.time, death.was_leader) == (3, 2.0, True)


def test_processes_are_named_by_their_ranks() -> None:
    roles = Roles(SIZE, {0: 4, 3: 5})
    assert (roles.name(3), roles.name(5)) == ("rank 3", "the twin of rank 3")


def test_planned_kills_that_never_came(folder: Folder, launch: Launch) -> None:
    folder.dies(3, 5)
    path = folder.path / "keeper-rank-3.jsonl"
    path.write_text(path.read_text().replace("(SIGKILL)", "(SIGKILL), planned by --kill 3@1s"))
    folder.completes(0, 1, 2, 4, 5)
    state = replicas.read(folder.path, launch).state
    assert state is not None
    assert replicas.unreached("3@1s", state) == ""
    assert replicas.unreached("3@1s,3.1@2s", state) == "The planned kill 3.1@2s never came: its process ended before."


def test_ranks_with_both_processes_on_one_host_are_named(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    watch = replicas.Watch(folder.roles, folder.path, Launch())
    watch.look(0.0)
    assert watch.placement() == "", "each process has a host of its own"
    for process in (0, 4):
        folder.add(f"keeper-rank-{process}", 1, "started", rank=process, size=6, host="node0", pid=1)
    watch = replicas.Watch(folder.roles, folder.path, Launch())
    (folder.path / "rank-0.jsonl").unlink()
    (folder.path / "rank-4.jsonl").unlink()
    watch.look(0.0)
    assert watch.placement().startswith("Both processes of rank 0 are on one host")
    assert watch.placement() == "", "it is said once"


def test_processes_that_end_when_they_are_told_have_not_died(folder: Folder, launch: Launch) -> None:
    """By the signal of --time-signal, or by themselves; a process that another signal kills meanwhile has died."""
    launch.events.append({"event": "told", "time": 1004.0, "signal": 15})
    folder.dies(0, 3.5)
    folder.dies(5, 5)
    folder.add("keeper-rank-1", 5, "ended", **KILLED | {"signal": 15})
    folder.dies(2, 6, left=0)
    found = replicas.read(folder.path, launch).state
    assert found is not None and [death.process for death in found.deaths()] == [0, 5]
    watch = replicas.Watch(folder.roles, folder.path, launch)
    assert watch.look(0.0) == [] and [death.process for death in watch.look(0.5)] == [0, 5]
