"""examples/rod.cpp has the bits of examples/heat.c, whoever dies, and whoever lives computes each step once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples.come_back import RANKS, Example
from examples.run import BUILD, CLEAN

ROD = Example([str(BUILD / "examples/rod")], ["500", "300", "50"], [])
HEAT = Example([str(BUILD / "examples/heat")], ["500", "300", "50"], [])


def test_nobody_dies(tmp_path: Path) -> None:
    result, _ = ROD.run(tmp_path, RANKS, ROD.short, 1, [])
    assert result.status == CLEAN and result.messages == "", str(result)
    assert result.output == ROD.bare(RANKS, ROD.short) + "\n" == HEAT.bare(RANKS, HEAT.short) + "\n"


@pytest.mark.parametrize("mode", ["spare", "respawn"])
@pytest.mark.parametrize("kills", [["3@inside:MPI_Isend:300"], ["0@call:MPI_Isend:100", "4@after:MPI_Isend:400"]])
def test_some_die(kills: list[str], mode: str, tmp_path: Path) -> None:
    spares = len(kills) if mode == "spare" else 0
    result, report = ROD.run(tmp_path, RANKS, ROD.short, spares, kills, mode)
    due = sorted(kill.partition("@")[0] for kill in kills)
    assert result.status == CLEAN, str(result)
    assert sorted(str(one["rank"]) for one in report["recovered"]) == due, str(result)
    assert ROD.bare(RANKS, ROD.short) in result.output.splitlines(), str(result)
    assert sorted(re.findall(r"^rank (\d+) went back to step \d+$", result.output, re.MULTILINE)) == due, str(result)
