"""Files of the C library with replicas: the folder is that of a run with the bare MPI, byte for byte, whoever dies when."""

from __future__ import annotations

import functools
import os
import random
import tempfile
from pathlib import Path

import pytest

from examples.run import BUILD, run
from replicas.replicated import Death, Ended
from replicas.replicated import run as run_replicated
from replicas.test_values import MPIRUN

_RANKS = 3
_TWINS = (0, 1, 2)
_ROUNDS = 6


def _contents(folder: Path) -> dict[str, bytes]:
    """Of each file. The lines of the file to which all ranks append come in any order, but whole."""
    found = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    found["all"] = b"".join(sorted(found["all"].splitlines(keepends=True)))
    return found


@functools.cache
def _bare() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        program = str(BUILD / "tests/replicas/replicas_posix")
        finished = run([MPIRUN, "--map-by", ":oversubscribe", "-n", str(_RANKS), program, folder, str(_ROUNDS)])
        assert finished.status == 0, finished
        return _contents(Path(folder))


def _run(folder: Path, deaths: list[Death], in_files: str = "", twins: tuple[int, ...] = _TWINS) -> Ended:
    more = {"DIE_IN_FILES": in_files, "DIE_FOLDER": str(folder)} if in_files else {}
    behind = BUILD / "tests/replicas/libdie_in_files.so"
    ended = run_replicated("posix", _RANKS, twins, deaths, [str(folder), str(_ROUNDS)], more=more, behind=behind)
    for name, data in _bare().items():
        assert (folder / name).exists(), f"{name} is missing: {os.listdir(folder)}"
        assert _contents(folder)[name] == data, f"{name} is another file\n{ended.output.log}"
    assert _contents(folder).keys() == _bare().keys()
    return ended


@pytest.mark.parametrize("twins", [(0, 1, 2), (1,)])
def test_no_death(tmp_path: Path, twins: tuple[int, ...]) -> None:
    assert not _run(tmp_path, [], twins=twins).dead()


@pytest.mark.parametrize("deaths", [(), ("0#3",), ("0#2", "1#2", "2#2")])
def test_files_in_memory(deaths: tuple[str, ...]) -> None:
    """/dev/shm has files like others."""
    planned = [Death(*map(int, death.split("#"))) for death in deaths]
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        _run(Path(folder), planned)


@pytest.mark.sample(1)
@pytest.mark.parametrize("deaths", ["0#3", "3#3", "0#2,1#2,2#2", "0#1,4#3,2#5"])
def test_deaths_at_steps(tmp_path: Path, deaths: str) -> None:
    _run(tmp_path, [Death(int(process), int(step)) for process, step in (one.split("#") for one in deaths.split(","))])


@pytest.mark.sample(11)
@pytest.mark.parametrize("when", ["before", "half", "after"])
@pytest.mark.parametrize("change", range(1, 60))
def test_deaths_at_changes(tmp_path: Path, change: int, when: str) -> None:
    """A leader dies at one of its changes of files; half of what it was to write may be written."""
    process = change % _RANKS
    assert _run(tmp_path, [], f"{process}#{change}:{when}").dead() == [process]


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(24))
def test_deaths_at_moments(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    ranks = chance.sample(range(_RANKS), chance.randint(1, _RANKS))
    _run(tmp_path, [Death(chance.choice([rank, rank + _RANKS]), moment=chance.randrange(30_000)) for rank in ranks])
