"""The examples whose lost ranks come back (docs/how-to/recover.md) print the same bits, whoever dies and when."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest

from examples.come_back import DIFFUSION, HEAT, RANKS, WAVE, Example
from examples.run import AFTER_LOSSES, CLEAN, ROOT, launch

COULD_NOT_COMPLETE = 84


@pytest.fixture(scope="session", params=["heat", "wave", "diffusion", "plate"])
def example(request: pytest.FixtureRequest) -> Example:
    if request.param == "plate":
        if importlib.util.find_spec("numpy") is None:
            pytest.skip("there is no numpy")
        modules = request.getfixturevalue("python_modules")
        program = ["/usr/bin/python3", "-B", str(ROOT / "examples/plate.py")]
        return Example(program, ["6", "30", "10"], ["25", "200", "20"], ["-x", f"PYTHONPATH={modules}"])
    found = {"heat": HEAT, "wave": WAVE, "diffusion": DIFFUSION}[request.param]
    if request.param == "diffusion" and not Path(found.program[0]).exists():
        pytest.skip("there is no mpi_f08")
    return found


def test_nobody_dies(example: Example, tmp_path: Path) -> None:
    result, report = example.run(tmp_path, RANKS, example.short, 1, [])
    assert result.status == CLEAN and result.messages == "", str(result)
    assert result.output.splitlines() == [example.bare(RANKS, example.short)]
    assert report["recovered"] == []


@pytest.mark.sample(37)
@pytest.mark.parametrize("mode", ["spare", "respawn", "spare,respawn"])
@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(["3@inside:MPI_Sendrecv:150"], id="one"),
        pytest.param(["0@call:MPI_Sendrecv:90"], id="rank 0"),
        pytest.param(["2@call:MPI_Sendrecv:5"], id="before the first checkpoint"),
        pytest.param(["3@before:MPI_Comm_dup:1"], id="before the store is made"),
        pytest.param(["4@inside:MPI_Gather:1"], id="while results are collected"),
        pytest.param(["0@call:MPI_Gather:1", "1@after:MPI_Gather:1"], id="two while results are collected"),
        pytest.param(["1@call:MPI_Sendrecv:60", "5@after:MPI_Sendrecv:170"], id="two"),
        pytest.param(["2@call:MPI_Sendrecv:80", "4@inside:MPI_Isend:1"], id="while a checkpoint is taken"),
        pytest.param(["2@call:MPI_Sendrecv:80", "4@repair:1"], id="in the repair"),
        pytest.param(["2@call:MPI_Sendrecv:80", "4@inside:MPI_Barrier:2"], id="at the resume point"),
        pytest.param(["2@call:MPI_Sendrecv:80", "4@call:MPI_Bcast:1"], id="while another one comes back"),
        pytest.param([f"{rank}@call:MPI_Sendrecv:101" for rank in (0, 2, 5)], id="three at once"),
        pytest.param(["5@call:MPI_Sendrecv:30", "0@inside:MPI_Sendrecv:110", "3@inside:MPI_Gather:1"], id="three"),
    ],
)
def test_some_die(example: Example, kills: list[str], mode: str, tmp_path: Path) -> None:
    example.comes_back(tmp_path, kills, mode=mode)


@pytest.mark.sample(5)
@pytest.mark.parametrize(("recovery", "spares"), [("spare", 1), ("respawn", 0), ("spare,respawn", 1)])
def test_who_dies_when_all_is_done_stays_away(example: Example, recovery: str, spares: int, tmp_path: Path) -> None:
    result, report = example.run(tmp_path, RANKS, example.short, spares, ["3@before:MPI_Finalize:1"], recovery)
    assert result.status == AFTER_LOSSES, str(result)
    assert result.output.splitlines()[0] == example.bare(RANKS, example.short)
    assert report["recovered"] == [] and [one["rank"] for one in report["lost"]] == [3]


def test_one_dies_while_another_one_is_started(tmp_path: Path) -> None:
    """There is a spare, too, which takes part in that without a rank."""
    kills = ["2@call:MPI_Sendrecv:80", "3@call:MPI_Sendrecv:80", "5@inside:MPI_Barrier:2"]
    result, report = HEAT.run(tmp_path, RANKS, HEAT.short, 1, kills, "spare,respawn")
    assert result.status == CLEAN, str(result)
    assert sorted(one["rank"] for one in report["recovered"]) == [2, 3, 5]
    assert result.output.splitlines()[0] == HEAT.bare(RANKS, HEAT.short)


@pytest.mark.sample(7)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_some_die_at_any_time(example: Example, seed: int, tmp_path: Path) -> None:
    """After times that follow Weibull's law. They are in the first third of the run, so that it is not over before."""
    draw = random.Random(seed)
    ranks = draw.choice([4, 6, 8])
    _, calm = example.run(tmp_path, ranks, example.long, 1, [])
    lives = {rank: min(draw.weibullvariate(0.15, 0.7), 0.35) for rank in range(ranks)}
    dying = sorted(lives, key=lives.__getitem__)[: draw.randint(1, 3)]
    kills = [f"{rank}@{lives[rank] * calm['seconds']:.3f}s" for rank in dying]
    example.comes_back(tmp_path, kills, ranks, example.long)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("where", "dying", "step"),
    [
        ("buddy", [2], 200),
        ("buddy", [2, 3], 0),
        ("buddy:copies=2", [2, 3], 200),
        ("buddy:copies=2", [0, 5], 200),
        ("buddy:copies=3", [1, 2, 3], 200),
        ("parity:group=3", [4], 200),
    ],
)
def test_neighbours(where: str, dying: list[int], step: int, tmp_path: Path) -> None:
    """They die in step 201. All go back to step 200 if somebody is left who has a copy, and to the beginning if not."""
    kills = [f"{rank}@call:MPI_Sendrecv:401" for rank in dying]
    result = HEAT.comes_back(tmp_path, kills, arguments=[*HEAT.short, where])
    assert result.output.endswith(f" at step {step}\n"), str(result)


@pytest.mark.parametrize(
    ("kill", "status", "reason"),
    [
        ("3@call:MPI_Sendrecv:301", COULD_NOT_COMPLETE, "needs rank 3 in MPI_Sendrecv, which is lost"),
        ("3@call:MPI_Gather:1", 1, "ranks are missing, and no spare is left"),
        ("0@inside:MPI_Gather:1", 1, "ranks are missing, and no spare is left"),
    ],
)
def test_too_few_spares(kill: str, status: int, reason: str, tmp_path: Path) -> None:
    """No result is printed that lacks something."""
    result, report = HEAT.run(tmp_path, RANKS, HEAT.short, 1, ["2@call:MPI_Sendrecv:90", kill])
    assert result.status == status and reason in result.messages, str(result)
    assert "fingerprint" not in result.output
    assert [one["rank"] for one in report["recovered"]] == [2]
    assert [one["rank"] for one in report["lost"]] == [int(kill[0])]


def test_a_restart_goes_on_from_files(tmp_path: Path) -> None:
    """When spares are used up, the next attempt begins at the checkpoint in files."""
    kills = ["2@call:MPI_Sendrecv:90", "3@call:MPI_Sendrecv:301"]
    arguments = [*HEAT.short, f"buddy+file:dir={tmp_path}/checkpoints"]
    result = launch(RANKS, [*HEAT.program, *arguments], kills, ["--spares", "1", "--restarts", "1"])
    assert result.status == CLEAN, str(result)
    assert result.output.splitlines() == [HEAT.bare(RANKS, HEAT.short)], str(result)
