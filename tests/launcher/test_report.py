"""Merging records, and showing them."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import pytest

from closeranks_launcher import merge, records, render
from conftest import ROOT, MakeRank, finish

LOST = ("lost", {"ranks": [1]})
REPAIRED = ("repaired", {"communicator": 0, "size": 4, "survivors": 3, "seconds": 0.002})


def busy(lost: list[int], **totals: object):  # type: ignore[no-untyped-def]
    kind, fields = finish(lost)
    return kind, fields | totals


@pytest.fixture
def run(rank: MakeRank) -> list[records.Rank]:
    return [
        rank(0, LOST, REPAIRED, busy([1], skipped={"MPI_Send": 2}, incomplete={"MPI_Reduce": 4})),
        rank(1, ("injected", {"item": "1@call:MPI_Send:1"})),
        rank(2, REPAIRED, busy([1], skipped={"MPI_Send": 3}, incomplete={"MPI_Reduce": 5})),
        rank(3, busy([1])),
    ]


def test_losses_repairs_and_totals(run: list[records.Rank]) -> None:
    report = merge.merge(run)
    assert report["completed"] and report["size"] == 4
    assert report["lost"] == [
        {
            "rank": 1,
            "host": "node07",
            "pid": 101,
            "noticed": 1.0,
            "cause": "injected: 1@call:MPI_Send:1",
        }
    ]
    assert len(report["repairs"]) == 1, "the members of a repair record the same one"
    assert report["skipped"] == {"MPI_Send": 5}, "calls are added up"
    assert report["incomplete"] == {"MPI_Reduce": 5}, "collectives are those of the busiest"


def test_results_that_lack_a_contribution(rank: MakeRank) -> None:
    def lacking(communicator: int, calls: int, since: float) -> dict[str, object]:
        return {
            "function": "MPI_Reduce",
            "communicator": communicator,
            "name": "77",
            "ranks": [1],
            "calls": calls,
            "since": since,
        }

    ranks = [
        rank(0, busy([1], incomplete={"MPI_Reduce": 4, "MPI_File_sync": 1}) ),
        rank(2, busy([1], lacking=[lacking(3, 4, 2.5)], incomplete={"MPI_Reduce": 4})),
        rank(3, busy([1], lacking=[lacking(5, 9, 1.25)])),
    ]
    report = merge.merge(ranks)
    expected = lacking(3, 9, 1.25)
    del expected["name"]
    assert report["lacking"] == [expected], "one communicator, numbered as by the lowest rank"
    text = render.text(report)
    assert "  MPI_Reduce on communicator 3 lacked rank 1 in 9 calls from 1.25 s on\n" in text
    assert "contributions: MPI_File_sync 1\n" in text, "nothing is told twice"


def test_ranks_that_mpi_abort_ended_are_not_lost(rank: MakeRank) -> None:
    report = merge.merge([rank(0, ("ending", {"code": 1})), rank(1)])
    assert report["lost"] == [] and not report["completed"]


def test_spawned_jobs_are_apart(rank: MakeRank) -> None:
    ranks = [rank(0, finish([])), rank(0, job=2, size=1)]
    assert merge.merge(ranks)["completed"]
    assert not merge.merge(ranks, job=2)["completed"]


def test_text(run: list[records.Rank]) -> None:
    text = render.text(merge.merge(run))
    assert text.startswith("4 ranks, 1 lost; the program completed after 3.00 s\n")
    assert "  rank 1 (host node07, pid 101), injected: 1@call" in text
    assert ", noticed 1.00 s after MPI_Init\n" in text
    assert "  communicator 0 repaired at 2.00 s in 2.0 ms: 3 of 4\n" in text
    assert "  calls skipped, all ranks together: MPI_Send 5\n" in text


def test_files_that_lost_ranks_had_open(rank: MakeRank) -> None:
    gap = {"rank": 1, "begin": 96, "end": 128}
    told = ("file", {"name": "/data/x", "ranks": [1], "gaps": [gap]})
    report = merge.merge([rank(0, LOST, told, busy([1]))])
    assert report["files"] == [{"name": "/data/x", "ranks": [1], "gaps": [gap]}]
    text = render.text(report)
    assert "  open for writing when ranks were lost (1): /data/x\n" in text
    assert "    rank 1's bytes 96 to 127 may be missing\n" in text


def test_picture(run: list[records.Rank]) -> None:
    picture = xml.etree.ElementTree.fromstring(render.svg(merge.merge(run)))
    kinds = [element.get("class") for element in picture]
    assert kinds.count("alive") == 4
    assert kinds.count("death") == 1
    assert kinds.count("repair") == 1


def test_half_a_line_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "rank-0.jsonl").write_text('{"event":"left","status":1,"time":1.0}\n{"event":"fi')
    (tmp_path / "job2-rank-10.jsonl").write_text("")
    (tmp_path / "other").write_text("x")
    found = records.read(tmp_path)
    assert [(rank.job, rank.rank, len(rank.events)) for rank in found] == [(1, 0, 1), (2, 10, 0)]


def reader(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = str(ROOT / "tools/closeranks-report")
    return subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True)


def test_the_reader_reads_records_and_reports(tmp_path: Path, run: list[records.Rank]) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for rank in run:
        lines = "".join(json.dumps(event) + "\n" for event in rank.events)
        (folder / f"rank-{rank.rank}.jsonl").write_text(lines)
    merged, picture = tmp_path / "r.json", tmp_path / "t.svg"
    assert reader(str(folder), "--json", str(merged), "--svg", str(picture)).returncode == 0
    assert picture.read_text().startswith("<svg")
    assert reader(str(folder)).stdout == reader(str(merged)).stdout != ""


def test_the_reader_names_what_is_no_report(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}")
    result = reader(str(other))
    assert result.returncode == 2
    assert result.stderr == f"closeranks report: {other} is no report of closeranks.\n"
    assert "There are no records of job 1" in reader(str(tmp_path)).stderr
