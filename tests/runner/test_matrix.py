"""Which cells of the kill matrix run when."""

from __future__ import annotations

from mpitest import matrix

OWN = ["MPI_Reduce", "MPI_Reduce/in_place", "MPI_Reduce/derived", "MPI_Send", "MPI_Finalize"]
FORMS = ["MPI_Ireduce", "MPI_Ireduce/in_place", "MPI_Reduce_init", "MPI_Reduce_init/in_place"]
SCENARIOS = [*OWN, *FORMS]


def _functions(cells: list[matrix.Cell]) -> list[str]:
    return [cell.function for cell in cells]


def test_every_variant_under_the_default_commit() -> None:
    cells = matrix.brief(SCENARIOS, FORMS, matrix.DEFAULT_COMMIT)
    assert {cell.scenario for cell in cells} >= set(OWN)
    for function in ("MPI_Reduce", "MPI_Send"):
        times = [cell.when for cell in cells if cell.scenario == function]
        assert len(times) == 2 and "inside" in times
    assert {cell.when for cell in cells if cell.function == "MPI_Finalize"} == {"before", "inside"}
    assert sum(cell.scenario == "MPI_Reduce/derived" for cell in cells) == 1


def test_as_many_before_the_call_as_after_it() -> None:
    times = [cell.when for cell in matrix.brief([f"MPI_{number}" for number in range(300)], [], matrix.DEFAULT_COMMIT)]
    assert len(times) == 600 and times.count("inside") == 300
    assert 100 < times.count("before") < 200


def test_every_third_function_under_the_other_commit() -> None:
    functions = _functions(matrix.brief([f"MPI_{number}" for number in range(300)], [], "agreed"))
    assert 70 < len(functions) < 130
    assert len(set(functions)) == len(functions)


def test_a_form_has_one_cell() -> None:
    functions = [name for commit in matrix.COMMITS for name in _functions(matrix.brief(SCENARIOS, FORMS, commit))]
    for form in ("MPI_Ireduce", "MPI_Reduce_init"):
        assert functions.count(form) == 1


def test_brief_is_a_part_of_what_all_runs() -> None:
    everything = set(matrix.cells(SCENARIOS))
    for commit in matrix.COMMITS:
        assert set(matrix.brief(SCENARIOS, FORMS, commit)) <= everything


def test_every_nth_function() -> None:
    names = [f"MPI_{number}" for number in range(300)]
    chosen = matrix.one_of_each_function(names, "optimistic", 4)
    assert 50 < len(chosen) < 100
    assert len(set(_functions(chosen))) == len(chosen)


def test_patterns() -> None:
    assert matrix.is_meant("MPI_Get/created", ["MPI_Get"])
    assert matrix.is_meant("MPI_Get/created", ["MPI_Get/created"])
    assert matrix.is_meant("MPI_Rput", ["MPI_*put"])
    assert not matrix.is_meant("MPI_Get", ["MPI_Get/created", "MPI_Put"])
