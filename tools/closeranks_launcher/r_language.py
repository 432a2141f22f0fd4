"""R under another MPI than the system's.

R's start script puts the folders of its file `etc/ldpaths` before LD_LIBRARY_PATH. Debian's names the system's folder of
libraries there, so that R's packages get the system's MPI. The variable R_LD_LIBRARY_PATH takes the place of that list;
the dynamic linker looks in the system's folders anyway, after those that the launcher names.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from .installation import Installation, is_of_system

VARIABLE = "R_LD_LIBRARY_PATH"

_HOME = re.compile(r"^R_HOME_DIR=\"?([^\"\s$]+)", re.MULTILINE)
_FOLDERS = re.compile(r"^\s*: \$\{R_LD_LIBRARY_PATH=(.*)\}\s*$", re.MULTILINE)
_MOST = 4096  # bytes of the start script; its home is in the first lines


def settings(place: Installation, program: str, path: str) -> dict[str, str]:
    """The variable for a program that is R, or may start the R in `path` (PATH); nothing where it is not needed."""
    if not place.needs_library_path:
        return {}
    home = _home(program, path)
    folders = folders_of(home) if home else []
    kept = [folder for folder in folders if folder.startswith(f"{home}/") or not is_of_system(folder)]
    return {VARIABLE: ":".join(kept)} if home and kept != folders else {}


def folders_of(home: Path) -> list[str]:
    """The folders that R puts before the user's. Empty: its file cannot be read."""
    try:
        found = _FOLDERS.search((home / "etc/ldpaths").read_text())
    except (OSError, UnicodeError):
        return []
    named = found[1].replace("${R_HOME}", str(home)) if found else ""
    return [] if "$" in named else [folder for folder in named.split(":") if folder]


def _home(program: str, path: str) -> Path | None:
    beside = os.path.dirname(program) if os.path.basename(program) in ("R", "Rscript") else ""
    for folder in filter(None, [beside, *path.split(os.pathsep)]):
        try:
            with open(os.path.join(folder, "R"), errors="replace") as script:
                found = _HOME.search(script.read(_MOST))
        except OSError:
            continue
        return Path(found[1]) if found else None
    return None
