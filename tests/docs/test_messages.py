"""The page of messages (docs/developers/messages.md) is current, and its sentences begin with a thing that has a name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from examples.run import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import messages  # noqa: E402


def test_the_page_is_current() -> None:
    ended = subprocess.run([ROOT / "tools/messages.py", "--check"], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("name", "source", "wanted"),
    [
        ("a.cpp", 'say("rank %d ends, "\n    "and " "waits", 3);  // "this is no message"', ["rank … ends, and waits"]),
        ("a.cpp", 'x = "the ranks " + list(a) + " have died";', ["the ranks … have died"]),
        ("a.cpp", 'x = one ? "the rank has died" : "all ranks have died";', ["the rank has died", "all ranks have died"]),
        ("a.cpp", 'static_assert(x, "this is for the compiler"); f("two words");', []),
        ("a.py", '"""A docstring of several words."""\nsay(f"Rank {rank} has " + "died.")', ["Rank … has died."]),
        ("a.py", 'x = r"a pattern with \\w words"', []),
    ],
)
def test_what_is_taken_from_a_source(tmp_path: Path, name: str, source: str, wanted: list[str]) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert messages.texts(tmp_path / name) == wanted


def test_a_riddle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["Nobody answers.", "The rank is lost. What it had is gone.", "Who is lost?", "What now? All is well."]
    monkeypatch.setattr(messages, "all_texts", lambda: [("", Path("a.py"), found)])
    assert messages.riddles() == [f"a.py: {found[0]}", f"a.py: {found[1]}"]
