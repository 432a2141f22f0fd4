"""What is kept of a start for the next one: where, and that nothing of anybody else's is run."""

from __future__ import annotations

import marshal
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

IGNORED = shutil.ignore_patterns("__pycache__")
STRANGER = 65534  # nobody
PLANTED = "planted"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The launcher in a source tree of its own."""
    for part in ("tools/closeranks_launcher", "spec"):
        shutil.copytree(ROOT / part, tmp_path / "tree" / part, ignore=IGNORED)
    for name in ("closeranks", "closeranks-report"):
        shutil.copy(ROOT / "tools" / name, tmp_path / "tree/tools")
    return tmp_path / "tree"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir(mode=0o700)
    return tmp_path / "home"


def start(tree: Path, *flags: str, name: str = "closeranks", **variables: str) -> str:
    """What --help prints."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", *flags, str(tree / "tools" / name), "--help"],
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def kept(place: Path) -> list[Path]:
    return sorted(place.rglob("*.pyc"))


def folder(home: Path) -> Path:
    return home / ".cache/closeranks/bytecode"


def plant(home: Path, tree: Path) -> None:
    """Has the kept bytecode of one module print a word, and Python not notice."""
    (module,) = home.rglob("options.*.pyc")
    source = tree / "tools/closeranks_launcher/options.py"
    code = compile(f"{source.read_text()}\nprint({PLANTED!r})\n", str(source), "exec", dont_inherit=True)
    module.write_bytes(module.read_bytes()[:16] + marshal.dumps(code))


def test_the_second_start_takes_what_the_first_one_kept(tree: Path, home: Path) -> None:
    assert PLANTED not in start(tree, HOME=str(home))
    assert {path.name.partition(".")[0] for path in kept(home)} >= {"main", "options", "command"}
    assert all(folder(home) in path.parents for path in kept(home))
    assert folder(home).stat().st_mode & 0o777 == 0o700
    plant(home, tree)
    assert start(tree, HOME=str(home)).startswith(PLANTED)


def test_changed_sources_are_compiled_anew(tree: Path, home: Path) -> None:
    start(tree, HOME=str(home))
    with (tree / "tools/closeranks_launcher/options.py").open("a") as file:
        file.write("\nprint('changed')\n")
    assert start(tree, HOME=str(home)).startswith("changed")


@pytest.mark.parametrize("name", ["closeranks", "closeranks-report"])
def test_nothing_is_written_beside_the_sources(name: str, tree: Path, home: Path) -> None:
    start(tree, name=name, HOME=str(home))
    assert kept(home) and not kept(tree) and not list(tree.rglob("__pycache__"))


def test_of_pythons_own_modules_nothing_is_kept(tree: Path, home: Path) -> None:
    start(tree, HOME=str(home))
    assert all(path.parent.name == "closeranks_launcher" for path in kept(home))


def test_nothing_is_written_where_python_is_told_so(tree: Path, home: Path) -> None:
    start(tree, "-B", HOME=str(home))
    assert not kept(home) and not kept(tree)


def test_the_folder_for_caches(tree: Path, home: Path, tmp_path: Path) -> None:
    cache = tmp_path / "caches"
    cache.mkdir()
    start(tree, HOME=str(home), XDG_CACHE_HOME=str(cache))
    assert kept(cache / "closeranks/bytecode") and not list(home.iterdir())


@pytest.mark.parametrize(
    "variables",
    [{}, {"HOME": ""}, {"HOME": "."}, {"HOME": "/nowhere"}, {"HOME": "/dev/null"}, {"HOME": "/proc/self"},
     {"XDG_CACHE_HOME": "/nowhere"}],
)  # fmt: skip
def test_there_may_be_no_place(variables: dict[str, str], tree: Path) -> None:
    start(tree, **variables)
    assert not kept(tree)


@pytest.mark.parametrize("mode", [0o755, 0o710, 0o720, 0o702, 0o777])
def test_a_folder_that_others_can_enter_is_refused(mode: int, tree: Path, home: Path) -> None:
    start(tree, HOME=str(home))
    plant(home, tree)
    folder(home).chmod(mode)
    before = {path: path.stat().st_mtime_ns for path in kept(home)}
    assert PLANTED not in start(tree, HOME=str(home))
    assert {path: path.stat().st_mtime_ns for path in kept(home)} == before


def test_a_link_in_its_place_is_refused(tree: Path, home: Path) -> None:
    start(tree, HOME=str(home))
    plant(home, tree)
    elsewhere = home / "elsewhere"
    folder(home).rename(elsewhere)
    folder(home).symlink_to(elsewhere)
    assert PLANTED not in start(tree, HOME=str(home))


@pytest.mark.skipif(os.geteuid() != 0, reason="this takes root")
def test_a_folder_of_somebody_else_is_refused(tree: Path, home: Path) -> None:
    start(tree, HOME=str(home))
    plant(home, tree)
    os.chown(folder(home), STRANGER, STRANGER)
    assert PLANTED not in start(tree, HOME=str(home))


@pytest.mark.skipif(os.geteuid() != 0, reason="this takes root")
def test_root_leaves_nothing_in_the_home_of_somebody_else(tree: Path, home: Path) -> None:
    """As by sudo, where it hands HOME on."""
    os.chown(home, STRANGER, STRANGER)
    start(tree, HOME=str(home))
    assert not list(home.iterdir())


def test_damaged_bytecode_is_made_anew(tree: Path, home: Path) -> None:
    start(tree, HOME=str(home))
    for path in kept(home):
        path.write_bytes(path.read_bytes()[:7])
    start(tree, HOME=str(home))
    assert all(path.stat().st_size > 100 for path in kept(home))
