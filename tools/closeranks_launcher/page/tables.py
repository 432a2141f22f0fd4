"""The same as tables: for reading, for screen readers, and with all that the picture has no room for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import render
from ..render import Report, duration, moment, window_name
from ..exit_status import Ours
from . import words
from .markup import Markup, el, join

_MOST_ROWS = 500  # the report itself has all
_PHASES = ("asking", "voting", "revoking", "shrinking", "redoing")
_PHASES_HELP = {
    "asking": "which member is ahead, and which results has it kept?",
    "voting": "agreeing that the call has to be redone",
    "revoking": "getting the others out of the broken call",
    "shrinking": "making a new communicator of the survivors",
    "redoing": "until the call in which it happened was over",
}

Row = tuple["str | None", Sequence[str]]  # the id of the row, or none, and its cells


def _or_dash(value: float | None, text: str) -> str:
    return "–" if value is None else text


def _moment(value: float | None) -> str:
    return _or_dash(value, moment(value or 0.0))


def _duration(value: float | None) -> str:
    return _or_dash(value, duration(value or 0.0))


def _table(title: str, heads: Sequence[str], rows: Sequence[Row], numbers: Iterable[int] = ()) -> Markup:
    """`numbers`: which columns are. Nothing without rows."""
    if not rows:
        return Markup("")
    right = set(numbers)

    def cell(at: int, text: str) -> Markup:
        name = "th" if at == 0 else "td"
        return el(name, text, class_="number" if at in right else None, scope="row" if at == 0 else None)

    head = [el("th", text, scope="col", class_="number" if at in right else None) for at, text in enumerate(heads)]
    body = [
        el("tr", *(cell(at, text) for at, text in enumerate(cells)), id=name, tabindex=-1 if name else None)
        for name, cells in rows[:_MOST_ROWS]
    ]
    more = len(rows) - _MOST_ROWS
    note = el("p", f"And {more} more, which the report (JSON) has.") if more > 0 else ""
    table = el("table", el("caption", title), el("thead", el("tr", *head)), el("tbody", *body))
    return join([el("div", table, class_="scroll", tabindex=0, role="region", aria_label=title), note])


def losses(report: Report) -> Markup:
    rows: list[Row] = [
        (
            f"loss-{one['rank']}",
            [
                str(one["rank"]),
                one["host"] or "–",
                str(one["pid"] or "–"),
                words.cause(one),
                _moment(one.get("died")),
                _moment(one.get("noticed")),
                "–" if one.get("noticed_by") is None else f"rank {one['noticed_by']}",
                _duration(one.get("detection")),
            ],
        )
        for one in report["lost"]
    ]
    heads = ["Rank", "Host", "Process", "Why it died", "Died at", "Noticed at", "First by", "Detection took"]
    return _table("Lost ranks", heads, rows, (0, 2, 4, 5, 7))


def recovered(report: Report) -> Markup:
    rows: list[Row] = [
        (
            f"recovered-{number}",
            [
                str(one["rank"]),
                one["host"] or "–",
                str(one["pid"] or "–"),
                words.cause(one),
                _moment(one.get("noticed")),
                _moment(one["back"]),
                _duration(one["seconds"]),
                f"process {one['now']['process']}, {one['now']['host'] or '–'}, {one['now']['pid'] or '–'}",
            ],
        )
        for number, one in enumerate(report.get("recovered") or [], 1)
    ]
    heads = ["Rank", "Host", "Process", "Why it died", "Noticed at", "Recovered at", "That took", "Now"]
    return _table("Recovered ranks", heads, rows, (0, 2, 4, 5, 6))


def replicas(report: Report) -> Markup:
    """Processes of ranks that had two."""
    dead = (report.get("replicas") or {}).get("died") or []
    rows: list[Row] = [
        (
            f"process-{number}",
            [
                str(one["rank"]),
                one["role"],
                one["host"] or "–",
                str(one["pid"] or "–"),
                words.cause(one),
                _moment(one["died"]),
                ", ".join(f"process {on['process']}, {on['host']}, {on['pid']}" for on in one["goes_on"]) or "none",
            ],
        )
        for number, one in enumerate(dead, 1)
    ]
    heads = ["Rank", "It was its", "Host", "Process", "Why it died", "Died at", "Continues"]
    return _table("Processes of ranks with two that died", heads, rows, (0, 3, 5))


def _phases(repair: Mapping[str, Any], longest: float) -> Markup:
    """A bar whose parts are the phases, to the scale of the longest repair."""
    at, parts = 0.0, []
    phases = repair.get("phases") or {}
    inside = sum(phases.get(name) or 0.0 for name in ("revoking", "shrinking"))
    lengths = {name: phases.get(name) or 0.0 for name in _PHASES}
    others = max(repair["seconds"] - inside, 0.0)
    for name in (*_PHASES[:4], "others", _PHASES[4]):
        length = others if name == "others" else lengths[name]
        if length > 0:
            width = 100 * length / longest
            title = el("title", f"{name}: {duration(length)}")
            parts.append(el("rect", title, class_=name, x=f"{at:.2f}%", width=f"{width:.2f}%", height="100%"))
            at += width
    return el("svg", *parts, class_="phases", width="100%", aria_hidden="true")


def _length(repair: Mapping[str, Any]) -> float:
    phases = repair.get("phases") or {}
    return float(repair["seconds"]) + sum(phases.get(name) or 0.0 for name in ("asking", "voting", "redoing"))


def repairs(report: Report) -> Markup:
    longest = max((_length(one) for one in report["repairs"]), default=0.0) or 1e-9
    rows: list[Row] = []
    for number, one in enumerate(report["repairs"], 1):
        phases = one.get("phases") or {}
        cells = [
            str(number),
            render.communicator(one),
            one.get("function") or "–",
            moment(one["at"]),
            words.ranks_of(one.get("missing") or [], report["size"]) if one.get("missing") else "–",
            f"{one['survivors']} of {one['size']}",
            *(_duration(phases.get(name)) for name in _PHASES),
            _duration(one["seconds"]),
            _phases(one, longest),
        ]
        rows.append((f"repair-{number}", cells))
    heads = ["Repair", "Of", "In a call of", "At", "Without", "Continue"]
    heads += [name.capitalize() for name in _PHASES] + ["Repair took", "Phases"]
    table = _table("Repairs", heads, rows, (0, 3, *range(5, 12)))
    if not rows:
        return table
    key = [el("li", el("span", class_=f"swatch {name}"), f" {name}: {text}") for name, text in _PHASES_HELP.items()]
    key.append(el("li", el("span", class_="swatch others"), " the rest of the repair"))
    return join([table, el("ul", *key, class_="key")])


def lacking(report: Report) -> Markup:
    rows: list[Row] = [
        (
            None,
            [
                one["function"],
                render.communicator(one),
                words.ranks_of(one["ranks"], report["size"]),
                "not known" if one.get("calls") is None else f"{one['calls']:,}",
                moment(one["since"]),
                "–" if one.get("until") is None else f"the recovery at {moment(one['until'])}",
                "–" if not one.get("expected") else f"{one['contributions']:,} of {one['expected']:,}",
            ],
        )
        for one in report.get("lacking") or []
    ]
    heads = ["Function", "On", "Without", "Calls on the busiest rank", "From", "Until", "Contributions"]
    return _table("Results without the contribution of a rank", heads, rows, (3, 4, 6))


def functions(report: Report) -> Markup:
    kinds = ("skipped", "redone", "incomplete", "absent", "passed_through")
    counts: dict[str, Mapping[str, int]] = {kind: report.get(kind) or {} for kind in kinds}
    names = sorted({name for kind in counts.values() for name in kind})
    rows: list[Row] = [
        (None, [name, *(f"{counts[kind][name]:,}" if name in counts[kind] else "–" for kind in kinds)]) for name in names
    ]
    heads = [
        "Function",
        "Calls skipped (all ranks)",
        "Calls redone (busiest rank)",
        "Calls without all contributions (busiest rank)",
        "Most contributions absent",
        "Calls that passed unprotected (all ranks)",
    ]
    return _table("By function", heads, rows, range(1, 6))


def communicators(report: Report) -> Markup:
    rows: list[Row] = [
        (
            None,
            [
                render.communicator(one),
                str(one["size"]),
                words.ranks_of(one["missing"], report["size"]),
                str(one["repairs"]),
            ],
        )
        for one in report.get("communicators") or []
    ]
    return _table("Communicators that were repaired", ["Communicator", "Ranks", "Missing", "Repairs"], rows, (1, 3))


def data(report: Report) -> Markup:
    """Files and windows."""
    rows: list[Row] = []
    for file in report.get("files") or []:
        gaps = "; ".join(f"rank {gap['rank']}: bytes {gap['begin']} to {gap['end'] - 1}" for gap in file["gaps"])
        told = gaps or "what they had not written"
        rows.append((None, [f"file {file['name']}", words.ranks_of(file["ranks"], report["size"]), told]))
    for window in report.get("windows") or []:
        told = f"{window['bytes']:,} bytes of memory"
        rows.append((None, [window_name(window), words.ranks_of(window["ranks"], report["size"]), told]))
    return _table("Files and windows", ["What", "Of", "May be missing"], rows)


def last_calls(report: Report) -> Markup:
    rows: list[Row] = [
        (
            None,
            [words.ranks_of(one["ranks"], report["size"]), "in" if one["inside"] else "after", one["call"]],
        )
        for one in report.get("last_calls") or []
    ]
    return _table("Ranks that did not complete MPI_Finalize", ["Ranks", "Were", "Call"], rows)


def hosts(report: Report) -> Markup:
    lost = {one["rank"] for one in report["lost"]}
    rows: list[Row] = [
        (None, [host or "unknown", str(len(ranks)), words.ranges(ranks), str(len(lost.intersection(ranks)) or "–")])
        for host, ranks in (report.get("hosts") or {}).items()
    ]
    return _table("Hosts", ["Host", "Ranks", "Which", "Lost"], rows, (1, 3))


def _status(status: int | None) -> str | None:
    """The exit status, with its meaning if it is one of closeranks."""
    if status is None or status not in tuple(Ours):
        return None if status is None else str(status)
    return f"{status} ({Ours(status).name.lower().replace('_', ' ')})"


def run(report: Report) -> Markup:
    mpi = report.get("mpi") or {}
    command = report.get("command")
    facts = {
        "Command": " ".join(command) if command else None,
        "In": report.get("directory"),
        "Exit status": _status(report.get("exit_status")),
        "Started": report["started"] if isinstance(report.get("started"), str) else None,
        "First through MPI_Init": report.get("initialised"),
        "Ended": report.get("ended"),
        "closeranks": report.get("closeranks"),
        "MPI": " in ".join(text for text in (mpi.get("version"), mpi.get("prefix")) if text) or None,
    }
    rows: list[Row] = [(None, [name, text]) for name, text in facts.items() if text]
    return _table("The run", ["What", "Value"], rows)


def options(report: Report) -> Markup:
    table = report.get("options") or {}
    chosen = {name: one for name, one in table.items() if one["from"] != "default"}
    heads = ["Option", "Value", "From"]

    def rows(some: Mapping[str, Mapping[str, str]]) -> list[Row]:
        return [(None, [name, one["value"] or "–", one["from"]]) for name, one in some.items()]

    others = {name: one for name, one in table.items() if name not in chosen}
    parts = [_table("Options that were set", heads, rows(chosen))]
    if others:
        summary = el("summary", f"{len(others)} options with their defaults")
        parts.append(el("details", summary, _table("Options with their defaults", heads, rows(others))))
    return join(parts)
