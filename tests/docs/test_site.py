"""The site: mkdocs builds it without a warning, every link of it leads somewhere, and nothing of it needs a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
import reference

_CODE = {"code", "pre", "script", "style"}
# What Python-Markdown has not taken for a list, a link, a table or emphasis.
_LEFT_OVER = re.compile(r"^\s*[-*] |^\s*\d+\. |\]\(|```|\*\*|^\|.*\|$", re.MULTILINE)


@dataclass
class Page(HTMLParser):
    path: Path
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    navigation: list[str] = field(default_factory=list)
    text: str = ""  # of paragraphs and the like, without code
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if anchor := given.get("id"):
            self.anchors.add(anchor)
        found = [value for key in ("href", "src") if (value := given.get(key))]
        self.links += found
        if "nav" in self._open:
            self.navigation += found
        if tag not in ("meta", "link", "img", "input", "br", "hr"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass
        if tag in ("p", "li", "td"):
            self.text += " "  # what follows is another text

    def handle_data(self, data: str) -> None:
        if {"p", "li", "td"} & set(self._open) and not _CODE & set(self._open):
            self.text += data

    def targets(self) -> Iterator[tuple[str, Path, str]]:
        """Each link within the site, the file that it means, and the anchor in it."""
        for link in self.links:
            name, _, anchor = link.partition("#")
            if not re.match(r"[a-z]+:", name):
                yield link, (self.path.parent / unquote(name)).resolve() if name else self.path, anchor


Site = dict[Path, Page]


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Site:
    return {path: Page(path) for path in site_folder.rglob("*.html")}


def test_every_link_leads_somewhere(site: Site) -> None:
    for page in site.values():
        for link, path, anchor in page.targets():
            assert path.exists(), f"{page.path} leads to {link}, which is not there"
            if page.path.parent.name != reference.FOLDER:  # doxygen 1.9.4 has headings without the anchor to them
                assert not anchor or anchor in site[path].anchors, f"{page.path} leads to {link}: no such anchor"


def test_every_page_is_in_the_navigation(site: Site) -> None:
    home = next(page for page in site.values() if page.path.name == "index.html" and page.path.with_name("docs").is_dir())
    named = {(home.path.parent / link).resolve() for link in home.navigation if "#" not in link}
    pages = {path for path in site if path.parent != home.path.parent / reference.FOLDER}  # these have one of their own
    assert pages - named == set()


def test_all_of_the_markdown_is_understood(site: Site) -> None:
    for page in site.values():
        of_c = page.path.parent.name == reference.FOLDER  # which has pointers to pointers
        text = page.text.replace("**", "") if of_c else page.text
        left = _LEFT_OVER.search(text)
        assert left is None, f"{page.path}: {text[max(0, left.start() - 60) : left.end() + 60]}"


def test_nothing_is_fetched(site: Site) -> None:
    """A link may lead to the network, a page is made of nothing from there."""
    for page in site.values():
        for element in re.findall(r"<(?:script|link|img|iframe)\b[^>]*>", page.path.read_text()):
            assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", element), f"{page.path}: {element}"
