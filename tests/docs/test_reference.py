"""The reference that doxygen makes of the public headers: it has all of them, and nothing in them is without a word."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path

import pytest
import reference

from examples.run import ROOT

INCLUDE = Path("runtime/include")
C_HEADERS = ("closeranks.h", "closeranks_store.h", "closeranks_local.h")
_FUNCTION = re.compile(r"/\*\*(?P<comment>(?:[^*]|\*(?!/))*)\*/\s*(?:int|const char \*)\s*(?P<name>closeranks_\w+)\((?P<arguments>[^)]*)\);")

has_doxygen = pytest.mark.skipif(not reference.is_possible(), reason="Doxygen is not installed")


def functions(header: str) -> dict[str, re.Match[str]]:
    found = {match["name"]: match for match in _FUNCTION.finditer((ROOT / INCLUDE / header).read_text())}
    assert len(found) == {"closeranks.h": 18, "closeranks_store.h": 24, "closeranks_local.h": 14}[header]
    return found


@pytest.mark.parametrize("header", C_HEADERS)
def test_every_function_tells_of_arguments_errors_and_threads(header: str) -> None:
    for name, function in functions(header).items():
        arguments = [argument.replace("[]", "").split()[-1].lstrip("*") for argument in function["arguments"].split(",")]
        told = re.findall(r"@param(?:\[\S+\])?\s+(\w+)", function["comment"])
        assert told == arguments, name
        assert "@return" in function["comment"] and "@par Threads" in function["comment"], name


def text_of(page: Path) -> str:
    return unescape(re.sub(r"<[^>]*>", "", page.read_text()))


@has_doxygen
@pytest.mark.parametrize(
    ("header", "page"),
    [("closeranks.h", "closeranks_8h"), ("closeranks_store.h", "closeranks__store_8h"), ("closeranks_local.h", "closeranks__local_8h")],
)
def test_the_site_has_every_function(site_folder: Path, header: str, page: str) -> None:
    text = text_of(site_folder / reference.FOLDER / f"{page}.html")
    for name in functions(header):
        assert len(re.findall(rf"\b{name}\b", text)) >= 2, f"{name} is not in the list, or has no description"


@has_doxygen
def test_the_site_has_the_farm_and_nothing_that_is_its_own(site_folder: Path) -> None:
    folder = site_folder / reference.FOLDER
    text = text_of(folder / "classcloseranks_1_1Farm.html")
    for name in ("Farm", "~Farm", "is_master", "workers", "deal", "collect", "finish"):
        assert re.search(rf"(?<!\w){name}\s*\(", text), name
    assert not any(inner in page.read_text() for page in folder.glob("*.html") for inner in ("farm_detail", "local_detail"))
    assert not list(folder.glob("local__*_8hpp.html"))  # of closeranks/detail


@has_doxygen
@pytest.mark.parametrize(
    ("header", "line"),
    [("closeranks.h", " * @param rank  a rank of `comm`\n"), ("closeranks/farm.hpp", "    /// The rank that deals.\n")],
)
def test_what_has_no_word_is_an_error(tmp_path: Path, header: str, line: str) -> None:
    root = tmp_path / "repository"
    shutil.copytree(ROOT / INCLUDE, root / INCLUDE)
    shutil.copytree(ROOT / "tools/site", root / "tools/site")
    (tmp_path / "before").mkdir()
    reference.make(root, tmp_path / "before")
    changed = root / INCLUDE / header
    text = changed.read_text()
    assert text.count(line) == 1
    changed.write_text(text.replace(line, ""))
    (tmp_path / "after").mkdir()
    with pytest.raises(SystemExit, match="not documented"):
        reference.make(root, tmp_path / "after")
