"""What rank 0 is given of standard input in another attempt."""

from __future__ import annotations

import os
from pathlib import Path

from closeranks_launcher.standard_input import StandardInput


def test_a_file_is_given_again_from_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "given").write_text("before\nours\n")
    with (tmp_path / "given").open("rb", buffering=0) as file:
        assert file.read(7) == b"before\n"
        given = StandardInput(file.fileno())
        assert file.read() == b"ours\n"
        assert given.rewind() == ""
        assert file.read() == b"ours\n"


def test_a_pipe_is_not() -> None:
    reading, writing = os.pipe()
    assert "is a pipe" in StandardInput(reading).rewind()
    os.close(reading)
    os.close(writing)


def test_nothing_to_be_said() -> None:
    with open(os.devnull) as nothing:
        descriptor = nothing.fileno()
        assert StandardInput(descriptor).rewind() == ""
    assert StandardInput(descriptor).rewind() == "", "it is closed"
