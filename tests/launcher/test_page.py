"""The page of a report, in a browser and as text."""

from __future__ import annotations

import xml.etree.ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import browser
import sample_runs
from closeranks_launcher import report_shape
from closeranks_launcher.page import page, words

HOSTILE = '"><script>window.pwned=1</script><img src=x onerror="window.pwned=1">\u202e\x1b[2J'
DEATHS = {3: 2.5, 6: 7.25}


def written(folder: Path, report: dict[str, Any]) -> Path:
    path = folder / "page.html"
    path.write_text(page.html(report_shape.printable(report)))
    return path


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Browser]:
    program = browser.find()
    if program is None:
        pytest.skip("there is no Chromium (tools/setup --with-tests installs one)")
    opened = browser.Browser(program, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("eight"), sample_runs.report(8, 4, DEATHS))


@pytest.fixture(scope="module")
def thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    deaths = {320 + number: 5.5 + 0.001 * number for number in range(64)} | {0: 10.1}
    return written(tmp_path_factory.mktemp("thousand"), sample_runs.report(1000, 64, deaths))


def details(chromium: browser.Browser) -> str:
    return str(chromium.value("document.getElementById('details').textContent"))


def test_the_words_at_the_top_tell_all_of_it(chromium: browser.Browser, eight: Path) -> None:
    chromium.open(eight)
    assert chromium.value("document.querySelector('h1').textContent") == "2 of 8 ranks were lost; the program completed."
    story = chromium.value("document.querySelector('.story').textContent")
    assert "Rank 3 died, 2.50 s after MPI_Init: killed by signal 9 (SIGKILL)." in story
    lacks = chromium.value("document.querySelector('main .card').textContent")
    assert "MPI_Allreduce on MPI_COMM_WORLD lacked the contribution of ranks 3 and 6 in 5,211 calls" in lacks


def test_nothing_is_fetched_and_nothing_goes_wrong(chromium: browser.Browser, eight: Path) -> None:
    chromium.open(eight)
    assert chromium.requests == [eight.as_uri()]
    assert chromium.errors == []
    assert "http" not in eight.read_text().replace("http-equiv", "")


def test_every_rank_and_loss_can_be_seen(chromium: browser.Browser, eight: Path) -> None:
    chromium.open(eight)
    assert chromium.value("document.querySelectorAll('.row').length") == 8
    lost = "[...document.querySelectorAll('.row.lost')].map(row => row.getAttribute('href'))"
    assert chromium.value(lost) == ["#loss-3", "#loss-6"]
    ends = "[...document.querySelectorAll('.row.lost .run')].map(bar => bar.getBoundingClientRect().width)"
    three, six = chromium.value(ends)
    assert three / six == pytest.approx(2.5 / 7.25, rel=0.01)


def test_the_keyboard_reaches_everything(chromium: browser.Browser, eight: Path) -> None:
    chromium.open(eight)
    chromium.press("Tab")
    assert chromium.value("document.activeElement.className") == "skip"
    told = []
    for _ in range(14):
        chromium.press("Tab")
        told.append(details(chromium))
    assert any(text.startswith("Rank 3 died at 2.50 s") for text in told), "a mark of a loss"
    assert any(text.startswith("Repair 2 of MPI_COMM_WORLD at 7.2") for text in told), "a mark of a repair"
    assert any(text.startswith("Rank 3 (host node01, pid 4003); died at 2.50 s") for text in told), "a row"
    chromium.value("document.querySelector('.row').focus()")
    assert details(chromium).startswith("Rank 0 (host node01, pid 4000); was not lost; took part in repairs 1, 2.")
    chromium.press("ArrowDown", "ArrowDown", "ArrowDown")
    assert "noticed by rank 0 21.0 ms later" in details(chromium)
    chromium.press("End")
    assert details(chromium).startswith("Rank 7 ")
    chromium.press("ArrowUp", "Enter")
    assert chromium.value("location.hash") == "#loss-6"


def test_wider_means_more_room_for_the_time(chromium: browser.Browser, eight: Path) -> None:
    chromium.open(eight)
    width = "document.querySelector('.row .run').getBoundingClientRect().width"
    before = chromium.value(width)
    chromium.value("document.querySelector('[data-zoom=in]').click()")
    assert chromium.value(width) == pytest.approx(2 * before, rel=0.02)
    chromium.value("document.querySelector('[data-zoom=fit]').click()")
    assert chromium.value(width) == before


def test_of_a_thousand_ranks_every_lost_one_is_there(chromium: browser.Browser, thousand: Path) -> None:
    chromium.open(thousand)
    shown = "[...document.querySelectorAll('.row')].filter(row => row.checkVisibility()).length"
    lost, strips = 65, 15  # a host of the sixteen has lost all its ranks
    assert chromium.value(shown) == lost + strips
    chromium.value("document.getElementById('unfold').click()")
    assert chromium.value(shown) == 1000 + strips
    least = "Math.min(...[...document.querySelectorAll('.row.lost')].map(row => row.getBoundingClientRect().height))"
    assert chromium.value(least) >= 11


CONTRAST = """(() => {
  const probe = document.createElement("canvas").getContext("2d");
  const channels = (colour) => { probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1); return [...probe.getImageData(0, 0, 1, 1).data]; };
  const light = (colour) => {
    const [r, g, b] = channels(colour).map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.documentElement);
  const of = (name) => light(style.getPropertyValue(name));
  const between = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return Object.fromEntries(["--ink", "--soft", "--loss", "--mended", "--good", "--run", "--repair"].map(
    name => [name, between(of(name), of("--card"))]));
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(chromium: browser.Browser, eight: Path, scheme: str) -> None:
    """As WCAG 2.1 wants it: 4.5 for text, and nearly 3 for what is drawn, whose ends are marked besides."""
    chromium.open(eight, scheme=scheme)
    background = chromium.value("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(244, 246, 248)", "dark": "rgb(15, 20, 26)"}[scheme]
    contrast = chromium.value(CONTRAST)
    for name, ratio in contrast.items():
        assert ratio >= (2.9 if name in ("--run", "--repair") else 4.5), (name, contrast)


@pytest.mark.parametrize("width", [1600, 1200, 700, 400])
def test_no_window_is_too_narrow(chromium: browser.Browser, thousand: Path, width: int) -> None:
    chromium.open(thousand, width=width)
    assert chromium.value("document.documentElement.scrollWidth") <= width


def test_names_are_only_names(chromium: browser.Browser, tmp_path: Path) -> None:
    report = sample_runs.report(8, 4, DEATHS, hosts=[HOSTILE, "a"])
    report["files"] = [{"name": HOSTILE, "ranks": [3], "gaps": []}]
    report["lost"][0]["cause"] = HOSTILE
    report["command"] = [HOSTILE]
    report["skipped"] = {HOSTILE: 3}
    path = written(tmp_path, report)
    chromium.open(path)
    assert chromium.value("window.pwned") is None
    assert chromium.value("document.images.length + document.scripts.length") == 1
    name = chromium.value("document.querySelector('.host .name').textContent")
    assert name == HOSTILE.replace("\u202e", "\ufffd").replace("\x1b", "\ufffd")
    assert chromium.requests == [path.as_uri()]


def test_no_other_script_runs(chromium: browser.Browser, eight: Path, tmp_path: Path) -> None:
    """Even if something of a report were not escaped."""
    spoilt = tmp_path / "spoilt.html"
    spoilt.write_text(eight.read_text().replace("<main>", "<main><script>window.pwned=1</script>"))
    chromium.open(spoilt)
    assert chromium.value("window.pwned") is None
    assert any("Content Security Policy" in error for error in chromium.errors)


def test_it_can_be_read_without_its_script(chromium: browser.Browser, eight: Path) -> None:
    chromium.open(eight, scripts=False)
    document = chromium.call("DOM.getDocument", depth=-1)["root"]
    found = chromium.call("DOM.querySelectorAll", nodeId=document["nodeId"], selector=".row .track .run")
    assert len(found["nodeIds"]) == 8


def test_tables_say_the_same(eight: Path) -> None:
    """For a screen reader, which does not see the picture."""
    text = eight.read_text().partition("<body>")[2].rpartition("<script>")[0]
    body = xml.etree.ElementTree.fromstring(f"<body>{text}</body>")
    tables = {table.findtext("caption"): table for table in body.iter("table")}
    rows = [["".join(cell.itertext()) for cell in row] for row in tables["Lost ranks"].iter("tr")]
    assert rows[1][:5] == ["3", "node01", "4003", "killed by signal 9 (SIGKILL)", "2.50 s"]
    rows = [["".join(cell.itertext()) for cell in row] for row in tables["Repairs"].iter("tr")]
    assert rows[2][:6] == ["2", "MPI_COMM_WORLD", "MPI_Allreduce", "7.28 s", "ranks 3 and 6", "6 of 8"]
    for row in body.iter("tr"):
        assert row[0].tag == "th" and row[0].get("scope") in ("row", "col")
    hidden = [picture for picture in body.iter("svg") if picture.get("aria-hidden") != "true" and picture.get("class") != "mark"]
    assert hidden == []
    named = [link for link in body.iter("a") if link.get("class") != "skip"]
    assert named and all(link.get("aria-label") for link in named)


def test_who_came_back_is_there(tmp_path: Path) -> None:
    report = sample_runs.report(8, 4, {})
    was = {"rank": 2, "host": "node01", "pid": 4002, "cause": "killed by signal 9 (SIGKILL)", "noticed": 1.25}
    report["recovered"] = [{**was, "back": 1.5, "seconds": 0.004, "now": {"process": 8, "host": "node02", "pid": 5008}}]
    text = written(tmp_path, report).read_text()
    body = xml.etree.ElementTree.fromstring(f"<body>{text.partition('<body>')[2].rpartition('<script>')[0]}</body>")
    tables = {table.findtext("caption"): table for table in body.iter("table")}
    rows = [["".join(cell.itertext()) for cell in row] for row in tables["Recovered ranks"].iter("tr")]
    assert rows[1][:3] == ["2", "node01", "4002"] and rows[1][5:] == ["1.50 s", "4.0 ms", "process 8, node02, 5008"]
    assert "Lost ranks" not in tables
    assert body.findtext("header/h1") == "1 loss was made good, and no rank is lost; the program completed."
    assert "Rank 2 died, noticed 1.25 s after MPI_Init: killed by signal 9 (SIGKILL); it was recovered at 1.50 s." in text
    flags = [link for link in body.iter("a") if link.get("class", "").startswith("flag loss")]
    assert [link.get("href") for link in flags] == ["#recovered-1"], "the timeline has a mark of it"
    assert [row.get("id") for row in tables["Recovered ranks"].iter("tr")][1:] == ["recovered-1"]
    assert "Nothing that closeranks knows of" in text


def test_what_lacked_somebody_until_a_recovery(tmp_path: Path) -> None:
    report = sample_runs.report(8, 4, {})
    was = {"rank": 2, "host": "node01", "pid": 4002, "cause": "killed by signal 9 (SIGKILL)", "noticed": 1.25}
    report["recovered"] = [{**was, "back": 1.5, "seconds": 0.004, "now": {"process": 8, "host": "node02", "pid": 5008}}]
    lacked = {"function": "MPI_Allreduce", "communicator": 0, "name": "MPI_COMM_WORLD", "members": "", "ranks": [2]}
    report["lacking"] = [lacked | {"calls": 1, "since": 1.25, "until": 1.5, "contributions": 7, "expected": 8}]
    text = written(tmp_path, report).read_text()
    assert "Nothing that closeranks knows of since the last recovery. Before it:" in text
    assert "lacked the contribution of rank 2 in 1 call, from 1.25 s until the recovery at 1.50 s." in text
    assert "is wrong from then on" not in text


def test_a_report_of_the_library_alone(tmp_path: Path) -> None:
    report = sample_runs.report(8, 4, DEATHS)
    for name in ("ranks", "hosts", "command", "options", "mpi"):
        del report[name]
    assert "only the lost ranks are known here" in written(tmp_path, report).read_text()


def test_the_headline_has_the_losses_of_all_attempts() -> None:
    first, last = sample_runs.report(8, 4, DEATHS), sample_runs.report(8, 4, {})
    told = words.headline(last | {"earlier": [first]})
    assert told == "No rank was lost in attempt 2, 2 in attempt 1; the program completed."
