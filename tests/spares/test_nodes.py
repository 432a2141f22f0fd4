"""A whole node dies, and spares on another one, or processes that are started, take the places of its ranks."""

from __future__ import annotations

import functools
import re

import pytest

from examples.run import BUILD, LAUNCHER
from mpitest.kills import NodeEvent
from mpitest.launch import Job, Mpi, launch  # which knows where the launcher's modules are

from closeranks_launcher import doctor_mpi, installation  # isort: skip

pytestmark = pytest.mark.needs_mended("hangs", "node_dies", "fence_data", "unknown_dead")

HEAT = [str(BUILD / "examples/heat"), "200", "4000", "20"]


def _result(stdout: list[str]) -> str:
    return next(line for line in stdout if line.startswith("after "))


@functools.cache
def _result_of_the_bare_mpi(mpirun: str) -> str:
    bare = launch(Job(HEAT, 8), Mpi(mpirun))
    assert bare.status == 0, bare.log
    return _result(bare.stdout[0])


def _ends_well(job: Job, mpi: Mpi) -> str:
    """The log of a job whose result is that of the bare MPI."""
    wanted = _result_of_the_bare_mpi(mpi.mpirun)
    output = launch(job, mpi)
    assert not output.hang and not output.left_behind, output.log
    assert _result(output.stdout[0]) == wanted, output.log
    return output.log


@pytest.mark.parametrize(("node", "dying"), [(1, [2, 3]), (2, [4, 5])])
def test_a_node_dies(node: int, dying: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    place = installation.find(LAUNCHER)
    monkeypatch.setenv("CLOSERANKS_SPARES", "2")  # they are on the last node
    last = dying[-1]
    environment = {"CLOSERANKS_SPARES": "2", "CLOSERANKS_KILL": f"{last}@call:MPI_Sendrecv:3000"}
    job = Job(HEAT, 8, environment=environment, nodes=4, node_events=[NodeEvent.parse(f"{node}@rank{last}")])
    log = _ends_well(job, Mpi(str(place.mpirun), str(place.library)))
    for rank in dying:  # one may be noticed, and brought back, before the other
        line = rf"rank {rank} \(host node{node}, .*; back .* in process [89] \(host node3,"
        assert re.search(line, log), log


@pytest.mark.parametrize(("node", "dying"), [(1, [2, 3]), (3, [6, 7])])
def test_its_ranks_are_started_elsewhere(node: int, dying: list[int]) -> None:
    place = installation.find(LAUNCHER)
    last = dying[-1]
    environment = {"CLOSERANKS_RECOVERY": "respawn,shrink", "CLOSERANKS_KILL": f"{last}@call:MPI_Sendrecv:3000"}
    job = Job(HEAT, 8, environment=environment, nodes=4, node_events=[NodeEvent.parse(f"{node}@rank{last}")])
    log = _ends_well(job, Mpi(str(place.mpirun), str(place.library)))
    for rank in dying:
        line = rf"rank {rank} \(host node{node}, .*; back .* in process [89] \(host node[^{node}],"
        assert re.search(line, log), log


@pytest.mark.parametrize("by_node", [False, True], ids=["by-slot", "by-node"])
def test_each_comes_back_where_it_was(by_node: bool) -> None:
    """The first one for whom two start a process on another node; on one of the nodes nobody of the first job is left."""
    place = installation.find(LAUNCHER)
    if "28-forgotten-job" not in (doctor_mpi.mended_in(place.mpirun.parent.parent) or ()):
        pytest.skip("this MPI cannot start processes on other nodes again")
    victims = (2, 6, 1, 5) if by_node else (2, 4, 3, 1)
    kills = ",".join(f"{rank}@call:MPI_Sendrecv:{600 * (i + 1)}" for i, rank in enumerate(victims))
    environment = {"CLOSERANKS_RECOVERY": "respawn,shrink", "CLOSERANKS_KILL": kills}
    job = Job(HEAT, 8, environment=environment, nodes=4, by_node=by_node)
    log = _ends_well(job, Mpi(str(place.mpirun), str(place.library)))
    found = re.findall(r"rank (\d) \(host (node\d), .*; back .* in process \d+ \(host (node\d),", log)
    assert sorted(int(rank) for rank, _, _ in found) == sorted(victims), log
    assert all(before == now for _, before, now in found), log


def test_hosts_that_mpirun_knows_by_another_name() -> None:
    """Nobody can be started there by the name that the ranks know, so mpirun chooses."""
    place = installation.find(LAUNCHER)
    rename = 'name=$(hostname); hostname "alias-${name#alias-}"; exec "$@"'
    environment = {"CLOSERANKS_RECOVERY": "respawn,shrink", "CLOSERANKS_KILL": "2@call:MPI_Sendrecv:600,4@call:MPI_Sendrecv:1200"}
    job = Job(["/bin/sh", "-c", rename, "sh", *HEAT], 8, environment=environment, nodes=4)
    log = _ends_well(job, Mpi(str(place.mpirun), str(place.library)))
    for rank in (2, 4):
        assert re.search(rf"rank {rank} \(host alias-node\d, .*; back .* \(host alias-node\d,", log), log
