"""What is true of one MPI only stands in spec/quirks.json, and code that works around it names the entry."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from generator import quirks
from generator.problems import SpecError

ROOT = Path(__file__).resolve().parents[2]

NAMED = re.compile(r"Quirk::(\w+)")
# A sentence about a version is a quirk that nobody has put into the table.
VERSION = re.compile(r"Open MPI v?\d+\.\d+")


def texts() -> dict[str, str]:
    files = sorted((ROOT / "runtime").rglob("*.[ch]pp"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}


def unknown(named: dict[str, str], known: set[str]) -> list[str]:
    return [f"{place}: {name}" for place, text in named.items() for name in NAMED.findall(text) if name not in known]


def test_each_name_is_in_the_table() -> None:
    assert unknown(texts(), {quirk.id for quirk in quirks.load(ROOT)}) == []
    assert unknown({"core/x.hpp": "/// Quirk::idup_once"}, {"several_idups"}) == ["core/x.hpp: idup_once"]


def test_what_no_patch_mends_is_worked_around_somewhere() -> None:
    named = {name for text in texts().values() for name in NAMED.findall(text)}
    assert [quirk.id for quirk in quirks.load(ROOT) if not quirk.patch and quirk.id not in named] == []


def test_no_version_of_an_mpi_stands_elsewhere() -> None:
    found = [
        f"{place}: {line.strip()}"
        for place, text in texts().items()
        if not place.startswith(("runtime/openmpi/", "runtime/front/"))
        for line in text.splitlines()
        if VERSION.search(line)
    ]
    assert found == []


def test_names_of_patches_stand_in_the_table_only() -> None:
    patches = [quirk.patch for quirk in quirks.load(ROOT) if quirk.patch]
    assert [(place, patch) for place, text in texts().items() for patch in patches if patch in text] == []


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "tools/quirks", *words], capture_output=True, text=True, timeout=60)


def test_a_version_says_what_it_retires() -> None:
    said = run("5.0.10").stdout
    retired = said.split("still in")[0]
    assert retired.startswith("retired by 5.0.10: 3\n") and "han_not_tolerant" in retired
    assert "newer than 5.0.10: 2\n" in said and "null_iagree" in said.split("newer than")[1]
    assert "several_idups: " in run("6.0.0rc2").stdout.split("still in 6.0.0rc2")[1].split("not tried")[0]


def test_a_version_that_is_none_is_told() -> None:
    ended = run("five")
    assert ended.returncode == 2 and "the version (five) is not of the form" in ended.stderr


def test_places_are_found() -> None:
    assert "exit_unnoticed: runtime/core/exit_watch.hpp:" in run("--where").stdout


def test_a_table_that_lacks_a_patch_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tools/openmpi-patches").mkdir(parents=True)
    (tmp_path / "tools/openmpi-patches/99-new.patch").write_text("")
    (tmp_path / "spec").symlink_to(ROOT / "spec")
    try:
        quirks.load(tmp_path)
    except SpecError as error:
        assert "spec/quirks.json: no quirk has the patch (99-new)." in error.problems
        assert any("quirk" in problem and "01-deferred-message" in problem for problem in error.problems)
    else:
        raise AssertionError("it was taken")
