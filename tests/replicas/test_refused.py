"""Functions that replicated runs do not cover: a sentence names the function, and an error follows."""

from __future__ import annotations

import pytest

from replicas.test_values import replicated


def test_an_error_in_the_program() -> None:
    finished = replicated(4, [0, 1], "refused", {}, "port")
    assert finished.status == 0 and finished.output.split() == ["refused"] * 4, finished
    assert finished.messages.count("the program calls MPI_Open_port, which replicated runs do not support yet") == 2


@pytest.mark.parametrize("twins", [[0, 1], [0]])
def test_before_the_mpi_has_begun(twins: list[int]) -> None:
    """No error handler can be called then, so the program ends, and the sentence is all that it says."""
    finished = replicated(2 + len(twins), twins, "refused", {}, "session")
    assert finished.status != 0 and not finished.output, finished
    assert "the program calls MPI_Session_init, which replicated runs do not support yet" in finished.messages
    assert "MPI_Comm_call_errhandler" not in finished.messages, finished


@pytest.mark.parametrize("twins", [[0, 1], [1]])
def test_in_a_thread(twins: list[int]) -> None:
    """An error would end the thread alone, and the first thread waits for it: the program ends."""
    finished = replicated(2 + len(twins), twins, "refused", {}, "thread")
    assert finished.status != 0 and not finished.output, finished
    assert "the program calls MPI_Comm_spawn, which replicated runs do not support yet" in finished.messages
