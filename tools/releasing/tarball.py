"""The tarball: the files of a commit, always with the same bytes."""

from __future__ import annotations

import gzip
import json
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from .metadata import ROOT, SOURCE, Metadata

# Settings of the person who calls git would change what it writes.
_GIT = ("git", "-c", "safe.directory=*", "-c", "tar.umask=0022", "-c", "core.autocrlf=false", "-c", "core.attributesFile=")


def git(*words: str) -> bytes:
    return subprocess.run([*_GIT, "-C", str(ROOT), *words], check=True, stdout=subprocess.PIPE).stdout


@dataclass(frozen=True)
class Commit:
    """What is released."""

    name: str  # its full hash
    time: int  # when it was made, in seconds since 1970: the date of all files that a release makes
    metadata: Metadata

    @property
    def stem(self) -> str:
        return f"{self.metadata['name']}-{self.metadata['version']}"


def commit_of(revision: str) -> Commit:
    name, time = git("log", "-1", "--format=%H %ct", revision, "--").decode().split()
    return Commit(name, int(time), json.loads(git("show", f"{name}:{SOURCE}")))


def is_changed() -> bool:
    """Whether the work tree has what no commit has."""
    return bool(git("status", "--porcelain"))


def make(commit: Commit, folder: Path) -> Path:
    path = folder / f"{commit.stem}.tar.gz"
    plain = git("archive", "--format=tar", f"--prefix={commit.stem}/", commit.name)
    # Without a name and a time in its head.
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(plain)
    return path


def unpack(tarball: Path, folder: Path) -> Path:
    """The folder that was in it."""
    with tarfile.open(tarball) as archive:
        archive.extractall(folder)
    return folder / tarball.name.removesuffix(".tar.gz")
