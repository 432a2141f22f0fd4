"""Programs that check each value run on libcloseranks_replicas.so as on the bare MPI."""

from __future__ import annotations

import os
import random
import re
from collections import Counter

import pytest

from examples.run import BUILD, Finished, run

MPIRUN = os.path.join(os.environ.get("MPI_HOME", "/usr"), "bin", "mpirun")


def replicated(processes: int, twins: list[int], program: str, more: dict[str, str], *arguments: str) -> Finished:
    """The last processes are the second ones of the ranks in `twins`."""
    settings = {
        "LD_PRELOAD": str(BUILD / "libcloseranks_replicas.so"),
        "CLOSERANKS_REPLICATE": ",".join(map(str, twins)),
        **more,
    }
    exported = [word for name, value in settings.items() for word in ("-x", f"{name}={value}")]
    command = [MPIRUN, "--with-ft", "ulfm", "--map-by", ":oversubscribe", "-n", str(processes), *exported]
    return run([*command, str(BUILD / "tests/replicas" / f"replicas_{program}"), *arguments])


def judge(finished: Finished, program: str, living: int, rounds: int) -> None:
    """Each living process has found each value right."""
    lines = Counter(finished.output.splitlines())
    assert finished.status == 0, finished
    assert lines.pop(f"ok: {program}") == living, finished
    assert all(re.fullmatch(r"round \d+", line) for line in lines), finished
    assert f"round {rounds - 1}" in lines, finished


@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("program", ["collectives", "communicators"])
def test_without_twins(program: str, ranks: int) -> None:
    finished = replicated(ranks, [], program, {}, "1", "same-bits")
    judge(finished, program, ranks, 1)
    assert not finished.messages, finished


@pytest.mark.parametrize("twins", [[0, 1, 2], [2, 0], [1]])
@pytest.mark.parametrize("program", ["collectives", "communicators"])
def test_with_twins(program: str, twins: list[int]) -> None:
    finished = replicated(3 + len(twins), twins, program, {}, "1", "same-bits")
    judge(finished, program, 3 + len(twins), 1)


def deaths_of(seed: int, steps: int) -> list[str]:
    """One to three processes die, of different ranks, at calls or some time after them. There are 3 ranks."""
    chance = random.Random(seed)
    ranks = chance.sample(range(3), chance.randint(1, 3))
    return [
        f"{chance.choice([rank, rank + 3])}:{chance.randint(2, steps)}:{chance.choice([0, 0, 50, 300, 2000])}"
        for rank in ranks
    ]


@pytest.mark.sample(7)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("program", "rounds", "steps"), [("collectives", 1, 1200), ("communicators", 8, 60)])
def test_with_deaths(program: str, rounds: int, steps: int, seed: int) -> None:
    deaths = deaths_of(seed, steps)
    finished = replicated(6, [0, 1, 2], program, {"CHECKS_DIE": " ".join(deaths)}, str(rounds), "same-bits")
    judge(finished, program, 6 - len(deaths), rounds)
