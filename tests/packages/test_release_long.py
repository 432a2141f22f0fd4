"""What a user does with a release, for minutes or hours: by hand, and with the campaigns."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MPI = Path(os.environ["MPI_HOME"])
HOURS = 3600
# The build of this checkout must not be found by its variables.
ELSEWHERE = {key: value for key, value in os.environ.items() if not key.startswith(("CLOSERANKS_BUILD", "CLOSERANKS_TEST", "PYTHON"))}


def run(*words: str | Path, place: Path, hours: float = 1, variables: Mapping[str, str] | None = None) -> str:
    result = subprocess.run(
        words, cwd=place, env=ELSEWHERE | dict(variables or {}), timeout=hours * HOURS, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )  # fmt: skip
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    run(ROOT / "tools/release", "make", folder, "--commit", "HEAD", place=ROOT)
    return folder


@pytest.fixture(scope="module")
def unpacked(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    (tarball,) = released.glob("closeranks-*.tar.gz")
    run("tar", "-xf", tarball, place=folder)
    return next(folder.iterdir())


def test_the_first_command_of_the_readme(unpacked: Path) -> None:
    said = run("tools/demo", place=unpacked)
    assert re.search(r"the results differ by 0\.\d+; the exit status is 83$", said, re.MULTILINE), said


def test_the_second_command_of_the_readme(unpacked: Path) -> None:
    said = run("tools/check", place=unpacked, hours=3)
    assert re.search(r"^[1-9]\d* passed, 0 failed$", said.splitlines()[-1]), said


def test_the_source_package(released: Path, tmp_path: Path) -> None:
    """It gives what cpack gives, and lintian has nothing to say."""
    for tool in ("dpkg-buildpackage", "dh", "lintian"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool}")
    (source,) = released.glob("*.dsc")
    run("lintian", "--fail-on", "error,warning", source, place=tmp_path)
    run("dpkg-source", "-x", source, "source", place=tmp_path)
    profile = {} if str(MPI) == "/usr" else {"DEB_BUILD_PROFILES": "pkg.closeranks.own-mpi", "MPI_HOME": str(MPI)}
    run("dpkg-buildpackage", "-us", "-uc", "-b", place=tmp_path / "source", variables=profile)
    (package,) = tmp_path.glob("closeranks_*.deb")
    run("dpkg", "-x", package, "unpacked", place=tmp_path)
    usr = tmp_path / "unpacked/usr"
    found = run("python3", usr / "bin/closeranks", "--version", place=tmp_path)
    assert source.name.split("_")[1].partition("-")[0] in found
    run("lintian", "--fail-on", "error", package, place=tmp_path)


def test_packages_of_this_machine(tmp_path: Path) -> None:
    run(ROOT / "tools/release", "make", tmp_path / "all", "--commit", "HEAD", "--binary", place=ROOT)
    (package,) = (tmp_path / "all").glob("closeranks_*.deb")
    if shutil.which("rpmbuild") is None:
        return
    (other,) = (tmp_path / "all").glob("closeranks-*.rpm")
    run("dpkg", "-x", package, "deb", place=tmp_path)
    of_rpm = set(run("rpm", "-qlp", other, place=tmp_path).split("\n"))
    for path in (tmp_path / "deb/usr").rglob("*"):
        if path.is_file() and "share/doc" not in str(path) and "lintian" not in str(path):
            assert f"/{path.relative_to(tmp_path / 'deb')}".removesuffix(".gz") in {name.removesuffix(".gz") for name in of_rpm}
    assert "libmpi" not in run("rpm", "-qp", "--requires", other, place=tmp_path)
    assert "libmpi" not in run("rpm", "-qp", "--provides", other, place=tmp_path)
