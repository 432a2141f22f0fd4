"""`python -m closeranks.futures script.py`, as of mpi4py.futures, and tasks that kill their workers."""

from __future__ import annotations

import tempfile

from examples.run import AFTER_LOSSES, CLEAN, ROOT, Finished, launch

PYTHON = "/usr/bin/python3"
SCRIPT = str(ROOT / "tests/farms/script.py")
MODULES = str(ROOT / "runtime/python")


def script(ranks: int, *words: str, more: tuple[str, ...] = ()) -> Finished:
    command = [PYTHON, "-B", "-m", "closeranks.futures", *words]
    with tempfile.TemporaryDirectory() as deaths:
        return launch(ranks, command, (), ["-x", f"PYTHONPATH={MODULES}", "-x", f"DEATHS={deaths}", *more])


def test_classes_of_the_script_go_both_ways() -> None:
    result = script(4, SCRIPT, "classes")
    assert result.status == CLEAN, str(result)
    assert result.value("moved") == ["True", "False"] and result.value("workers") == ["3"], str(result)
    assert result.value("argv") == ["['classes']"], "only rank 0 runs what is below __main__"
    assert result.output.count("argv") == 1 and result.messages == "", str(result)


def test_a_module_and_a_string() -> None:
    string = f"import sys; sys.path.append({str(ROOT / 'tests/farms')!r})\n"
    string += "if __name__ == '__main__':\n import script; script.classes()"
    assert script(3, "-c", string).value("moved") == ["True", "False"]
    result = launch(
        3,
        [PYTHON, "-B", "-m", "closeranks.futures", "-m", "script", "classes"],
        (),
        ["-x", f"PYTHONPATH={MODULES}:{ROOT / 'tests/farms'}"],
    )
    assert result.value("moved") == ["True", "False"] and result.value("argv") == ["['classes']"], str(result)


def test_a_script_for_mpi4py_loses_nothing() -> None:
    """It imports mpi4py.futures, and gets the pool that deals again what lost workers had."""
    of_mpi4py = str(ROOT / "tests/farms/script_of_mpi4py.py")
    result = script(4, of_mpi4py)
    assert result.status == CLEAN and result.value("results") == ["True"], str(result)
    result = script(4, of_mpi4py, more=("--kill", "2@call:MPI_Send:5,1@call:MPI_Send:9"))
    assert result.status == AFTER_LOSSES and result.value("results") == ["True"], str(result)
    assert "lost rank 2 of 4" in result.messages and "lost rank 1 of 4" in result.messages, str(result)
    # Started by mpi4py.futures itself it waits for the answer of the dead.
    command = [PYTHON, "-B", "-m", "mpi4py.futures", of_mpi4py]
    result = launch(4, command, ("2@call:MPI_Issend:5",), ("--stall-after", "1"))
    assert result.status == 84 and "results" not in result.output, str(result)


def test_one_process_computes_itself() -> None:
    result = script(1, SCRIPT, "classes")
    assert result.status == CLEAN and result.value("moved") == ["True", "True"], str(result)


def test_a_task_that_kills_each_worker_is_given_up() -> None:
    result = script(6, SCRIPT, "poison", "5", "1")
    assert result.status == AFTER_LOSSES, str(result)
    assert result.value("given") == ["up", "deadly(7,", "5)", "3", "3"], str(result)
    assert result.value("others") == ["True"] and result.value("after") == ["-8", "2"], str(result)
    assert result.messages.count("exit status 5 without MPI_Finalize, noticed") == 3


def test_of_a_chunk_only_the_deadly_task_is_given_up() -> None:
    result = script(6, SCRIPT, "poison", "5", "40")
    assert result.value("given") == ["up", "deadly(7,", "5)", "3", "3"], str(result)
    assert result.value("others") == ["True"], str(result)


def test_a_task_that_killed_some_is_done_by_others() -> None:
    """It kills the first two that get it, and the third one does it."""
    result = script(4, SCRIPT, "poison", "2", "40")
    assert result.status == AFTER_LOSSES and result.value("chunk") == ["-6", "True"], str(result)
    assert result.value("after") == ["-8", "1"], str(result)


def test_the_master_does_not_try_what_has_killed_two() -> None:
    result = script(3, SCRIPT, "poison", "2", "1")
    assert result.value("given") == ["up", "deadly(7,", "2)", "2", "2"], str(result)
    assert result.value("others") == ["True"] and result.value("after") == ["-8", "0"], str(result)
    assert "No worker is left: the master computes alone." in result.messages


def test_tasks_that_take_too_long_are_given_up_and_others_go_on() -> None:
    """By an exception where Python can be interrupted, with the worker where it cannot, and without waiting for one that
    is stopped, which works on when it continues."""
    result = script(5, SCRIPT, "timeouts")
    assert result.status == AFTER_LOSSES, str(result)
    assert result.value("late") == ["True", *"The task slow(5) took longer than 1 s.".split()], str(result)
    assert "".join(result.value("others")) == "[0,-1,-2,-4,-6,-8,-9]", str(result)
    assert result.value("workers") == ["3"] and result.value("after") == ["-30", "3"], str(result)


def test_a_master_that_may_not_compute_says_so() -> None:
    result = script(2, SCRIPT, "no_master")
    assert result.value("alone") == ["BrokenExecutor", "No", "worker", "is", "left."], str(result)


def test_long_tasks_and_long_rests_are_no_stalls() -> None:
    result = script(3, SCRIPT, "quiet_times", more=("--stall-after", "2"))
    assert result.status == AFTER_LOSSES, str(result)
    assert result.value("before") == ["-7"] and result.value("after") == ["-8", "1"], str(result)


def test_a_script_that_fails_ends_all() -> None:
    result = script(3, SCRIPT, "fails")
    assert result.status == 1 and "LookupError: of the script" in result.messages, str(result)


def test_wrong_usage() -> None:
    for words, said in (((), "No path"), (("--what",), "Unknown option"), (("/nowhere",), "does not exist")):
        result = script(2, *words)
        assert result.status == 1 and result.messages.count(said) == 1, str(result)
    assert "usage: python3 -m closeranks.futures" in script(1, "--help").output


def test_a_pool_without_workers_says_how_to_start() -> None:
    result = launch(2, [PYTHON, SCRIPT, "classes"], (), ["-x", f"PYTHONPATH={MODULES}"])
    assert result.messages.count("start the script by `python -m closeranks.futures script.py`") == 2, str(result)
