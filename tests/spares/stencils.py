"""Running stencil.c, and what it has to come to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examples.run import BUILD, CLEAN, Finished, launch

STENCIL = str(BUILD / "tests/spares/stencil")
ROUNDS = "40"


@dataclass(frozen=True)
class Ended:
    """A run in which every loss was made good."""

    result: Finished
    report: dict[str, Any]

    @property
    def back(self) -> list[int]:
        """The ranks that came back, in the order of time."""
        return [one["rank"] for one in self.report["recovered"]]


def run(
    place: Path,
    ranks: int,
    spares: int,
    kills: Sequence[str] = (),
    program: Sequence[str] = (ROUNDS,),
    options: Sequence[str] = (),
) -> tuple[Finished, dict[str, Any]]:
    report = place / "report.json"
    more = ["--spares", str(spares), "--report", str(report), *options]
    result = launch(ranks, [STENCIL, *program], kills, more)
    return result, json.loads(report.read_text())


def made_good(*arguments: Any, **named: Any) -> Ended:
    """All ranks end with the values of a run in which nobody dies."""
    result, report = run(*arguments, **named)
    ended = Ended(result, report)
    ranks = report["size"]
    right = [line for line in result.output.splitlines() if " is right, " in line]
    assert result.status == CLEAN, str(result)
    assert sorted(line.split(" is right")[0] for line in right) == sorted(
        f"rank {rank} of {ranks}" for rank in range(ranks)
    ), str(result)
    assert report["lost"] == [] and report["completed"], report
    came_back = {line.split()[1] for line in right if line.endswith("recovered")}
    assert came_back == {str(rank) for rank in ended.back}, str(result)
    return ended
