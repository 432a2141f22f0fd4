"""tools/wrap_markdown.py changes line breaks of prose, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path
from textwrap import dedent

import pytest
from wrap_markdown import wrapped

from examples.run import ROOT

TOOL = ROOT / "tools/wrap_markdown.py"
ROOMS = ("docs", "examples", "bench", "tests", "tools")
PAGES = [*sorted(ROOT.glob("*.md")), *(page for room in ROOMS for page in sorted((ROOT / room).rglob("*.md")))]

# What is given, and what comes of it at 24 columns; "" if nothing changes.
CASES = {
    "paragraph": (
        """\
        Words are filled up to the
        width
        of the page.

        Another one.
        """,
        """\
        Words are filled up to
        the width of the page.

        Another one.
        """,
    ),
    "long word": (
        "See https://example.org/a/long/address for more.\n",
        "See\nhttps://example.org/a/long/address\nfor more.\n",
    ),
    "nested lists": (
        """\
        - The first item has a text.
          - The second one is in it, and
        is lazy.

            Its other paragraph is indented.
        - Back again.
        10. ten is a wide marker, is it not
        """,
        """\
        - The first item has a
          text.
          - The second one is in
            it, and is lazy.

            Its other paragraph
            is indented.
        - Back again.
        10. ten is a wide
            marker, is it not
        """,
    ),
    "year": ("This was so in the year\n2019. Then it ended.\n", "This was so in the\nyear 2019. Then it\nended.\n"),
    "numbered": ("1. one two three four five\n2. six\n", "1. one two three four\n   five\n2. six\n"),
    "quotation": (
        """\
        > Somebody said something that
        > was long.
        >
        > - and had an item that was long

        Prose again.
        """,
        """\
        > Somebody said
        > something that was
        > long.
        >
        > - and had an item that
        >   was long

        Prose again.
        """,
    ),
    "code stays whole": (
        "A long name is `run --it --now please` and `` a ` b `` too.\n",
        "A long name is\n`run --it --now please`\nand `` a ` b `` too.\n",
    ),
    "code over two lines": ("The option is `--one\n--two` here.\n", "The option is\n`--one --two` here.\n"),
    "escaped": ("Not \\`code begins here, nor does it end \\`here.\n", "Not \\`code begins here,\nnor does it end \\`here.\n"),
    "link": (
        'This is [a link with blanks](there.md "its title") and a word.\n',
        'This is [a link with\nblanks](there.md "its title")\nand a word.\n',
    ),
    "tag": ('Here is a <a href="x" id="y">b</a> tag.\n', 'Here is\na <a href="x" id="y">b</a>\ntag.\n'),
    "hard breaks": (
        "A line ends here,  \nand another one does so here,\\\nthis does\nnot.\n",
        "A line ends here,  \nand another one does so\nhere,\\\nthis does not.\n",
    ),
    "fences": (
        """\
        Text before the fence, long enough:
        ```sh
        a command   that is longer than the width

        another
        ```
        Text after the fence, long enough.

        - item:
          ~~~~
          ~~~
          code in an item that is much too long
          ~~~~
        """,
        """\
        Text before the fence,
        long enough:
        ```sh
        a command   that is longer than the width

        another
        ```
        Text after the fence,
        long enough.

        - item:
          ~~~~
          ~~~
          code in an item that is much too long
          ~~~~
        """,
    ),
    "indented code": ("A paragraph is here:\n\n    code   that is long and stays so\n\n- item\n\n      code   that is long and stays so\n", ""),
    "no code": ("A paragraph\n    continues.\n", "A paragraph continues.\n"),
    "headings": ("# A heading that is longer than that\nText\n\nOne of\nanother kind\n---\nText\n", ""),
    "table": ("| a | b |\n|---|---|\n| a cell that is too long | x |\n\na | b\n--|--\na cell that is too long | x\n", ""),
    "picture": ("![A picture with many words](a.svg)\n\n[![Another one with words](a.svg)](b)\n", ""),
    "definition": ("[name]: https://example.org/a/long/address 'title'\n", ""),
    "html": ("<!-- a comment\n\nthat is longer than the width of a page -->\n<table>\n<tr> <td> longer than the width\n</table>\n", ""),
    "preformatted": ("<pre>\nlonger   than the width is\n\nthis line of text, too\n</pre>\n", ""),
    "front matter": ("---\ntitle: longer than the width of it\ntags:\n  - one\n---\n\nText that is\nwrapped.\n", "---\ntitle: longer than the width of it\ntags:\n  - one\n---\n\nText that is wrapped.\n"),
    "rules": ("* * *\nText\n\n---\n", ""),
}


@pytest.mark.parametrize("case", CASES)
def test_cases(case: str) -> None:
    given, wanted = map(dedent, CASES[case])
    assert wrapped(given, 24) == (wanted or given)
    assert wrapped(wanted or given, 24) == (wanted or given)


@pytest.mark.parametrize("word", ["-", "+", "*", "1.", "27)", "#", "#5", ">", ">=", "|", "---", "=", "***", "~~~", "<b>", "![x](y)"])
def test_no_line_begins_with_what_markdown_takes_for_something_else(word: str) -> None:
    text = f"One two three {word} four five six {word} {word} seven."
    for width in range(4, 60):
        result = wrapped(text, width)
        assert result.split() == text.split()
        assert not [line for line in result.split("\n") if line.startswith(f"{word} ") or line == word]
        assert wrapped(result, width) == result


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_say_the_same_at_any_width(page: Path) -> None:
    markdown = pytest.importorskip("markdown", reason="MkDocs is not installed")

    def html(text: str) -> list[str]:
        made: str = markdown.markdown(text, extensions=["tables", "fenced_code", "sane_lists", "toc"])
        return made.split()

    text = page.read_text()
    for width in (1, 40, 10_000):
        other = wrapped(text, width)
        assert html(other) == html(text)
        assert wrapped(other) == wrapped(text)


def test_the_command(tmp_path: Path) -> None:
    def run(how: str) -> tuple[int, str]:
        done = subprocess.run([TOOL, how, *pages], capture_output=True, text=True)
        assert done.stderr == ""
        return done.returncode, done.stdout

    pages = [tmp_path / name for name in ("wide.md", "good.md", "generated.md")]
    wide, generated = "word " * 30, "<!-- Generated from a spec, do not edit. -->\n" + "word " * 30
    for page, text in zip(pages, (wide, "word\n", generated), strict=True):
        page.write_text(text)
    assert run("--check") == (1, f"{pages[0]}\n")
    assert pages[0].read_text() == wide
    assert run("--fix") == (0, "")
    assert pages[0].read_text() == f"{'word ' * 23}word\n{'word ' * 5}word"
    assert pages[2].read_text() == generated
    assert run("--check") == (0, "")
