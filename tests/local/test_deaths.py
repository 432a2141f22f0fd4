"""Ranks die at every moment of a phase of messages, and come back alone; or all go back, and say why."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.run import CLEAN, launch
from local.stencils import STENCIL, STEPS, THREADS, arguments_for, made_good, made_good_locally


@pytest.fixture(params=["", *THREADS], ids=["calls", *THREADS])
def thread(request: pytest.FixtureRequest) -> str:
    """Whether a thread of each rank takes part in recoveries while it computes, or also while it sends and receives."""
    return str(request.param)


@pytest.mark.sample(23)
@pytest.mark.parametrize("mode", ["spare", "respawn"])
@pytest.mark.parametrize("dimensions", [1, 3])
@pytest.mark.parametrize("rank", [0, 2])
@pytest.mark.parametrize("death", ["31:send", "31:receive", "31:compute", "40:commit", "60:commit", "0:send", "5:receive"])
def test_one(death: str, rank: int, dimensions: int, mode: str, thread: str, tmp_path: Path) -> None:
    """Before the first checkpoint it begins anew, alone. Its neighbours send it again what it had got."""
    step = int(death.partition(":")[0])
    ended = made_good_locally(tmp_path, 6, dimensions, [f"{rank}:{death}"], mode=mode, thread=thread)
    committed = (step - 1) // 20 * 20 if death.endswith("commit") else step // 20 * 20
    assert ended.ranks[rank].start == (committed or -1)
    assert all(one.recoveries == 1 for one in ended.survivors().values()), str(ended.result)
    if step > committed:
        assert ended.ranks[rank].not_sent_again > 0
        assert sum(one.sent_again for one in ended.survivors().values()) > 0


@pytest.mark.sample(23)
@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
@pytest.mark.parametrize("when", ["call", "inside", "after"])
@pytest.mark.parametrize("call", ["Isend:40", "Improbe:90", "Mrecv:35", "Test:50", "Allreduce:9", "Allreduce:14"])
def test_in_a_call(call: str, when: str, commit: str, thread: str, tmp_path: Path) -> None:
    """Some of the Allreduce are in a commit: before, within and after the checkpoint is taken."""
    made_good_locally(tmp_path, 6, 3, kills=[f"3@{when}:MPI_{call}"], options=["--commit", commit], thread=thread)


@pytest.mark.sample(23)
@pytest.mark.parametrize("number", range(2, 17))
def test_while_a_checkpoint_is_taken(number: int, thread: str, tmp_path: Path) -> None:
    made_good_locally(tmp_path, 5, 1, kills=[f"2@inside:MPI_Allreduce:{number}"], thread=thread)


@pytest.mark.sample(7)
@pytest.mark.parametrize("again", ["21:receive", "25:send", "31:compute", "40:commit"])
def test_the_newcomer_dies_while_messages_are_sent_again(again: str, thread: str, tmp_path: Path) -> None:
    ended = made_good_locally(tmp_path, 6, 3, ["2:31:compute", f"2:{again}"], thread=thread)
    assert ended.back == [2, 2] and ended.ranks[2].start == 20
    assert all(one.recoveries == 2 for one in ended.survivors().values())


def test_another_one_dies_while_it_comes_back(thread: str, tmp_path: Path) -> None:
    """In the exchange in which all tell each other which messages have come."""
    ended = made_good_locally(tmp_path, 6, 1, ["2:31:compute"], ["5@inside:MPI_Alltoall:1"], thread=thread)
    assert sorted(ended.back) == [2, 5]


@pytest.mark.sample(5)
@pytest.mark.parametrize("dimensions", [1, 3])
def test_two_at_once(dimensions: int, thread: str, tmp_path: Path) -> None:
    ended = made_good_locally(tmp_path, 6, dimensions, ["1:31:send", "4:31:send"], thread=thread)
    assert ended.ranks[1].start == ended.ranks[4].start == 20


@pytest.mark.sample(7)
@pytest.mark.parametrize("when", ["send", "receive", "compute"])
def test_two_neighbours_at_once(when: str, thread: str, tmp_path: Path) -> None:
    """What they had sent each other they send again, for they compute it again."""
    ended = made_good_locally(tmp_path, 6, 1, [f"2:31:{when}", f"3:31:{when}"], words=["where=buddy:copies=2"], thread=thread)
    assert ended.ranks[2].start == ended.ranks[3].start == 20


def test_two_of_whom_one_has_the_only_copy_of_the_other(thread: str, tmp_path: Path) -> None:
    ended = made_good(tmp_path, 6, 1, ["2:31:send", "3:31:send"], words=["together"], thread=thread)
    assert ended.why_global == ["the checkpoint of the last commit is lost"]
    assert all(one.entered == 2 and one.computed > STEPS for one in ended.survivors().values())


def test_one_after_the_other(thread: str, tmp_path: Path) -> None:
    dying = ["0:3:receive", "5:17:compute", "1:33:send", "4:33:send", "2:59:compute"]
    assert sorted(made_good_locally(tmp_path, 6, 3, dying, thread=thread).back) == [0, 1, 2, 4, 5]


def test_a_full_log(thread: str, tmp_path: Path) -> None:
    ended = made_good(tmp_path, 4, 1, ["2:31:send"], words=["log=20000"], thread=thread)
    assert ended.why_global == ["a log of messages is full"]
    assert "the log of rank 1 is full, for it has sent more than 20000 bytes since the last commit" in ended.result.messages
    assert all(one.start == 20 and one.entered == 2 for one in ended.survivors().values()), str(ended.result)


@pytest.mark.sample(5)
@pytest.mark.parametrize("death", ["26:send", "25:collective"])
def test_after_a_collective_and_in_it(death: str, thread: str, tmp_path: Path) -> None:
    ended = made_good(tmp_path, 4, 1, [f"2:{death}"], words=["sum=25"], thread=thread)
    assert ended.why_global == ["a collective was called since the last commit"]
    assert all(one.start == 20 and one.entered == 2 for one in ended.survivors().values()), str(ended.result)


@pytest.mark.sample(5)
@pytest.mark.parametrize("death", ["23:send", "43:send"])
def test_before_a_collective_and_after_the_next_commit(death: str, thread: str, tmp_path: Path) -> None:
    made_good_locally(tmp_path, 4, 1, [f"2:{death}"], words=["sum=25"], thread=thread)


@pytest.mark.sample(5)
@pytest.mark.parametrize("spares", [0, 1])
def test_nobody_is_left(spares: int, thread: str, tmp_path: Path) -> None:
    deaths = ["die=1:31:send", "die=2:45:send"][1 - spares :]
    words = [*deaths, thread] if thread else deaths
    result = launch(4, [STENCIL, *arguments_for(1, []), f"marks={tmp_path}", *words], more=["--spares", str(spares)])
    assert result.status != CLEAN and "fingerprint" not in result.output, str(result)
    assert "no process is left for 1 lost rank(s)" in result.messages, str(result)


def test_a_death_when_all_is_done(thread: str, tmp_path: Path) -> None:
    """While results are collected: all go back to the last checkpoint, which has all steps."""
    ended = made_good(tmp_path, 4, 1, kills=["3@inside:MPI_Gather:1"], thread=thread)
    assert ended.why_global == ["a collective was called since the last commit"]
    assert all(one.computed == STEPS and one.start == STEPS for one in ended.survivors().values()), str(ended.result)
