"""What bench/run makes of the programs with sessions: who runs when, and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from measuring import page, sessions
from measuring.build import Build
from measuring.figures import BARE
from measuring.jobs import Runner
from measuring.results import Results


class Recorder(Runner):
    """Runs nothing, and remembers what it was asked for. A program takes a second more for each rank."""

    def __init__(self, failing: str = "") -> None:
        nowhere = Path("/nowhere")
        super().__init__(Build(nowhere, nowhere, nowhere, nowhere), ["optimistic"], 1.0)
        self.asked: list[tuple[str, list[str], bool]] = []
        self.failing = failing

    def read(self, kind: str, ranks: int, command: Sequence[str], variables: object = None, deaths: bool = False) -> Any:
        name, *arguments = command
        self.asked.append((kind, [Path(name).name, *arguments], deaths))
        if self.failing and self.failing in command:
            return None
        if "discovery" in name:
            return {"before": 1e-6, "first": 2e-3, "after": 3e-6}
        factor = 1 if kind == BARE else {"none": 1.5, "naive": 3, "horizon": 2}[command[1]]
        return {"seconds": ranks * factor}


def results_of(runner: Recorder) -> Results:
    results = Results("bench/run", {}, runner.commits)
    results.sessions = sessions.measure(runner, [2, 4], quick=True)
    results.discoveries = sessions.measure_discovery(runner, [2, 4], quick=True)
    return results


def test_a_bare_run_neither_asks_nor_loses_anybody() -> None:
    runner = Recorder()
    results_of(runner)
    bare = [(command, deaths) for kind, command, deaths in runner.asked if kind == BARE]
    assert bare and all(command[1] == "none" and not deaths for command, deaths in bare)


def test_the_last_rank_dies_where_one_is_expected_to() -> None:
    runner = Recorder()
    sessions.measure(runner, [4], quick=True)
    dying = [command for _, command, deaths in runner.asked if deaths]
    assert dying and all(command[-2:] == ["--die", "3"] for command in dying)
    assert not any("--die" in command for _, command, deaths in runner.asked if not deaths)


def test_ways_take_turns() -> None:
    runner = Recorder()
    sessions.measure(runner, [2], quick=True)
    lives = [command[1] for _, command, deaths in runner.asked if "sessions_ep" in command[0] and not deaths]
    there = ["none", "none", "naive", "horizon"]
    assert lives == [*there, *reversed(there), *there]


def test_the_tables_compare_with_the_bare_run() -> None:
    text = page.render(results_of(Recorder()), [])
    assert "| EP | 4 | 4 | 1.50 (1.50–1.50) | 3.00 (3.00–3.00) | 2.00 (2.00–2.00) | 6 | 12 | 8 |" in text
    assert "| 4 | 1 | 2,000 | 3 | 1 | 2,000 | 3 |" in text


@pytest.mark.parametrize("failing", ["none", "horizon"])
def test_a_program_that_failed_leaves_a_gap(failing: str) -> None:
    text = page.render(results_of(Recorder(failing)), [])
    assert "–" in text and "## Sessions" in text
