"""Distributed graphs come back: each rank with its own neighbours, and what it gets from them."""

from __future__ import annotations

import re

import pytest

from examples.run import BUILD, CLEAN, launch

PROGRAM = str(BUILD / "tests/spares/graphs_again")


BACK = r"^closeranks:   rank (\d+) \(host .*, killed by signal 9 \(SIGKILL\).*; back "


@pytest.mark.sample(4)
@pytest.mark.parametrize("how", [["--spares", "2"], ["--spares", "2", "--commit", "agreed"], ["--recovery", "respawn"]])
@pytest.mark.parametrize(
    ("ranks", "when", "dying"),
    [
        (4, "resumed", ["0", "2"]),
        (5, "resumed", ["1", "1"]),
        (6, "resumed", ["05"]),  # two neighbours
        (4, "resumed", ["02"]),  # all of a half
        (5, "unresumed", ["3", "0"]),
        (4, "early", ["2", "0"]),
    ],
)
def test_all_have_their_neighbours(how: list[str], ranks: int, when: str, dying: list[str]) -> None:
    result = launch(ranks, [PROGRAM, when, *dying], more=how)
    assert result.status == CLEAN, str(result)
    assert sorted(re.findall(BACK, result.messages, re.MULTILINE)) == sorted("".join(dying)), str(result)
    assert sorted(result.output.splitlines()) == [f"rank {rank} is right" for rank in range(ranks)], str(result)
