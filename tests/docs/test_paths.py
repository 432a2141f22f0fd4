"""Each step of the paths in docs/developers/design.md names a file that exists, and functions that are in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples.run import ROOT

PAGE = (ROOT / "docs/developers/design.md").read_text()
PATHS = PAGE.partition("## Paths of a call\n")[2].partition("\n## ")[0].split("\n### ")[1:]
_STEP = re.compile(r"^(\d+)\. (.*(?:\n   .*)*)", re.MULTILINE)


def find(name: str) -> Path:
    return next((file for folder in ("runtime", "generated/wrappers") if (file := ROOT / folder / name).exists()), ROOT / name)


def test_there_are_paths() -> None:
    assert len(PATHS) == 7


@pytest.mark.parametrize("path", PATHS, ids=[path.partition("\n")[0] for path in PATHS])
def test_the_steps_are_in_the_code(path: str) -> None:
    steps = _STEP.findall(path)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1)) and 1 < len(steps) <= 10
    for _, text in steps:
        assert re.match(r"`[\w/]+\.[ch]pp`: ", text), text
        code = "".join(find(name).read_text() for name in re.findall(r"`([\w/]+\.[ch]pp)`", text))
        for function in re.findall(r"`(?:\w+::)?(\w+)\(\)`", text):
            assert re.search(rf"\b{function}\b\(", code), f"{function}: {text}"
