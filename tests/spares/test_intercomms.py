"""Intercommunicators come back, with what is made from them: duplicates, parts, and both sides as one."""

from __future__ import annotations

import re

import pytest

from examples.run import BUILD, CLEAN, launch

PROGRAM = str(BUILD / "tests/spares/intercomms_again")

BACK = r"^closeranks:   rank (\d+) \(host .*, killed by signal 9 \(SIGKILL\).*; back "


@pytest.mark.sample(13)
@pytest.mark.parametrize("how", [["--spares", "4"], ["--spares", "4", "--commit", "agreed"], ["--recovery", "respawn"]])
@pytest.mark.parametrize(
    ("ranks", "when", "dying"),
    [
        (5, "resumed", ["4", "3"]),  # one of each side, one after the other
        (4, "resumed", ["01", "10"]),  # both leaders
        (6, "resumed", ["25"]),  # one of each side at once
        (7, "resumed", ["135", "0"]),  # all of a side
        (8, "unresumed", ["16", "7"]),
        (6, "halved", ["4", "1"]),
        (5, "returning", ["0", "2"]),
        (6, "returning", ["34"]),
    ],
)
def test_both_sides_are_there_again(how: list[str], ranks: int, when: str, dying: list[str]) -> None:
    result = launch(ranks, [PROGRAM, when, *dying], more=how)
    assert result.status == CLEAN, str(result)
    lost = sorted("".join(dying) + (dying[0] if when == "returning" else ""))
    assert sorted(re.findall(BACK, result.messages, re.MULTILINE)) == lost, str(result)
    assert sorted(result.output.splitlines()) == [f"rank {rank} is right" for rank in range(ranks)], str(result)


# An MPI with this fault makes intercommunicators for ever after a second death.
two_deaths = pytest.mark.needs_mended("hangs", "lost_error")


@two_deaths
@pytest.mark.sample(5)
@pytest.mark.parametrize("how", [["--spares", "2"], ["--recovery", "respawn"]])
@pytest.mark.parametrize("microseconds", [100, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000])
def test_another_dies_in_the_recovery(how: list[str], microseconds: int) -> None:
    """Or before it begins, or never, when it is through in time."""
    result = launch(5, [PROGRAM, str(microseconds), "1", "2"], more=how)
    assert result.status == CLEAN, str(result)
    assert re.findall(BACK, result.messages, re.MULTILINE) == ["1"], str(result)
    assert sorted(result.output.splitlines()) == [f"rank {rank} is right" for rank in range(5)], str(result)


@two_deaths
@pytest.mark.sample(2)
@pytest.mark.parametrize("microseconds", [250_000, 300_000, 350_000, 400_000, 450_000])
def test_the_first_rank_dies_and_another_when_its_process_is_there(microseconds: int) -> None:
    """Or later, or never. If it does, others are started, who have to hear who stood for which rank before."""
    result = launch(6, [PROGRAM, str(microseconds), "0", "3"], more=["--recovery", "respawn"])
    assert result.status == CLEAN, str(result)
    assert re.findall(BACK, result.messages, re.MULTILINE) == ["0"], str(result)
    assert sorted(result.output.splitlines()) == [f"rank {rank} is right" for rank in range(6)], str(result)
