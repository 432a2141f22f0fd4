"""Processes die in MPI_Init: the run completes without them, or ends with a sentence, and never hangs."""

from __future__ import annotations

import functools
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from mpitest import processes

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["CLOSERANKS_BUILD"])
_RANKS, _ROUNDS = 3, 12
_ENDED = 84


def _run(*options: str, dies: str = "") -> subprocess.CompletedProcess[str]:
    """Raises TimeoutExpired, with the stacks of all processes, when it hangs."""
    launcher = [sys.executable, str(ROOT / "tools/closeranks"), "--allow-root", "--oversubscribe"]
    words = [*launcher, "--mca", "mpi_yield_when_idle", "1", "-n", str(_RANKS), "--replicate", "100%", *options]
    mark = f"init.{os.getpid()}.{random.random()}"
    environment = os.environ | {"CLOSERANKS_BUILD": str(BUILD), "TEST_DIES": dies, processes.MARKER: mark}
    program = str(BUILD / "tests/replicas/replicas_exchange")
    pipe = subprocess.PIPE
    with subprocess.Popen([*words, program, str(_ROUNDS)], env=environment, stdout=pipe, stderr=pipe, text=True) as run:
        try:
            out, err = run.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            stacks = processes.stacks(mark)
            processes.end_all(mark)
            pytest.fail(f"a hang ({options} {dies})\n{stacks}\n{run.communicate()[1]}")
    return subprocess.CompletedProcess(words, run.returncode, out, err)


@functools.cache
def _undisturbed() -> list[str]:
    result = _run()
    assert result.returncode == 0, result.stderr
    return sorted(result.stdout.splitlines())


def _died(result: subprocess.CompletedProcess[str]) -> bool:
    return "has died: killed by signal 9" in result.stderr


def _moments(seed: int, latest: float) -> list[float]:
    """Milliseconds; more of the early ones, where most is to be met."""
    chance = random.Random(seed)
    return [latest * chance.random() ** 2 for _ in range(3)]


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(40))
def test_while_the_processes_are_connected(seed: int) -> None:
    """After the MPI's own part of MPI_Init, in that of closeranks: nothing is lost."""
    chance = random.Random(seed)
    ranks = chance.sample(range(_RANKS), chance.randint(1, _RANKS))
    kills = [f"{rank}.{chance.choice((0, 1))}@{at:.3f}ms" for rank, at in zip(ranks, _moments(seed, 20.0))]
    result = _run("--kill", ",".join(kills))
    assert result.returncode == 0, result.stderr
    assert sorted(result.stdout.splitlines()) == _undisturbed(), result.stderr
    assert _died(result), result.stderr


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
def test_in_the_mpi(seed: int) -> None:
    """From the start of the program on, so also before and in the MPI's own part of MPI_Init."""
    chance = random.Random(1000 + seed)
    process, moment = chance.randrange(2 * _RANKS), int(1e6 * 0.4 * chance.random())
    result = _run(dies=f"{process}!{moment}")
    if result.returncode == 0:
        assert sorted(result.stdout.splitlines()) == _undisturbed(), result.stderr
        return
    assert result.returncode == _ENDED, result.stderr
    name = f"rank {process}" if process < _RANKS else f"the twin of rank {process - _RANKS}"
    assert f"closeranks: {name} (host " in result.stderr, result.stderr
    assert "in MPI_Init: the program is ended" in result.stderr, result.stderr
