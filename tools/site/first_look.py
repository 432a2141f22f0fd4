"""The picture at the head of the README, of a run in which two ranks are lost: tools/site/first-look makes it anew."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import terminal

TEXT = "docs/pictures/two-ranks-lost.txt"  # what the terminal showed
PICTURE = "docs/pictures/two-ranks-lost.svg"
TITLE = "A terminal: a program on 8 ranks loses two of them, the others complete, and closeranks says what is missing"
COMMANDS = [
    "closeranks --oversubscribe --kill 3@call:MPI_Reduce:40,5@call:MPI_Reduce:70 -n 8 ./pi 100 1000000",
    "echo $?",
]


def run(root: Path, build: Path) -> str:
    """The session of today."""
    environment = dict(os.environ) | {"CLOSERANKS_BUILD": str(build), "CLOSERANKS_ALLOW_ROOT": "yes"}
    environment["PATH"] = f"{root / 'tools'}:{environment['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy2(build / "examples/pi", folder)
        return terminal.session(COMMANDS, Path(folder), environment)


def draw(root: Path, text: str) -> None:
    (root / TEXT).parent.mkdir(exist_ok=True)
    (root / TEXT).write_text(text)
    (root / PICTURE).write_text(terminal.picture(text, TITLE))
