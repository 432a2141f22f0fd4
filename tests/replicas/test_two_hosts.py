"""Both processes of a rank share no memory, as on two hosts: decisions are messages then."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from examples.run import BUILD
from replicas.replicated import Death, Ended, run

_RANKS = 3
_TWINS = (0, 1, 2)


def _run(program: str, folder: Path, deaths: list[Death]) -> Ended:
    arguments = [str(folder), "6"] if program == "posix" else []
    behind = BUILD / "tests/replicas/libdie_in_files.so"
    return run(program, _RANKS, _TWINS, deaths, arguments, more={"AS_ON_TWO_HOSTS": "1"}, behind=behind)


@pytest.mark.parametrize("program", ["posix", "clocks", "exchange", "mixed", "first_come", "fences", "locks"])
def test_no_death(tmp_path: Path, program: str) -> None:
    assert not _run(program, tmp_path, []).dead()


@pytest.mark.parametrize("deaths", ["0#3", "3#7", "0#9,1#9,2#9", "0#5,4#12,2#20"])
@pytest.mark.parametrize("program", ["exchange", "mixed", "fences", "locks"])
def test_deaths(tmp_path: Path, program: str, deaths: str) -> None:
    planned = [Death(int(process), int(step)) for process, step in (death.split("#") for death in deaths.split(","))]
    _run(program, tmp_path, planned)


@pytest.mark.parametrize("case", ["unlinked", "renamed", "changed", "printed", "streams", "locks", "of_process", "scratch",
                                  "folders", "overwritten"])  # fmt: skip
def test_open_files(tmp_path: Path, case: str) -> None:
    (tmp_path / "input").write_text("old\n")
    os.utime(tmp_path / "input", (1000, 1000))
    behind = BUILD / "tests/replicas/libdie_in_files.so"
    run("at_promotion", 1, (0,), (), [str(tmp_path), case], more={"AS_ON_TWO_HOSTS": "1"}, behind=behind)
