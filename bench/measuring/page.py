"""The page with all tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from measuring.figures import BARE, Point, Points, Spread
from measuring.results import Results
from measuring.sessions import ASKING, WAYS, kind_of

_NOTHING = "–"


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


def _repairs(points: Points, commits: Sequence[str]) -> list[str]:
    rows = []
    for point in points.all(part="first"):
        labels = {name: label for name, label in point.labels.items() if name != "part"}
        for kind in (BARE, *commits):

            def part(
                name: str, scale: float = 1e3, of: str = kind, where: dict[str, str | int] = labels
            ) -> str:
                return _median(points.one(**where, part=name).spread(of), scale)

            who = "by hand" if kind == BARE else kind
            parts = [part(name) for name in ("detection", "shrink", "repair", "rest")]
            parts += [part(name, 1) for name in ("sent", "received")]
            rows.append([*labels.values(), who, part("first"), part("complete"), *parts])
    head = ["ranks", "communicators", "deaths", "repaired", "first collective", "all communicators"]
    return _table([*head, "detection", "shrink", "repair", "rest", "sent", "received"], rows)


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
    """All beside the bare run in which everybody lives; who dies there is not survived."""
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
Time of a call, many in a row, at the slowest rank. Bytes are those of a message, a contribution or
a block. Send/Recv: one message of a ping-pong; Isend/Irecv/Waitall: one of 16 under way.
"""
_FILES = """
Time of a call on a file, many in a row, at the slowest rank; each rank has a block of so many bytes.
The file is in memory: a disk's time would hide what the calls cost.
"""
_WINDOWS = """
Time of a call on a window, or of an operation and the call that completes it, many in a row, at the
slowest rank. Each rank's operations go to the next one.
"""
_PYTHON = """
Time of a call of mpi4py, many in a row, at the slowest rank: of one integer in an array, or of an
object, which mpi4py pickles. Threads: what the MPI is asked for; `multiple` is mpi4py's own choice.
"""
_REPAIRS = """
Milliseconds, medians. The last ranks die by SIGKILL while the others wait for them in an Allreduce.
The time ends when all survivors have completed it on the first communicator, and on all.
*By hand*: the program itself calls revoke, shrink and agree. Detection: until a survivor's call
failed; a protected program sees no error, so there it is part of the rest. Repair: the first one, of
the rank for which it took longest. Sent and received: the service messages (docs/developers/commit.md) for it,
of the rank that had most; the MPI's own, in revoke, agree and shrink, are not counted.
"""
_RESTARTS = """
The time from the start of mpirun until all ranks have completed their first collective. A restart
takes at least that long. The end of the old job and its lost computation come on top.
"""
_SCOPE = """
The cost of a death for ranks that it does not concern. One second is measured, and in the middle of
it the last rank dies or does not. Farm: a master serves any worker that asks. The calls are those
of one worker; all others compute for longer. Ensembles: the calls are sums of two ranks on a
communicator of their own. The longest call of each run: its median over the runs, and that of the
worst run. Where the last rank lives, the longest call shows the noise of the machine.
"""
_SESSIONS = """
EP (class S; eight sessions of each of two groups) and DT (40 waves through the graphs black hole,
white hole and shuffle; class S), written for sessions. Seconds from the first session to the end of
the last one, at the slowest rank. None: nobody asks who lives. Naive: before each phase all ranks
ask on a communicator of the world. Horizon: those of the phase ask each other
(`closeranks_horizon_from_group`). In the last columns the last rank dies by SIGKILL before its second
session, and the others go on to the end; every run has checked its result.
"""
_DISCOVERIES = """
Microseconds, medians, at the slowest rank. Half of the ranks, two at the least, ask 50 times in a
row who of them lives. Then the last of them dies by SIGKILL, and the others ask 50 times more. The
first time has what they wait for the news. In the naive way the other half has to take part; in the
other one it waits at the end of the program.
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
and Waitall" is one call of each. Closeranks' own are exact. All others are the least of seven
runs, with little waiting, for rank 0 is the slow one under valgrind.
"""


def render(results: Results, charts: Sequence[str]) -> str:
    commits = results.commits

    def of(prefix: str) -> list[str]:
        return [chart for chart in charts if chart.startswith(prefix)]

    lines = ["# Measurements", "", "Made by `" + results.command + "` (bench/README.md).", ""]
    lines += _table(["machine", ""], results.machine.items())
    lines += ["A ratio is that of a protected run to a bare one of the same repeat:"]
    lines += ["median (least–most).", ""]
    if results.calls.all():
        table = _compared(results.calls, ("call", "bytes", "ranks"), "ns", commits)
        lines += _section("Calls", _CALLS, of("calls") + of("sizes"), table)
    for title, text, name, points in (
        ("Files", _FILES, "files", results.files),
        ("Windows", _WINDOWS, "windows", results.windows),
    ):
        if points.all():
            table = _compared(points, ("call", "bytes", "ranks"), "us", commits, 1e-3)
            lines += _section(title, text, of(name), table)
    if results.python.all():
        table = _compared(results.python, ("call", "threads", "ranks"), "ns", commits)
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
