"""What wraps the pages is in tools/; what makes the site and the picture of the README, in tools/site. The site is built once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tools" / "site")]


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("mkdocs") is None:
        pytest.skip("MkDocs is not installed")
    folder = tmp_path_factory.mktemp("site").resolve()
    built = subprocess.run([ROOT / "tools/site/build", folder], capture_output=True, text=True, timeout=120)
    assert (built.returncode, built.stdout + built.stderr) == (0, "")
    return folder
