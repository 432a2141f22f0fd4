"""What all tests in Python share."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from examples.run import BUILD
from mpitest import faults


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "in_all: runs with tools/check --all only (docs/developers/testing.md)")
    config.addinivalue_line("markers", "sample(n): of its cases every n-th runs by default, the others are in_all")
    config.addinivalue_line("markers", "needs_mended(then, *quirks): the MPI's faults that it meets (mpitest/faults.py)")


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what -m does not name
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    seen: Counter[str] = Counter()
    for item in items:
        function = item.nodeid.partition("[")[0]
        marker = item.get_closest_marker("sample")
        if marker is not None and seen[function] % marker.args[0] != 0:
            item.add_marker(pytest.mark.in_all)
        seen[function] += 1
        for marker in item.iter_markers("needs_mended"):
            if expected := _expectation(*marker.args):
                item.add_marker(expected)


def _expectation(then: str, *quirks: str) -> pytest.MarkDecorator | None:
    """The mark of pytest for a test that meets these faults in this MPI."""
    unmended = faults.met_here(faults.Then(then), quirks, Path(os.environ["MPI_HOME"]))
    if unmended is None:
        return None
    if unmended.then is faults.Then.HANGS:
        return pytest.mark.skip(reason=unmended.reason)
    if unmended.then is faults.Then.MAY_FAIL:
        return pytest.mark.xfail(reason=unmended.reason, strict=False)
    # By what it asserts: where it cannot even begin, it has shown no fault.
    return pytest.mark.xfail(reason=unmended.reason, strict=True, raises=AssertionError)


@pytest.fixture(scope="session")
def python_modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Those of an installation, which find the store's library."""
    prefix = tmp_path_factory.mktemp("installed")
    subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    return prefix / "share/closeranks/python"
