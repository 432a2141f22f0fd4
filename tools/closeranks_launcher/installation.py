"""Where libcloseranks.so and the mpirun that belongs to it are.

CMake writes closeranks-config.json into the build tree and into <prefix>/share/closeranks:

    library      path of libcloseranks.so
    keeper       path of closeranks-keeper (optional; empty: it could not be built)
    checker      path of closeranks-check-options (optional)
    mpirun       path of the mpirun of the MPI that it was built for
    mpi_prefix   where that MPI is installed
    mpi_libdir   its libraries (optional; default: the folder `lib` of mpi_prefix)
    pmix         whether the headers of PMIx were there when it was built (optional; default: yes)
    version      of closeranks

Relative paths are relative to the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from .options import UsageError, described
from .plain import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from typing import Any

CONFIG = "closeranks-config.json"

# The dynamic linker looks here by itself, and putting one of these first would hide the user's own
# libraries.
_SYSTEM = ("/lib", "/usr/lib", "/lib64", "/usr/lib64")


def is_of_system(folder: str) -> bool:
    return folder in _SYSTEM or folder.startswith(("/usr/lib/", "/lib/"))


WITHOUT_PMIX = (
    "closeranks was built without the headers of PMIx: a program that it ends has status 143 in place of 84, and lost "
    "ranks cannot be started again."
)
MEND_PMIX = "Install them (Debian: libpmix-dev) and build closeranks again."


@dataclass(frozen=True)
class Installation:
    library: Path
    mpirun: Path
    mpi_libdir: Path
    version: str
    keeper: Path | None = None
    checker: Path | None = None
    has_pmix: bool = True
    is_for_replicas: bool = False  # `library` is that of --replicate

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
        return not is_of_system(str(self.mpi_libdir))


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
    """Reads one file. Raises UsageError when it is damaged, or a file that it names is missing."""
    try:
        installation = _understood(json.loads(path.read_text()), path.resolve().parent)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"The file that describes the installation ({path}) cannot be used ({described(error)}); "
            "build or install closeranks again, or unset CLOSERANKS_INSTALLATION if that names it."
        ) from error
    for what, there in (
        ("library", installation.library),
        ("mpirun", installation.mpirun),
        ("keeper", installation.keeper),
        ("checker of options", installation.checker),
    ):
        if there is not None:
            _check_there(what, there, path)
    return installation


def _understood(data: Mapping[str, Any], base: Path) -> Installation:
    def place(name: str) -> Path:
        return Path(os.path.normpath(base / data[name]))

    def optional(name: str) -> Path | None:
        return place(name) if data.get(name) else None

    return Installation(
        library=place("library"),
        mpirun=place("mpirun"),
        mpi_libdir=optional("mpi_libdir") or place("mpi_prefix") / "lib",
        version=str(data["version"]),
        keeper=optional("keeper"),
        checker=optional("checker"),
        has_pmix=bool(data.get("pmix", True)),
    )


def _check_there(what: str, there: Path, path: Path) -> None:
    try:
        if there.exists():
            return
    except PermissionError as error:
        raise UsageError(
            f"The {what} ({there}) that {path} names cannot be reached by this user. docs/how-to/install.md, \"For all users of a "
            'machine", tells how to set up and install for others.'
        ) from error
    except OSError as error:
        raise UsageError(f"The {what} that {path} names cannot be looked up: {described(error)}.") from error
    raise UsageError(f"The {what} ({there}) that {path} names does not exist.")


def _may_be_there(path: Path) -> bool:
    try:
        return path.is_file()
    except PermissionError:  # its reader tells the user
        return True


def find(script: Path) -> Installation:
    places = candidates(script)
    for path in places:
        if _may_be_there(path):
            return read(path)
    tried = "".join(f"\n  {path}" for path in dict.fromkeys(places))
    raise UsageError(f"closeranks is not built or not installed; there is none of{tried}")


def version(script: Path) -> str:
    """For --version, which has to answer without a build, too."""
    try:
        return find(script).version
    except UsageError:
        return "(not installed)"
