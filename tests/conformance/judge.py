"""Judging a run as MPICH's runtests does, from what it printed and the status of every rank.

A verdict is a string: empty for a pass, else why the test failed. The part before a colon is the
kind of the failure; two runs that fail in different ways have different kinds.
"""

from __future__ import annotations

import re

from mpitest.launch import Output

# mpirun's own exit status says little with --with-ft ulfm, which lets a job outlive its ranks. So
# every rank is run by a shell that prints the status on stderr.
MARK = "conformance: exit status "
SHELL = ("/bin/sh", "-c", f'"$@"; status=$?; echo "{MARK}$status" >&2; exit $status', "sh")

_NO_ERRORS = re.compile(r"\s*No [Ee]rrors\s*$")
_HARMLESS = re.compile(r"\s*Test Passed\s*$|.*FORTRAN STOP")
_OF_A_RANK = re.compile(r"\[\d+(, stderr)?\] ")


# Open MPI says this with --with-ft ulfm of every program that uses topologies, files or windows.
_NOTICE = re.compile(
    r"^-{70,}\nWARNING: The selected '\w+' module '\w+' is not tested for post-failure\n"
    r"(?:.*\n){,8}?failure scenarios: \{.*\}\n-{70,}\n|^.*help-mpi-ft\.txt.*\n"
    r"(?:.*base_help_aggregate.*\n)?|^\0\n",  # mpirun ends each message with a zero byte
    re.MULTILINE,
)


def printed(output: Output) -> list[str]:
    """Every line of mpirun and of the ranks, without the marks and without Open MPI's notice."""
    log = [line for line in output.log.splitlines() if not _OF_A_RANK.match(line)]
    lines = _NOTICE.sub("", "".join(f"{line}\n" for line in log)).replace("\0", "").splitlines()
    for rank in sorted(output.lines):
        lines += output.lines[rank]
    return [line for line in lines if not line.startswith(MARK)]


def exit_status(output: Output, ranks: int) -> int:
    """Zero if mpirun and every rank say so; a rank without a mark was ended with its shell."""
    statuses = [output.status]
    for rank in range(ranks):
        marks = [line for line in output.lines.get(rank, []) if line.startswith(MARK)]
        statuses.append(int(marks[-1].removeprefix(MARK)) if marks else 255)
    return max(statuses, key=abs)


def _status_failure(status: int) -> str:
    if 128 < status < 160:
        return f"signal {status - 128}: exit status {status}"
    return f"status: {status}"


def _unexpected(lines: list[str], once: bool) -> str:
    """The first line that a test which passes does not print."""
    seen = False
    for line in lines:
        if _NO_ERRORS.match(line) and not (seen and once):
            seen = True
        elif not _HARMLESS.match(line):
            return f"output: {line.strip() or '(an empty line)'}"
    return "" if seen else "silent: it does not say No Errors"


def verdict(output: Output, ranks: int, result_test: str = "") -> str:
    """Empty if the test passed. A test that reached its time limit never has."""
    if output.hang:
        return "timeout: it did not end in time"
    status = exit_status(output, ranks)
    if result_test in ("TestStatus", "TestErrFatal"):
        return "" if status else "status: 0, which must not be"
    lines = printed(output)
    if result_test == "TestStatusNoErrors":
        return _unexpected(lines, once=False) or ("" if status else "status: 0, which must not be")
    if 128 < status < 160:
        return _status_failure(status)
    return _unexpected(lines, once=True) or (_status_failure(status) if status else "")


def kind(reason: str) -> str:
    """What two failures must have in common to count as the same."""
    return reason.partition(":")[0]
