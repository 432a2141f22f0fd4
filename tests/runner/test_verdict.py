"""The judge of runs: what must not pass does not pass."""

from __future__ import annotations

from mpitest.kills import Kill
from mpitest.launch import Job, Output
from mpitest.verdict import Expected, Verdict, judge

KILL = Kill.parse("1@inside:MPI_Reduce:2")
START = '{"event": "start"}\n'
FINISH = '{"event": "finish", "lost": [1]}\n'
LOST = '{"event": "lost", "ranks": [1]}\n'
INJECTED = '{"event": "injected", "item": "1@inside:MPI_Reduce:2"}\n'
CRASH = "*** Process received signal ***\nSignal: Segmentation fault (11)\n[ 0] {}(+0x1) [0x2]"


def run(lines: dict[int, list[str]], records: dict[int, str], hang: str = "") -> Verdict:
    log = "\n".join(line for printed in lines.values() for line in printed)
    output = Output(0, 1.0, log, lines, lines, records, hang)
    return judge(Job(["program"], 3), Expected("program", kills=[KILL]), output)


GOOD_LINES = {0: ["ok: program"], 2: ["ok: program"]}
GOOD_RECORDS = {0: START + LOST + FINISH, 1: START + INJECTED, 2: START + LOST + FINISH}


def test_a_good_run_passes() -> None:
    verdict = run(GOOD_LINES, GOOD_RECORDS)
    assert verdict.failures == []
    assert verdict.dead == {1}


def test_a_kill_that_did_not_happen_is_found() -> None:
    verdict = run(GOOD_LINES, GOOD_RECORDS | {1: START})
    assert verdict.failures == ["rank 1 was not killed (1@inside:MPI_Reduce:2)"]


def test_a_hang_is_a_failure() -> None:
    assert not run(GOOD_LINES, GOOD_RECORDS, hang="#0 somewhere").passed


def test_a_silent_survivor_is_found() -> None:
    verdict = run({0: ["ok: program"]}, GOOD_RECORDS)
    assert verdict.failures == ['rank 2 did not print "ok: program"']


def test_a_survivor_without_an_end_is_found() -> None:
    verdict = run(GOOD_LINES, GOOD_RECORDS | {2: START + LOST})
    assert verdict.failures == ["rank 2 has no record of having finished"]


def test_a_loss_that_nobody_noticed_is_found() -> None:
    verdict = run(GOOD_LINES, GOOD_RECORDS | {2: START + '{"event": "finish", "lost": []}'})
    assert verdict.failures == ["rank 2 recorded the loss of [], not of [1]"]


def test_a_crash_in_the_agreement_is_one_more_failure() -> None:
    lines = {0: ["ok: program"], 2: CRASH.format("mca_coll_ftagree_era").splitlines()}
    lost = START + '{"event": "finish", "lost": [1, 2]}'
    verdict = run(lines, {0: lost, 1: START + INJECTED, 2: START + LOST})
    assert verdict.failures == []
    assert verdict.more_deaths == ["rank 2 died of a crash inside Open MPI's agreement"]


def test_any_other_crash_is_a_failure() -> None:
    lines = {0: ["ok: program"], 2: CRASH.format("closeranks::repair").splitlines()}
    lost = START + '{"event": "finish", "lost": [1, 2]}'
    assert not run(lines, {0: lost, 1: START + INJECTED, 2: START + LOST}).passed


def repaired(phases: str) -> str:
    return (
        f'{{"event": "repaired", "function": "MPI_Bcast", "survivors": 2, "phases": {phases}, '
        '"letters": {"sent": 1, "received": 1}}\n'
    )


ASKED, VOTED = repaired('{"asking": 0.1}'), repaired('{"voting": 0.1}')


def passes_with(repairs: str, expected: Expected) -> bool:
    survivor = START + LOST + repairs + FINISH
    records = {0: survivor, 1: START + INJECTED, 2: survivor}
    output = Output(0, 1.0, "", GOOD_LINES, GOOD_LINES, records, "")
    return judge(Job(["program"], 3), expected, output).passed


def test_asking_in_too_many_repairs_is_found() -> None:
    for repairs, passes in ((ASKED + VOTED, True), (ASKED + ASKED, False), (VOTED, False)):
        assert passes_with(repairs, Expected("program", kills=[KILL], asks=1)) == passes


def test_voting_before_too_many_repairs_is_found() -> None:
    for repairs, passes in ((ASKED + VOTED, True), (VOTED + VOTED, False), (ASKED, False)):
        assert passes_with(repairs, Expected("program", kills=[KILL], votes=1)) == passes


def test_wrong_values_are_found() -> None:
    verdict = run(GOOD_LINES | {2: ["wrong: rank 2: value 3", "ok: program"]}, GOOD_RECORDS)
    assert verdict.failures == ["wrong: rank 2: value 3"]
