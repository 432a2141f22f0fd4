"""A user of an MPI that set-up did not build is told of its faults, once."""

from __future__ import annotations

from pathlib import Path

from closeranks_launcher import mends
from closeranks_launcher.installation import Installation


def installed(prefix: Path) -> Installation:
    return Installation(prefix / "libcloseranks.so", prefix / "bin/mpirun", prefix / "lib", "0.1")


def test_it_is_said_once(tmp_path: Path) -> None:
    place, variables = installed(tmp_path / "mpi"), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    said = mends.told_once(place, variables)
    assert f"this Open MPI ({tmp_path}/mpi) has faults" in said and "closeranks doctor PROGRAM" in said
    assert mends.told_once(place, variables) == ""


def test_set_up_has_said_it(tmp_path: Path) -> None:
    (tmp_path / mends.TOLD).touch()
    assert mends.told_once(installed(tmp_path / "mpi"), {"CLOSERANKS_CACHE": str(tmp_path)}) == ""


def test_an_mpi_of_set_up_has_none(tmp_path: Path) -> None:
    (tmp_path / "mpi").mkdir()
    (tmp_path / "mpi/complete").touch()
    assert mends.told_once(installed(tmp_path / "mpi"), {"CLOSERANKS_CACHE": str(tmp_path)}) == ""
    assert not (tmp_path / mends.TOLD).exists()


def test_where_nothing_can_be_noted_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert mends.told_once(installed(tmp_path / "mpi"), {"CLOSERANKS_CACHE": str(tmp_path / "file/cache")}) == ""
