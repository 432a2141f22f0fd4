"""`bench/interruptions --chart`: the committed chart shows the committed data."""

from __future__ import annotations

from pathlib import Path

from examples.run import ROOT, run

_MEASURED = ROOT / "bench/measured/replicas"


def test_the_chart_is_that_of_the_data(tmp_path: Path) -> None:
    chart = tmp_path / "interruptions.svg"
    finished = run([str(ROOT / "bench/interruptions"), "--json", str(_MEASURED / "interruptions.json"), "--chart", str(chart)])
    assert finished.status == 0, str(finished)
    assert chart.read_text() == (_MEASURED / "interruptions.svg").read_text()


def test_a_chart_needs_data(tmp_path: Path) -> None:
    finished = run([str(ROOT / "bench/interruptions"), "--chart", str(tmp_path / "chart.svg")])
    assert finished.status == 2 and "--json FILE" in finished.messages
