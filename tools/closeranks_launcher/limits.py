"""How long the job may take, and how it is asked to end: --time-limit, --time-signal and --grace."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Mapping

from . import durations, signals
from .options import UsageError
from .plain import dataclass

_SIGNAL = "TERM"  # the default of --time-signal, which a printed config file has as well
_SCHEDULER = "scheduler"
_END_OF_JOB = "SLURM_JOB_END_TIME"  # seconds since 1970
_LEAD = 60.0  # seconds; of a short limit a tenth


@dataclass(frozen=True)
class Limits:
    grace: float = 0.0  # seconds for the ranks when the launcher is asked to end; 0: mpirun ends them as ever
    at: float = math.inf  # by time.monotonic(): then the job is ended
    asked_at: float = math.inf  # and then the program is asked to end
    signal: int = int(signal.SIGTERM)  # by this one
    told: str = ""  # as people read it

    @property
    def near(self) -> str:
        return f"the program is asked to end by {signals.name(self.signal)}, {self._lead} before {self.told}"

    @property
    def reached(self) -> str:
        return f"{self.told} was reached"

    @property
    def _lead(self) -> str:
        return durations.told(self.at - self.asked_at)

    def leaves_no_time(self) -> bool:
        """For one more attempt, which would be asked to end at once."""
        return time.monotonic() >= self.asked_at


def _seconds_left(text: str, variables: Mapping[str, str]) -> float:
    if text == _SCHEDULER:
        try:
            return float(variables[_END_OF_JOB]) - time.time()
        except (KeyError, ValueError):
            raise UsageError(
                f"The time that the scheduler leaves (--time-limit {_SCHEDULER}) is not known: the variable {_END_OF_JOB} "
                "is not set, as Slurm does it from version 22.05 on. Say how long the job may take (--time-limit 2h)."
            ) from None
    try:
        return durations.seconds(text)
    except ValueError:
        raise UsageError(
            f"The value ({text}) of --time-limit is no time; write 90s, 2h, 1d 12h or {_SCHEDULER}."
        ) from None


def _signal(text: str, left: float) -> tuple[int, float]:
    """Which, and how many seconds before the end."""
    name, _, lead = text.partition("@")
    number = signals.number(name)
    if not number or number in (signal.SIGKILL, signal.SIGSTOP):
        raise UsageError(f"The value ({text}) of --time-signal names no signal that a program can take; write USR1@60s.")
    try:
        return number, durations.seconds(lead) if lead else min(_LEAD, left / 10)
    except ValueError:
        raise UsageError(f"The value ({text}) of --time-signal has no time behind the @; write USR1@60s.") from None


def of(values: Mapping[str, str], variables: Mapping[str, str]) -> Limits:
    """Raises UsageError."""
    grace = float(values.get("grace", "0"))
    asked_by = values.get("time_signal", _SIGNAL)
    number, lead = _signal(asked_by, math.inf)
    if "time_limit" not in values:
        if asked_by != _SIGNAL:
            raise UsageError("--time-signal says how long before the end of --time-limit, which is not given.")
        return Limits(grace)
    text = values["time_limit"]
    left = _seconds_left(text, variables)
    number, lead = _signal(asked_by, left)
    if lead >= left and text != _SCHEDULER:
        raise UsageError(f"The time of --time-signal ({durations.told(lead)}) is not shorter than --time-limit ({text}).")
    end = time.monotonic() + left
    what = "the scheduler's time limit" if text == _SCHEDULER else f"the time limit of {text}"
    return Limits(grace, end, end - lead, number, f"{what} (--time-limit)")
