"""An answer as a page for a browser: the same words, tables and plots."""

from __future__ import annotations

from pathlib import Path

from ..page.markup import Markup, el
from . import plots
from .answer import Answer, Table

_STYLE = Path(__file__).resolve().parent.parent / "page" / "style.css"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def _table(table: Table) -> Markup:
    head = el("tr", *(el("th", text, scope="col") for text in table.heads))
    rows = [
        el("tr", *(el("th" if at == 0 else "td", text, scope="row" if at == 0 else None) for at, text in enumerate(row)))
        for row in table.rows
    ]
    parts = ([el("caption", table.title)] if table.title else []) + [el("thead", head), el("tbody", *rows)]
    label = table.title or "Table"
    return el("div", el("table", *parts), class_="scroll", tabindex=0, role="region", aria_label=label)


def _picture(answer: Answer) -> Markup:
    figures = [el("figure", Markup(plots.svg([plot])), role="img", aria_label=plot.title) for plot in answer.plots]
    return el("section", el("h2", "Plots"), *figures, class_="card") if figures else Markup("")


def html(answer: Answer) -> str:
    """Nothing is fetched and no script runs. The page is ASCII, so that it is the same in every encoding."""
    title, *more = answer.first
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", f"closeranks plan: {title}"),
        el("style", Markup(_STYLE.read_text(encoding="utf-8") + "figure{display:inline-block;margin:0 1em 1em 0;max-width:100%;overflow-x:auto}tbody th,td:not(:last-child){white-space:nowrap}")),
    )
    advice = [el("p", line) for line in answer.advice]
    if answer.command:
        advice.append(el("pre", el("code", answer.command)))
    body = el(
        "body",
        el("header", el("h1", title), *(el("p", line, class_="story") for line in more)),
        el(
            "main",
            el("section", el("h2", "Recommendation"), *advice, class_="card"),
            el("section", el("h2", "In tables"), *map(_table, answer.tables), *(el("p", one) for one in answer.notes), class_="card"),
            _picture(answer),
        ),
    )
    document = "<!DOCTYPE html>\n" + el("html", head, body, lang="en") + "\n"
    return document.encode("ascii", "xmlcharrefreplace").decode()
