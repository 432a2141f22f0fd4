"""The numbers that the launcher ends with."""

from __future__ import annotations

from enum import IntEnum

CLEAN = 0
SIGNAL = 128


class Ours(IntEnum):
    """The exit statuses with a meaning for closeranks. No convention uses them. Below are those of shells (1, 2) and
    of sysexits.h (64 to 78). Above are those of test programs (99), of timeout, env and shells (124 to 127), of
    signals (128 and more) and of ssh (255)."""

    USAGE = 82
    COMPLETED_AFTER_LOSSES = 83
    COULD_NOT_COMPLETE = 84
    UNPROTECTED = 85
    PROGRAMS_OWN = 86  # stands for each of these when the program ends with it


USAGE = Ours.USAGE
COMPLETED_AFTER_LOSSES = Ours.COMPLETED_AFTER_LOSSES
COULD_NOT_COMPLETE = Ours.COULD_NOT_COMPLETE
UNPROTECTED = Ours.UNPROTECTED

# Of `closeranks doctor`, which runs no program of the user's.
PROBLEMS_FOUND = 87

_CLASSIC = 80  # by so much the classic numbers are lower

EXIT_STATUS_HELP = """\
exit status:
  0      clean
  82     nothing was started; stderr says why
  83     the program completed after losing ranks, or lost some after MPI_Finalize (0 with
         --ok-if-lost)
  84     ranks were lost and the survivors could not complete, or that is not known (records are missing);
         where a policy ended the program, --abort-code sets another one
  85     the program ended with 0, but its ranks were not protected (see --allow-unprotected)
  86     the program itself ended with one of 82 to 86, which stderr tells
  128+N  signal N ended closeranks (130: Ctrl-C), mpirun, or a program without protection
  other  the program's own, as without closeranks (MPI_Abort, exit, return from main)
--exit-status classic: 2 to 5 in place of 82 to 85; the program may end with them, too.
"""


def numbered(status: int, classic: bool) -> tuple[int, str]:
    """The exit status, chosen so that the user cannot take the program's own status for ours; and a message."""
    if isinstance(status, Ours):
        return (int(status) - _CLASSIC if classic else int(status)), ""
    if classic or status not in tuple(Ours):
        return status, ""
    return int(Ours.PROGRAMS_OWN), (
        f"The program itself ended with status {status}, which has another meaning for closeranks; "
        f"closeranks ends with {Ours.PROGRAMS_OWN.value} instead."
    )
