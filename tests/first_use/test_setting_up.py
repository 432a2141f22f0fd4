"""What a new user meets before the first run: a machine that lacks something, or was set up by somebody else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MPI = Path(os.environ["CLOSERANKS_TEST_MPICC"]).resolve().parents[1]
NOBODY = "65534"


def environment(**more: str) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("CLOSERANKS_")}
    return kept | more


def configure(folder: Path, *options: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """Runs cmake where Python has not got the module `without`."""
    modules = folder / "modules"
    modules.mkdir()
    if without:
        (modules / f"{without}.py").write_text("raise ImportError\n")
    return subprocess.run(
        ["cmake", "-S", ROOT, "-B", folder / "build", "-G", "Ninja", f"-DMPI_HOME={MPI}", *options],
        env=environment(PYTHONPATH=str(modules)),
        capture_output=True,
        text=True,
        check=False,
    )


def words(text: str) -> str:
    """cmake breaks lines wherever it likes."""
    return " ".join(text.split())


NO_GTEST = "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=TRUE"


def test_the_library_needs_nothing_of_the_tests(tmp_path: Path) -> None:
    result = configure(tmp_path, NO_GTEST, without="pytest")
    assert result.returncode == 0, result.stderr
    assert "need GoogleTest" not in result.stderr and "pytest" not in result.stderr


def test_without_googletest_it_says_what_to_install(tmp_path: Path) -> None:
    result = configure(tmp_path, NO_GTEST, "-DCLOSERANKS_TESTS=ON")
    assert result.returncode != 0
    assert "need GoogleTest; `tools/setup --with-tests` installs it (Debian: libgtest-dev)" in words(result.stderr)


def test_a_missing_pytest_is_called_by_its_name(tmp_path: Path) -> None:
    result = configure(tmp_path, "-DCLOSERANKS_TESTS=ON", without="pytest")
    assert result.returncode != 0
    assert "need one python3 with jinja2, jsonschema, pycparser, pytest and xdist" in words(result.stderr)


def test_a_missing_generator_is_told_and_stops_nobody(tmp_path: Path) -> None:
    result = configure(tmp_path, without="jinja2")
    assert result.returncode == 0, result.stderr
    assert "jinja2" in words(result.stderr).lower(), "what an edit of the spec would need"


def test_set_up_tells_once_what_the_mpi_lacks(tmp_path: Path) -> None:
    stranger = tmp_path / "mpi"  # one with ULFM that set-up has not built
    stranger.mkdir()
    for part in MPI.iterdir():
        if part.name != "complete":
            (stranger / part.name).symlink_to(part)
    told = environment(MPI_HOME=str(stranger), CLOSERANKS_CACHE=str(tmp_path / "cache"))
    said = [
        subprocess.run([ROOT / "tools/setup"], env=told, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    mends = len(list((ROOT / "tools/openmpi-patches").glob("*.patch")))
    assert f"this Open MPI has not got {mends} mends" in said[0].stdout + said[0].stderr
    assert "tools/setup --build-mpi builds one that has them" in said[0].stdout + said[0].stderr
    assert "mends" not in said[1].stdout + said[1].stderr


# Instead of the real ones: a mpicc that takes everything, as that of an Open MPI 5.0.7 with ULFM, apt that has such a package
# and no sources, and no way to the network.
STAND_INS = {
    "mpicc": 'while [ $# -gt 1 ]; do [ "$1" = -o ] && : >"$2"; shift; done',
    "apt-cache": 'echo "  Candidate: 5.0.7-1"',
    "apt-get": "exit 0",
    "curl": "exit 1",
}


@dataclass
class DistributionWithOpenMpi5:
    folder: Path

    @property
    def own_mpi(self) -> Path:
        """Where set-up has what it builds."""
        asked = self._run("bash", "-c", f". {ROOT}/tools/common.sh && . {ROOT}/tools/openmpi.sh && openmpi_prefix")
        return Path(asked.stdout.strip())

    def set_up(self, *options: str) -> subprocess.CompletedProcess[str]:
        return self._run(ROOT / "tools/setup", *options)

    def chosen(self) -> Path:
        return Path(self.set_up("--print-mpi").stdout.strip())

    def _run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        path = f"{self.folder}/usr/bin:{os.environ['PATH']}"
        told = environment(PATH=path, CLOSERANKS_CACHE=f"{self.folder}/cache")
        told.pop("MPI_HOME", None)
        return subprocess.run(command, env=told, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def distribution(tmp_path: Path) -> DistributionWithOpenMpi5:
    programs = tmp_path / "usr/bin"
    programs.mkdir(parents=True)
    for name, text in STAND_INS.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    return DistributionWithOpenMpi5(tmp_path)


def test_the_distributions_open_mpi_5_is_taken_if_nothing_else_is_asked_for(distribution: DistributionWithOpenMpi5) -> None:
    assert distribution.chosen() == distribution.folder / "usr"


def test_build_mpi_builds_although_the_distribution_has_open_mpi_5(distribution: DistributionWithOpenMpi5) -> None:
    result = distribution.set_up("--build-mpi")
    assert "fetching the source of Open MPI 5.0.7" in result.stdout
    assert result.returncode == 1 and "no source for Open MPI 5.0.7" in result.stderr, "there is none for a test"
    again = distribution.set_up("--print-mpi")
    assert (again.returncode, again.stdout) == (1, ""), "what was asked for is not there, and nothing else is taken"


def test_what_build_mpi_has_built_is_taken_from_then_on(distribution: DistributionWithOpenMpi5) -> None:
    own = distribution.own_mpi
    own.mkdir(parents=True)
    (own / "complete").touch()
    assert distribution.chosen() == distribution.folder / "usr"
    result = distribution.set_up("--build-mpi")
    assert f"set up; the MPI is {own}" in result.stdout, result.stderr
    assert "mends" not in result.stdout, "it has all of them"
    assert distribution.chosen() == own
    (distribution.folder / "cache/own-mpi").unlink()
    assert distribution.chosen() == distribution.folder / "usr"


# apt as in an image whose lists of packages were removed, or are older than a package: it knows the MPI only, which is
# installed, until it has been asked to update.
STALE_APT = {
    "apt-cache": '[ "$2" = libopenmpi-dev ] || [ -e "$APT/updated" ] && echo "  Candidate: 5.0.7-1"',
    "apt-get": 'echo "$*" >>"$APT/asked"; case "$*" in *update) touch "$APT/updated" ;; esac',
    "apt-config": 'echo "StateDir=\'$APT/lists/\'"',
}


def set_up_with(apt: Path, programs: dict[str, str], missing: str, *options: str, path: str = "") -> tuple[str, list[str]]:
    """What set-up says and what it asks apt-get for, where the header `missing` is not there."""
    folder = apt / "bin"
    folder.mkdir()
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    compiler = folder / "c++"  # which finds all headers but that one
    compiler.write_text(f'#!/bin/sh\nread include && case $include in *{missing}*) exit 1 ;; esac\n')
    compiler.chmod(0o755)
    told = environment(PATH=f"{folder}:{path or os.environ['PATH']}", CLOSERANKS_CACHE=str(apt / "cache"), MPI_HOME=str(MPI), APT=str(apt))
    told |= {"CXX": str(compiler)}
    result = subprocess.run([ROOT / "tools/setup", *options], env=told, capture_output=True, text=True, timeout=60, check=False)
    asked = apt / "asked"
    return result.stdout + result.stderr, asked.read_text().splitlines() if asked.exists() else []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root installs packages")
@pytest.mark.parametrize("lists", ["none", "old"])
def test_lists_of_packages_that_lack_one_are_renewed(tmp_path: Path, lists: str) -> None:
    (tmp_path / "lists").mkdir()
    if lists == "old":
        (tmp_path / "lists/debian_Packages").touch()
        os.utime(tmp_path / "lists", (0, 0))
    said, asked = set_up_with(tmp_path, STALE_APT, "nlohmann")
    assert "has no package" not in said, said
    assert asked[0].endswith("update") and asked[1].endswith("install --no-install-recommends nlohmann-json3-dev"), asked


@pytest.mark.skipif(os.geteuid() != 0, reason="only root installs packages")
def test_fresh_lists_of_packages_are_believed(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists/debian_Packages").touch()
    said, asked = set_up_with(tmp_path, STALE_APT, "nlohmann")
    assert "the distribution has no package nlohmann-json3-dev; continuing without" in said
    assert asked == []


# A newer Debian: no clang 14, and another number in the name of NetCDF's package.
NEWER_APT = STALE_APT | {
    "apt-cache": """case "$1 $2" in
        "pkgnames libnetcdf-mpi-") printf '%s\\n' libnetcdf-mpi-9 libnetcdf-mpi-22 libnetcdf-mpi-dev ;;
        "policy clang-"*-14) ;;
        policy*) echo "  Candidate: 5.0.7-1" ;;
        esac""",
    "ldconfig": "exit 0",
}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root installs packages")
def test_a_newer_debian_has_other_versions_of_packages(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists/debian_Packages").touch()
    os.utime(tmp_path / "lists", (0, 0))
    programs = tmp_path / "programs"
    programs.mkdir()
    for program in Path("/usr/bin").iterdir():
        if not program.name.endswith("-14"):
            (programs / program.name).symlink_to(program)
    said, asked = set_up_with(tmp_path, NEWER_APT, "nlohmann", "--with-tests", path=str(programs))
    assert "has no package" not in said, said
    assert len(asked) == 1 and "install" in asked[0], "old lists do not have to be renewed for clang 14"
    assert "libnetcdf-mpi-22" in asked[0].split()
    assert not {word for word in asked[0].split() if word.startswith(("clang-format", "clang-tidy"))}


def test_a_build_without_the_headers_of_pmix_is_told(tmp_path: Path) -> None:
    ignored = f"{MPI}/include;/usr/include;/usr/lib/x86_64-linux-gnu/pmix2/include"
    result = configure(tmp_path, f"-DCMAKE_IGNORE_PATH={ignored}", "-DCLOSERANKS_EXAMPLES=OFF")
    assert "The headers of PMIx are missing" in words(result.stderr), result.stderr
    config = json.loads((tmp_path / "build/closeranks-config.json").read_text())
    assert config["pmix"] is False


def test_a_build_with_the_headers_of_pmix_has_nothing_to_tell(tmp_path: Path) -> None:
    result = configure(tmp_path, "-DCLOSERANKS_EXAMPLES=OFF")
    assert "PMIx" not in result.stderr, result.stderr
    assert json.loads((tmp_path / "build/closeranks-config.json").read_text())["pmix"] is True


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Those of pytest are closed to other users."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_nobody(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    user = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
    return subprocess.run([*user, *command], env=environment(**more), capture_output=True, text=True, check=False)


@pytest.mark.skipif(os.geteuid() != 0, reason="another user takes root")
def test_what_another_user_cannot_reach_is_said(open_folder: Path) -> None:
    launcher = ROOT / "tools/closeranks"
    if as_nobody("test", "-r", launcher).returncode != 0:
        pytest.skip("this checkout itself is closed to other users")
    closed = open_folder / "of-root"
    closed.mkdir(mode=0o700)
    (closed / "mpirun").symlink_to(MPI / "bin/mpirun")
    installation = open_folder / "installation.json"
    text = (Path(os.environ["CLOSERANKS_BUILD"]) / "closeranks-config.json").read_text()
    installation.write_text(text.replace(str(MPI / "bin/mpirun"), str(closed / "mpirun")))
    result = as_nobody(launcher, "-n", "2", "true", HOME="/", CLOSERANKS_INSTALLATION=str(installation))
    assert result.returncode == 82, result.stderr
    assert f"The mpirun ({closed}/mpirun) that {installation} names cannot be reached by this user" in result.stderr
    assert "For all users of a machine" in result.stderr and "Traceback" not in result.stderr
