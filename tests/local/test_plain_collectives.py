"""A collective within run() that does not go through the object is named, with a death and without; nobody hangs."""

from __future__ import annotations

import pytest

from examples.run import BUILD, CLEAN, Finished, launch

PLAIN = str(BUILD / "tests/local/local_plain")
COULD_NOT_COMPLETE = 84


def run(way: str) -> Finished:
    return launch(4, [PLAIN, way], more=["--spares", "1"])


@pytest.mark.parametrize("way", ["calm", "after"])
def test_all_are_told_at_the_next_commit(way: str) -> None:
    """After a death all go back first: the sum lacked a rank, and the newcomer calls it alone otherwise."""
    result = run(way)
    why = "a collective was called within run() without collective(): after a death ranks may wait in it for ever"
    assert result.status == CLEAN, str(result)
    assert sorted(result.output.splitlines()) == [f"rank {rank}, step 4: {why}" for rank in range(4)], str(result)
    if way == "after":
        assert "killed by signal 9 (SIGKILL)" in result.messages, str(result)
        assert "all ranks go back: a collective was called since the last commit" in result.messages, str(result)


def test_some_wait_in_it_and_others_in_the_recovery() -> None:
    """The program ends, and says who waits where."""
    result = run("apart")
    assert result.status == COULD_NOT_COMPLETE, str(result)
    assert "rank 2 (host " in result.messages and "killed by signal 9 (SIGKILL)" in result.messages, str(result)
    assert "ranks 0 and 1 are waiting in MPI_Allreduce, MPI_COMM_WORLD\n" in result.messages, str(result)
    assert "rank 3 is waiting in MPI_Allreduce, local recovery\n" in result.messages, str(result)
