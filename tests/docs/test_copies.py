"""What pages have taken from elsewhere is as it is there: pieces of examples in the guides, figures of docs/reference/programs.md,
and those of the paper."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from examples.run import ROOT

GUIDES = sorted(page for part in ("how-to", "tutorials") for page in (ROOT / "docs" / part).glob("*.md"))
BUSY = 0.3  # "no difference below 0.3 means anything"


def prose(page: str) -> str:
    """Where its lines are broken says nothing."""
    return " ".join((ROOT / page).read_text().split())


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def is_piece(block: list[str], source: list[str]) -> bool:
    return any(source[begin : begin + len(block)] == block for begin in range(len(source)))


@pytest.mark.parametrize("guide", GUIDES, ids=[guide.stem for guide in GUIDES])
def test_pieces_of_examples(guide: Path) -> None:
    text = guide.read_text()
    examples = re.findall(r"\]\((\.\./\.\./examples/[^)]+\.(?:c|cpp|py))\)", text)
    sources = [lines((guide.parent / example).read_text()) for example in examples]
    blocks = re.findall(r"^(<!-- not of an example -->\n)?```(?:c|cpp|python)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert not examples or not blocks or not all(mark for mark, _ in blocks)
    for mark, block in blocks:
        assert any(is_piece(lines(block), source) for source in sources) != bool(mark), block


def test_figures_of_programs() -> None:
    page = (ROOT / "docs/reference/programs.md").read_text()
    ratios = [float(ratio) for ratio in re.findall(r"^\| [^|]*\| [^|]*\| [^|]*\| [\d.]+ s \| ([\d.]+) \|", page, re.MULTILINE)]
    slower = sorted(ratio for ratio in ratios if ratio - 1 > BUSY)
    decision = prose("docs/how-to/choose.md")
    told = re.search(r"Of the (\d+) programs (\d+) were slower by less than the noise.*?\.", decision)
    assert told and [int(told[1]), int(told[2])] == [len(ratios), len(ratios) - len(slower)]
    assert sorted(map(float, re.findall(r"\d\.\d\d", decision))) == slower
    for name in ("README.md", "docs/how-to/choose.md"):
        numbers = re.findall(r"(\d+) (?:well-known programs|programs that nobody)", prose(name))
        assert set(map(int, numbers)) == {len(ratios)}, name


def test_table_of_mpis() -> None:
    columns = sorted(str(file) for file in (ROOT / "bench/measured/mpis").glob("*.json"))
    table = subprocess.run([str(ROOT / "tests/roots/held_out"), "--table", *columns], capture_output=True, text=True, check=True).stdout
    assert len(columns) == 3 and table in (ROOT / "docs/reference/support.md").read_text()


PAPER = ROOT / "paper/paper.md"
_MEASURED = r"\]\((\.\./(?:bench/measured|docs/history)/[^)]+)\)"
MEASURED = [part for part in PAPER.read_text().split("\n\n") if re.search(_MEASURED, part)]


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d{4}-\d\d-\d\d|\d+(?:[.,]\d+)*", text))


@pytest.mark.parametrize("paragraph", MEASURED, ids=range(len(MEASURED)))
def test_figures_of_the_paper(paragraph: str) -> None:
    """Each number is on a page of measurements that the paragraph names."""
    pages = [(PAPER.parent / link).read_text() for link in re.findall(_MEASURED, paragraph)]
    said = numbers(re.sub(r"\]\([^)]*\)", "]", paragraph))
    assert pages and said <= set().union(*map(numbers, pages))


def test_each_figure_of_the_paper_is_of_a_measurement() -> None:
    """Outside of these paragraphs there are no numbers, but for versions and the date."""
    body = PAPER.read_text().split("---\n", 2)[2]
    for part in body.split("\n\n"):
        if part not in MEASURED:
            assert numbers(re.sub(r"Open MPI 5(\.0\.7)?", "", part)) == set(), part
