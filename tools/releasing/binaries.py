"""Binary packages of the tarball, by cpack: for Debian, and where rpmbuild is there, RPM."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import tarball
from .tarball import Commit


def make(commit: Commit, packed: Path, folder: Path) -> None:
    """It builds all of closeranks, for the MPI that tools/setup names: minutes."""
    with tempfile.TemporaryDirectory(prefix="closeranks-binaries.") as place:
        source = tarball.unpack(packed, Path(place))

        def run(*words: str) -> None:
            environment = os.environ | {"SOURCE_DATE_EPOCH": str(commit.time)}
            subprocess.run(words, check=True, cwd=source, env=environment)

        run("tools/setup")
        options = ("-DCMAKE_INSTALL_PREFIX=/usr", "-DCLOSERANKS_EXAMPLES=OFF", "-DCLOSERANKS_UNITY=ON")
        run("cmake", "-S", ".", "-B", "build", "-G", "Ninja", *options)
        run("cmake", "--build", "build")
        kinds = {"DEB": "dpkg-deb", "RPM": "rpmbuild"}
        for kind in (kind for kind, tool in kinds.items() if shutil.which(tool)):
            run("cpack", "--config", "build/CPackConfig.cmake", "-G", kind, "-B", "packages")
        for path in (source / "packages").glob("*.*"):
            if path.is_file():
                shutil.copy(path, folder)
