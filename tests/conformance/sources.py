"""Debian's source packages, fetched by apt from wherever this machine has its packages."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


class Problem(Exception):
    """What keeps a suite from being built; the text is for the user."""


def cache() -> Path:
    """Where everything is kept that takes long to make, as tools/common.sh has it."""
    own = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("CLOSERANKS_CACHE") or Path(own) / "closeranks")


def run_logged(command: list[str], log: Path, where: Path, append: bool = False) -> int:
    """The command's exit status; what it prints goes to `log`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "ab" if append else "wb") as file:
        return subprocess.run(
            command, cwd=where, stdin=subprocess.DEVNULL, stdout=file, stderr=file, check=False
        ).returncode


def _fetch(package: str, into: Path) -> None:
    """Leaves the package's files in `into`."""
    if subprocess.run(["apt-get", "--version"], capture_output=True, check=False).returncode:
        raise Problem("There is no apt-get: unpack the source by hand (docs/developers/conformance.md).")
    suite = platform.freedesktop_os_release().get("VERSION_CODENAME", "stable")
    script = f'source "{_ROOT}/tools/debian.sh"; fetch_debian_source "$@"'
    command = ["bash", "-c", script, "bash", package, suite, str(into)]
    if run_logged(command, into / "fetch.log", into) != 0:
        raise Problem(f"The source of {package} cannot be fetched; see {into}/apt.log.")


def unpacked(package: str, into: Path, only: str = "") -> Path:
    """The source of the package, unpacked in a folder of `into` unless it is there already;
    `only`: just the files below this path. Raises Problem."""
    source = into / package
    if source.is_dir():
        return source
    downloads = into / "packages"
    downloads.mkdir(parents=True, exist_ok=True)
    if not list(downloads.glob(f"{package}_*.orig.tar.*")):
        _fetch(package, downloads)
    archives = sorted(downloads.glob(f"{package}_*.orig.tar.*[a-z2]"))
    if not archives:
        raise Problem(f"The source package of {package} holds no .orig.tar file ({downloads}).")
    fresh = into / f"{package}.new"
    fresh.mkdir(exist_ok=True)
    command = ["tar", "-xf", str(archives[-1]), "-C", str(fresh), "--strip-components=1"]
    if only:
        command += ["--wildcards", f"*/{only}"]
    if run_logged(command, downloads / "tar.log", into) != 0:
        raise Problem(f"{archives[-1]} cannot be unpacked; see {downloads}/tar.log.")
    return fresh.rename(source)
