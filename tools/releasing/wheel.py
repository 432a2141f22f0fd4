"""The wheel: the modules in runtime/python, in pure Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import tarball
from .metadata import Mistake
from .tarball import Commit

_BUILD = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"


def make(commit: Commit, packed: Path, folder: Path) -> None:
    if subprocess.run([sys.executable, "-c", "import hatchling"], stderr=subprocess.DEVNULL).returncode != 0:
        raise Mistake(f"{sys.executable} has no hatchling, which makes wheels (Debian: python3-hatchling).")
    with tempfile.TemporaryDirectory(prefix="closeranks-wheel.") as place:
        source = tarball.unpack(packed, Path(place))
        modules = source / "runtime/python"
        shutil.copy(source / "LICENSE", modules)
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(commit.time)}
        subprocess.run([sys.executable, "-B", "-c", _BUILD, str(folder.resolve())], check=True, cwd=modules, env=environment)
    for path in folder.glob("*.whl"):
        path.chmod(0o644)
