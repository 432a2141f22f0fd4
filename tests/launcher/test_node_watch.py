"""What mpirun is told about silent nodes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from closeranks_launcher import node_watch

ROOT = Path(__file__).resolve().parent.parent.parent
OLD, NEW = ([f"PRTE_MCA_{begin}_keepalive_{part}" for part in ("time", "intvl", "probes")] for begin in ("oob_tcp", "prte"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / node_watch.LIBRARY).touch()
    return tmp_path


@pytest.mark.parametrize("names", [OLD, NEW], ids=["to PRRTE 4", "from PRRTE 5"])
@pytest.mark.parametrize("patience", [2, 3, 4, 6, 19, 20, 30, 100])
def test_an_idle_connection_is_given_up_in_time(tmp_path: Path, patience: int, names: list[str]) -> None:
    added = node_watch.settings(tmp_path, patience, {})
    idle, interval, probes = (int(added[name]) for name in names)
    assert min(idle, interval, probes) > 0
    assert 0.75 * patience <= idle + interval * probes <= patience


def test_the_watch_is_preloaded_into_mpirun_and_its_daemons(folder: Path) -> None:
    added = node_watch.settings(folder, 20, {"LD_PRELOAD": "mine.so"})
    assert added["LD_PRELOAD"] == f"{folder / node_watch.LIBRARY}:mine.so"
    assert added["PRTE_MCA_prte_launch_agent"] == f"{folder / node_watch.DAEMON} prted"


@pytest.mark.parametrize("names", [OLD, NEW], ids=["to PRRTE 4", "from PRRTE 5"])
def test_what_is_set_stays(folder: Path, names: list[str]) -> None:
    mine = {names[0]: "100", "PRTE_MCA_prte_launch_agent": "valgrind prted"}
    assert node_watch.settings(folder, 20, mine) == {"LD_PRELOAD": str(folder / node_watch.LIBRARY)}


def test_mpirun_splits_the_agent_at_blanks(tmp_path: Path) -> None:
    folder = tmp_path / "with blanks"
    folder.mkdir()
    (folder / node_watch.LIBRARY).touch()
    assert "PRTE_MCA_prte_launch_agent" not in node_watch.settings(folder, 20, {})


def test_ld_preload_ends_a_name_at_blanks(tmp_path: Path) -> None:
    folder = tmp_path / "with blanks"
    folder.mkdir()
    (folder / node_watch.LIBRARY).touch()
    added = node_watch.settings(folder, 20, {"LD_PRELOAD": "mine.so", "LD_LIBRARY_PATH": "/mine"})
    assert added["LD_PRELOAD"] == f"{node_watch.LIBRARY}:mine.so"
    assert added["LD_LIBRARY_PATH"] == f"/mine:{folder}"


def test_nothing_is_changed_on_request(folder: Path) -> None:
    assert node_watch.settings(folder, 0, {}) == {}


def test_the_default_is_that_of_the_option() -> None:
    table = json.loads((ROOT / "spec/options.json").read_text())["options"]
    (default,) = (option["default"] for option in table if option["name"] == "node_timeout")
    assert default == node_watch.DEFAULT_PATIENCE
