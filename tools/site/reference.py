"""The reference of the public headers, which doxygen makes of their comments."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = "reference"  # of the site
_DOXYFILE = Path("tools/site/Doxyfile")


def is_possible() -> bool:
    return shutil.which("doxygen") is not None


def make(root: Path, pages: Path) -> None:
    """For the repository `root`, in a folder of `pages`. A warning ends the program."""
    settings = f"{(root / _DOXYFILE).read_text()}OUTPUT_DIRECTORY = {pages}\nHTML_OUTPUT = {FOLDER}\n"
    made = subprocess.run(["doxygen", "-"], cwd=root, input=settings, capture_output=True, text=True, check=False)
    if made.returncode != 0 or made.stderr:
        sys.exit(made.stderr or f"doxygen ended with {made.returncode}")


def leave_out(settings: Path) -> None:
    """The navigation of the site has no line for what is not there."""
    lines = [line for line in settings.read_text().splitlines() if f": {FOLDER}/" not in line]
    settings.write_text("\n".join([*lines, ""]))
