"""Each text that a user can see has a row in docs/reference/messages.md, with its cause and what to do, and each row a
text; their sentences can be read once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from examples.run import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import messages  # noqa: E402


def test_page_and_sources_have_the_same() -> None:
    ended = subprocess.run([ROOT / "tools/messages.py", "--check"], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("name", "source", "wanted"),
    [
        ("a.cpp", 'say("rank %d ends, "\n    "and " "waits", 3);  // "this is no message"', ["rank … ends, and waits"]),
        ("a.cpp", 'x = "the ranks " + list(a) + " have died";', ["the ranks … have died"]),
        ("a.cpp", 'x = one ? "the rank has died" : "all ranks have died";', ["the rank has died", "all ranks have died"]),
        ("a.cpp", 'static_assert(x, "this is for the compiler"); f("two words");', []),
        ("a.cpp", 'x = 1\'000\'000; say("the file %s has changed", 9\'000);', ["the file … has changed"]),
        ("a.py", '"""A docstring of several words."""\nsay(f"Rank {rank} has " + "died.")', ["Rank … has died."]),
        ("a.py", 'x = r"a pattern with \\w words"', []),
    ],
)
def test_what_is_taken_from_a_source(tmp_path: Path, name: str, source: str, wanted: list[str]) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert messages.texts(tmp_path / name) == wanted


def _page(tmp_path: Path, *lines: str) -> list[messages.Row]:
    page = tmp_path / "page.md"
    page.write_text("\n".join(["| message | cause | what to do |", "|---|---|---|", *lines]), encoding="utf-8")
    return list(messages.rows(page))


SOURCE = [(Path("a.cpp"), ["rank … has died of …", "the file … cannot be read: …", "and the other ranks wait", "it ends"])]
DIED = "| `rank … has died` | Its process ended. | Look at it. |"
READ = "| `the file … cannot be read`, `and the other ranks wait` | It is not there. | Write it. |"


def test_a_text_without_a_row_is_named(tmp_path: Path) -> None:
    told = list(messages.compared(SOURCE, _page(tmp_path, DIED), ([], [])))
    assert told == [f"a.cpp: no row of messages.md has: {text}" for text in SOURCE[0][1][1:3]]
    assert list(messages.compared(SOURCE, _page(tmp_path, DIED, READ), ([], []))) == []


def test_a_row_without_a_text_is_named(tmp_path: Path) -> None:
    gone = "| `rank … has come back`, `… ends` | Long ago. | Nothing. |"
    told = list(messages.compared(SOURCE, _page(tmp_path, DIED, READ, gone), ([], [])))
    assert told == [
        "page.md:5: no source prints any more: has come back",
        "page.md:5: this is too short to be found: … ends",
    ]


def test_texts_and_files_can_be_left_out(tmp_path: Path) -> None:
    file = tmp_path / "unlisted.txt"
    file.write_text("# Why\nruntime/b.*\n\nthe other ranks wait\nthe file … cannot\n", encoding="utf-8")
    sources = [*SOURCE, (Path("runtime/b.cpp"), ["all ranks have died at once"])]
    assert list(messages.compared(sources, _page(tmp_path, DIED), messages.unlisted(file))) == []
    told = list(messages.compared(SOURCE, _page(tmp_path, DIED), messages.unlisted(file)))
    assert told == ["unlisted_messages.txt: no such file has texts: runtime/b.*"]


def test_a_row_has_cause_and_cure_in_plain_sentences(tmp_path: Path) -> None:
    told = list(messages.faulty(_page(tmp_path, DIED, "| `rank … waits` | Nobody answers. | |", "| `it ends` | So. |")))
    assert told == [
        "page.md:4: a row has a message, its cause, and what to do",
        "page.md:4: it begins with Nobody: give it a subject with a name: Nobody answers.",
        "page.md:5: a row has a message, its cause, and what to do",
    ]


def test_a_riddle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["Nobody answers.", "The rank is lost. What it had is gone.", "Who is lost?", "What now? All is well."]
    monkeypatch.setattr(messages, "all_texts", lambda: [(Path("a.py"), found)])
    assert messages.riddles() == [f"a.py: {found[0]}", f"a.py: {found[1]}"]


def test_an_old_word_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["The other ranks go on.", "all processes continue", "the witness of rank …"]
    monkeypatch.setattr(messages, "all_texts", lambda: [(Path("a.py"), found)])
    assert messages.old_words() == [
        f"a.py: it says go on: say continue: {found[0]}",
        f"a.py: it says witness: say member ahead: {found[2]}",
    ]
