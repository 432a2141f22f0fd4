"""Merging records, and showing them."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import pytest

from closeranks_launcher import conclusion, launch_record, merge, picture, records, render, report_file, report_shape
import sample_runs
from conftest import ROOT, MakeRank, finish
from schema import problems

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
            "cause": "planned by --kill 1@call:MPI_Send:1",
            "died": 1.0,
            "noticed": 1.0,
            "noticed_by": 0,
            "detection": 0.0,
        }
    ]
    assert len(report["repairs"]) == 1, "the members of a repair record the same one"
    assert report["skipped"] == {"MPI_Send": 5}, "calls are added up"
    assert report["incomplete"] == {"MPI_Reduce": 5}, "collectives are those of the busiest"


def test_the_parts_of_a_split_are_told_apart(rank: MakeRank) -> None:
    """Each rank numbers its communicators itself."""

    def events(members: str, number: str, lost: int) -> tuple[tuple[str, dict[str, object]], ...]:
        name = f"the 2 ranks of color {lost // 2} of MPI_Comm_split on MPI_COMM_WORLD"
        where = {"communicator": 2, "id": number, "name": name, "members": members}
        repaired = {"size": 2, "survivors": 1, "seconds": 0.002, "missing": [lost]}
        lacking = {"function": "MPI_Reduce", "ranks": [lost]}
        told = {**lacking, **where, "calls": 3, "since": 1.5}
        return ("repaired", where | repaired), ("lacking", where | lacking), busy([1, 3], lacking=[told])

    low, high = events("ranks 0 and 1", "77.0", 1), events("ranks 2 and 3", "77.2", 3)
    for ended in (False, True):  # before anybody could count
        some = slice(0, 2) if ended else slice(0, 3)
        report = merge.merge([rank(0, *low[some]), rank(2, *high[some])])
        members = ["ranks 0 and 1", "ranks 2 and 3"]
        for field in ("repairs", "communicators", "lacking"):
            assert sorted(one["members"] for one in report[field]) == members, field
        text = render.text(report)
        called = "the 2 ranks of color {} of MPI_Comm_split on MPI_COMM_WORLD"
        assert f"MPI_Reduce on {called.format(0)} (ranks 0 and 1) lacked rank 1" in text
        assert f"MPI_Reduce on {called.format(1)} (ranks 2 and 3) lacked rank 3" in text
        assert f"  the communicator of {called.format(1)} (ranks 2 and 3) repaired at" in text


def test_why_closeranks_ended_the_program_is_told(rank: MakeRank) -> None:
    report = merge.merge([rank(0, LOST, ("ending", {"code": 84, "why": "MPI_COMM_WORLD could not be repaired"})), rank(1)])
    assert report["ended_by"] == {"rank": 0, "code": 84, "why": "MPI_COMM_WORLD could not be repaired"}
    report["lost"] = [{"rank": 1, "host": "", "noticed": None}]
    assert render.summary(report)[0].endswith("rank 0 ended the program with code 84: MPI_COMM_WORLD could not be repaired")


def test_one_rank_is_named_for_one_end(rank: MakeRank) -> None:
    """Rank 2 came to its call first, and let the one that speaks go first, which ended all."""
    aborting = ("aborting", {"function": "MPI_Bcast", "rank": 1})
    ending = ("ending", {"code": 84})
    ranks = [rank(0, LOST, LOST, aborting, ending), rank(1), rank(2, LOST, aborting)]
    report = merge.merge(ranks)
    assert report["aborted"]["rank"] == report["ended_by"]["rank"] == 0
    assert merge.merge(ranks[1:])["aborted"]["rank"] == 2, "nobody has recorded an end"


def test_results_that_lack_a_contribution(rank: MakeRank) -> None:
    def lacking(communicator: int, calls: int, since: float) -> dict[str, object]:
        return {
            "function": "MPI_Reduce",
            "communicator": communicator,
            "id": "77.0",
            "name": "halo",
            "members": "ranks 0 to 2",
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
    expected = lacking(3, 9, 1.25) | {"until": None, "contributions": 0, "expected": 0}
    del expected["id"]
    assert report["lacking"] == [expected], "one communicator, numbered as by the lowest rank"
    text = render.text(report)
    assert "  MPI_Reduce on halo (ranks 0 to 2) lacked rank 1 in 9 calls from 1.25 s on\n" in text
    assert "contributions: MPI_File_sync 1\n" in text, "nothing is told twice"


def test_who_was_back_lacks_nothing_later(rank: MakeRank) -> None:
    """Rank 0 was back when rank 2 was lost."""

    def lacking(lost: int, since: float, until: float | None) -> dict[str, object]:
        where = {"function": "MPI_Allreduce", "communicator": 0, "id": f"{since}.0", "name": "MPI_COMM_WORLD", "members": ""}
        return where | {"ranks": [lost], "calls": 3, "since": since, "until": until, "contributions": 9, "expected": 12}

    told = [lacking(0, 0.5, 0.75), lacking(2, 1.5, None)]
    report = merge.merge([rank(1, busy([2], lacking=told)), rank(3, busy([2], lacking=told))])
    text = render.text(report)
    assert "  MPI_Allreduce on MPI_COMM_WORLD lacked rank 0 in 3 calls from 0.50 s until the recovery at 0.75 s\n" in text
    assert "  MPI_Allreduce on MPI_COMM_WORLD lacked rank 2 in 3 calls from 1.50 s on: 9 of 12 contributions (75 %)\n" in text
    assert "ranks 0 and 2" not in text
    assert text.endswith("  a result that needs the parts of all ranks is wrong from then on; --strict ends the program instead\n")


def test_what_lacked_somebody_before_a_recovery_when_the_program_is_ended(rank: MakeRank) -> None:
    lacking = ("lacking", {"function": "MPI_Allreduce", "communicator": 0, "id": "1.0", "name": "MPI_COMM_WORLD", "ranks": [1]})
    recovered = ("recovered", {"ranks": [], "seconds": 0.1, "spares": 0})
    (one,) = merge.merge([rank(0, LOST, lacking, recovered, ("ending", {"code": 1}))])["lacking"]
    assert one["until"] is not None
    (one,) = merge.merge([rank(0, LOST, lacking, ("ending", {"code": 1}))])["lacking"]
    assert one["until"] is None


def test_the_time_of_a_repair_is_that_of_the_line(rank: MakeRank) -> None:
    def repaired(seconds: float) -> tuple[str, dict[str, object]]:
        return "repaired", {"communicator": 0, "size": 4, "survivors": 3, "seconds": seconds}

    (one,) = merge.merge([rank(0, repaired(0.002)), rank(2, repaired(0.004))])["repairs"]
    assert one["seconds"] == 0.002


def test_a_message_that_never_came_is_told_at_the_end(rank: MakeRank) -> None:
    told = "the result lacks, or repeats, what lost ranks should have brought"
    for function, is_told in (("MPI_Recv", True), ("MPI_Ibcast", True), ("MPI_Send", False), ("MPI_Reduce_scatter", False)):
        text = render.text(merge.merge([rank(0, LOST, busy([1], skipped={function: 1}))]))
        assert (told in text) == is_told, function


def test_ranks_that_mpi_abort_ended_are_not_lost(rank: MakeRank) -> None:
    report = merge.merge([rank(0, ("ending", {"code": 1})), rank(1)])
    assert report["lost"] == [] and not report["completed"]


def test_losses_of_spawned_jobs_are_told_as_theirs(rank: MakeRank) -> None:
    parent = rank(0, ("lost_connected", {"count": 1}), finish([]))
    children = [rank(0, LOST, finish([1]), job=2, size=3), rank(1, job=2, size=3), rank(2, LOST, finish([1]), job=2, size=3)]
    report = merge.merge([parent, *children])
    assert report["lost"] == [] and problems(report) == [] and report_shape.damaged_fields(report) == []
    assert [(job["job"], job["size"], [lost["rank"] for lost in job["lost"]]) for job in report["spawned"]] == [(2, 3, [1])]
    text = render.text(report)
    assert text.startswith("4 ranks, 0 lost; ")
    assert "\n  1 of 3 processes of the spawned job 2 lost:\n    rank 1 (host node07, pid 101), noticed 1.00 s" in text
    assert merge.merge([parent, *children], job=2)["spawned"] == []


def test_a_spawned_job_without_survivors_has_a_summary(rank: MakeRank) -> None:
    said = ("summary", {})
    parent = rank(0, ("lost_connected", {"count": 1}), finish([]))
    without = [rank(number, job=job, size=1) for job in (3, 4) for number in [0]]
    complete = [rank(0, finish([]), job=5, size=1)]
    by_itself = [rank(0, LOST, finish([1]), said, job=2, size=2), rank(1, job=2, size=2)]

    def summaries(ranks: list[records.Rank], launch: launch_record.Launch = launch_record.Launch(), by_signal: bool = False) -> list[str]:
        return conclusion.summaries_of_spawned(ranks, merge.merge(ranks, launch=launch), launch, by_signal)

    lines = summaries([parent, *by_itself, *without, *complete])
    assert lines[0] == "spawned job 3: summary: 1 of 1 ranks lost; no rank got through MPI_Finalize"
    assert lines[1].startswith("spawned job 3:   rank 0 (host node07, pid 100)")
    assert {line.split(":")[0] for line in lines} == {"spawned job 3", "spawned job 4"}
    assert summaries([rank(0, ("ending", {"code": 1})), *without]) == [], "they ended with the program"
    many = summaries([parent, *(rank(0, job=job, size=1) for job in range(2, 13))])
    assert many[-1] == "3 more spawned jobs have lost processes; closeranks report and --report have them."


def test_an_interrupted_run_has_summaries_of_spawned_jobs(rank: MakeRank) -> None:
    events = [{"event": "launched"}, {"event": "interrupted", "time": 1002.0}, {"event": "concluded", "signal": 2}]
    launch = launch_record.Launch(events=events)
    children = [rank(0, LOST, job=2, size=2), rank(1, job=2, size=2)]
    ranks = [rank(0), *children]
    lines = conclusion.summaries_of_spawned(ranks, merge.merge(ranks, launch=launch), launch, True)
    assert len(lines) == 2 and lines[0].startswith("spawned job 2: summary: "), lines
    assert lines[0].endswith("; 1 of 2 ranks lost until then") and "rank 1 (" in lines[1], lines


def test_spawned_jobs_are_apart(rank: MakeRank) -> None:
    ranks = [rank(0, finish([])), rank(0, job=2, size=1)]
    assert merge.merge(ranks)["completed"]
    assert not merge.merge(ranks, job=2)["completed"]


def test_text(run: list[records.Rank]) -> None:
    text = render.text(merge.merge(run))
    assert text.startswith("4 ranks, 1 lost; the program completed after 3.00 s\n")
    assert "  rank 1 (host node07, pid 101), planned by --kill 1@call" in text
    assert ", noticed 1.00 s after MPI_Init, 0.0 ms after its death, by rank 0\n" in text
    assert "  MPI_COMM_WORLD repaired at 2.00 s in 2.0 ms: 3 of 4\n" in text
    assert "  calls skipped, all ranks together: MPI_Send 5\n" in text


def test_files_that_lost_ranks_had_open(rank: MakeRank) -> None:
    gap = {"rank": 1, "begin": 96, "end": 128}
    told = ("file", {"name": "/data/x", "ranks": [1], "gaps": [gap]})
    report = merge.merge([rank(0, LOST, told, busy([1]))])
    assert report["files"] == [{"name": "/data/x", "ranks": [1], "gaps": [gap], "written_by": None}]
    text = render.text(report)
    assert "  open for writing when ranks were lost (1): /data/x\n" in text
    assert "    rank 1's bytes 96 to 127 may be missing\n" in text


def test_picture(run: list[records.Rank]) -> None:
    drawn = xml.etree.ElementTree.fromstring(picture.svg(merge.merge(run)))
    kinds = [element.get("class") for element in drawn]
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
    assert reader(str(folder), "--html", "-").stdout.startswith("<!DOCTYPE html>")


def test_the_reader_names_what_is_no_report(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}")
    result = reader(str(other))
    assert result.returncode == 82
    assert result.stderr == f"closeranks report: {other} is no report of closeranks.\n"
    assert "There are no records of job 1" in reader(str(tmp_path)).stderr


@pytest.mark.parametrize("words", [["--html", "r.json"], ["--json", "r.json"], ["--svg", "same", "--html", "./same"], ["--html", "link"]])
def test_the_reader_writes_over_nothing_that_it_reads_or_writes(words: list[str], tmp_path: Path) -> None:
    text = report_file.to_text(sample_runs.report(4, 2, {}))
    (tmp_path / "r.json").write_text(text)
    (tmp_path / "link").symlink_to("r.json")
    result = subprocess.run(
        [sys.executable, ROOT / "tools/closeranks-report", "r.json", *words], cwd=tmp_path, capture_output=True, text=True
    )
    assert result.returncode == 82 and "name another" in result.stderr
    assert (tmp_path / "r.json").read_text() == text and not (tmp_path / "same").exists()


def test_a_report_has_all_that_the_schema_wants() -> None:
    for deaths in ({}, {3: 2.5}, {3: 2.5, 6: 7.25}):
        report = sample_runs.report(8, 4, deaths)
        assert problems(report) == []
        assert json.loads(report_file.to_text(report)) == report


def test_the_schema_refuses_what_is_no_report() -> None:
    report = sample_runs.report(8, 4, {3: 2.5})
    for spoilt in (
        {"version": 1},
        {"seconds": -1},
        {"another": 0},
        {"started": "yesterday"},
        {"lost": [report["lost"][0] | {"detection": -0.5}]},
        {"skipped": {"DROP TABLE": 1}},
    ):
        assert problems(report | spoilt), spoilt


def test_detection_is_from_death_to_notice() -> None:
    (lost,) = sample_runs.report(8, 4, {3: 2.5})["lost"]
    assert lost["died"] == 2.5 and lost["noticed"] == 2.521 and lost["noticed_by"] == 0
    assert lost["detection"] == 0.021


def test_a_death_that_seems_to_come_after_its_notice_has_no_detection(rank: MakeRank) -> None:
    """The clocks of two hosts may differ."""
    (lost,) = merge.merge([rank(0, LOST), rank(1, ("planned", {}), ("injected", {"item": "1@1s"}))])["lost"][:1]
    assert (lost["rank"], lost["detection"]) == (0, None)


def test_repairs_have_phases_and_members() -> None:
    report = sample_runs.report(8, 4, {3: 2.5, 6: 7.25})
    second = report["repairs"][1]
    assert second["ranks"] == [0, 1, 2, 4, 5, 7] and second["missing"] == [3, 6]
    assert second["function"] == "MPI_Allreduce"
    assert second["phases"] == {"asking": 0.00111, "voting": 0.0021, "revoking": 0.0002, "shrinking": 0.0049, "redoing": 0.0034}
    assert report["communicators"] == [{"communicator": 0, "name": "MPI_COMM_WORLD", "members": "", "size": 8, "missing": [3, 6], "repairs": 2}]
    assert report["redone"] == {"MPI_Allreduce": 2}


def test_the_run_is_described() -> None:
    report = sample_runs.report(8, 4, {3: 2.5})
    assert report["command"][-1] == "./heat" and report["directory"] == "/home/ada/heat"
    assert report["mpi"] == {"version": "Open MPI v5.0.7", "prefix": "/opt/openmpi-5.0.7"}
    assert report["hosts"] == {"node01": [0, 1, 2, 3], "node02": [4, 5, 6, 7]}
    assert report["options"]["report"] == {"value": "report.json", "from": "command line"}
    assert report["exit_status"] == 83 and report["interrupted"] is None


def test_numbers_are_rounded() -> None:
    text = report_file.to_text(sample_runs.report(8, 4, {3: 2.5, 6: 7.25}))
    long = [word for word in text.replace(",", " ").split() if "." in word and len(word.rpartition(".")[2]) > 6 and word[0].isdigit()]
    assert long == []


def test_counts_of_a_rank_that_did_not_come_to_count(rank: MakeRank) -> None:
    skips = [("skipped", {"function": "MPI_Send", "calls": calls}) for calls in (1, 2, 4)]
    redone = ("redone", {"function": "MPI_Bcast", "communicator": 0, "seconds": 0.1})
    report = merge.merge([rank(0, *skips, redone, redone), rank(1, busy([], skipped={"MPI_Send": 3}))])
    assert report["skipped"] == {"MPI_Send": 7}
    assert report["redone"] == {"MPI_Bcast": 2}


def test_windows_and_files_are_there_once(rank: MakeRank) -> None:
    window = ("window", {"name": "halo", "made_by": "MPI_Win_allocate", "ranks": [1], "bytes": 4096})
    report = merge.merge([rank(0, window, busy([1])), rank(2, window, busy([1]))])
    assert report["windows"] == [{"name": "halo", "made_by": "MPI_Win_allocate", "ranks": [1], "bytes": 4096}]
    assert "  window halo: the memory of rank 1 is lost, 4096 bytes\n" in render.text(report)


def test_the_end_of_an_epoch_names_its_window(rank: MakeRank) -> None:
    fence = {"function": "MPI_Win_fence", "communicator": 2, "id": "9.0", "name": "", "window": "window halo", "ranks": [1]}
    window = ("window", {"name": "halo", "made_by": "MPI_Win_allocate", "ranks": [1], "bytes": 4096})
    finished = merge.merge([rank(0, busy([1], lacking=[fence | {"calls": 6, "since": 1.5}]))])
    assert "  MPI_Win_fence on window halo lacked rank 1 in 6 calls from 1.50 s on\n" in render.text(finished)
    ended = merge.merge([rank(0, LOST, ("lacking", fence), window), rank(1)])
    said = render.summary(ended)
    assert any(line.startswith("  MPI_Win_fence on window halo lacked rank 1 from") for line in said)
    assert "  window halo: the memory of rank 1 is lost, 4096 bytes" in said
    for report in (finished, ended):
        assert report_shape.damaged_fields(report) == []


def test_a_launcher_that_was_killed_has_lost_nobody(rank: MakeRank) -> None:
    fields = {"closeranks": "1", "command": [], "directory": "/", "mpi_prefix": "/", "options": {}}
    launch = launch_record.Launch([{"event": "launched", "time": 999.0, **fields}])
    report = merge.merge([rank(0), rank(1)], launch=launch)
    assert report["lost"] == [] and report["interrupted"] == launch_record.KILLED
    assert "ended from outside: the launcher was killed" in render.text(report)


def test_names_cannot_steer_a_terminal(rank: MakeRank) -> None:
    made = rank(1)
    made.events[0]["host"] = "node\x1b[2J\n\u202e7"
    report = report_shape.printable(merge.merge([rank(0, LOST, busy([1])), made]))
    assert report["lost"][0]["host"] == "node\ufffd[2J\ufffd\ufffd7"
    assert "\x1b" not in render.text(report)


def test_reports_of_the_first_version_can_be_read(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text((Path(__file__).with_name("report-version-1.json")).read_text())
    result = reader(str(old))
    assert result.returncode == 0, result.stderr
    assert "  rank 2 (host vm, pid 2482), injected: 2@call:MPI_Allreduce:5, noticed 0.21 s after MPI_Init\n" in result.stdout
    assert reader(str(old), "--html", "-").returncode == 0


def test_reports_of_later_versions_are_refused(tmp_path: Path) -> None:
    later = tmp_path / "later.json"
    later.write_text(json.dumps(sample_runs.report(4, 4, {}) | {"version": 9}))
    assert "is of another version (9) than this closeranks reads." in reader(str(later)).stderr


def test_a_name_may_have_what_is_an_end_of_line_elsewhere() -> None:
    """A keeper writes bytes as they are, and not everybody's encoding is UTF-8."""
    text = '{"event": "started", "time": 1, "host": "a\x85b\u2028c", "pid": 3}\n'
    assert [event["host"] for event in records.parse(text)] == ["a\x85b\u2028c"]


@pytest.mark.parametrize(("later", "lost"), [({"event": "interrupted", "time": 1003.0}, [1]), ({"event": "other"}, [])])
def test_who_dies_between_the_word_that_time_is_nearly_over_and_its_end_is_lost(
    rank: MakeRank, later: records.Event, lost: list[int]
) -> None:
    """A program that ends by that word has lost nobody."""
    ended = {"event": "concluded", "signal": 15, "limit": "the time limit of 1h (--time-limit) was reached"}
    launch = launch_record.Launch(events=[{"event": "launched"}, {"event": "told", "time": 1000.5}, later, ended])
    report = merge.merge([rank(0, LOST), rank(1)], launch=launch)
    assert [one["rank"] for one in report["lost"]] == lost and report["interrupted"] == ended["limit"]
