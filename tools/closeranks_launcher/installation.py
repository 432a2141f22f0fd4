"""Where libcloseranks.so and the mpirun that belongs to it are.

CMake writes closeranks-config.json into the build tree and into <prefix>/share/closeranks:

    library      path of libcloseranks.so
    keeper       path of closeranks-keeper (optional; empty: it could not be built)
    mpirun       path of the mpirun of the MPI that it was built for
    mpi_prefix   where that MPI is installed
    mpi_libdir   its libraries (optional; default: the folder `lib` of mpi_prefix)
    version      of closeranks

Relative paths are relative to the file.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from .options import UsageError

CONFIG = "closeranks-config.json"

# The dynamic linker looks here by itself, and putting one of these first would hide the user's own
# libraries.
_SYSTEM = ("/lib", "/usr/lib", "/lib64", "/usr/lib64")


@dataclass(frozen=True)
class Installation:
    library: Path
    mpirun: Path
    mpi_libdir: Path
    version: str
    keeper: Path | None = None

    @property
    def front(self) -> Path:
        """The folder of the library of the MPI's name that leads to ours."""
        return self.library.parent / "closeranks/front"

    @property
    def old_names(self) -> Path:
        """The folder of what binaries built for Open MPI 4 want beside it."""
        return self.library.parent / "closeranks/open-mpi-4"

    @property
    def needs_library_path(self) -> bool:
        folder = str(self.mpi_libdir)
        return folder not in _SYSTEM and not folder.startswith(("/usr/lib/", "/lib/"))


def candidates(script: Path) -> list[Path]:
    """Where the file may be, seen from the script as called and as it really is."""
    found: list[Path] = []
    for variable, suffix in (("CLOSERANKS_INSTALLATION", ""), ("CLOSERANKS_BUILD", CONFIG)):
        if os.environ.get(variable):
            found.append(Path(os.environ[variable]) / suffix)
    for base in (script.absolute().parent.parent, script.resolve().parent.parent):
        found += [base / "share/closeranks" / CONFIG, base / CONFIG, base / "build" / CONFIG]
    return found


def read(path: Path) -> Installation:
    """Reads one file. Raises UsageError when something it names does not exist."""
    data = json.loads(path.read_text())
    base = path.resolve().parent
    prefix = base / data["mpi_prefix"]
    installation = Installation(
        library=base / data["library"],
        mpirun=base / data["mpirun"],
        mpi_libdir=base / data["mpi_libdir"] if data.get("mpi_libdir") else prefix / "lib",
        version=data["version"],
        keeper=base / data["keeper"] if data.get("keeper") else None,
    )
    for what, there in (
        ("library", installation.library),
        ("mpirun", installation.mpirun),
        ("keeper", installation.keeper),
    ):
        if there is not None and not there.exists():
            raise UsageError(f"The {what} ({there}) that {path} names does not exist.")
    return installation


def find(script: Path) -> Installation:
    places = candidates(script)
    for path in places:
        if path.is_file():
            return read(path)
    tried = "".join(f"\n  {path}" for path in dict.fromkeys(places))
    raise UsageError(f"closeranks is not built or not installed; there is none of{tried}")
