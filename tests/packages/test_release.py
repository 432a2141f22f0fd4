"""tools/release: the same commit always gives the same bytes, and an unpacked tarball stands for itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OTHER = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "tar.umask", "GIT_CONFIG_VALUE_0": "0"}
ONLY = ("--only", "wheel", "--only", "debian", "--only", "recipes")

sys.path.insert(0, str(ROOT / "tools"))
from releasing import metadata  # noqa: E402


def _has_hatchling() -> bool:
    return subprocess.run(["/usr/bin/python3", "-c", "import hatchling"], stderr=subprocess.DEVNULL).returncode == 0


NEEDED = {
    "git": (ROOT / ".git").exists() and shutil.which("git") is not None,
    "hatchling": _has_hatchling(),
    "dpkg-source": shutil.which("dpkg-source") is not None,
}
needs_all = pytest.mark.skipif(not all(NEEDED.values()), reason=f"what is there: {NEEDED}")


def release(folder: Path, variables: Mapping[str, str], umask: int) -> Path:
    command: list[str | Path] = [ROOT / "tools/release", "make", folder, "--commit", "HEAD", "--url", "https://example.invalid/files", *ONLY]
    result = subprocess.run(
        command, env=os.environ | {"PYTHON": "/usr/bin/python3"} | variables, umask=umask,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return release(tmp_path_factory.mktemp("release"), {}, 0o022)


@pytest.fixture(scope="module")
def unpacked(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    (tarball,) = released.glob("closeranks-*.tar.gz")
    subprocess.run(["tar", "-xf", tarball, "-C", folder], check=True)
    return folder / tarball.name.removesuffix(".tar.gz")


def sums(folder: Path) -> str:
    return (folder / "SHA256SUMS").read_text()


@needs_all
def test_twice_the_same_bytes(released: Path, tmp_path: Path) -> None:
    again = release(tmp_path / "again", OTHER, 0o077)
    assert sums(released) == sums(again)
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=again, check=True)
    named = {line.split()[1] for line in sums(again).splitlines()}
    there = {str(path.relative_to(again)) for path in again.rglob("*") if path.is_file()}
    assert named == there - {"SHA256SUMS"}


@needs_all
def test_the_tarball_configures(unpacked: Path, tmp_path: Path) -> None:
    """In a folder that is no repository, with the MPI of this build. (test_release_long.py has the README's commands.)"""
    assert not (unpacked / ".git").exists()
    options = [f"-DMPI_HOME={os.environ['MPI_HOME']}", "-DCLOSERANKS_TESTS=ON"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("CLOSERANKS_")}
    command: list[str | Path] = ["cmake", "-S", unpacked, "-B", tmp_path / "build", "-G", "Ninja", *options]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    version = re.search(r"^CMAKE_PROJECT_VERSION:STATIC=(.*)", (tmp_path / "build/CMakeCache.txt").read_text(), re.MULTILINE)
    assert version and version[1] == metadata.read(unpacked)["version"]


@needs_all
def test_the_wheel(released: Path, unpacked: Path) -> None:
    (path,) = released.glob("*.whl")
    assert path.name == f"closeranks-{metadata.read(unpacked)['version']}-py3-none-any.whl"
    folder = unpacked / "runtime/python"
    modules = {str(file.relative_to(folder)) for file in folder.rglob("*.py")}
    found = set(zipfile.ZipFile(path).namelist())
    assert {name for name in found if name.endswith(".py")} == modules
    assert any(name.endswith("/LICENSE") for name in found)


def test_files_are_those_of_the_metadata() -> None:
    assert metadata.outdated() == []


def test_the_metadata_say_what_the_build_wants() -> None:
    needed = metadata.read()["requires"]
    cmake = (ROOT / "CMakeLists.txt").read_text()
    assert f"cmake_minimum_required(VERSION {needed['cmake']})" in cmake
    assert f"find_package(nlohmann_json {needed['nlohmann-json']} REQUIRED)" in cmake
    assert f"find_package(Boost {needed['boost']} CONFIG REQUIRED" in cmake
    assert f"python3 (>= {needed['python']})" in (ROOT / "cmake/package/settings.cmake").read_text()
    assert f"python3 (>= {needed['python']})" in (ROOT / "packaging/debian/control").read_text()


def test_the_version_has_its_changes() -> None:
    assert f"\n## {metadata.read()['version']}" in (ROOT / "CHANGELOG.md").read_text()


def test_a_version_is_set_everywhere(tmp_path: Path) -> None:
    for name in ("tools", "packaging", "runtime/python", "runtime/include"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "openmpi-patches"))
    for version, status in (("1.2", 1), ("1.2.3", 0)):
        tool = tmp_path / "tools/release"
        assert subprocess.run([tool, "version", version], capture_output=True, env=os.environ | {"PYTHON": sys.executable}).returncode == status
    for name in metadata.files(metadata.read()):
        text = (tmp_path / name).read_text()
        assert "1.2.3" in text and metadata.read()["version"] not in text


def test_each_file_has_a_licence() -> None:
    if shutil.which("reuse") is None:
        pytest.skip("there is no reuse")
    result = subprocess.run(["reuse", "--root", ROOT, "lint"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


def test_what_is_installed_for_programs_says_its_licence_itself() -> None:
    for folder in ("include", "fortran", "python/closeranks"):
        files = [path for path in (ROOT / "runtime" / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"]
        assert files
        for path in files:
            assert "SPDX-License-Identifier: BSD-3-Clause" in path.read_text().splitlines()[0], path
