"""The table of programs of other authors, and the judge of their runs (bench/programs)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from programs import inputs, page, replicated
from programs.judge import BAD, Kind, judge
from programs.program import Absent, Program
from programs.results import BARE, PROTECTED, Results
from programs.table import TABLE
from programs.trial import Plan, Trial, said_in, victims_of

SOLVER = Program(
    "solver", "C", "solves", ("true",), r"^\d+ ok$", package="solver", failed="^FAILED$"
)
FARM = replace(SOLVER, name="farm", is_farm=True)
RIGHT = ["1 ok", "2 ok", "3 ok"]
REASON = "closeranks: rank 0 needs rank 2 in MPI_Recv, which is lost; the policy of MPI_Recv is abort, so the program ends"


def after_death(status: int | None, facts: list[str] = RIGHT, **more: object) -> Trial:
    trial = Trial("solver", Plan((2,), (0.5,)), status, 3.0, [2], 1.0, {2: "planned: 2@500ms"})
    trial.facts = list(facts)
    for name, value in more.items():
        setattr(trial, name, value)
    return trial


def kind(trial: Trial, program: Program = SOLVER) -> Kind:
    return judge(program, trial, RIGHT, usual=4.0).kind


def test_what_is_said_is_found_behind_what_the_program_prints() -> None:
    assert said_in(f"a line\ncloseranks: one\n  [..{REASON}\n") == ["closeranks: one", REASON]


def test_lines_of_output_that_do_not_vary() -> None:
    bare = ["start\nTime 1.0\nnorm 1.5\nspeed 7\n", "start\nTime 1.0\nnorm 1.5\nspeed 8\n"]
    wanted = replicated.steady(bare)
    assert wanted == {0: "start", 2: "norm 1.5"}
    assert replicated.has_lines("start\nTime 9.0\nnorm 1.5\nspeed 9\n", wanted)
    assert not replicated.has_lines("start\nTime 1.0\nnorm 1.6\nspeed 7\n", wanted)
    assert not replicated.has_lines("start\n", wanted)
    assert replicated.steady(["one\n", "one\ntwo\n"]) == {}


def test_names_and_ways_to_get_them() -> None:
    assert len(TABLE) >= 12
    assert len({program.name for program in TABLE}) == len(TABLE)
    for program in TABLE:
        assert bool(program.package) != bool(program.address), program.name
        re.compile(program.fact)
        assert not program.says_it_failed("")


def test_languages_that_the_table_covers() -> None:
    languages = " ".join(program.language for program in TABLE)
    assert {"C", "C++", "Fortran", "Python"} <= set(languages.replace(",", "").split())


@pytest.mark.parametrize("program", [one for one in TABLE if "{source}" in str(one.command)])
def test_a_source_that_is_not_named_is_asked_for(program: Program) -> None:
    with pytest.raises(Absent, match=f"--source {program.source}=DIR"):
        program.words({}, Path("/nowhere"))


def test_the_input_is_the_same_each_time(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        inputs.alignment("a.phy", 5, 40)(tmp_path / name)
        inputs.files(in__melt="run 1\n")(tmp_path / name)
    first, second = tmp_path / "first", tmp_path / "second"
    rows = (first / "a.phy").read_text().splitlines()
    assert rows[0].split() == ["5", "40"] and len(rows) == 6 and len(rows[1]) == 10 + 40
    assert (first / "a.phy").read_text() == (second / "a.phy").read_text()
    assert (first / "in.melt").read_text() == "run 1\n"


def test_what_completes() -> None:
    assert kind(after_death(83)) is Kind.SAME
    assert kind(after_death(83, ["1 ok", "3 ok"])) is Kind.LESS
    assert kind(after_death(83, [])) is Kind.NOTHING
    assert kind(after_death(83, ["9 ok"], lacking=["MPI_Reduce"])) is Kind.CHANGED


def test_a_wrong_result_is_found() -> None:
    assert kind(after_death(83, ["9 ok"])) is Kind.WRONG, "nothing was said of it"
    assert kind(after_death(83, failed=True)) is Kind.WRONG
    assert kind(after_death(83, failed=True), FARM) is Kind.CHECKED
    assert kind(after_death(0)) is Kind.WRONG, "status 0 says that nothing was lost"


def test_an_end_needs_a_reason_and_comes_in_time() -> None:
    assert kind(after_death(84, said=[REASON])) is Kind.ENDED
    assert kind(after_death(84, said=[REASON]), FARM) is Kind.NEEDLESS
    assert kind(after_death(84)) is Kind.WRONG
    assert kind(after_death(84, said=[REASON], after_death=8.0, seconds=10.0)) is Kind.LATE
    assert kind(after_death(84, said=[REASON], after_death=8.0, seconds=8.5)) is Kind.ENDED
    early = "closeranks: rank 2: killed by signal 9 (SIGKILL) in MPI_Init, and the other ranks cannot do without it."
    assert kind(after_death(84, said=[early])) is Kind.ENDED
    polled = "closeranks: No rank has completed a call but empty polls for 60 s, and rank 2 is lost."
    assert kind(after_death(84, said=[polled], after_death=61.0)) is Kind.ENDED
    assert kind(after_death(1)) is Kind.OWN


def test_hangs_and_crashes_are_found() -> None:
    assert kind(after_death(None)) is Kind.HANG
    waits, computes = "--- rank 0, process 7\n#0 in PMPI_Recv", "--- rank 1, process 8\n#0 in grow"
    allowed = Plan((2,), (0.5,), ("--lenient",))
    assert kind(after_death(None, stacks=waits, plan=allowed)) is Kind.HANG
    assert kind(after_death(None, stacks=f"{waits}\n{computes}", plan=allowed)) is Kind.OWN
    assert kind(after_death(None, stacks=f"{waits}\n{computes}")) is Kind.HANG
    lost = {2: "planned: 2@500ms", 3: "killed by signal 11 (SIGSEGV), core dumped"}
    assert kind(after_death(83, lost=lost)) is Kind.CRASH
    aborted = {2: "planned: 2@500ms", 3: "killed by signal 6 (SIGABRT)"}
    assert kind(after_death(84, lost=aborted)) is Kind.OWN, "an assertion of the program's"
    lenient = after_death(83, lost=lost, plan=Plan((2,), (0.5,), ("--lenient",)))
    assert kind(lenient) is Kind.OWN, "the user wanted it to continue with garbage"
    assert kind(after_death(83, killed=[])) is Kind.UNHARMED


def test_without_deaths_nothing_may_differ() -> None:
    calm = Trial("solver", Plan(), 0, facts=RIGHT)
    assert kind(calm) is Kind.SAME
    assert kind(replace(calm, said=["closeranks: something"])) is Kind.WRONG
    assert kind(replace(calm, facts=["1 ok"])) is Kind.WRONG


def test_victims() -> None:
    assert [victims_of(who, 4) for who in ("one", "root", "two")] == [(2,), (0,), (1, 3)]
    assert Plan((2, 3), (0.5, 1.25), ("--lenient",)).flags == [
        *("--kill", "2@500ms", "--kill", "3@1250ms", "--lenient")
    ]


def test_the_page_is_made_from_the_measured_runs() -> None:
    root = Path(__file__).resolve().parents[2]
    results = Results.read(root / "bench" / "programs" / "measured.json")
    replicas = replicated.read(root / "bench/programs/replicas.json")
    assert page.page(results, TABLE, replicas) == (root / "docs" / "reference" / "programs.md").read_text()
    verdicts = [
        results.verdict(program, trial)
        for program in TABLE
        for kinds in [results.trials[program.name]]
        for of_kind in kinds.values()
        for trial in of_kind
        if not trial.plan.bare
    ]
    assert len(verdicts) > 100
    assert [one for one in verdicts if one.kind in BAD] == []


def measured() -> Results:
    results = Results()
    results.add(BARE, Trial("solver", Plan(bare=True), 0, 2.0, facts=RIGHT))
    results.add(PROTECTED, Trial("solver", Plan(), 0, 2.2, facts=RIGHT))
    results.add("one", after_death(84, said=[REASON]))
    for facts in (RIGHT, RIGHT[:1], RIGHT[1:]):
        results.add("rank 0", after_death(83, facts))
    results.add("two", after_death(None))
    return results


def test_results_are_kept(tmp_path: Path) -> None:
    results = measured()
    results.write(tmp_path / "results.json")
    again = Results.read(tmp_path / "results.json")
    assert again.trials == results.trials
    assert again.overhead(SOLVER) == pytest.approx(1.1)
    assert again.verdicts(SOLVER, "two")[0].kind in BAD
    assert Results.read(tmp_path / "none.json").trials == {}


def test_the_page_has_every_kind_of_run() -> None:
    outcome = replicated.Outcome("solver", "100%", "leader", 1, ("0@1s",), "complete", 3.0, 1.0, ())
    partial = [replace(outcome, degree="50%"), replace(outcome, degree="50%", kind="without twin", word="ends")]
    others = [replace(outcome, kind="calm"), *partial]
    text = page.page(measured(), [SOLVER], [outcome, replace(outcome, seed=2), *others])
    row = next(line for line in text.splitlines() if line.startswith("| solver | C |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[3:8] == ["2.0 s", "1.10", "ends, 1.0 s", "2 × less (1 to 2 of 3); 1 × complete", "HANG"]
    assert cells[-2] == "complete (2 of 2)", "of those with deaths in which all ranks have twins"
    assert cells[-1] == "complete (1 of 1); a rank without a twin: ends (1 of 1)"
    refused = page.page(measured(), [SOLVER], [replace(outcome, kind="calm", word="STATUS 82")])
    assert "| refused | - |" in refused
    assert "rank 0 needs rank 2 in MPI_Recv" in text
