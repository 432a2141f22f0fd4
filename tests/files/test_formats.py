"""Files of HDF5 and NetCDF that survivors write can be read, by the formats' own programs (docs/explanation/files.md#hdf5)."""

from __future__ import annotations

import ctypes.util
import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, ROOT, Finished, launch

PYTHON = "/usr/bin/python3"
SERIES = str(ROOT / "tests/files/series.py")
RANKS, WIDTH, LOST, FILES = 4, 100, 2, 5
NETCDF = ctypes.util.find_library("netcdf_mpi")  # its number differs among the releases of Debian


def needs(package: str, is_there: bool) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not is_there, reason=f"{package} is not there: tools/setup --with-tests installs it")


# What reads a file, and what it needs. Each prints all values of x, row by row.
READERS = {
    "h5dump": ["h5dump", "-d", "x", "-y", "-w", "1"],
    "h5py": [PYTHON, "-c", "import sys, h5py; print('DATA', *(float(v) for v in h5py.File(sys.argv[1])['x'][:].flat))"],
    "ncdump": ["ncdump", "-v", "x"],
}
FORMATS = [
    pytest.param("hdf5", "h5dump", marks=[needs("h5dump", bool(shutil.which("h5dump")))]),
    pytest.param("hdf5", "h5py"),
    pytest.param("netcdf4", "ncdump", marks=[needs("libnetcdf-mpi", bool(NETCDF)), needs("ncdump", bool(shutil.which("ncdump")))]),
]  # fmt: skip
needs_h5py = needs("h5py", importlib.util.find_spec("h5py") is not None)


def values(reader: str, file: Path) -> list[float]:
    """Those of x in a file, or none if it cannot be read."""
    read = subprocess.run([*READERS[reader], file], capture_output=True, text=True, timeout=60, check=False)
    data = re.split(r"DATA|x =\s*\n", read.stdout)[-1] if read.returncode == 0 else ""
    return [-1.0 if word == "_" else float(word) for word in re.findall(r"_|-?\d+(?:\.\d+)?", data)]


def written(number: int, lost: int | None) -> list[float]:
    rows = [-1.0 if row == lost else number * 10.0 + row for row in range(RANKS)]
    return [row for row in rows for _ in range(WIDTH)]


def series(of: str, folder: Path, *more: str) -> Finished:
    result = launch(RANKS, [PYTHON, SERIES, of, str(FILES), str(NETCDF)], (), ["--wdir", str(folder), *more])
    assert result.status == AFTER_LOSSES, str(result)
    assert result.output.count("written") == RANKS - 1, str(result)
    assert f"lost rank {LOST} of {RANKS}" in result.messages and "signal 9" in result.messages
    return result


@needs_h5py
@pytest.mark.parametrize(("of", "reader"), FORMATS)
def test_files_of_survivors_can_be_read(of: str, reader: str, tmp_path: Path) -> None:
    result = series(of, tmp_path)
    for number in range(FILES):
        assert values(reader, tmp_path / f"{of}-{number}") == written(number, LOST if number >= 2 else None), f"file {number}\n{result}"
    assert "was open for writing when" not in result.messages, "each was closed by all who opened it"


@needs_h5py
def test_by_the_numbers_of_the_program_they_cannot(tmp_path: Path) -> None:
    """Or the judges above would judge nothing."""
    result = series("hdf5", tmp_path, "--file-numbering", "program")
    assert [values("h5py", tmp_path / f"hdf5-{number}") != [] for number in range(FILES)] == [True, True, False, False, False]
    assert "HDF5 can read it only if that rank had no more of its structure to write; take it for lost" in result.messages
