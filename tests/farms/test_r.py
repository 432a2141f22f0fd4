"""R under the launcher: its MPI, and a pool of snow that deals again; the same in Python."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, CLEAN, ROOT, Finished, launch

PACKAGES = Path("/usr/lib/R/site-library")
CAN_BE_CAUGHT = ("--policy", "*/stall=error")
FIRST_ANSWER = "2@call:MPI_Send:1"  # each worker has one; how many more is by chance
RSCRIPT = shutil.which("Rscript") or "Rscript"


def needs(package: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        not (PACKAGES / package).exists(), reason=f"R's {package} is not there: tools/setup --with-tests installs it"
    )


def pool(ranks: int, kills: tuple[str, ...] = (), more: tuple[str, ...] = CAN_BE_CAUGHT, words: tuple[str, ...] = ()) -> Finished:
    return launch(ranks, [RSCRIPT, "--vanilla", str(ROOT / "examples/pool.R"), *words], kills, more, patience=120)


@needs("Rmpi")
def test_r_gets_the_mpi_of_closeranks() -> None:
    """Its start script puts the system's first, under which each process is a world of its own."""
    program = "suppressMessages(library(Rmpi)); cat(paste0('size ', mpi.comm.size(0), '\\n')); invisible(mpi.finalize())"
    result = launch(3, [RSCRIPT, "--vanilla", "-e", program])
    assert result.status == CLEAN, str(result)
    assert re.findall(r"size (\d)", result.output) == ["3"] * 3, str(result)


@needs("snow")
@pytest.mark.parametrize("kills", [("2@call:MPI_Send:20",), ("1@call:MPI_Send:9", "3@call:MPI_Send:20")], ids=len)
def test_a_pool_of_snow_deals_again_what_lost_workers_had(kills: tuple[str, ...]) -> None:
    result = pool(4, kills)
    assert result.status == AFTER_LOSSES, str(result)
    assert result.value("results") == ["100", "sum", "338350"], str(result)
    assert result.messages.count("their jobs are dealt again") >= 1, str(result)


@needs("snow")
def test_without_the_policy_the_program_ends() -> None:
    result = pool(4, ("2@call:MPI_Send:20",), ())
    assert result.status == 84 and "results" not in result.output, str(result)


@needs("snow")
def test_workers_that_are_spawned() -> None:
    """Their R gets the MPI of closeranks, too."""
    result = pool(1, words=("3",))
    assert result.status == CLEAN and result.value("results") == ["100", "sum", "338350"], str(result)


def test_a_master_in_python_is_told_by_an_exception() -> None:
    program = ["/usr/bin/python3", "-B", str(ROOT / "tests/farms/any_worker.py")]
    result = launch(4, program, [FIRST_ANSWER], CAN_BE_CAUGHT)
    assert result.status == AFTER_LOSSES and result.value("results") == ["True"], str(result)
    assert result.value("told") == ["True", "[2]"], str(result)
    ended = launch(4, program, [FIRST_ANSWER])
    assert ended.status == 84 and "told" not in ended.output, str(ended)
