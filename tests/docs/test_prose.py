"""The judge of the documents' sentences (tools/prose.py) finds what it is for, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from examples.run import ROOT

LONG = "The launcher " + "starts one more process " * 8 + "in the end."


def judged(folder: Path, text: str) -> str:
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    ended = subprocess.run([ROOT / "tools/prose.py", page], capture_output=True, text=True, timeout=30)
    assert (ended.returncode != 0) == bool(ended.stdout), ended.stderr
    return ended.stdout.replace(str(page), "page.md")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Page\n\nWho gives up revokes the communicator.\n", "page.md:3: it begins with Who"),
        ("It ends. Nobody waits for it.\n", "page.md:1: it begins with Nobody"),
        ("- *What* a rank held is lost.\n", "page.md:1: it begins with What"),
        (f"One idea.\n\n{LONG}\n", "page.md:3: it has 37 words"),
        ("1. It ends:\n   others wait\n2. Others continue.\n", "page.md:3: it begins with Others"),
    ],
)
def test_a_sentence_that_is_read_twice_is_found(tmp_path: Path, text: str, said: str) -> None:
    assert judged(tmp_path, text).startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        "Who is lost? The rank whose process failed.\n",
        "A process that gives up revokes the communicator (`MPIX_Comm_revoke`, e.g. in a repair).\n",
        f"```sh\n{LONG}\n```\n\n    {LONG}\n",
        "| Who | What |\n|---|---|\n| Others ask. | Others wait. |\n",
        "# What is protected\n\n<!-- Nobody reads this. -->\n",
        f"<!-- Generated from spec/x.json, do not edit. -->\n{LONG}\n",
    ],
)
def test_what_is_no_fault_passes(tmp_path: Path, text: str) -> None:
    assert judged(tmp_path, text) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Page\n\nThe ranks go\non without it.\n", "page.md:3: it says go on: say continue\n"),
        ("| a | b |\n|---|---|\n| its rank | comes back |\n", "page.md:3: it says comes back: say recover\n"),
        ("## Survivors that carry on\n", "page.md:1: it says carry on: say continue\n"),
        ("<!-- Generated from spec/x.json, do not edit. -->\nA missing rank.\n", "page.md:2: it says missing rank: say lost rank\n"),
        ("One waits for\nnobody.\n", "page.md:2: it says nobody: say the process, rank or member\n"),
    ],
)
def test_an_old_word_is_found(tmp_path: Path, text: str, said: str) -> None:
    assert judged(tmp_path, text) == said


@pytest.mark.parametrize(
    "text",
    [
        "The message says what is going on.\n",
        "`come_back()` and `goes_on`, or `go on`.\n",
        "```\nthe ranks go on\n```\n<!-- Somebody goes on. -->\n",
        "The [guide](come-back.md), words such as *nobody*.\n",
        "A call goes only to this rank.\n",
    ],
)
def test_what_is_no_old_word_passes(tmp_path: Path, text: str) -> None:
    assert judged(tmp_path, text) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/* Then ranks go\n * on, and\n * close up. */\n", ["1: it says go on: say continue", "3: it says close up: say continue without the lost rank"]),
        ("# It has gone\n# on.\nsay('goes on')\n", ["1: it says gone on: say continue", "3: it says goes on: say continue"]),
        ("say('it goes '\n    f'on.')\n", ["1: it says goes on: say continue"]),
        ("bool goes_on = go_on(); // nobody comes back, nothing else going on\n", []),
    ],
)
def test_some_phrases_are_found_in_all_files(tmp_path: Path, text: str, said: list[str]) -> None:
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    ended = subprocess.run([ROOT / "tools/prose.py", "--words", file], capture_output=True, text=True, timeout=30)
    assert (ended.returncode != 0) == bool(said), ended.stderr
    assert ended.stdout.replace(f"{file}:", "").splitlines() == said
