"""Which symbols a program in ELF takes from others, read from its file by readelf (binutils)."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from .options import UsageError, described

_PATIENCE = 60  # seconds for readelf
_MAY_CALL = (b"MPI_", b"mpi_", b"MPIX_")
_FIELDS = 8  # of a line of the table: number, value, size, type, bind, visibility, section, name


def undefined(path: Path) -> list[str]:
    """Of its dynamic table. Raises UsageError when it cannot be read."""
    reader = shutil.which("readelf")
    if reader is None:
        raise UsageError(
            "To read the symbols of a program takes readelf, which is not there; install binutils (Debian: apt "
            "install binutils)."
        )
    try:
        answer = subprocess.run(
            [reader, "--wide", "--dyn-syms", path],
            env=os.environ | {"LC_ALL": "C"},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
        )
    except OSError as error:
        raise UsageError(f"{reader}, which reads symbols, cannot be started: {described(error)}.") from error
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"{reader} has not read the symbols of {path} within {_PATIENCE} s.") from error
    return list(_names(answer.stdout))


def _names(table: str) -> Iterator[str]:
    for line in table.splitlines():
        fields = line.split()
        if len(fields) >= _FIELDS and fields[6] == "UND":
            yield fields[7].partition("@")[0]


def may_call_mpi(path: Path) -> bool:
    """Whether its symbols are worth reading: most libraries have nothing of MPI in them."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    return any(text in data for text in _MAY_CALL)
