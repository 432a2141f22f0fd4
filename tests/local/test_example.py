"""The examples of local recovery have the bits of those that go back together, whoever dies, and whoever lives computes
each step once: in C, C++, Fortran and Python."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from examples.come_back import DIFFUSION, HEAT, RANKS, WAVE, Example
from examples.run import BUILD, CLEAN, ROOT, Finished, launch

MODES = ["spare", "respawn"]
GOES_BACK = "closeranks: no local recovery, all ranks go back: "
# Between two checkpoints of each of them, so that all have computed something that is lost when they go back: a step has 2
# of these calls in a rod, and 3 or 4 in a box, and a checkpoint has 2.
IN_THE_MIDDLE = "3@inside:MPI_Isend:147"


@dataclass(frozen=True)
class Local:
    """One of them, and what it has to come to."""

    example: Example
    together: Example  # in which all go back
    arguments: list[str]

    @property
    def result(self) -> str:
        return self.together.bare(RANKS, self.arguments)

    def made_good(self, place: Path, kills: list[str], mode: str, *more: str) -> Finished:
        """Each death has happened, its rank is back, and the result is that of a run without."""
        spares = len(kills) if mode == "spare" else 0
        result, report = self.example.run(place, RANKS, [*self.arguments, *more], spares, kills, mode)
        assert result.status == CLEAN, str(result)
        assert sorted(one["rank"] for one in report["recovered"]) == ranks_of(kills), str(result)
        assert all("SIGKILL" in one["cause"] for one in report["recovered"]), str(result)
        assert report["lost"] == [] and report["completed"], str(result)
        assert self.result in result.output.splitlines(), str(result)
        return result


def ranks_of(kills: list[str]) -> list[int]:
    return sorted(int(kill.partition("@")[0]) for kill in kills)


def gone_back(result: Finished) -> list[int]:
    """The ranks that have not computed each step once. A process that came back says so, too, for it lacks the first."""
    return sorted(map(int, re.findall(r"^rank (\d+) went back to step [1-9]\d*$", result.output, re.MULTILINE)))


@pytest.fixture(params=["rod", "wave_local", "heat_local", "diffusion_local", "heat_local.py"])
def local(request: pytest.FixtureRequest) -> Local:
    rod, box = ["500", "300", "20"], ["8", "100", "10"]
    if request.param == "heat_local.py":
        if importlib.util.find_spec("numpy") is None or importlib.util.find_spec("mpi4py") is None:
            pytest.skip("there is no numpy, or no mpi4py")
        modules = request.getfixturevalue("python_modules")
        program = ["/usr/bin/python3", "-B", str(ROOT / "examples/heat_local.py")]
        return Local(Example(program, rod, [], ["-x", f"PYTHONPATH={modules}"]), HEAT, rod)
    together, arguments = {"wave_local": (WAVE, box), "diffusion_local": (DIFFUSION, box)}.get(request.param, (HEAT, rod))
    program = [str(BUILD / "examples" / request.param)]
    if request.param == "diffusion_local" and not Path(program[0]).exists():
        pytest.skip("there is no mpi_f08")
    return Local(Example(program, arguments, []), together, arguments)


def test_nobody_dies(local: Local, tmp_path: Path) -> None:
    result, report = local.example.run(tmp_path, RANKS, local.arguments, 1, [])
    told = [line for line in result.messages.splitlines() if "several threads in this Open MPI may crash" not in line]
    assert result.status == CLEAN and told == [], str(result)
    assert result.output == local.result + "\n" == local.example.bare(RANKS, local.arguments) + "\n"
    assert report["recovered"] == []


@pytest.mark.sample(11)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "kills",
    [
        pytest.param([IN_THE_MIDDLE], id="one"),
        pytest.param(["0@call:MPI_Isend:60", "4@after:MPI_Isend:150"], id="two"),
        pytest.param(["1@call:MPI_Isend:111", "4@call:MPI_Isend:111"], id="two at once"),
        pytest.param(["0@call:MPI_Mrecv:70", "2@call:MPI_Isend:90", "5@inside:MPI_Isend:120"], id="three"),
    ],
)
def test_some_die(local: Local, kills: list[str], mode: str, tmp_path: Path) -> None:
    """They alone go back."""
    result = local.made_good(tmp_path, kills, mode)
    assert GOES_BACK not in result.messages, str(result)
    assert gone_back(result) == ranks_of(kills), str(result)


@pytest.mark.sample(5)
@pytest.mark.parametrize("mode", MODES)
def test_a_full_log(local: Local, mode: str, tmp_path: Path) -> None:
    """All go back."""
    result = local.made_good(tmp_path, [IN_THE_MIDDLE], mode, "100")
    assert f"{GOES_BACK}a log of messages is full\n" in result.messages, str(result)
    assert gone_back(result) == list(range(RANKS)), str(result)


def test_nobody_is_left(local: Local, tmp_path: Path) -> None:
    result, report = local.example.run(tmp_path, RANKS, local.arguments, 0, [IN_THE_MIDDLE], "spare")
    assert result.status != CLEAN and "fingerprint" not in result.output, str(result)
    assert "no process is left for 1 lost rank(s)" in result.messages, str(result)
    assert 3 in [one["rank"] for one in report["lost"]], str(result)


@pytest.mark.parametrize("mode", MODES)
def test_a_code_in_c_lasts_until_the_program_goes_back(mode: str, tmp_path: Path) -> None:
    """Each rank adds to its number what it gets from the one before it, in twelve steps."""
    ranks, values = 4, [0] * 4
    for _ in range(12):
        values = [3 * value + values[rank - 1] + rank for rank, value in enumerate(values)]
    spares = {"spare": "1", "respawn": "0"}[mode]
    program = [str(BUILD / "tests/local/local_interface_c"), "back"]
    result = launch(ranks, program, more=["--recovery", mode, "--spares", spares])
    assert result.status == CLEAN and f"{GOES_BACK}a log of messages is full\n" in result.messages, str(result)
    starts = [1 if rank == 1 else 2 for rank in range(ranks)]
    due = [f"rank {rank} has {values[rank]} after {starts[rank]} starts, the last at 5" for rank in range(ranks)]
    assert sorted(line for line in result.output.splitlines() if line.startswith("rank")) == due, str(result)
