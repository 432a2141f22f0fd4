"""--replica-check: a twin that differs is given up before another process gets its data; the line names the call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples.run import BUILD, Finished
from replicas.replicated import run as run_and_judge
from replicas.test_values import replicated

_RANKS = 3
_TWINS = [0, 1, 2]
# As on two hosts: what is preloaded behind our library.
_APART = {"AS_ON_TWO_HOSTS": "1", "LD_PRELOAD": f"{BUILD}/libcloseranks_replicas.so:{BUILD}/tests/replicas/libdie_in_files.so"}
_CALL = "in (MPI_[A-Z][a-z_]+), its call ([0-9]+) of MPI, "
_SENDS = _CALL + "it sends something else than its leader: ([0-9]+) bytes to rank ([0-9]+) with tag 7$"
_RESULT = _CALL + "its result of a reduction is not that of its leader$"


@pytest.mark.sample(3)
@pytest.mark.parametrize(("process", "way", "pattern", "call"), [
    (4, "send", _SENDS, "MPI_Isend"),
    (4, "size", _SENDS, "MPI_Isend"), (5, "rank", _SENDS, "MPI_Isend"),
    (3, "reduce", _RESULT, "MPI_Reduce"), (0, "reduce", _RESULT, "MPI_Reduce"),
])  # fmt: skip
def test_a_difference_is_found(process: int, way: str, pattern: str, call: str) -> None:
    """In the leader or in the twin: the leader is believed."""
    finished = replicated(2 * _RANKS, _TWINS, "differing", {"CLOSERANKS_REPLICA_CHECK": "1"}, str(process), way)
    said = [line for line in finished.messages.splitlines() if "is given up" in line]
    rank = process % _RANKS
    assert len(said) == 1 and finished.status == 0, finished
    assert said[0].startswith(f"closeranks: rank {rank}: its twin (process {rank + _RANKS}) is given up, because"), finished
    found = re.search(pattern, said[0])
    assert found is not None and found[1] == call, finished
    assert "wrong" not in finished.output, finished
    done = sorted(line for line in finished.output.splitlines() if line.endswith("done"))
    twin = rank + _RANKS
    assert done == sorted(f"rank {p % _RANKS}: done" for p in range(2 * _RANKS) if p != twin), finished


def _ends_without(given_up: list[int], finished: Finished, why: str = "") -> None:
    """All other processes come to their end."""
    said = [line for line in finished.messages.splitlines() if "is given up" in line]
    assert finished.status == 0 and len(said) == len(given_up), finished
    assert all(line.endswith(f"is given up, because {why}") for line in said), finished
    assert sorted(line for line in finished.output.splitlines() if line.endswith("done")) == sorted(
        f"rank {process % _RANKS}: done" for process in range(2 * _RANKS) if process not in given_up
    ), finished


@pytest.mark.sample(8)
@pytest.mark.parametrize("memory", ["shared", "apart"])
@pytest.mark.parametrize("way", ["clock", "poll", "receive-any", "receive", "wait", "probe", "probe-any", "barrier"])
def test_a_twin_asks_when_its_leader_has_ended(way: str, memory: str) -> None:
    """No answer and no message can come any more. The twin is given up, also without the option, and the run ends."""
    finished = replicated(2 * _RANKS, _TWINS, "differing", _APART if memory == "apart" else {}, "4", way)
    _ends_without([4], finished, "its leader is in MPI_Finalize, and it makes other calls")


@pytest.mark.parametrize("memory", ["shared", "apart"])
@pytest.mark.parametrize("way", ["poll", "folder"])
def test_a_leader_asks_when_its_twin_has_ended(way: str, memory: str, tmp_path: Path) -> None:
    """A leader waits for its twin before it makes a folder."""
    more = {"TEST_FOLDER": str(tmp_path / "made")} | (_APART if memory == "apart" else {})
    finished = replicated(2 * _RANKS, _TWINS, "differing", more, "1", way)
    _ends_without([4], finished, "it is in MPI_Finalize, and its leader makes other calls")
    assert (tmp_path / "made").is_dir() == (way == "folder")


def test_a_leader_reads_clocks_when_its_twin_has_ended() -> None:
    """More of them than it may read before its twin. That is no difference."""
    _ends_without([], replicated(2 * _RANKS, _TWINS, "differing", {}, "1", "clocks"))


def test_twins_that_wait_for_each_other_get_what_they_lack_from_the_leaders() -> None:
    """One of them has not sent what its leader has sent."""
    _ends_without([], replicated(2 * _RANKS, _TWINS, "differing", {}, "4", "omit"))


def test_polls_without_outcome_at_the_end_are_known() -> None:
    """Both processes poll once more; the leader tells the number of such polls now and then only."""
    for _ in range(3):
        _ends_without([], replicated(2 * _RANKS, _TWINS, "differing", _APART, "all", "poll"))


def test_without_the_option_other_twins_get_wrong_data() -> None:
    finished = replicated(2 * _RANKS, _TWINS, "differing", {}, "4", "send")
    assert "wrong: rank 2 has got byte" in finished.output, finished


@pytest.mark.parametrize("program", ["exchange", "mixed"])
def test_equal_processes_are_not_given_up(program: str) -> None:
    ended = run_and_judge(program, _RANKS, _TWINS, more={"CLOSERANKS_REPLICA_CHECK": "1"})
    assert "given up" not in ended.output.log


@pytest.mark.parametrize("program", ["collectives", "communicators"])
def test_all_functions_compare_equal(program: str) -> None:
    finished = replicated(2 * _RANKS, _TWINS, program, {"CLOSERANKS_REPLICA_CHECK": "1"}, "1", "same-bits")
    assert finished.status == 0 and "given up" not in finished.messages, finished
