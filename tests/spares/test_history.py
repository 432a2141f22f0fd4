"""The report has all losses also when no process is left that was there at the first of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, launch

PROGRAM = str(BUILD / "tests/spares/shared_memory")
RANKS = 6


@pytest.mark.parametrize("victims", [("3,4,5", "0,1,2"), ("0,1,2", "3,4,5")])
@pytest.mark.parametrize("how", [["--spares", "6"], ["--recovery", "respawn"]], ids=["spares", "respawn"])
def test_who_came_back_tells_of_all(how: list[str], victims: tuple[str, str], tmp_path: Path) -> None:
    report = tmp_path / "report"
    result = launch(RANKS, [PROGRAM, "halves", *victims], more=[*how, "--report", str(report)])
    assert result.status == CLEAN, str(result)
    assert "summary: 6 losses made good, 0 of 6 ranks lost, 6 completed" in result.messages, str(result)
    told = json.loads(report.read_text())
    recovered = told["recovered"]
    assert told["lost"] == [] and sorted(one["rank"] for one in recovered) == list(range(RANKS)), str(told)
    assert [one["now"]["process"] for one in recovered] == list(range(RANKS, 2 * RANKS)), str(told)
    for one in recovered:
        assert "SIGKILL" in one["cause"] and 0 < one["noticed"] < one["back"] and one["seconds"] > 0, str(told)


def test_also_of_who_stays_away(tmp_path: Path) -> None:
    report = tmp_path / "report"
    more = ["--spares", "4", "--lenient", "--report", str(report)]
    result = launch(RANKS, [PROGRAM, "halves", "0,1,2,5", "3,4"], more=more)
    assert result.status == AFTER_LOSSES, str(result)
    told = json.loads(report.read_text())
    assert sorted(one["rank"] for one in told["recovered"]) == [0, 1, 2, 5], str(told)
    assert {3, 4} <= {one["rank"] for one in told["lost"]}, str(told)
