"""The page of records (docs/developers/records.md) has a row for each event that is recorded."""

from __future__ import annotations

import re

from examples.run import ROOT

_RECORD = re.compile(r'\b(?:record|Record(?: \w+)?|launch\.add)\(\s*"([a-z_]+)"')
_ROW = re.compile(r"^\| ([a-z_, ]+) \|", re.MULTILINE)


def recorded() -> set[str]:
    sources = [*ROOT.glob("runtime/**/*.cpp"), *ROOT.glob("tools/closeranks_launcher/*.py")]
    return {event for source in sources for event in _RECORD.findall(source.read_text())}


def test_each_event_is_on_the_page() -> None:
    rows = _ROW.findall((ROOT / "docs/developers/records.md").read_text())
    described = {event for row in rows for event in row.split(", ")}
    assert {"start", "finish", "recovered", "ended", "launched"} <= recorded()
    assert recorded() <= described
