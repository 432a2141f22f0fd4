"""Every patch of Open MPI has a report that can be handed to upstream: what its forms ask for is in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples.run import ROOT

FOLDER = ROOT / "tools/openmpi-patches"
PATCHES = sorted(FOLDER.glob("*.patch"))
NAMES = [patch.stem for patch in PATCHES]
VERSION = re.findall(r"^OPENMPI_VERSION=(\S+)", (ROOT / "tools/openmpi.sh").read_text(), re.MULTILINE)[0]
TITLE = re.compile(rf"^# (?:Open MPI {re.escape(VERSION)}, \w+|\w+ [\d.]+ in Open MPI {re.escape(VERSION)}): \S.* \((\S+)\)$")
# The forms of Open MPI, PRRTE and OpenPMIx ask for the version, the installation, the system and the details.
ASKED_FOR = ("- Version: ", "- Newer code, ", "- Installed: ", "- System: ")
TOLD = ("**Symptom.**", "**Steps to reproduce.**", "**Analysis.**", "**The patch.**", "**Risks.**")


def report(name: str) -> Path:
    return FOLDER / "reports" / f"{name}.md"


def test_each_patch_has_a_report_and_each_report_a_patch() -> None:
    assert [path.stem for path in sorted((FOLDER / "reports").glob("*.md"))] == NAMES
    assert {path.stem for path in (FOLDER / "reports").glob("*.c")} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_title_names_the_version_and_the_patch(name: str) -> None:
    title = TITLE.match(report(name).read_text().splitlines()[0])
    assert title is not None and title[1] == name


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_upstream_asks_for(name: str) -> None:
    text = report(name).read_text()
    for piece in (*ASKED_FOR, *TOLD, f"`{name}.patch`"):
        assert text.count(piece) >= 1, f"{name} lacks {piece}"


@pytest.mark.parametrize("patch", PATCHES, ids=NAMES)
def test_it_names_a_file_that_the_patch_changes(patch: Path) -> None:
    changed = re.findall(r"^\+\+\+ b/(?:3rd-party/\w+/)?(\S+)", patch.read_text(), re.MULTILINE)
    addressed = re.findall(r"^For: .*?\n\n", report(patch.stem).read_text(), re.MULTILINE | re.DOTALL)
    assert len(addressed) == 1
    assert any(name in addressed[0] or str(Path(name).parent) in addressed[0] for name in changed)


@pytest.mark.parametrize("name", NAMES)
def test_its_program_is_told_of(name: str) -> None:
    program = f"{name}.c"
    assert (program in report(name).read_text()) == (FOLDER / "reports" / program).is_file()


def test_the_index_leads_to_all_of_them() -> None:
    text = (FOLDER / "README.md").read_text()
    assert re.findall(r"\]\(reports/(\S+)\.md\)", text) == NAMES
