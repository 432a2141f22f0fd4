"""The packages for Debian that cpack makes of the build tree: what is in them, what they need, and that they work when
unpacked into a folder. clean_root, beside this file, installs and removes them (by hand)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["CLOSERANKS_BUILD"])
MPI = Path(os.environ["MPI_HOME"])
MAINTAINER = {"DEBFULLNAME": "Some One", "DEBEMAIL": "one@some.example"}
MODULES = "lib/python3/dist-packages"
RANKS = 4

NEEDED = ("dpkg-deb", "dpkg-shlibdeps", "file")
pytestmark = pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"one of {NEEDED} is not there")


def run(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    # The build tree must not be found by its variables.
    told = {name: text for name, text in os.environ.items() if name not in ("CLOSERANKS_BUILD", "MPI_HOME")}
    return subprocess.run(
        words, env=told | variables, capture_output=True, text=True, errors="replace", timeout=180
    )


def must(*words: str | Path, **variables: str) -> str:
    result = run(*words, **variables)
    assert result.returncode == 0, f"{words}: {result.stdout}\n{result.stderr}"
    return result.stdout


def pack(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Not compressed: that would take most of the time."""
    plain = ("-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none")
    return run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, *plain, *more, **MAINTAINER)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("packages")
    result = pack(folder)
    assert result.returncode == 0, result.stdout + result.stderr
    return {path.name.partition("_")[0]: path for path in folder.glob("*.*deb")}


@pytest.fixture(scope="module")
def unpacked(packages: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    must("dpkg", "-x", packages["closeranks"], folder)
    return folder / "usr"


def fields(package: Path) -> dict[str, str]:
    # A line that begins with a blank continues with the field.
    text = must("dpkg-deb", "--field", package)
    return dict(re.findall(r"^(\S+?): (.*(?:\n .*)*)", text, re.MULTILINE))


def distribution_has_it() -> bool:
    return run("dpkg-query", "--search", (MPI / "bin/mpirun").resolve()).returncode == 0


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()}


def test_they_are_what_cmake_installs(unpacked: Path, tmp_path: Path) -> None:
    must("cmake", "--install", BUILD, "--prefix", tmp_path)
    installed = {re.sub(r"(/man1/.*)", r"\1.gz", name) for name in files(tmp_path)}
    only_packages = {"share/doc/closeranks/changelog.gz", "share/lintian/overrides/closeranks", f"{MODULES}/closeranks"}
    assert files(unpacked) == installed | only_packages


def test_python_finds_the_modules(unpacked: Path) -> None:
    if run("/usr/bin/python3", "-c", "import mpi4py").returncode != 0:
        pytest.skip("there is no mpi4py")
    assert "/usr/lib/python3/dist-packages" in must("/usr/bin/python3", "-c", "import sys; print(sys.path)")
    script = "import closeranks.store as s; s._find_library(); print(s.__file__)"
    told = must("/usr/bin/python3", "-B", "-c", script, PYTHONPATH=str(unpacked / MODULES))
    assert told == f"{unpacked / MODULES / 'closeranks/store.py'}\n"


def test_fields(packages: Mapping[str, Path], unpacked: Path) -> None:
    assert set(packages) == {"closeranks", "closeranks-dbgsym"}
    found = fields(packages["closeranks"])
    version = json.loads((unpacked / "share/closeranks/closeranks-config.json").read_text())["version"]
    assert found["Version"] == version
    assert found["Maintainer"] == "Some One <one@some.example>"
    assert found["Architecture"] == must("dpkg", "--print-architecture").strip()
    assert f" {MPI}\n" in found["Description"]
    needed = {entry.split()[0] for entry in found["Depends"].split(",")}
    assert {"python3", "libc6", "libstdc++6"} <= needed
    of_an_mpi = {name for name in needed if "mpi" in name}
    if distribution_has_it():
        assert of_an_mpi
    else:
        assert not of_an_mpi and "which no package brings" in found["Description"]
    assert fields(packages["closeranks-dbgsym"])["Depends"] == f"closeranks (= {version})"


def test_what_other_packages_are_told_of_the_library(packages: Mapping[str, Path], unpacked: Path) -> None:
    told = must("dpkg-deb", "--info", packages["closeranks"], "shlibs").splitlines()
    for line in told:
        library_name, number, package = line.split()
        name = must("readelf", "-d", next(unpacked.rglob(f"{library_name}.so")))
        assert f"[{library_name}.so.{number}]" in name and package == "closeranks"
    assert [line.split()[0] for line in told] == ["libcloseranks", "libcloseranks_store", "libcloseranks_replicas", "libcloseranks_fenix"]
    assert "ldconfig" in must("dpkg-deb", "--info", packages["closeranks"], "triggers")


def test_symbols_are_apart(packages: Mapping[str, Path], unpacked: Path, tmp_path: Path) -> None:
    library = next(unpacked.rglob("libcloseranks.so"))
    assert ".debug_info" not in must("readelf", "-SW", library)
    found = re.search(r"Build ID: (..)(\S+)", must("readelf", "-nW", library))
    assert found
    must("dpkg", "-x", packages["closeranks-dbgsym"], tmp_path)
    symbols = tmp_path / f"usr/lib/debug/.build-id/{found[1]}/{found[2]}.debug"
    assert ".debug_info" in must("readelf", "-SW", symbols)


def test_a_rank_is_killed(unpacked: Path, tmp_path: Path) -> None:
    must(MPI / "bin/mpicc", "-O2", ROOT / "examples/pi.c", "-o", tmp_path / "pi", "-lm")
    kill = ["--kill", "3@call:MPI_Reduce:4"]
    options = ["--allow-root", "--oversubscribe", *kill, "-n", str(RANKS)]
    result = run(unpacked / "bin/closeranks", *options, tmp_path / "pi", "10", "10000")
    assert result.returncode == 83, result.stderr
    lacked = re.search(r"MPI_Reduce on MPI_COMM_WORLD lacked rank 3 in (\d+) calls", result.stderr)
    assert lacked, result.stderr
    # Its third contribution may still have been on its way, for MPI_Reduce does not wait for the root.
    assert int(lacked[1]) in (7, 8)
    points = (RANKS * 10 - int(lacked[1])) * 10_000
    assert re.search(rf"^points +{points} ", result.stdout, re.MULTILINE), result.stdout


def test_doctor(unpacked: Path) -> None:
    said = run(unpacked / "bin/closeranks", "doctor", "--no-trials", "--json", CLOSERANKS_ALLOW_ROOT="yes")
    found = json.loads(said.stdout)
    assert {entry["level"] for entry in found["findings"] if entry["check"].startswith("installation.")} == {"ok"}


def test_the_mpi_in_a_package(tmp_path: Path) -> None:
    result = pack(tmp_path, "-D", "CLOSERANKS_PACK_MPI=ON")
    if distribution_has_it():
        assert result.returncode != 0 and "is in Debian's package" in result.stderr
        return
    assert result.returncode == 0, result.stdout + result.stderr
    (library,), (mpi,) = tmp_path.glob("closeranks_*.deb"), tmp_path.glob("closeranks-openmpi_*.deb")
    version = fields(mpi)["Version"]
    assert f"closeranks-openmpi (= {version})" in fields(library)["Depends"]
    assert "which is in the package closeranks-openmpi" in fields(library)["Description"]
    must("dpkg", "-x", mpi, tmp_path / "mpi")
    packed = tmp_path / "mpi" / MPI.relative_to("/")
    assert files(packed) == files(MPI)
    assert "libhwloc" in fields(mpi)["Depends"] and "mpi" not in fields(mpi)["Depends"]


def test_lintian(packages: Mapping[str, Path]) -> None:
    if shutil.which("lintian") is None:
        pytest.skip("there is no lintian")
    of_the_test = ("--suppress-tags", "uses-no-compression-for-data-tarball")
    result = run("lintian", "--fail-on", "error", *of_the_test, packages["closeranks"])
    assert result.returncode == 0, result.stdout + result.stderr
