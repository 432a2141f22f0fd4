"""The settings of the dynamic linker by which the program's MPI calls reach closeranks.

LD_PRELOAD names the library, behind tools that stand between program and MPI. LD_LIBRARY_PATH leads programs that open the
MPI's library themselves to the front of that name, old binaries to what they want of Open MPI 4, and
all to the MPI that closeranks was built for (docs/explanation/loading.md).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from . import preloads
from .installation import Installation
from .plain import replace

Inherited = Callable[[str], str | None]  # the user's own value of a variable

# The library takes these and itself out of LD_PRELOAD when the MPI is initialised: children of a rank are no ranks. By
# its name the MPI hands the variable on to processes that are spawned.
PRELOADED = "OMPI_MCA_closeranks_preloaded"

# LD_PRELOAD ends a name at any of these, LD_LIBRARY_PATH a folder at the last two.
_END_NAMES = " :;"
_END_FOLDERS = ":;"


def _can_hold(folder: Path, ends: str) -> bool:
    return not any(end in str(folder) for end in ends)


def can_be_preloaded(folder: Path) -> bool:
    """Whether LD_PRELOAD can contain the path of a library in this folder."""
    return _can_hold(folder, _END_NAMES)


def needs_link(installation: Installation) -> bool:
    """Whether neither variable can contain the path of the library."""
    return not _can_hold(installation.library.parent, _END_FOLDERS)


@contextlib.contextmanager
def reachable(installation: Installation) -> Iterator[Installation]:
    """The installation by a path that the variables can hold, if need be by a link on this node."""
    if not needs_link(installation):
        yield installation
        return
    import tempfile

    usual = Path(tempfile.gettempdir())
    parent = usual if can_be_preloaded(usual) else Path("/tmp")
    with tempfile.TemporaryDirectory(prefix="closeranks-link-", dir=parent) as folder:
        link = Path(folder) / "lib"
        link.symlink_to(installation.library.parent)
        yield replace(installation, library=link / installation.library.name)


def joined(names: list[str], rest: str | None) -> str:
    """`names` before the user's own value."""
    return ":".join(names + ([rest] if rest else []))


def for_dynamic_linker(
    installation: Installation, inherited: Inherited, above: preloads.Above = preloads.Above()
) -> dict[str, str]:
    """`above`: of the program's own libraries."""
    folder = installation.library.parent
    library = str(installation.library)
    # The front is one of the other library.
    folders = [installation.old_names] if installation.is_for_replicas else [installation.front, installation.old_names]
    if not can_be_preloaded(folder):  # the linker then looks for it in LD_LIBRARY_PATH
        library = installation.library.name
        folders.append(folder)
    if installation.needs_library_path:
        folders.append(installation.mpi_libdir)
    there = [str(path) for path in folders if path == installation.mpi_libdir or path.is_dir()]
    variables = {"LD_PRELOAD": preloads.joined(above, library, inherited("LD_PRELOAD"))}
    if above.all:
        variables[PRELOADED] = ":".join(above.all)
    if there:
        variables["LD_LIBRARY_PATH"] = joined(there, inherited("LD_LIBRARY_PATH"))
    return variables
