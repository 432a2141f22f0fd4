"""Whether rank 0 receives all of standard input unchanged (closeranks doctor): an Open MPI may hand on pieces twice."""

from __future__ import annotations

from .doctor_trials import Ended, Trials
from .findings import Finding, ok, untried, warning

BYTES = 1 << 20  # much more than a pipe has room for

# It begins late, when the pipe is full, and takes little at a time, so that there is never room for a whole piece.
_READS = "sleep 0.3; dd bs=1000 2>/dev/null | wc -c"


def whole(trials: Trials) -> Finding:
    if trials.has_hung:
        return untried("input.whole", "Standard input was not tried, because another program hung.")
    return judged(trials.run(["-n", "1", "/bin/sh", "-c", _READS], given="closeranks\n".ljust(BYTES, "x")))


def judged(ended: Ended) -> Finding:
    """The launcher's status says nothing here, for this is no program of MPI."""
    check = "input.whole"
    read = ended.output.strip()
    if read == str(BYTES):
        return ok(check, f"Rank 0 was given all of {BYTES:,} bytes.")
    if not read.isdecimal():
        return untried(check, f"The trial could not tell the input of rank 0: it printed {read or 'nothing'}.")
    return warning(
        check,
        f"Of {BYTES:,} bytes rank 0 was given {int(read):,}: this MPI hands on pieces twice, or loses some, when they "
        "are read slowly.",
        "Let rank 0 open the file itself, or build an MPI without this fault by tools/setup --build-mpi.",
    )
