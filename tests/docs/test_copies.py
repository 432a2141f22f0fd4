"""What pages have taken from elsewhere is as it is there: pieces of examples in the guides, and figures of docs/programs.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples.run import ROOT

GUIDES = sorted((ROOT / "docs/guides").glob("*.md"))
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
    assert not all(mark for mark, _ in blocks)
    for mark, block in blocks:
        assert any(is_piece(lines(block), source) for source in sources) != bool(mark), block


def test_figures_of_programs() -> None:
    page = (ROOT / "docs/programs.md").read_text()
    ratios = [float(ratio) for ratio in re.findall(r"^\| [^|]*\| [^|]*\| [^|]*\| [\d.]+ s \| ([\d.]+) \|", page, re.MULTILINE)]
    slower = sorted(ratio for ratio in ratios if ratio - 1 > BUSY)
    decision = prose("docs/which-programs.md")
    told = re.search(r"Of the (\d+) programs (\d+) were slower by less than the noise.*?\.", decision)
    assert told and [int(told[1]), int(told[2])] == [len(ratios), len(ratios) - len(slower)]
    assert sorted(map(float, re.findall(r"\d\.\d\d", decision))) == slower
    for name in ("README.md", "docs/which-programs.md"):
        numbers = re.findall(r"(\d+) (?:well-known programs|programs that nobody)", prose(name))
        assert set(map(int, numbers)) == {len(ratios)}, name
