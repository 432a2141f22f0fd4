"""Every command shown in README.md, CONTRIBUTING.md, docs/ and the examples' pages works.

The fenced blocks of a page that are marked `sh` are typed into one bash, as a reader would, in a
scratch directory that looks like the checkout (its files by symbolic links, so that nothing is written
into it). A comment in the line above a block says what is to be expected:

    <!-- status 3 -->       its last command ends with this exit status (default: all with 0)
    <!-- not run: why -->   it is only shown
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from examples.run import BUILD, ROOT, run

BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>[^\n]*?) -->\n)?^```(?:sh|bash)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE
)
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("**/*.md")),
    *sorted((ROOT / "bench/measured").glob("**/*.md")),
    *sorted((ROOT / "examples").glob("*/README.md")),
]


@dataclass(frozen=True)
class Block:
    line: int
    code: str
    status: int

    def script(self) -> str:
        if self.status == 0:
            return f"block={self.line}\n{self.code}"
        check = f'[ $? = {self.status} ] || {{ echo "not status {self.status}" >&2; exit 99; }}'
        return f"block={self.line}\nset +e\n{self.code}{check}\nset -e\n"


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text()
    for match in BLOCK.finditer(text):
        mark = match["mark"] or "status 0"
        line = text.count("\n", 0, match.start("code"))
        if re.fullmatch(r"status \d+", mark):
            yield Block(line, match["code"], int(mark.split()[1]))
        elif not mark.startswith("not run: "):
            raise AssertionError(f"{page}:{line}: this mark is not known ({mark})")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands(page: Path, tmp_path: Path) -> None:
    for entry in ROOT.iterdir():
        if not entry.name.startswith((".", "build")):
            (tmp_path / entry.name).symlink_to(entry)
    (tmp_path / "build").symlink_to(BUILD)
    script = "set -e\n" + "".join(block.script() for block in blocks(page))
    where = f'trap \'echo "the block at line $block of {page.name}: status $?" >&2\' EXIT\n'
    result = run(["bash", "-c", f"cd '{tmp_path}'\n{where}{script}"], timeout=300)
    assert result.status == 0, str(result)


def test_the_two_commands_of_the_readme() -> None:
    """They would call this test: it is enough that they are there."""
    readme = (ROOT / "README.md").read_text()
    for command in ("tools/demo", "tools/check"):
        assert re.search(rf"^{command}$", readme, re.MULTILINE), f"{command} is not shown"
        assert os.access(ROOT / command, os.X_OK), f"{command} cannot be executed"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page} links to {target}, which is not there"
