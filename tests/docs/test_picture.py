"""The picture at the head of the README shows what a user would see today, and can be read by day and by night."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ElementTree

import first_look
import pytest
import terminal

from examples.run import BUILD, ROOT

RECORDED = (ROOT / first_look.TEXT).read_text()
CHANGES = (r"\(host [^,]+, pid \d+\)", r"\d+\.\d+ m?s")  # from run to run


def streams(text: str) -> tuple[list[str], list[str]]:
    """What closeranks says, and the rest: each is in order, but mpirun passes one on before the other as it likes."""
    for change in CHANGES:
        text = re.sub(change, "...", text)
    lines = text.splitlines()
    ours = [line for line in lines if line.startswith("closeranks:")]
    return ours, [line for line in lines if line not in ours]


def test_it_shows_what_was_recorded() -> None:
    drawn = (ROOT / first_look.PICTURE).read_text()
    assert drawn == terminal.picture(RECORDED, first_look.TITLE)
    texts = [element.text for element in ElementTree.fromstring(drawn) if element.tag.endswith("text")]
    assert texts == RECORDED.splitlines()


def test_a_run_of_today_says_the_same() -> None:
    today = first_look.run(ROOT, BUILD)
    assert streams(today) == streams(RECORDED)
    assert today.endswith("$ echo $?\n83\n")


def luminance(colour: str) -> float:
    """Of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4) for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    "colours, kind",
    itertools.product((terminal.LIGHT, terminal.DARK), ("output", "command", "told", "lost")),
    ids=lambda it: it if isinstance(it, str) else it["paper"],
)
def test_it_can_be_read(colours: dict[str, str], kind: str) -> None:
    dark, bright = sorted(luminance(colours[name]) for name in (kind, "paper"))
    assert (bright + 0.05) / (dark + 0.05) >= 4.5
