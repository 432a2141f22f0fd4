"""A copy of what the generator reads and writes, for tests that spoil it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tree import Tree, copy_tree  # noqa: E402  (found by the lines above)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return copy_tree(tmp_path)
