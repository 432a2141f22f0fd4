"""What the launcher sets so that R gets the MPI of closeranks."""

from __future__ import annotations

from pathlib import Path

import pytest

from closeranks_launcher import r_language
from closeranks_launcher.installation import Installation
from closeranks_launcher.plain import replace

# As Debian's R has it.
LDPATHS = """\
: ${{JAVA_HOME=/usr/lib/jvm/default-java}}
: ${{R_JAVA_LD_LIBRARY_PATH=${{JAVA_HOME}}/lib/server}}
if test -n "/usr/lib/x86_64-linux-gnu"; then
: ${{R_LD_LIBRARY_PATH={}}}
else
: ${{R_LD_LIBRARY_PATH=${{R_HOME}}/lib}}
fi
"""


@pytest.fixture
def r(tmp_path: Path) -> Path:
    """The folder of the home's start script, which says where the home is."""
    home = tmp_path / "lib/R"
    (home / "etc").mkdir(parents=True)
    (home / "bin").mkdir()
    (home / "bin/R").write_text(f"#!/bin/bash\n# Shell wrapper for R executable.\n\nR_HOME_DIR={home}\n")
    return home


def names(home: Path, folders: str) -> None:
    (home / "etc/ldpaths").write_text(LDPATHS.format(folders))


def test_the_systems_folder_is_left_out(r: Path, installation: Installation) -> None:
    names(r, "${R_HOME}/lib:/usr/lib/x86_64-linux-gnu:/opt/blas/lib")
    wanted = {"R_LD_LIBRARY_PATH": f"{r}/lib:/opt/blas/lib"}
    assert r_language.settings(installation, "script.sh", f"/nowhere:{r}/bin") == wanted, "what it starts may be R"
    assert r_language.settings(installation, f"{r}/bin/Rscript", "/nowhere") == wanted, "by its path"


@pytest.mark.parametrize("folders", ["${R_HOME}/lib", "$(guess)/lib:/usr/lib"])
def test_what_needs_nothing_or_is_not_understood_stays(r: Path, installation: Installation, folders: str) -> None:
    names(r, folders)
    assert r_language.settings(installation, "Rscript", f"{r}/bin") == {}


def test_no_r_and_an_mpi_of_the_system_need_nothing(r: Path, installation: Installation) -> None:
    assert r_language.settings(installation, "Rscript", "/nowhere") == {}
    names(r, "${R_HOME}/lib:/usr/lib/x86_64-linux-gnu")
    of_system = replace(installation, mpi_libdir=Path("/usr/lib/x86_64-linux-gnu"))
    assert r_language.settings(of_system, "Rscript", f"{r}/bin") == {}


def test_a_file_of_that_name_here_is_no_r(
    r: Path, installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names(r, "/usr/lib/x86_64-linux-gnu:/opt/blas/lib")
    (tmp_path / "here").mkdir()
    (tmp_path / "here/R").write_text("1.0 2.0\n")
    monkeypatch.chdir(tmp_path / "here")
    assert r_language.settings(installation, "Rscript", f"{r}/bin") == {"R_LD_LIBRARY_PATH": "/opt/blas/lib"}
