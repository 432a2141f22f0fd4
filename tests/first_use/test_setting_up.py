"""What a new user meets before the first run: a machine that lacks something, or was set up by somebody else."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
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
    assert "need one python3 with jinja2, jsonschema, pycparser and pytest" in words(result.stderr)


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
