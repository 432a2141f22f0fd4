"""Reading MPICH's lists of tests."""

from __future__ import annotations

from pathlib import Path

from conformance.testlist import DEFAULT_RANKS, DEFAULT_SECONDS, Entry, parse, walk

LIST = """\
# a comment
attrend 1
  allred 7   arg=-n arg=3 env=A=1 timeLimit=600 # and one behind
default
exitst1 2 resultTest=TestStatus
big 8 mem=20.1 xfail=ticket0 strict=false mpix=true
abort 4 mpiexecarg=-disable-auto-cleanup
new 4 mpiversion=4.1 colour=red
!../util:libmtest
attrend 1
"""


def test_every_line_is_one_entry_and_is_there_once() -> None:
    names = [entry.name for entry in parse(LIST)]
    assert names == [
        "attrend -n 1",
        "allred -n 7 -n 3 (A=1)",
        "default -n 2",
        "exitst1 -n 2",
        "big -n 8",
        "abort -n 4",
        "new -n 4",
    ]


def test_keys_and_values() -> None:
    found = {entry.program: entry for entry in parse(LIST)}
    assert found["allred"] == Entry("allred", 7, ("-n", "3"), ("A=1",), seconds=600.0)
    assert found["default"] == Entry("default", DEFAULT_RANKS, seconds=DEFAULT_SECONDS)
    assert found["exitst1"].result_test == "TestStatus"
    assert found["big"] == Entry("big", 8, gigabytes=20.1, uses_mpix=True)
    assert found["abort"].launcher_arguments == ("-disable-auto-cleanup",)


def test_a_key_that_nobody_knows_is_told() -> None:
    found = {entry.program: entry for entry in parse(LIST)}
    assert found["new"].mpi_version == "4.1"
    assert found["new"].unknown == ("colour",)
    assert not any(entry.unknown for entry in found.values() if entry.program != "new")


def test_directories_are_walked_and_what_configure_made_is_preferred(tmp_path: Path) -> None:
    built, source = tmp_path / "built", tmp_path / "source"
    for root in (built, source):
        (root / "f77" / "coll").mkdir(parents=True)
    (built / "f77" / "testlist").write_text("coll\nhere 1\nbelow/there 1\n")
    (source / "f77" / "testlist").write_text("@never@\n")
    (source / "f77" / "coll" / "testlist").write_text("allredf 4\n")
    found = [(directory, entry.name) for directory, entry in walk(built, "f77", source)]
    assert found == [
        ("f77/coll", "allredf -n 4"),
        ("f77", "here -n 1"),
        ("f77/below", "there -n 1"),
    ]
