"""The judge of sightings: it must find what a faulty library would do."""

from __future__ import annotations

import pytest
from mpitest import seen
from mpitest.kills import Kill


def judge(
    lines: dict[int, list[str]], dead: set[int], *kills: str, optimistic: bool = False
) -> list[str]:
    planned = [Kill.parse(kill) for kill in kills]
    return seen.judge(lines, 3, dead, planned, optimistic)


def test_all_survivors_see_the_same() -> None:
    line = ["seen: shared 1:7/7 2:7/7 3:5/7 4:5/7"]
    assert judge({0: line, 2: line}, {1}, "1@inside:MPI_Allreduce:3") == []


def test_a_survivor_that_is_left_out_is_found() -> None:
    problems = judge({0: ["seen: shared 1:3/7"], 1: ["seen: shared 1:7/7"]}, set())
    assert any("lacks the survivor 2" in problem for problem in problems)


def test_different_results_are_found() -> None:
    lines = {0: ["seen: shared 1:7/7"], 2: ["seen: shared 1:5/7"]}
    problems = judge(lines, {1}, "1@inside:MPI_Allreduce:1")
    assert problems == [
        "round 1: ranks [0] have rank 1's contribution, ranks [2] do not"
    ]


def test_private_results_may_differ() -> None:
    lines = {0: ["seen: own 1:7/7"], 2: ["seen: own 1:5/7"]}
    assert judge(lines, {1}, "1@inside:MPI_Alltoall:1") == []


@pytest.mark.parametrize(
    ("low", "high", "optimistic", "right"),
    [
        ("2/3", "6/7", True, True),
        ("3/3", "6/7", True, False),  # their regions overlap
        ("2/3", "7/7", True, True),
        ("2/3", "7/7", False, False),  # the agreed commit has it at all or at none
    ],
)
def test_results_of_scans_fit_together(low: str, high: str, optimistic: bool, right: bool) -> None:
    lines = {1: [f"seen: nested 1:{low}"], 2: [f"seen: nested 1:{high}"]}
    assert (judge(lines, {0}, "0@inside:MPI_Scan:1", optimistic=optimistic) == []) is right


@pytest.mark.parametrize(
    ("function", "line", "right"),
    [
        ("MPI_Alltoall", "1:7/7 2:5/7", True),
        ("MPI_Alltoall", "1:5/7 2:5/7", False),  # all had the first when it came to the second
        ("MPI_Exscan", "1:5/7 2:5/7", True),
    ],
)
def test_what_ran_ahead_may_be_lost(function: str, line: str, right: bool) -> None:
    lines = {rank: [f"seen: own {line}"] for rank in (0, 2)}
    assert (judge(lines, {1}, f"1@after:{function}:2", optimistic=True) == []) is right


@pytest.mark.parametrize(
    ("when", "line", "right"),
    [
        ("before", "1:7/7 2:5/7", True),
        ("before", "1:7/7 2:7/7", False),  # it died before it could give anything
        ("inside", "1:7/7 2:7/7 3:5/7", True),
        ("inside", "1:5/7 2:5/7", False),  # an earlier contribution is lost
        ("after", "1:7/7 2:7/7 3:5/7", True),
        ("after", "1:7/7 2:5/7", False),  # a committed contribution is lost
        ("after", "1:7/7 2:7/7 3:7/7", False),  # a contribution slipped into the next round
    ],
)
def test_rounds_and_deaths_fit(when: str, line: str, right: bool) -> None:
    lines = {rank: [f"seen: shared {line}"] for rank in (0, 2)}
    assert (judge(lines, {1}, f"1@{when}:MPI_Allreduce:2") == []) is right


def test_nobody_comes_back() -> None:
    problems = judge({0: ["seen: ring 1:5/7 2:7/7"]}, {1})
    assert problems == ["round 2: rank 0 sees rank 1 again, which was missing in round 1"]


def test_a_barrier_that_lets_go_too_early_is_found() -> None:
    lines = {0: ["span: 1:10.0/11.0"], 1: ["span: 1:11.5/12.0"]}
    assert judge(lines, {2}) == ["round 1: a rank left the barrier before another entered it"]


def test_a_barrier_between_two_sides_waits_for_the_other_side_alone() -> None:
    lines = {0: ["span: 1:10.0/11.0"], 1: ["span: 1:10.5/12.0"], 2: ["span: 1:11.5/12.0"]}
    assert seen.judge_spans_of_sides(lines, [{0, 2}, {1}]) == []
    lines[1] = ["span: 1:10.5/11.2"]
    problem = "round 1: a rank left the barrier before another entered it"
    assert seen.judge_spans_of_sides(lines, [{0, 2}, {1}]) == [problem]


@pytest.mark.parametrize("text", ["3", "3@", "x@2s", "3@inside:Reduce:1", "3@inside:MPI_Reduce"])
def test_other_specifications_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a kill specification"):
        Kill.parse(text)


@pytest.mark.parametrize(
    ("kill", "promised"),
    [("1@before:MPI_Allreduce:4", 2), ("1@after:MPI_Allreduce:3", 2), ("1@after:MPI_Iallreduce:4", 2)],
)
def test_the_latest_result_may_die_with_who_has_it(kill: str, promised: int) -> None:
    for first_without in (1, 2, 3, 4):
        rounds = " ".join(f"{n}:{'7/7' if n < first_without else '5/7'}" for n in range(1, 5))
        lines = {0: [f"seen: shared {rounds}"], 2: [f"seen: shared {rounds}"]}
        assert (judge(lines, {1}, kill, optimistic=True) == []) is (first_without > promised)


def test_rooted_calls_promise_less_under_the_optimistic_commit() -> None:
    lines = {0: ["seen: shared 1:5/7 2:5/7"], 2: ["seen: shared 1:5/7 2:5/7"]}
    for function, promised in (("MPI_Reduce", False), ("MPI_Allreduce", True)):
        kill = Kill.parse(f"1@after:{function}:2")
        assert bool(seen.judge(lines, 3, {1}, [kill], optimistic=True)) is promised
        assert seen.judge(lines, 3, {1}, [kill])
