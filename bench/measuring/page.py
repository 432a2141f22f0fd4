"""The page with all tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from measuring.figures import BARE, STOCK, Point, Points, Spread
from measuring.results import Results
from measuring.sessions import ASKING, WAYS, kind_of

_NOTHING = "–"
_SIZES = (0, 4, 65536, 1048576)  # bytes of messages that the table shows; the plots and the data have all
_STORED = (0, 4, 1048576)  # the same for files and windows


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def _number(value: float) -> str:
    """Three digits, or all before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _median(spread: Spread | None, scale: float = 1.0) -> str:
    return _number(spread.median * scale) if spread else _NOTHING


def _range(spread: Spread | None) -> str:
    if not spread:
        return _NOTHING
    return f"{spread.median:.2f} ({spread.least:.2f}–{spread.most:.2f})"


def _compared(
    points: Points, labels: Sequence[str], unit: str, commits: Sequence[str], scale: float = 1.0
) -> list[str]:
    def row(point: Point) -> list[object]:
        cells: list[object] = [point.labels[label] for label in labels]
        cells.append(_median(point.spread(BARE), scale))
        return cells + [_range(point.ratio(commit)) for commit in commits]

    head = [*labels, f"bare, {unit}", *(f"ratio {commit}" for commit in commits)]
    return _table(head, (row(point) for point in points.all()))


def _by_ranks(
    points: Points, labels: Sequence[str], unit: str, commits: Sequence[str], scale: float = 1.0
) -> list[str]:
    """A row for each of the labels, and in it columns for each number of ranks."""
    ranks = points.labels("ranks")
    rows = []
    for shown in dict.fromkeys(tuple(point.labels[label] for label in labels) for point in points.all()):
        cells: list[object] = [*shown]
        for count in ranks:
            point = points.one(**dict(zip(labels, shown, strict=True)), ranks=count)
            cells.append(_median(point.spread(BARE), scale))
            cells += [_range(point.ratio(commit)) for commit in commits]
        rows.append(cells)
    head = [*labels]
    for count in ranks:
        head += [f"{count} ranks: bare, {unit}", *(f"ratio {commit}" for commit in commits)]
    return _table(head, rows)


def _beside_stock(points: Points, commits: Sequence[str]) -> list[str]:
    def row(point: Point) -> list[object]:
        ratios = [_range(point.ratio(kind, STOCK)) for kind in (BARE, *commits)]
        return [point.labels["call"], point.labels["bytes"], _median(point.spread(STOCK)), *ratios]

    lines = []
    for ranks in points.labels("ranks"):
        head = [f"{ranks} ranks", "bytes", "stock, ns", *(f"{kind} / stock" for kind in (BARE, *commits))]
        lines += _table(head, (row(point) for point in points.all(ranks=ranks)))
    return lines


def _only(points: Points, **wanted: Sequence[str | int]) -> Points:
    """The points whose labels are among these."""
    found = Points()
    for point in points.all():
        if all(point.labels.get(name) in values for name, values in wanted.items()):
            for kind, values in point.values.items():
                for repeat, value in values.items():
                    found.add(kind, repeat, value, **point.labels)
    return found


def _repairs(points: Points, commits: Sequence[str]) -> list[str]:
    """The rows of the repairs after one death."""
    rows = []
    for point in points.all(part="first", deaths=1):
        labels = {name: label for name, label in point.labels.items() if name != "part"}
        shown = [label for name, label in labels.items() if name != "deaths"]
        for kind in (BARE, *commits):

            def part(
                name: str, scale: float = 1e3, of: str = kind, where: dict[str, str | int] = labels
            ) -> str:
                return _median(points.one(**where, part=name).spread(of), scale)

            way = "by hand" if kind == BARE else kind
            parts = [part(name) for name in ("detection", "shrink", "repair")]
            parts += [part(name, 1) for name in ("sent", "received")]
            rows.append([*shown, way, part("first"), part("complete"), *parts])
    head = ["ranks", "communicators", "repaired", "first collective", "all communicators"]
    return _table([*head, "detection", "shrink", "repair", "sent", "received"], rows)


def _scope(points: Points, commits: Sequence[str]) -> list[str]:
    rows = []
    for point in points.all(part="longest"):
        labels = {name: label for name, label in point.labels.items() if name != "part"}
        median = points.one(**labels, part="median")
        for kind in (BARE, *commits):
            if longest := point.spread(kind):
                cells = [_median(median.spread(kind), 1e6), _median(longest, 1e3)]
                rows.append([*labels.values(), kind, *cells, _number(longest.most * 1e3)])
    head = ["scenario", "ranks", "the last rank", "kind", "median call, us"]
    return _table([*head, "longest call, ms", "the worst run, ms"], rows)


def _sessions(points: Points, commits: Sequence[str]) -> list[str]:
    """All beside the bare run without a death, because a bare run does not survive one."""
    kinds = [kind_of(commit, way) for commit in commits for way in WAYS]
    rows = []
    for point in points.all(fate="lives"):
        labels = {name: label for name, label in point.labels.items() if name != "fate"}
        dies = points.one(**labels, fate="dies")
        cells = [_median(dies.spread(kind)) for kind in kinds]
        ratios = [_range(point.ratio(kind)) for kind in kinds]
        rows.append([*labels.values(), _median(point.spread(BARE)), *ratios, *cells])
    head = ["program", "ranks", "bare, none, s", *(f"ratio {kind}" for kind in kinds)]
    return _table([*head, *(f"a rank dies: {kind}, s" for kind in kinds)], rows)


def _discoveries(points: Points, commits: Sequence[str]) -> list[str]:
    kinds = [kind_of(commit, way) for commit in commits for way in ASKING]
    rows = []
    for ranks in points.labels("ranks"):
        cells: list[object] = [ranks]
        for kind in kinds:
            of = [points.one(ranks=ranks, when=when).spread(kind) for when in ("before", "first", "after")]
            cells += [_median(spread, 1e6) for spread in of]
        rows.append(cells)
    head = ["ranks"]
    for kind in kinds:
        head += [f"{kind}: all live", "the first after a death", "later"]
    return _table(head, rows)


def _memory(points: Points, commits: Sequence[str]) -> list[str]:
    rows = []
    for point in points.all():
        bare = point.spread(BARE)
        cells: list[object] = [*point.labels.values(), _median(bare, 1 / 1024)]
        for commit in commits:
            ours = point.spread(commit)
            added = (ours.median - bare.median) / 1024 if ours and bare else None
            cells.append(_NOTHING if added is None else _number(added))
        rows.append(cells)
    return _table(["ranks", "of a", "bare, KiB", *(f"added, {c}" for c in commits)], rows)


def _instructions(points: Points, commits: Sequence[str]) -> list[str]:
    rows = []
    for call in points.labels("call"):
        every = points.one(call=call, where="all")
        ours = points.one(call=call, where="closeranks")
        cells: list[object] = [call, _median(every.spread(BARE))]
        for commit in commits:
            cells += [_median(ours.spread(commit)), _median(every.spread(commit))]
        rows.append(cells)
    head = ["call", "bare"]
    for commit in commits:
        head += [f"{commit}: closeranks' own", f"{commit}: all"]
    return _table(head, rows)


def _section(title: str, text: str, charts: Sequence[str], table: list[str]) -> list[str]:
    pictures = [line for chart in charts for line in (f"![{chart}]({chart})", "")]
    return [f"## {title}", "", *text.strip().splitlines(), "", *pictures, *table]


_CALLS = """
Time of one call of many in a row, at the slowest rank. Bytes are those of a message, a contribution or a block.
Send/Recv is one message of a ping-pong, Isend/Irecv/Waitall one of 16 under way. `results.json` has more
sizes than the table.
"""
_STOCK = """
The same programs on the MPI given by `--stock`, with its own choices and without fault tolerance, in the same rounds.
*bare / stock* is what this MPI and its fault tolerance cost; the other ratios hold what closeranks adds.
"""
_FILES = """
Time of one call of many in a row, at the slowest rank; bytes are those of the block of a rank. The file is in memory,
because the time of a disk would hide what the calls cost. The plots and `results.json` have more sizes.
"""
_WINDOWS = """
Time of a call, or of an operation and the call that completes it, at the slowest rank. The operations of a rank go to
the next rank.
"""
_PYTHON = """
Time of one call of many in a row, at the slowest rank. The data is one integer in an array, or an object, which mpi4py
pickles. mpi4py asks the MPI for `multiple` threads; `results.json` also has `single`.
"""
_REPAIRS = """
Milliseconds, medians, after the death of one rank while the others wait for it in an Allreduce. `results.json` also
has two deaths. The columns:

- *by hand*: the program itself calls revoke, shrink and agree
- *first collective*, *all communicators*: until all survivors have completed the Allreduce there
- *detection*: until a call fails; a protected program sees no error
- *repair*: the first one, at the slowest rank
- *sent*, *received*: service messages (docs/developers/commit.md) of this repair, at the rank that has most;
  without the messages of the MPI
"""
_RESTARTS = """
From the start of mpirun until all ranks have completed their first collective. A restart takes at least that long; the
end of the old job and its lost work come on top.
"""
_SCOPE = """
The cost of a death for ranks that it does not concern. One second is measured, and in the middle of
it the last rank dies or does not. Farm: a master serves any worker that asks. The calls are those
of one worker; all others compute for longer. Ensembles: the calls are sums of two ranks on a
communicator of their own. The longest call of each run: its median over the runs, and that of the
worst run. Where the last rank lives, the longest call shows the noise of the machine.
"""
_SESSIONS = """
Seconds from the first session to the end of the last one, at the slowest rank. The programs are EP (class S, eight
sessions of each of two groups) and DT (class S, 40 waves through the graphs black hole, white hole and shuffle). Before
each phase the ranks find out which ranks live:

- *none*: no rank asks
- *naive*: all ranks ask each other, on a communicator of the world
- *horizon*: only the ranks of the phase ask each other (`closeranks_horizon_from_group`)

In the last columns the last rank dies before its second session. All runs had the right result.
"""
_DISCOVERIES = """
Microseconds, medians, at the slowest rank. Half of the ranks, at least two, ask 50 times which of them live. Then the
last of them dies, and the others ask 50 times more. The first of these waits for the news. In the naive way the other
half takes part.
"""
_MEMORY = """
Memory that only the process itself has, at rank 0. It is measured at the start, then for each of
128 duplicates of the world. The last measurement comes after 2,000 rounds of Bcast and Reduce on
each of them.
"""
_APPLICATIONS = """
Whole runs without failures. Monte Carlo has one Bcast and one Reduce in every step; EP one Reduce
for 2^16 pairs of each rank.
"""
_INSTRUCTIONS = """
Instructions of one call at 4 bytes: the difference between N and 2N calls. Valgrind counts them at
rank 0 of two, which is the sender, the receiver, or the root unless said otherwise. "Isend, Irecv
and Waitall" is one call of each. The columns *closeranks' own* are exact. All other columns have
the least of seven runs, because waiting adds to a count. Rank 0 waits little: it alone runs under
valgrind, so it is the slow one.
"""


def render(results: Results, charts: Sequence[str]) -> str:
    commits = results.commits

    def of(prefix: str) -> list[str]:
        return [chart for chart in charts if chart.startswith(prefix)]

    lines = ["# Measurements", "", "Made by `" + results.command + "` (bench/README.md).", ""]
    lines += _table(["machine", ""], results.machine.items())
    lines += ["A ratio divides the time of a protected run by that of the bare run of the same repeat. The tables"]
    lines += ["have the median (least–most).", ""]
    if results.calls.all():
        table = _by_ranks(_only(results.calls, bytes=_SIZES), ("call", "bytes"), "ns", commits)
        lines += _section("Calls", _CALLS, of("calls") + of("sizes"), table)
    if any(STOCK in point.values for point in results.calls.all()):
        lines += _section("Beside a stock MPI", _STOCK, [], _beside_stock(results.calls, commits))
    for title, text, name, points in (
        ("Files", _FILES, "files", results.files),
        ("Windows", _WINDOWS, "windows", results.windows),
    ):
        if points.all():
            known = [commit for commit in commits if name == "files" or not commit.endswith("+collective")]
            shown = _only(points, bytes=_STORED)
            table = _by_ranks(shown, ("call", "bytes"), "us", known or commits, 1e-3)
            lines += _section(title, text, of(name), table)
    if results.python.all():
        table = _by_ranks(_only(results.python, threads=("multiple",)), ("call",), "ns", commits)
        lines += _section("mpi4py", _PYTHON, [], table)
    if results.repairs.all():
        table = _repairs(results.repairs, commits)
        lines += _section("Repairs", _REPAIRS, of("repairs"), table)
    if results.restarts.all():
        table = _compared(results.restarts, ("ranks",), "s", commits)
        lines += _section("Starting anew", _RESTARTS, [], table)
    if results.scope.all():
        lines += _section("Scope", _SCOPE, [], _scope(results.scope, commits))
    if results.sessions.all():
        lines += _section("Sessions", _SESSIONS, [], _sessions(results.sessions, commits))
    if results.discoveries.all():
        table = _discoveries(results.discoveries, commits)
        lines += _section("The discovery by itself", _DISCOVERIES, [], table)
    if results.memory.all():
        lines += _section("Memory", _MEMORY, [], _memory(results.memory, commits))
    if results.applications.all():
        table = _compared(results.applications, ("program", "ranks"), "s", commits)
        lines += _section("Programs", _APPLICATIONS, of("applications"), table)
    if results.instructions.all():
        table = _instructions(results.instructions, commits)
        lines += _section("Instructions", _INSTRUCTIONS, [], table)
    if results.failures:
        lines += [f"## Failed runs: {len(results.failures)}", "", "```"]
        lines += [*results.failures, "```", ""]
    return "\n".join(lines)
