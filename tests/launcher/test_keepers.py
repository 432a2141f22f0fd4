"""What the launcher makes of the keepers' records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import keepers, merge, merge_losses, planned, records, render
from closeranks_launcher.keepers import PATIENCE, PATIENCE_IN_REPAIR, Keeper, Watch
from closeranks_launcher.records import Event, Rank
from closeranks_launcher.verdict import judge
from conftest import MakeRank, finish

LOST = ("lost", {"ranks": [1], "noticed": 0.5})
SEGV = "killed by signal 11 (SIGSEGV)"


def keeper(number: int, phase: str = "after MPI_Finalize", **end: object) -> Keeper:
    """One whose process got as far as `phase` and then ended so; without `end` well."""
    kept = Keeper(1, number)
    started = {"rank": number, "size": 2, "host": "node07", "pid": 100 + number, "program": "x"}
    events: list[Event] = [{"event": "started", "time": 1.0, **started}]
    events.append({"event": "watched", "time": 1.0})
    if phase != "before MPI_Init":
        events.append({"event": "initialising", "time": 2.0})
    if phase in ("running", "after MPI_Finalize"):
        events.append({"event": "initialised", "time": 3.0})
    ended: Event = {"event": "ended", "time": 4.0 + number, "phase": phase, "loaded": True}
    how = end or {"status": 0}
    kept.events = [*events, ended | {"cause": how.get("cause", "")} | how]
    return kept


def test_nothing_was_lost(rank: MakeRank) -> None:
    assert judge([rank(0, finish([]))], 0, [keeper(0), keeper(1)]).status == 0


def test_a_death_after_finalize(rank: MakeRank) -> None:
    ranks = [rank(0, finish([])), rank(1, finish([]))]
    kept = [keeper(0), keeper(1, signal=11, cause=SEGV + " after MPI_Finalize")]
    verdict = judge(ranks, 0, kept)
    assert verdict.status == 83
    assert verdict.reason.startswith("rank 1 (host node07, pid 101): killed by signal 11")
    (lost,) = merge.merge(ranks, 1, kept)["lost"]
    assert (lost["rank"], lost["cause"]) == (1, SEGV + " after MPI_Finalize")


def test_a_death_that_no_survivor_has_noticed_is_told(rank: MakeRank) -> None:
    ranks = [rank(0, finish([])), rank(1)]
    verdict = judge(ranks, 0, [keeper(0), keeper(1, "running", signal=11, cause=SEGV)])
    assert verdict.status == 83
    assert verdict.reason.startswith("rank 1 (host node07, pid 101): killed by signal 11")
    noticed = [rank(0, LOST, finish([1])), rank(1)]
    assert judge(noticed, 0, [keeper(0), keeper(1, "running", signal=11, cause=SEGV)]).reason == ""


def test_a_status_after_finalize_is_the_programs_own(rank: MakeRank) -> None:
    assert judge([rank(0, finish([]))], 7, [keeper(0, status=7)]).status == 7


AGENT = 255  # what ssh returns when its node has died


def test_the_launch_agent_of_a_dead_node_does_not_count(rank: MakeRank) -> None:
    ranks = [rank(0, LOST, finish([1]), size=2), rank(1, size=2)]
    silent = keeper(1, "running")
    silent.events.pop()
    assert judge(ranks, AGENT, [keeper(0), silent]).status == 83
    assert judge(ranks, AGENT, [keeper(0)]).status == 83, "on the dead node were its records, too"


def test_what_is_not_known_to_have_ended_well_keeps_mpiruns_status(rank: MakeRank) -> None:
    lost = [rank(0, LOST, finish([1]), size=2), rank(1, size=2)]
    assert judge(lost, AGENT, [keeper(0, status=7), keeper(1, "running", signal=9)]).status == AGENT
    assert judge(lost, AGENT, [keeper(0, signal=11, cause=SEGV)]).status == AGENT
    assert judge(lost, AGENT, [keeper(0, status=0, unrecorded="full")]).status == AGENT
    assert judge(lost, AGENT).status == AGENT, "no keeper has seen rank 0 end"
    elsewhere = [rank(0, LOST, finish([1]), size=3)]
    assert judge(elsewhere, AGENT, [keeper(0)]).status == AGENT, "nobody knows of rank 2"
    spawned = [*lost, rank(0, finish([]), size=1, job=2)]
    assert judge(spawned, AGENT, [keeper(0)]).status == AGENT, "nobody knows of the spawned"
    well = [rank(0, finish([]), size=2), rank(1, finish([]), size=2)]
    assert judge(well, AGENT, [keeper(0), keeper(1)]).status == AGENT, "nothing was lost"


def test_ranks_whose_records_are_on_other_nodes(rank: MakeRank) -> None:
    dead = keeper(1, "running", signal=9, cause="x")
    assert judge([], 0, [keeper(0), keeper(1)]).status == 0
    assert judge([], 0, [keeper(0), dead]).status == 83
    assert judge([], AGENT, [keeper(0), dead]).status == 83
    assert judge([], 0, [keeper(0, status=7), dead]).status == 83
    assert judge([], 7, [keeper(0, status=7), dead]).status == 7
    assert judge([], 0, [keeper(0, "running", signal=15, ending=9), dead]).status == 9
    assert judge([], 0, [dead]).status == 84
    assert judge([rank(1, size=2)], 0, [keeper(0), dead]).status == 83, "rank 0 has completed"


def test_the_others_may_be_seen_to_end_before_the_one_whom_they_lacked() -> None:
    unreachable = keeper(0, "in MPI_Init", status=14)
    ended = keeper(1, "in MPI_Init", signal=15, cause="x", time=4.1)
    dead = keeper(2, "in MPI_Init", signal=9, cause="killed by signal 9 (SIGKILL) in MPI_Init", time=9.2)
    verdict = judge([], 14, [unreachable, ended, dead])
    assert (verdict.status, verdict.gave_up) == (84, True)
    assert verdict.reason.startswith("rank 2 (host node07, pid 102): killed by signal 9")
    in_handler = keeper(2, "in MPI_Init", signal=6, cause="x", time=5.0)
    assert judge([], 14, [unreachable, ended, in_handler]).status == 14, "an error of MPI_Init"


def test_no_mpi_program() -> None:
    first = keeper(1, "before MPI_Init", signal=9, cause="killed by signal 9 (SIGKILL)")
    later = keeper(2, "before MPI_Init", status=3)
    verdict = judge([], 0, [keeper(0, "before MPI_Init"), first, later])
    assert verdict.status == 137, "that of the first one"
    assert "No process called MPI_Init" in verdict.reason
    assert "rank 1 (host node07, pid 101): killed by signal 9 (SIGKILL)" in verdict.reason
    verdict = judge([], 0, [keeper(0, "before MPI_Init", status=0, loaded=False)])
    assert verdict.status == 0
    assert "No process loaded closeranks" in verdict.reason


def test_a_program_that_cannot_be_started() -> None:
    kept = keeper(0, "before MPI_Init", status=127, loaded=False)
    kept.events.append({"event": "unstarted", "time": 1.0})
    assert judge([], 127, [kept]) == judge([], 127)


def test_a_program_that_cannot_be_started_is_told_once() -> None:
    kept = [keeper(number, "before MPI_Init", status=127, loaded=False) for number in range(4)]
    for one in kept[1:]:
        one.events.append({"event": "unstarted", "time": 1.0, "why": "No such file or directory"})
    assert keepers.unstarted(kept[1:]) == ["The program (x) cannot be started: No such file or directory."]
    assert keepers.unstarted(kept) == ["The program (x) cannot be started as ranks 1, 2, 3: No such file or directory."]
    kept[3].events[-1]["why"] = "Permission denied"
    assert len(keepers.unstarted(kept)) == 2


def test_keepers_that_mpirun_ends_before_they_start_a_program_say_nothing_of_ranks() -> None:
    kept = [keeper(number, "before MPI_Init", status=127, loaded=False) for number in range(4)]
    for one in kept[1:]:
        one.events.append({"event": "unstarted", "time": 1.0, "why": "No such file or directory"})
    kept[0].events = [event for event in kept[0].events if event["event"] != "ended"]
    assert keepers.unstarted(kept) == ["The program (x) cannot be started: No such file or directory."]


@pytest.mark.parametrize("end", [{"status": 0, "unrecorded": "No space left on device"}, {}])
def test_without_complete_records_nobody_says_0(rank: MakeRank, end: Event) -> None:
    kept = keeper(1, "running", **end)
    if not end:
        kept.events.pop()
    verdict = judge([rank(0, finish([]))], 0, [keeper(0), kept])
    assert verdict.status == 84
    assert verdict.reason.startswith("The records of rank 1 are incomplete")


def test_the_cause_of_a_loss(rank: MakeRank) -> None:
    ranks = [rank(0, LOST, finish([1])), rank(1)]
    report = merge.merge(ranks, 1, [keeper(0), keeper(1, "running", signal=11, cause=SEGV)])
    (lost,) = report["lost"]
    assert lost["cause"] == SEGV and lost["noticed"] == 0.5
    left = keeper(1, "running", signal=9, cause="exit status 7 without MPI_Finalize")
    ranks = [rank(0, LOST, finish([1])), rank(1, ("left", {"status": 7}))]
    for kept in ([left], []):
        (lost,) = merge.merge(ranks, 1, kept)["lost"]
        assert lost["cause"] == "exit status 7 without MPI_Finalize"
    silent = keeper(1, "running")
    silent.events.pop()
    (lost,) = merge.merge([rank(0, LOST, finish([1])), rank(1)], 1, [silent])["lost"]
    assert lost["cause"].startswith("no word from its keeper")


def test_a_plan_is_no_cause_of_another_death(rank: MakeRank) -> None:
    ranks = [rank(0, LOST, finish([1])), rank(1, ("planned", {"item": "1@9s"}))]
    (lost,) = merge.merge(ranks, 1, [keeper(1, "running", signal=11, cause=SEGV)])["lost"]
    assert lost["cause"] == SEGV
    planned = "killed by signal 9 (SIGKILL), planned by --kill 1@9s"
    (lost,) = merge.merge(ranks, 1, [keeper(1, "running", signal=9, cause=planned)])["lost"]
    assert lost["cause"] == planned
    (lost,) = merge.merge(ranks)["lost"]
    assert lost["cause"] == "planned by --kill 1@9s", "without a keeper the plan is all that is known"


def test_a_planned_kill_that_comes_after_finalize_has_come(rank: MakeRank) -> None:
    ranks = [rank(0, finish([])), rank(1, ("planned", {"item": "1@2s"}), finish([]))]
    killed = keeper(1, "after MPI_Finalize", signal=9, cause="killed by signal 9 (SIGKILL) after MPI_Finalize, planned by --kill 1@2s")
    assert planned.unreached("1@2s", ranks, [keeper(0), killed]) == ""
    assert planned.unreached("1@2s", ranks, [keeper(0), keeper(1)]) == "The planned kill 1@2s never came: rank 1 ended before."


def test_what_was_ended_from_outside_was_not_lost(rank: MakeRank) -> None:
    assert merge.merge([rank(0), rank(1)], was_ended=True)["lost"] == []


def test_the_summary_when_nobody_could_print_it(rank: MakeRank) -> None:
    aborting = ("aborting", {"function": "MPI_Bcast", "rank": 0})
    lost = ("lost", {"ranks": [0], "noticed": 1.5})
    report = merge.merge([rank(0), rank(1, lost, aborting, ("ending", {"code": 84}))])
    assert report["aborted"] == {"rank": 1, "function": "MPI_Bcast", "needs": 0}
    assert render.summary(report) == [
        "summary: 1 of 4 ranks lost; no rank got through MPI_Finalize, "
        "for rank 1 needs rank 0 in MPI_Bcast",
        "  rank 0 (host node07, pid 100), noticed 1.50 s after MPI_Init",
        "  rank 0 is among them: what only rank 0 prints or writes is missing",
    ]


def write(folder: Path, kept: Keeper, events: int) -> None:
    own = [event for event in kept.events if event["event"] not in ("watched", "client")]
    lines = "".join(json.dumps(event) + "\n" for event in own[:events])
    (folder / f"keeper-rank-{kept.rank}.jsonl").write_text(lines)


def test_who_waits_in_init_for_the_dead_is_found(tmp_path: Path) -> None:
    dead = keeper(1, "before MPI_Init", signal=11, cause=SEGV + " before MPI_Init")
    watch = Watch(tmp_path)
    assert watch.look(0) == ""
    write(tmp_path, keeper(0), 1)
    write(tmp_path, dead, 2)
    assert watch.look(1) == watch.look(10) == "", "rank 0 is still on its way"
    write(tmp_path, keeper(0), 2)
    assert watch.look(11) == "", "it may still get through"
    assert watch.look(11 + PATIENCE) == (
        "rank 1 (host node07, pid 101): killed by signal 11 (SIGSEGV) before MPI_Init; "
        "1 other rank waits for it in MPI_Init: the program is ended."
    )


def test_a_process_that_is_waited_for_has_the_name_of_its_rank(tmp_path: Path) -> None:
    watch = Watch(tmp_path, lambda process: f"the twin of rank {process - 1}")
    write(tmp_path, keeper(1, "before MPI_Init", signal=11, cause=SEGV + " before MPI_Init"), 2)
    write(tmp_path, keeper(0), 2)
    assert watch.look(0) == ""
    assert watch.look(PATIENCE).startswith("the twin of rank 0 (host node07, pid 101): killed by signal 11")


def test_who_got_through_does_not_wait(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    write(tmp_path, keeper(1, "in MPI_Init", signal=9), 3)
    write(tmp_path, keeper(0), 2)
    assert watch.look(0) == ""
    write(tmp_path, keeper(0), 3)
    assert watch.look(100) == ""


def start_after_a_death(folder: Path) -> Watch:
    """Rank 1 has died in MPI_Init, of which the MPI's own part is over at rank 0."""
    write(folder, keeper(1, "in MPI_Init", signal=9), 3)
    write(folder, keeper(0), 2)
    (folder / "rank-0.jsonl").write_text(json.dumps(start(0, 0, 2.5)) + "\n")
    watch = Watch(folder)
    assert watch.look(0) == ""
    return watch


def test_who_dies_when_the_mpi_is_initialised_is_repaired(tmp_path: Path) -> None:
    """Though a spare waits in MPI_Init, and the others may be slow to leave it."""
    watch = start_after_a_death(tmp_path)
    write(tmp_path, keeper(2), 2)
    later = PATIENCE_IN_REPAIR - 1
    assert watch.look(later) == watch.look(2 * later) == "", "another one has come"
    write(tmp_path, keeper(2), 3)
    assert watch.look(3 * later) == watch.look(1000) == ""


def test_who_waits_in_init_for_a_repair_is_found(tmp_path: Path) -> None:
    watch = start_after_a_death(tmp_path)
    assert watch.look(PATIENCE_IN_REPAIR - 1) == ""
    assert "1 other rank waits for it in MPI_Init" in watch.look(PATIENCE_IN_REPAIR)


def test_files_of_keepers_and_of_others(tmp_path: Path) -> None:
    write(tmp_path, keeper(3), 1)
    (tmp_path / "rank-3.jsonl").write_text("")
    (tmp_path / "keeper-job2-rank-0.jsonl").write_text("")
    assert [(kept.job, kept.rank) for kept in keepers.read(tmp_path)] == [(1, 3), (2, 0)]


def returned(rank: int, process: int) -> Event:
    """As the ranks record it."""
    now = {"process": process, "host": "node08", "pid": 100 + process}
    was = {"rank": rank, "host": "node07", "pid": 100 + rank, "cause": "killed", "noticed": 0.5}
    return {"event": "recovered", "time": 2.5, "ranks": [{**was, "back": 1.5, "seconds": 0.004, "now": now}],
            "seconds": 0.004, "spares": 0}


def test_the_summary_has_the_losses_that_spares_made_good() -> None:
    back = returned(2, 4)["ranks"][0]
    lost = {"rank": 3, "host": "h", "pid": 7, "cause": "killed", "noticed": 2.0}
    report: dict[str, Any] = {"size": 4, "lost": [lost], "recovered": [back], "completed": False}
    assert render.summary(report) == [
        "summary: 1 loss made good, 1 of 4 ranks lost; no rank got through MPI_Finalize",
        "  rank 2 (host node07, pid 102), killed, noticed 0.50 s after MPI_Init; "
        "back after 1.00 s in process 4 (host node08, pid 104)",
        "  rank 3 (host h, pid 7), killed, noticed 2.00 s after MPI_Init",
    ]
    report["lost"] = []
    assert len(render.summary(report)) == 2
    back["noticed"] = None
    assert "killed; back 1.50 s after MPI_Init in process 4" in render.summary(report)[1]


def start(rank: int, process: int, time: float) -> Event:
    event = {"event": "start", "rank": rank, "size": 2, "process": process, "host": "node07", "pid": 100 + process}
    return event | {"time": time}


def test_a_rank_that_came_back_was_not_lost(tmp_path: Path) -> None:
    """Two ranks and two spares: rank 1 dies, process 2 takes its place, and process 3 dies in its sleep."""
    end = finish([])
    lost = {"event": "lost", "time": 2.0, "ranks": [1], "noticed": 0.5}
    events = {
        0: [start(0, 0, 1.5), lost, returned(1, 2), {"event": end[0], "time": 3.0, **end[1]}],
        1: [start(1, 1, 1.5), start(1, 2, 2.6), {"event": end[0], "time": 3.0, **end[1]}],
    }
    for number, lines in events.items():
        (tmp_path / f"rank-{number}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    ranks = records.read(tmp_path)
    assert [len(rank.before) for rank in ranks] == [0, 1]

    kept = [keeper(0), keeper(1, "running", signal=9), keeper(2), keeper(3, "running", signal=9)]
    standing = keepers.of_ranks(kept, ranks)
    assert [(one.rank, one.cause) for one in standing] == [(0, ""), (1, "")]
    assert judge(ranks, 0, standing).status == 0
    report = merge.merge(ranks, 1, standing)
    assert report["lost"] == [] and [one["rank"] for one in report["recovered"]] == [1]
    assert len(report["ranks"]) == 2


def test_recoveries_are_in_the_order_of_time(tmp_path: Path) -> None:
    """The spare that took the place of rank 0 counts from a later MPI_Init. It saw rank 1 come back, at 0.4 s."""
    first, second = returned(0, 2), returned(1, 3) | {"time": 2.9}
    second["ranks"][0]["back"] = 0.4
    end = finish([])
    through = {"event": end[0], "time": 3.0, **end[1]}
    events = {
        0: [start(0, 0, 1.0), start(0, 2, 2.5), second, through],
        1: [start(1, 1, 1.0), first, start(1, 3, 2.9), through],
    }
    for number, lines in events.items():
        (tmp_path / f"rank-{number}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    report = merge.merge(records.read(tmp_path), 1, [])
    assert [one["rank"] for one in report["recovered"]] == [0, 1]


def test_a_rank_whose_process_was_started_later(tmp_path: Path) -> None:
    """Process 2 is the first of job 3. The one of job 2 has died before it stood for anybody."""
    lost = {"event": "lost", "time": 2.0, "ranks": [1], "noticed": 0.5}
    again = {"event": "lost", "time": 2.9, "ranks": [1], "noticed": 1.4}
    end = finish([1])
    later = start(1, 2, 2.6) | {"launched": {"job": 3, "process": 0}}
    events = {
        0: [start(0, 0, 1.5), lost, returned(1, 2), again, {"event": end[0], "time": 3.0, **end[1]}],
        1: [start(1, 1, 1.5), later],
    }
    for number, lines in events.items():
        (tmp_path / f"rank-{number}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    ranks = records.read(tmp_path)
    in_vain, began = keeper(0, "in MPI_Init", signal=9), keeper(0, "running", signal=11, cause=SEGV)
    in_vain.job, began.job = 2, 3
    standing = keepers.of_ranks([keeper(0), keeper(1, "running", signal=9, cause="x"), in_vain, began], ranks)
    assert [(one.job, one.rank, one.cause) for one in standing] == [(1, 0, ""), (1, 1, SEGV)]
    assert judge(ranks, 0, standing).status == 83
    assert [(one["rank"], one["pid"], one["cause"]) for one in merge.merge(ranks, 1, standing)["lost"]] == [(1, 102, SEGV)]


def test_a_rank_that_came_back_and_died_again_is_lost(tmp_path: Path) -> None:
    end = finish([1])
    lost = {"event": "lost", "time": 2.0, "ranks": [1], "noticed": 0.5}
    again = {"event": "lost", "time": 2.9, "ranks": [1], "noticed": 1.4}
    lines = [start(0, 0, 1.5), lost, returned(1, 2), again, {"event": end[0], "time": 3.0, **end[1]}]
    (tmp_path / "rank-0.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    (tmp_path / "rank-1.jsonl").write_text("".join(json.dumps(one) + "\n" for one in [start(1, 1, 1.5), start(1, 2, 2.6)]))
    ranks = records.read(tmp_path)
    standing = keepers.of_ranks([keeper(0), keeper(1, "running", signal=9), keeper(2, "running", signal=9)], ranks)
    assert judge(ranks, 0, standing).status == 83
    report = merge.merge(ranks, 1, standing)
    assert [(one["rank"], one["pid"], one["noticed"]) for one in report["lost"]] == [(1, 102, 1.4)]


def test_what_is_said_of_a_rank_that_came_back_when_the_program_is_ended() -> None:
    """Rank 2 has seen rank 1 die, and died itself before that came back. Then nobody gets through MPI_Finalize."""
    lost: Event = {"event": "lost", "time": 2.0, "ranks": [1], "noticed": 0.5}
    also: Event = {"event": "lost", "time": 2.2, "ranks": [2], "noticed": 0.7}
    kill: Event = {"event": "planned", "time": 1.5, "item": "1@0.4s"}
    before = Rank(1, 1, [start(1, 1, 1.5), kill])
    ranks = [
        Rank(1, 0, [start(0, 0, 1.5), lost, also, returned(1, 3)]),
        Rank(1, 1, [start(1, 3, 2.6), {"event": "ending", "time": 3.0}], [before]),
        Rank(1, 2, [start(2, 2, 1.5), lost, {"event": "injected", "time": 2.1, "item": "2@repair:1"}]),
    ]
    found = merge_losses.lost(ranks, [], 1.5, True)
    assert [(one["rank"], one["cause"]) for one in found] == [(2, "planned by --kill 2@repair:1")]
    assert planned.unreached("1@0.4s,2@repair:1", ranks) == ""


def test_a_kill_that_came_after_finalize_came(rank: MakeRank) -> None:
    """It is a timer, which continues there."""
    both = [rank(1, ("planned", {"item": "1@1s"}), ("planned", {"item": "1@2s"}), finish([]))]
    killed = keeper(1, "after MPI_Finalize", signal=9, cause="killed")
    assert planned.unreached("1@1s", both, [killed]) == "The planned kill 1@2s never came: rank 1 ended before."
    assert planned.unreached("1@1s", both[:1], [keeper(1)]).startswith("Planned kills that never came")
    once = [rank(1, ("planned", {"item": "1@1s"}), finish([]))]
    assert planned.unreached("1@1s", once, [killed]) == ""


def test_a_second_kill_of_a_rank_that_came_back_never_came() -> None:
    first = Rank(1, 1, [start(1, 1, 1.5), *({"event": "planned", "time": 1.5, "item": item} for item in ("1@2s", "1@1s"))])
    end = {"event": finish([])[0], "time": 9.0, **finish([])[1]}
    told = planned.unreached("1@2s,1@1s", [Rank(1, 1, [start(1, 3, 2.6), end], [first])])
    assert told.startswith("The planned kill 1@2s never came: rank 1 had died before and been recovered")


def past(number: int, **end: object) -> Keeper:
    """One whose process came to the MPI, but not by way of closeranks."""
    kept = keeper(number, "before MPI_Init", **end)
    kept.events.append({"event": "client", "time": 1.5})
    return kept


def test_0_is_never_said_of_unprotected_ranks(rank: MakeRank) -> None:
    verdict = judge([], 0, [past(0), past(1)])
    assert verdict.status == 85
    assert verdict.reason.startswith("The MPI calls of ranks 0, 1 did not reach closeranks (")
    assert "--allow-unprotected" in verdict.reason
    assert judge([], 0, [past(0), past(1)], allow_unprotected=True).status == 0
    assert judge([], 0, [past(0), past(1, status=7)]).status == 7, "the program's own"
    assert judge([rank(0, finish([]))], 0, [keeper(0), past(1)]).status == 85, "some of them"
    assert judge([rank(0, finish([1]))], 0, [keeper(0), past(1)]).status == 83, "says more"


def test_where_nobody_watched_what_has_not_loaded_us_may_be_unprotected() -> None:
    unknown = keeper(0, "before MPI_Init", status=0, loaded=False)
    assert judge([], 0, [unknown]).status == 0, "it calls no MPI"
    unknown.events = [event for event in unknown.events if event["event"] != "watched"]
    assert judge([], 0, [unknown]).status == 85


def test_ranks_that_say_that_they_are_unprotected(rank: MakeRank) -> None:
    ranks = [rank(0, ("unprotected", {}), finish([]), size=1)]
    assert judge(ranks, 0, [keeper(0)]).status == 85
    assert judge(ranks, 0, [keeper(0)], allow_unprotected=True).status == 0
    unreached = Rank(1, 0, [{"event": "unreached", "time": 1.0, "library": "/other/libmpi.so"}])
    assert judge([unreached], 0, [past(0)]).status == 85
    assert judge([], 0).status == 85, "no rank is known of"


def test_protected_and_unprotected_ranks_do_not_wait_for_each_other(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    write(tmp_path, keeper(0), 2)
    write(tmp_path, past(1), 1)
    (tmp_path / "client-rank-1.jsonl").write_text('{"event": "client", "time": 1.5}\n')
    assert watch.look(0) == "", "it may be about to tell"
    reason = watch.look(PATIENCE)
    assert reason.startswith("The MPI calls of rank 1 do not reach closeranks, those of rank 0 do")
    assert judge([], 0, keepers.read(tmp_path), stopped=reason).status == 85
