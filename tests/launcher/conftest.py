"""What the launcher's tests share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import options  # noqa: E402
from closeranks_launcher.installation import Installation  # noqa: E402
from closeranks_launcher.records import Event, Rank  # noqa: E402

MakeRank = Callable[..., Rank]


@pytest.fixture(scope="session")
def table() -> tuple[options.Option, ...]:
    return options.load()


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    """Files that only have to exist."""
    for name in ("libcloseranks.so", "mpirun"):
        (tmp_path / name).touch()
    return Installation(
        tmp_path / "libcloseranks.so", tmp_path / "mpirun", Path("/opt/mpi/lib"), "1.2.3"
    )


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes `script` the mpirun of an installation, and that the one in use."""

    def install(script: str) -> Path:
        mpirun = tmp_path / "mpirun"
        mpirun.write_text(f"#!/bin/bash\n{script}\n")
        mpirun.chmod(0o755)
        for library in ("libcloseranks.so", "libcloseranks_replicas.so"):
            (tmp_path / library).touch()
        config = tmp_path / "closeranks-config.json"
        config.write_text(
            json.dumps(
                {
                    "library": "libcloseranks.so",
                    "mpirun": "mpirun",
                    "mpi_prefix": "/usr",
                    "version": "1.2.3",
                }
            )
        )
        monkeypatch.setenv("CLOSERANKS_INSTALLATION", str(config))
        monkeypatch.setenv("CLOSERANKS_ALLOW_ROOT", "yes")  # whoever runs the tests
        return mpirun

    return install


@pytest.fixture
def rank() -> MakeRank:
    """rank(3, "lost ranks=[1]", ...) in short: rank(3, ("lost", {"ranks": [1]}))."""

    def make(number: int, *events: tuple[str, Event], size: int = 4, job: int = 1) -> Rank:
        start = {"rank": number, "size": size, "host": "node07", "pid": 100 + number}
        made = Rank(job, number)
        for time, (kind, fields) in enumerate([("start", start), *events]):
            made.events.append({"event": kind, "time": 1000.0 + time, **fields})
        return made

    return make


def finish(lost: list[int]) -> tuple[str, Event]:
    """The record of a rank that got through MPI_Finalize."""
    empty: Event = {"skipped": {}, "incomplete": {}, "absent": {}, "passed_through": {}}
    return "finish", {"lost": lost, **empty}
