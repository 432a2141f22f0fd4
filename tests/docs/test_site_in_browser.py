"""The site as a reader has it: from a disk and from a server, by day and by night, on a narrow screen."""

from __future__ import annotations

import functools
import http.server
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from launcher import browser

PROGRAM = browser.find()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no Chromium is installed")

# How many pixels the page is wider than the window.
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Browser]:
    assert PROGRAM is not None
    opened = browser.Browser(PROGRAM, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture
def server(site_folder: Path) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site_folder))) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()


def test_from_a_disk_nothing_is_asked_of_a_network_and_nothing_sticks_out(page: browser.Browser, site_folder: Path) -> None:
    for path in sorted(site_folder.rglob("*.html")):
        page.open(path, width=390)
        assert page.errors == []
        assert [request for request in page.requests if not request.startswith(("file:", "data:"))] == []
        assert page.value(OVERFLOW) == 0, f"{path} is wider than a telephone"


def test_it_follows_the_reader_into_the_dark(page: browser.Browser, site_folder: Path) -> None:
    colours = []
    for scheme in ("light", "dark"):
        page.open(site_folder / "index.html", scheme=scheme)
        colours.append(page.value("getComputedStyle(document.body).backgroundColor"))
    assert colours[0] == "rgb(255, 255, 255)" and colours[1] != colours[0]


def test_on_a_telephone_the_list_of_pages_is_there_when_asked_for(page: browser.Browser, site_folder: Path) -> None:
    is_shown = "document.querySelector('nav.site > ul').offsetHeight > 0"
    page.open(site_folder / "index.html", width=390)
    assert page.value(is_shown) is False and page.value("document.querySelector('nav.site').offsetHeight") < 80
    page.value("document.getElementById('menu').click()")
    assert page.value(is_shown) is True
    page.open(site_folder / "index.html", width=1200)
    assert page.value(is_shown) is True and page.value("document.querySelector('nav.site > label').offsetHeight") == 0


def test_its_search_finds_headings(page: browser.Browser, server: str) -> None:
    page.call("Page.navigate", url=f"{server}/docs/how-to/faq.html")
    asked = """(() => { const query = document.getElementById("mkdocs-search-query");
        query.value = "keepers";
        query.dispatchEvent(new Event("keyup"));
        return [...document.querySelectorAll("#mkdocs-search-results a")].map(link => link.href); })()"""
    until = time.monotonic() + 60
    found: list[str] = []
    while not found and time.monotonic() < until:  # it first reads its index
        time.sleep(0.2)
        if page.value("document.getElementById('mkdocs-search-query') !== null"):
            found = page.value(asked)
    assert f"{server}/docs/developers/design.html#keepers" in found
    assert page.errors == []
