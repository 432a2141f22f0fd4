"""MPI-IO with replicas: each value that is read is right, and the file is that of the bare MPI, byte for byte."""

from __future__ import annotations

import functools
import random
import tempfile
from pathlib import Path

import pytest

from examples.run import BUILD, run
from replicas.test_values import MPIRUN, judge, replicated

_RANKS = 3
_ROUNDS = 4
_STEPS = 27  # of a round


@functools.cache
def _bare(ranks: int) -> bytes:
    """The file that a run without closeranks leaves."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "file")
        program = str(BUILD / "tests/replicas/replicas_files")
        finished = run([MPIRUN, "--map-by", ":oversubscribe", "-n", str(ranks), program, str(file), str(_ROUNDS), "keep"])
        judge(finished, "files", ranks, _ROUNDS)
        return file.read_bytes()


def _check(folder: Path, ranks: int, twins: list[int], deaths: list[str]) -> None:
    file = folder / "file"
    processes = ranks + len(twins)
    finished = replicated(processes, twins, "files", {"CHECKS_DIE": " ".join(deaths)}, str(file), str(_ROUNDS), "keep")
    judge(finished, "files", processes - len(deaths), _ROUNDS)
    assert file.read_bytes() == _bare(ranks), f"another file than that of the bare MPI\n{finished}"


@pytest.mark.parametrize(("ranks", "twins"), [(1, []), (3, []), (3, [0, 1, 2]), (3, [1])])
def test_no_death(tmp_path: Path, ranks: int, twins: list[int]) -> None:
    _check(tmp_path, ranks, twins, [])


def _deaths(seed: int) -> list[str]:
    """One to three processes die, of different ranks, at calls or some time after them."""
    chance = random.Random(seed)
    ranks = chance.sample(range(_RANKS), chance.randint(1, _RANKS))
    return [
        f"{chance.choice([rank, rank + _RANKS])}:{chance.randint(1, _STEPS * (_ROUNDS - 1))}:"
        f"{chance.choice([0, 50, 300, 1000, 2000])}"
        for rank in ranks
    ]


@pytest.mark.sample(7)
@pytest.mark.parametrize("seed", range(24))
def test_deaths(tmp_path: Path, seed: int) -> None:
    _check(tmp_path, _RANKS, [0, 1, 2], _deaths(seed))
