"""Comparing two sides and counting the results."""

from __future__ import annotations

from pathlib import Path

from conformance import compare
from conformance.case import Absent, matches
from conformance.compare import Result
from conformance.results import Results


def result(name: str, bare: list[str], ours: list[str]) -> Result:
    return Result("coll", name, bare, ours, 1.0)


SAME = result("coll/a -n 4", [""], [""])
FAILS = result("coll/b -n 4", ["output: x"], ["output: y"])
HANGS = result("coll/c -n 4", ["output: x"], ["timeout: y"])
OURS = result("coll/d -n 4", [""] * 4, ["output: x"] * 4)
BARE = result("coll/e -n 4", ["output: x"] * 4, [""] * 4)
SHAKY = result("coll/f -n 4", [""] * 4, ["output: x", "", "", ""])
SHAKY_BARE = result("coll/g -n 4", ["timeout: x", "", "", ""], ["output: x", "", "", ""])
ALL = [SAME, FAILS, HANGS, OURS, BARE, SHAKY, SHAKY_BARE]


def test_kinds() -> None:
    assert [one.kind for one in ALL] == [
        compare.BOTH_PASS,
        compare.BOTH_FAIL,
        compare.BOTH_FAIL,
        compare.OURS_FAILS,
        compare.BARE_FAILS,
        compare.UNSTABLE,
        compare.UNSTABLE,
    ]
    assert [one for one in ALL if one.fails_otherwise] == [HANGS]


def test_what_never_fails_bare_and_did_with_us_is_ours_even_if_rarely() -> None:
    assert [one for one in ALL if one.is_ours] == [OURS, SHAKY]


def test_counts_and_lists() -> None:
    results = Results()
    results.add([*ALL, Absent("coll", "coll/h -n 4", "does not compile")])
    assert "| coll | 1 | 2 | 1 | 1 | 2 | 1 |" in results.table()
    assert "bare 4/4 passed, closeranks 3/4 passed (output: x)" in results.details()
    assert "`coll/h -n 4`: does not compile" in results.details()


def test_results_of_earlier_calls_are_kept_and_newer_ones_replace_them(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    first = Results.read(file)
    first.add([OURS, SAME])
    first.write(file)
    second = Results.read(file)
    second.add([result(OURS.name, [""], [""]), FAILS])
    assert [one.kind for one in second.results.values()] == ["pass", "pass", "fail"]
    assert not second.ours()


def test_only_chooses_directories_programs_and_single_tests() -> None:
    name = "f77/coll/allredf -n 4 -x"
    assert matches(name, []) and matches(name, ["x", "f77"])
    for wanted in ("f77", "f77/coll/", "f77/coll/allredf", name):
        assert matches(name, [wanted])
    for wanted in ("f7", "f77/coll/allred", "coll", "f77/coll/allredf -n 4"):
        assert not matches(name, [wanted])
