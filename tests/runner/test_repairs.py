"""`bench/run --only repairs`: its program repairs by hand and by closeranks, and both runs have results."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from examples.run import ROOT, run

BUILD = Path(os.environ["CLOSERANKS_BUILD"])


@pytest.mark.skipif(not (BUILD / "bench/bench_repair").exists(), reason="the build is without CLOSERANKS_BENCH")
def test_both_kinds_of_repairs_are_measured(tmp_path: Path) -> None:
    options = ("--build", str(BUILD), "--quick", "--only", "repairs", "--ranks", "3", "--commits", "optimistic")
    finished = run([str(ROOT / "bench/run"), *options, "--out", str(tmp_path)])
    assert finished.status == 0, str(finished)
    results = json.loads((tmp_path / "results.json").read_text())
    parts = {point["part"]: point["kinds"].keys() for point in results["repairs"]}
    assert parts["first"] == {"bare", "optimistic"} and parts["repair"] == {"optimistic"}
    assert results["failures"] == []
