"""How long is tried: CLOSERANKS_FUZZ_SECONDS for each test (default: 1), from CLOSERANKS_FUZZ_SEED (1) on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT)]


class Seeds:
    """Counts up until time is over; the last one is that of a failure."""

    def __init__(self, weight: float = 1) -> None:
        self.last = int(os.environ.get("CLOSERANKS_FUZZ_SEED", "1")) - 1
        self._end = time.monotonic() + weight * float(os.environ.get("CLOSERANKS_FUZZ_SECONDS", "1"))

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if time.monotonic() > self._end:
            raise StopIteration
        self.last += 1
        return self.last


@pytest.fixture
def seeds() -> Iterator[Seeds]:
    told = Seeds()
    yield told
    print(f"the last seed: {told.last}")  # shown with a failure
