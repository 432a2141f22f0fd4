"""The source package for Debian: packaging/debian beside the tarball."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from email.utils import formatdate
from pathlib import Path

from . import metadata, tarball
from .metadata import Mistake
from .tarball import Commit

# Where the environment does not say whose package it is, an address that cannot exist (as cmake/package/settings.cmake).
_NOBODY = ("the closeranks authors", "maintainers@closeranks.invalid")


def maintainer() -> str:
    return f"{os.environ.get('DEBFULLNAME', _NOBODY[0])} <{os.environ.get('DEBEMAIL', _NOBODY[1])}>"


def copyright_of(source: Path) -> str:
    """.reuse/dep5 has the form that Debian wants, but not the texts of the licences."""
    text = (source / ".reuse/dep5").read_text()
    for licence in sorted((source / "LICENSES").glob("*.txt")):
        lines = (f" {line}" if line.strip() else " ." for line in licence.read_text().splitlines())
        text += "\n".join(["", f"License: {licence.stem}", *lines, ""])
    return text


def lay_out(commit: Commit, packed: Path, place: Path) -> Path:
    """The tarball unpacked in `place`, with a folder `debian`."""
    source = tarball.unpack(packed, place)
    folder = source / "debian"
    shutil.copytree(source / "packaging/debian", folder)
    (folder / "copyright").write_text(copyright_of(source))
    for template in folder.glob("*.j2"):
        name = f"debian/{template.stem}"
        text = metadata.render(name, commit.metadata, maintainer=maintainer(), date=formatdate(commit.time))
        (folder / template.stem).write_text(text)
        template.unlink()
    return source


def make(commit: Commit, packed: Path, folder: Path) -> None:
    if shutil.which("dpkg-source") is None:
        raise Mistake("There is no dpkg-source, which makes source packages (Debian: dpkg-dev).")
    with tempfile.TemporaryDirectory(prefix="closeranks-debian.") as place:
        source = lay_out(commit, packed, Path(place))
        original = f"{commit.stem.replace('-', '_')}.orig.tar.gz"
        shutil.copy(packed, Path(place) / original)
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(commit.time)}
        command = ["dpkg-source", "--build", source.name]
        subprocess.run(command, check=True, cwd=place, env=environment, stdout=subprocess.DEVNULL)
        for path in Path(place).iterdir():
            if path.is_file():
                shutil.copy(path, folder)
