"""What came out: counts for each directory, and every test that is not the same on both sides."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from conformance import compare
from conformance.case import Absent
from conformance.compare import Result

_COLUMNS: dict[str, Callable[[Result], bool]] = {
    "both pass": lambda result: result.kind == compare.BOTH_PASS,
    "both fail": lambda result: result.kind == compare.BOTH_FAIL,
    "fails bare only": lambda result: result.kind == compare.BARE_FAILS,
    "fails with closeranks only": lambda result: result.kind == compare.OURS_FAILS,
    "unstable": lambda result: result.kind == compare.UNSTABLE,
}


@dataclass
class Results:
    """All results, of this call and, with the same JSON file, of earlier ones."""

    results: dict[str, Result] = field(default_factory=dict)
    absent: dict[str, Absent] = field(default_factory=dict)

    @staticmethod
    def read(path: Path) -> Results:
        """Those of earlier calls; none if the file is not there."""
        if not path.exists():
            return Results()
        data = json.loads(path.read_text())
        return Results(
            {entry["name"]: Result(**entry) for entry in data["results"]},
            {entry["name"]: Absent(**entry) for entry in data["absent"]},
        )

    def write(self, path: Path) -> None:
        data = {
            "results": [asdict(result) for result in self.results.values()],
            "absent": [asdict(test) for test in self.absent.values()],
        }
        path.write_text(json.dumps(data, indent=1) + "\n")

    def add(self, found: Iterable[Result | Absent]) -> None:
        for one in found:
            self.results.pop(one.name, None)
            self.absent.pop(one.name, None)
            if isinstance(one, Absent):
                self.absent[one.name] = one
            else:
                self.results[one.name] = one

    def holds(self, case: str) -> bool:
        """Whether there is a result of the case, or of parts of it."""
        return any(name == case or name.startswith(f"{case}: ") for name in self.results)

    def chosen(self, wanted: Callable[[Result], bool]) -> list[Result]:
        return [result for result in self.results.values() if wanted(result)]

    def ours(self) -> list[Result]:
        return self.chosen(lambda result: result.is_ours)

    def table(self) -> str:
        """A Markdown table: a line for each directory, and one for all."""
        groups = {result.group for result in self.results.values()}
        groups |= {test.group for test in self.absent.values()}
        lines = ["| directory | " + " | ".join(_COLUMNS) + " | not run |"]
        lines += ["|---|" + "--:|" * (len(_COLUMNS) + 1)]
        lines += [self._row(group, group.__eq__) for group in sorted(groups)]
        return "\n".join([*lines, self._row("**all**", lambda _: True)])

    def _row(self, title: str, belongs: Callable[[str], bool]) -> str:
        results = [result for result in self.results.values() if belongs(result.group)]
        counts = [sum(map(wanted, results)) for wanted in _COLUMNS.values()]
        counts.append(sum(belongs(test.group) for test in self.absent.values()))
        return f"| {title} | " + " | ".join(map(str, counts)) + " |"

    def details(self) -> str:
        """The lists of tests below the table."""
        lists = {
            "Differences": self.chosen(
                lambda result: result.kind in (compare.OURS_FAILS, compare.BARE_FAILS)
            ),
            "Unstable: a side did not always give the same verdict": self.chosen(
                lambda result: result.kind == compare.UNSTABLE
            ),
            "Fail on both sides, in different ways": self.chosen(
                lambda result: result.fails_otherwise
            ),
            "Fail or hang on the bare MPI": self.chosen(
                lambda result: result.kind == compare.BOTH_FAIL and not result.fails_otherwise
            ),
        }
        parts = [_section(title, map(describe, found)) for title, found in lists.items()]
        absent = [f"`{test.name}`: {test.reason}" for test in self.absent.values()]
        return "\n".join([*parts, _section("Not run", absent)])


def _section(title: str, items: Iterable[str]) -> str:
    lines = [f"- {item}" for item in items]
    return "\n".join([f"## {title} ({len(lines)})", "", *lines, ""])


def _runs(reasons: Sequence[str]) -> str:
    failures = [reason for reason in reasons if reason]
    passed = len(reasons) - len(failures)
    return f"{passed}/{len(reasons)} passed" + (f" ({failures[0]})" if failures else "")


def describe(result: Result) -> str:
    """A result in a line."""
    if result.kind == compare.BOTH_FAIL and not result.fails_otherwise:
        return f"`{result.name}`: {result.bare[0]}"
    where = f"; logs: {result.logs}" if result.logs else ""
    return f"`{result.name}`: bare {_runs(result.bare)}, closeranks {_runs(result.ours)}{where}"
