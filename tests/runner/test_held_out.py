"""The table of kinds of programs with random deaths, by MPI, and how its runs are drawn."""

from __future__ import annotations

import json
import random
import re
import runpy
import subprocess
from pathlib import Path

from examples.run import ROOT
from mpitest.launch import Mpi
from roots import programs

HELD_OUT = ROOT / "tests/roots/held_out"


def draw(seed: int) -> programs.Draw:
    return programs.Draw(random.Random(seed), Mpi("mpirun"))


def test_all_kinds_have_a_row_and_a_program() -> None:
    assert set(runpy.run_path(str(HELD_OUT))["KINDS"]) == set(programs.KINDS)


def test_a_seed_draws_the_same_deaths() -> None:
    drawn = [draw(seed).at_calls(draw(seed).victims(range(4), 3), {"MPI_Put": 9, "MPI_Get": 1}) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_deaths_are_of_the_victims_and_within_the_limits() -> None:
    for seed in range(100):
        victims = draw(seed).victims(range(2, 5), 2)
        assert 1 <= len(victims) <= 2 and set(victims) <= {2, 3, 4}
        for rank, kill in zip(victims, draw(seed).at_calls(victims, {"MPI_Put": 3})):
            assert re.fullmatch(rf"{rank}@(before|inside|after):MPI_Put:[123]", kill)


def test_the_table(tmp_path: Path) -> None:
    kinds = {"pi": {"runs": 20, "right": 19, "killed": 30}, "farms": {"runs": 1, "right": 1, "killed": 2}}
    (tmp_path / "a.json").write_text(json.dumps({"name": "5.0.7", "kinds": kinds}))
    (tmp_path / "b.json").write_text(json.dumps({"name": "6.0", "kinds": {}}))
    command = [str(HELD_OUT), "--table", *map(str, (tmp_path / "a.json", tmp_path / "b.json"))]
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()
    assert lines[0] == "| kind | 5.0.7 | 6.0 |"
    assert "| pi | 19 of 20 |  |" in lines and "| farms | 1 of 1 |  |" in lines and "| files |  |  |" in lines
    assert lines[-1] == "| killed processes | 32 | 0 |"
