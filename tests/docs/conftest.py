"""What makes the site and the picture of the README is in tools/site; the site is built once for all tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "site"))


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("mkdocs") is None:
        pytest.skip("MkDocs is not installed")
    folder = tmp_path_factory.mktemp("site").resolve()
    built = subprocess.run([ROOT / "tools/site/build", folder], capture_output=True, text=True, timeout=120)
    assert (built.returncode, built.stdout + built.stderr) == (0, "")
    return folder
