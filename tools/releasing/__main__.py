"""tools/release: what it is asked, and what it says when it has done it."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from . import binaries, debian, metadata, recipes, tarball, wheel
from .metadata import Mistake
from .tarball import Commit

_PARTS = ("tarball", "wheel", "debian", "recipes")

_NEXT = """
What is left is for a person who has a key:

  git tag -s v{version} {commit} -m "{name} {version}"
  git push ORIGIN v{version}
  gpg --armor --detach-sign {folder}/SHA256SUMS

Users then check:

  git tag -v v{version}
  gpg --verify SHA256SUMS.asc && sha256sum --check SHA256SUMS
"""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/release", description="Makes a release of closeranks.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    files = verbs.add_parser("files", help=f"make the files that say again what {metadata.SOURCE} says")
    files.add_argument("--check", action="store_true", help="only say which of them are outdated")
    version = verbs.add_parser("version", help="set the version, in all places")
    version.add_argument("version")
    make = verbs.add_parser("make", help="make the files of a release")
    make.add_argument("folder", type=Path, help="where they go")
    make.add_argument("--commit", help="what is released; by default HEAD, and the work tree must be like it")
    make.add_argument("--url", help="the folder on the web where users will find them; recipes name it")
    make.add_argument("--only", action="append", choices=_PARTS, help="make this alone, and the tarball; may be repeated")
    make.add_argument("--binary", action="store_true", help="build packages of it for this machine as well (minutes)")
    return parser.parse_args()


def _write_checksums(folder: Path) -> None:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{recipes.checksum(path)}  {path.relative_to(folder)}\n" for path in found]
    (folder / "SHA256SUMS").write_text("".join(lines))


def _make(commit: Commit, folder: Path, parts: list[str], url: str, *, with_binaries: bool) -> None:
    packed = tarball.make(commit, folder)
    if "wheel" in parts:
        wheel.make(commit, packed, folder)
    if "debian" in parts:
        debian.make(commit, packed, folder)
    if "recipes" in parts:
        recipes.make(commit, packed, folder, url)
    if with_binaries:
        binaries.make(commit, packed, folder)
    _write_checksums(folder)


def _release(given: argparse.Namespace) -> None:
    if given.commit is None and tarball.is_changed():
        raise Mistake("The work tree has changes that no commit has. Commit them, or name what to release by --commit.")
    commit = tarball.commit_of(given.commit or "HEAD")
    folder: Path = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Mistake(f"There is something in {folder} already: the checksums would name it, too.")
    url = given.url or commit.metadata["repository"] or folder.as_uri()
    _make(commit, folder, given.only or list(_PARTS), url, with_binaries=given.binary)
    print((folder / "SHA256SUMS").read_text(), end="")
    print(_NEXT.format(commit=commit.name, folder=folder, **commit.metadata), end="")


def main() -> int:
    given = _arguments()
    try:
        if given.verb == "version":
            metadata.set_version(given.version)
        elif given.verb == "files" and given.check:
            if found := metadata.outdated():
                raise Mistake(f"Outdated: {', '.join(found)}. `tools/release files` makes them anew.")
        elif given.verb == "files":
            metadata.write()
        else:
            _release(given)
    except (Mistake, subprocess.CalledProcessError) as mistake:
        print(f"closeranks: {mistake}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
