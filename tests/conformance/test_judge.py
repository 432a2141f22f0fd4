"""The judges: what MPICH's runtests lets pass passes, and nothing else."""

from __future__ import annotations

import pytest

from conformance import judge, mpi4py_suite
from mpitest.launch import Output

END = judge.MARK + "0"


def output(
    *ranks: list[str], mpirun: list[str] | None = None, status: int = 0, hang: str = ""
) -> Output:
    lines = dict(enumerate(ranks))
    log = [*(mpirun or []), *(f"[{rank}] {line}" for rank in lines for line in lines[rank])]
    return Output(status, 1.0, "\n".join(log), lines, lines, {}, hang)


def test_no_errors_once_and_status_zero_pass() -> None:
    assert judge.verdict(output([" No Errors", END], [END]), 2) == ""
    assert judge.verdict(output([" No errors", "Test Passed", END]), 1) == ""


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ([END], "silent"),
        ([" Found 3 errors", " No Errors", END], "output"),
        ([" No Errors", " No Errors", END], "output"),
        ([" No Errors", "", END], "output"),
        ([" No Errors", END[:-1] + "3"], "status"),
        ([" No Errors", END[:-1] + "139"], "signal 11"),
        ([" No Errors"], "status"),  # ended with its shell
    ],
)
def test_anything_else_fails(lines: list[str], kind: str) -> None:
    assert judge.kind(judge.verdict(output(lines), 1)) == kind


def test_what_mpirun_prints_and_its_status_count() -> None:
    good = [" No Errors", END]
    assert judge.kind(judge.verdict(output(good, mpirun=["a warning"]), 1)) == "output"
    assert judge.kind(judge.verdict(output(good, status=1), 1)) == "status"
    assert judge.kind(judge.verdict(output(good, hang="#0 poll"), 1)) == "timeout"


NOTICE = f"""{"-" * 74}
WARNING: The selected 'topo' module 'basic' is not tested for post-failure
operation, yet you have requested support for fault tolerance.
When using this component, normal failure free operation is expected;
However, failures may cause the application to abort, crash or deadlock.

In this framework, the following components are tested to operate under
failure scenarios: {{}}
{"-" * 74}
\0
[vm:1] 3 more processes have sent help message help-mpi-ft.txt / module:untested:failundef
[vm:1] Set MCA parameter "orte_base_help_aggregate" to 0 to see all help / error messages
\x0044 more processes have sent help message help-mpi-ft.txt / module:untested:failundef
\0"""


def test_only_the_notice_about_fault_tolerance_is_overlooked() -> None:
    good, notice = [" No Errors", END], NOTICE.split("\n")
    assert judge.verdict(output(good, mpirun=notice), 1) == ""
    assert judge.verdict(output(good, mpirun=[*notice, "something"]), 1) == "output: something"
    assert judge.verdict(output(good, mpirun=["first", *notice]), 1) == "output: first"


def test_tests_of_the_exit_status() -> None:
    failing, clean = output(["anything", END[:-1] + "7"]), output(["anything", END])
    for result_test in ("TestStatus", "TestErrFatal"):
        assert judge.verdict(failing, 1, result_test) == ""
        assert judge.verdict(clean, 1, result_test) != ""
    both = output([" No Errors", END[:-1] + "7"])
    assert judge.verdict(both, 1, "TestStatusNoErrors") == ""
    assert judge.verdict(failing, 1, "TestStatusNoErrors") != ""


BEGIN = ["testA (test_x.First.testA) ... ok", "testB (test_x.Second.testB) ... FAIL"]
FAILED = ["FAIL: testB (test_x.Second.testB)", "Ran 2 tests in 0.1s", "FAILED (failures=1)"]


def test_a_class_of_mpi4py_passes_when_it_does_at_all_ranks() -> None:
    good = [BEGIN[0], BEGIN[1].replace("FAIL", "ok"), "OK (skipped=1)"]
    assert mpi4py_suite.verdicts(2, output(good, good)) == {"First": "", "Second": ""}
    found = mpi4py_suite.verdicts(2, output(good, [*BEGIN, *FAILED]))
    assert found == {"First": "", "Second": "FAIL: testB"}


def test_a_class_of_mpi4py_that_does_not_come_back_fails() -> None:
    assert mpi4py_suite.verdicts(1, output(BEGIN))["Second"] == "crash: no end"
    assert judge.kind(mpi4py_suite.verdicts(1, output([], hang="#0"))["(start)"]) == "timeout"
