"""A copy of what the generator reads and writes, for tests that spoil it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tree import Tree  # noqa: E402  (found by the lines above)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    for part in ("spec", "templates", "generator", "generated"):
        shutil.copytree(
            ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tmp_path / "runtime").symlink_to(ROOT / "runtime")
    (tmp_path / "docs").mkdir()
    for page in ("functions.md", "options.md"):
        shutil.copy2(ROOT / "docs" / page, tmp_path / "docs" / page)
    return Tree(tmp_path)
