"""Shared memory that was allocated before the resume point is that of who comes back, too, or it ends with a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, LAUNCHER, Finished, launch
from mpitest.cluster import is_possible
from mpitest.kills import NodeEvent
from mpitest.launch import Job, Mpi
from mpitest.launch import launch as launch_on_nodes  # which knows where the launcher's modules are

from closeranks_launcher import installation  # isort: skip

PROGRAM = str(BUILD / "tests/spares/shared_memory")
RANKS = 6
SPARES, RESPAWN = ["--spares", "7"], ["--recovery", "respawn"]


def run(how: list[str], way: str, *victims: str) -> Finished:
    result = launch(RANKS, [PROGRAM, way, *victims], more=how)
    assert "SIGKILL" in result.messages, str(result)
    return result


def check(result: Finished, rounds: int, filled: list[str]) -> None:
    """`filled`: which tables were empty, and when."""
    assert result.status == CLEAN, str(result)
    wanted = [f"round {number} rank {rank}: all is right" for number in range(1, rounds + 1) for rank in range(RANKS)]
    wanted += [f"round {where} fills a table" for where in filled]
    assert sorted(result.output.splitlines()) == sorted(wanted), str(result)
    assert "continues without" not in result.messages and "the memory of" not in result.messages, str(result)


@pytest.mark.sample(3)
@pytest.mark.parametrize("how", [SPARES, RESPAWN], ids=["spares", "respawn"])
@pytest.mark.parametrize("victims", [("1", "0"), ("0,4", "3"), ("2", "2"), ("0,1", "2,3,5")])
def test_all_have_the_same_memory(how: list[str], victims: tuple[str, ...]) -> None:
    check(run(how, "halves", *victims), len(victims) + 1, ["1 rank 0", "1 rank 3"])


@pytest.mark.parametrize("how", [SPARES, RESPAWN], ids=["spares", "respawn"])
def test_who_has_none_left_gets_new_memory(how: list[str]) -> None:
    filled = ["1 rank 0", "1 rank 3", "2 rank 3", "3 rank 0"]
    check(run(how, "halves", "3,4,5", "0,1,2", "1"), 4, filled)


@pytest.mark.parametrize("victims", [("2", "1"), ("0,2,4", "2,1")])
def test_each_host_has_its_own(victims: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOSERANKS_TEST_HOSTS", "2")
    again = ["2 rank 0"] if victims[0] == "0,2,4" else []
    check(run(SPARES, "parity", *victims), 3, ["1 rank 0", "1 rank 1", *again])


def test_memory_that_others_have_freed_is_not_taken_for_nothing() -> None:
    result = run(["--spares", "1", "--lenient"], "freed", "1")
    assert result.status == AFTER_LOSSES, str(result)
    assert result.messages.count("none of the shared memory that it asks for (MPI_Win_shared_query)") == 1, str(result)


def test_memory_of_another_size_is_other_memory() -> None:
    result = run(["--spares", "1", "--lenient"], "size", "4")
    assert result.status == AFTER_LOSSES, str(result)
    assert "round 0 rank 4: a size is wrong" in result.output.splitlines(), str(result)


def run_on_nodes(way: str, *victims: str, how: dict[str, str], telling: Iterable[int] = range(RANKS), **more: Any) -> tuple[Counter[str], str]:
    """How often each line came, and the log. `telling`: who says in the last round that all is right, with what all
    others have written."""
    place = installation.find(LAUNCHER)
    job = Job([PROGRAM, way, *victims], RANKS + int(how.get("CLOSERANKS_SPARES", 0)), environment=how, **more)
    output = launch_on_nodes(job, Mpi(str(place.mpirun), str(place.library)))
    assert not output.hang and not output.left_behind, output.log
    lines = Counter(line for lines in output.stdout.values() for line in lines)
    last = len(victims) + 1
    assert all(lines[f"round {last} rank {rank}: all is right"] == 1 for rank in telling), output.log
    return lines, output.log


TWO_SPARES = {"CLOSERANKS_SPARES": "2"}
needs_nodes = pytest.mark.skipif(not is_possible(), reason="this user may not make namespaces")


@needs_nodes
@pytest.mark.needs_mended("hangs", "node_dies", "fence_data", "unknown_dead")
def test_a_node_dies() -> None:
    """Both ranks of a pair come back on another node, and have new memory there."""
    events = [NodeEvent.parse("1@rank3")]
    lines, log = run_on_nodes("pairs", "2,3", how=TWO_SPARES, nodes=4, node_events=events)
    assert lines["round 2 rank 2 fills a table"] == 1, log


@needs_nodes
@pytest.mark.needs_mended("may_fail", "fence_data", "unknown_dead")
def test_the_spare_is_chosen_that_is_where_the_memory_is() -> None:
    """Each of two nodes has a spare, and the first of them is on the other node than the first victim."""
    lines, log = run_on_nodes("parity", "1", "2", how=TWO_SPARES, nodes=2, by_node=True)
    assert sum("fills a table" in line for line in lines) == 2, log
    assert "rank 1 is recovered, in process 7 (host node1" in log and "rank 2 is recovered, in process 6 (host node0" in log, log


@needs_nodes
@pytest.mark.needs_mended("hangs", "fence_data", "connect_data", "forgotten_job")
def test_processes_are_started_where_the_memory_is() -> None:
    """One of each of three nodes dies. What those print who are started later is not collected."""
    lines, log = run_on_nodes("pairs", "1,3,5", how={"CLOSERANKS_RECOVERY": "respawn,shrink"}, telling=(0, 2, 4), nodes=3)
    assert sum("fills a table" in line for line in lines) == 3, log
    for rank in (1, 3, 5):
        assert re.search(rf"rank {rank} \(host (node\d), pid \d+\).*; back [^(]* \(host \1, ", log), log
