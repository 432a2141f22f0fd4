"""The page: words first, then the picture, then tables with all of it."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from ..render import Report, duration
from . import tables, words
from .markup import Markup, el, join
from .timeline import timeline

_HERE = Path(__file__).resolve().parent
_MOST_SHOWN = 8
_KEY = (
    ("run", "running: whether it computed or was in the MPI is not recorded, for that would cost time in every call"),
    ("repair", "repair of a communicator, with the call that was redone"),
    ("unnoticed", "dead, and no survivor knew it yet"),
    ("dead", "dead"),
)


def _figures(report: Report) -> Markup:
    lost, repairs = report["lost"], report["repairs"]
    figures = [
        ("ranks", f"{report['size']:,}", ""),
        ("lost", str(len(lost)), "bad" if lost else "good"),
        ("repairs", str(len(repairs)), ""),
    ]
    if came_back := report.get("recovered"):
        figures.insert(2, ("losses made good", str(len(came_back)), "good"))
    if repairs:
        figures.append(("in repairs", duration(sum(one["seconds"] for one in repairs)), ""))
    figures.append(("calls skipped", f"{sum(report['skipped'].values()):,}", ""))
    if report.get("exit_status") is not None:
        figures.append(("exit status", str(report["exit_status"]), ""))
    return el(
        "dl",
        *(el("div", el("dt", name), el("dd", value, class_=kind or None)) for name, value, kind in figures),
        class_="figures",
    )


def _missing(report: Report) -> Markup:
    lines = words.missing(report)
    if not lines and (before := words.before_recoveries(report)):
        text = "Nothing that closeranks knows of since the last recovery. Before it:"
        return join([el("p", text, class_="good"), el("ul", *(el("li", line) for line in before[:_MOST_SHOWN]))])
    if not lines:
        text = "Nothing that closeranks knows of: no result lacked a contribution, and no call was skipped."
        return el("p", text, class_="good")
    lines += words.before_recoveries(report)
    shown = _MOST_SHOWN
    parts = [el("ul", *(el("li", line) for line in lines[:shown]))]
    if len(lines) > shown:
        summary = el("summary", f"{len(lines) - shown} more")
        parts.append(el("details", summary, el("ul", *(el("li", line) for line in lines[shown:]))))
    return join(parts)


def _earlier(report: Report) -> Markup:
    told = words.attempts(report)
    if not told:
        return Markup("")
    last = f"The job was started again. All that follows is of attempt {len(told) + 1}, the last one."
    return el("section", el("h2", "Attempts before"), el("ul", *(el("li", text) for text in told)), el("p", last), class_="card")


def _controls() -> Markup:
    """Without the script the controls have no effect, so the script shows them."""
    buttons = (("out", "−", "Narrower"), ("in", "+", "Wider"), ("fit", "Fit", "As wide as the window"))
    return el(
        "div",
        *(el("button", text, type="button", data_zoom=kind, aria_label=label) for kind, text, label in buttons),
        el("button", "Show all ranks", type="button", id="unfold", aria_pressed="false"),
        el("span", "Arrow keys go from rank to rank, Tab from event to event.", class_="hint"),
        class_="controls",
        hidden="",
    )


def _picture(report: Report) -> Markup:
    if not report.get("ranks") and not report["lost"]:
        return el("p", "The report has no ranks to draw.")
    note = ""
    if not report.get("ranks"):
        note = el("p", "The library wrote this report without the launcher: only the lost ranks are known here.", class_="note")
    key = el("ul", *(el("li", el("span", class_=f"swatch {kind}"), " ", text) for kind, text in _KEY), class_="key")
    details = el("p", "Focus or point at a row or mark to read about it.", id="details", role="status")
    skip = el("a", "Skip the picture: the tables below say the same", class_="skip", href="#tables")
    return join([skip, note, _controls(), timeline(report), details, key])


def _policy(script: str) -> str:
    """The page fetches nothing, sends nothing, and runs no script except ours, whatever a report contains."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def html(report: Report) -> str:
    """`report` is printable (report_shape). The page is ASCII, so that it is the same in every encoding."""
    style, script = ((_HERE / name).read_text(encoding="utf-8") for name in ("style.css", "keys.js"))
    title = words.headline(report)
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_policy(script)),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", f"closeranks: {title}"),
        el("style", Markup(style)),
    )
    body = el(
        "body",
        el("header", el("h1", title), el("p", words.story(report), class_="story"), _figures(report)),
        el(
            "main",
            _earlier(report),
            el("section", el("h2", "Missing from the result"), _missing(report), class_="card"),
            el("section", el("h2", "Ranks over time"), _picture(report), class_="card"),
            el(
                "section",
                el("h2", "In tables"),
                *(
                    part(report)
                    for part in (
                        tables.losses,
                        tables.recovered,
                        tables.replicas,
                        tables.repairs,
                        tables.lacking,
                        tables.functions,
                        tables.communicators,
                        tables.data,
                        tables.last_calls,
                        tables.hosts,
                        tables.run,
                        tables.options,
                    )
                ),
                class_="card",
                id="tables",
            ),
        ),
        el("script", Markup(script)),
    )
    document = "<!DOCTYPE html>\n" + el("html", head, body, lang="en") + "\n"
    return document.encode("ascii", "xmlcharrefreplace").decode()
