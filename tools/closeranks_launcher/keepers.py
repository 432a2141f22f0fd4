"""What the keepers of the ranks have recorded (runtime/keeper/keeper.cpp).

    started        rank, size, host, pid, program     the program has been started
    unstarted      why                                no, it could not; without `why` the keeper has said it
    initialising                                      MPI_Init begins
    initialised                                       MPI_Init is over
    ended          phase, loaded, status or signal, cause; left, ending, unrecorded

`phase`: "before MPI_Init", "in MPI_Init", "running" or "after MPI_Finalize". `loaded`: a process has
loaded closeranks. `left`: it left with this status and without MPI_Finalize. `ending`: it ended the
program with this code. `unrecorded`: why records of the rank itself are missing.

To these come what mpirun's server has recorded of the process (runtime/node_watch/clients.cpp):

    watched        it would be seen if it came to the MPI
    client         it has come
"""

from __future__ import annotations

import os
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .records import Event, Known, Rank, read_files

PREFIX = "keeper-"
CLIENT_PREFIX = "client-"
UNINITIALISED = ("before MPI_Init", "in MPI_Init")


class Keeper(Rank):
    """One of the keepers."""

    @property
    def phase(self) -> str:
        ended = self.first("ended")
        return str(ended["phase"]) if ended else ""

    @property
    def cause(self) -> str:
        """A sentence's end: "killed by signal 9 (SIGKILL)"; empty while it runs."""
        ended = self.first("ended")
        return str(ended["cause"]) if ended else ""

    @property
    def status(self) -> int:
        """As a shell would return it."""
        ended = self.first("ended") or {}
        return int(ended.get("status") or 0) if self.signal is None else 128 + self.signal

    @property
    def signal(self) -> int | None:
        """The signal that killed it."""
        signal = (self.first("ended") or {}).get("signal")
        return None if signal is None else int(signal)

    @property
    def was_killed(self) -> bool:
        return self.signal is not None

    @property
    def end(self) -> float:
        """When it ended, in seconds since 1970; infinity: it runs, or that is not known."""
        return float((self.first("ended") or {}).get("time", math.inf))

    @property
    def ended_uninitialised(self) -> bool:
        return self.phase in UNINITIALISED

    @property
    def waits_in_init(self) -> bool:
        return self.has("initialising") and not self.has("initialised") and not self.has("ended")

    @property
    def went_past(self) -> bool:
        """Whether its MPI calls did not reach closeranks."""
        return self.has("client") and not self.has("initialising")

    @property
    def has_loaded(self) -> bool:
        """Whether any process of the rank had loaded closeranks; known when it has ended."""
        return bool((self.first("ended") or {}).get("loaded"))

    @property
    def may_be_unprotected(self) -> bool:
        """Whether it called the MPI past closeranks, as far as is known."""
        if self.has("initialising"):
            return False
        return self.went_past if self.has("watched") else not self.has_loaded

    @property
    def is_complete(self) -> bool:
        """Whether the end is known, and the rank could write all its records."""
        ended = self.first("ended")
        return ended is not None and "unrecorded" not in ended

    @property
    def ended_well(self) -> bool:
        """Whether the rank is known to have done everything."""
        return self.is_complete and self.phase == "after MPI_Finalize" and self.status == 0

    def named(self, name: str) -> str:
        started = self.first("started") or {"host": "?", "pid": 0}
        return f"{name} (host {started['host']}, pid {started['pid']})"

    def __str__(self) -> str:
        return self.named(f"rank {self.rank}")


def read(directory: Path, known: Known | None = None) -> list[Keeper]:
    """The keepers of all jobs in `directory`, in order. `known`: as read_files has it."""
    keepers = read_files(directory, Keeper, PREFIX, known)
    clients = {(one.job, one.rank): one for one in read_files(directory, Rank, CLIENT_PREFIX, known)}
    for keeper in keepers:
        if client := clients.get((keeper.job, keeper.rank)):
            keeper.events += client.events
    return keepers


def launched_as(job: int, rank: int, start: Event) -> tuple[int, int]:
    """The job and process that wrote this record. A process that was started for a lost rank is in another job."""
    launched = start.get("launched") or {"job": job, "process": start.get("process", rank)}
    return launched["job"], launched["process"]


def _processes(ranks: Iterable[Rank]) -> dict[tuple[int, int], Rank]:
    """The rank for which each process stands, by job and process."""
    starts = [(rank, start) for rank in ranks if (start := rank.first("start"))]
    return {launched_as(rank.job, rank.rank, start): rank for rank, start in starts}


def of_ranks(keepers: Sequence[Keeper], ranks: Sequence[Rank]) -> list[Keeper]:
    """The keepers of the processes that stand for ranks, with the numbers of the ranks. Keepers know numbers of
    processes, and the ranks have recorded which rank each process is. Left out are spares (docs/reference/spares.md)
    whose place another process has taken, and processes that were started for such a place and have not taken it.
    Other spawned processes have no keeper."""
    by_process = _processes(ranks)
    replaced = _processes(before for rank in ranks for before in rank.before)
    sizes = {rank.job: int(start["size"]) for rank in ranks if (start := rank.first("start"))}

    def stands(keeper: Keeper) -> bool:
        name = (keeper.job, keeper.rank)
        is_first = keeper.job == 1 and keeper.rank < sizes.get(1, math.inf)
        return name in by_process or (is_first and name not in replaced)

    standing = [keeper for keeper in keepers if stands(keeper)]
    for keeper in standing:
        if rank := by_process.get((keeper.job, keeper.rank)):
            keeper.job, keeper.rank = rank.job, rank.rank
    return standing


def list_ranks(ranks: Sequence[int]) -> str:
    """rank 3; ranks 3, 4, 5 and 20 more."""
    most = 8
    text = ", ".join(str(rank) for rank in ranks[:most])
    more = f" and {len(ranks) - most} more" if len(ranks) > most else ""
    return f"rank{'s' if len(ranks) > 1 else ''} {text}{more}"


def unstarted(keepers: Sequence[Keeper]) -> list[str]:
    """A sentence for each program that could not be started, whatever the number of its ranks."""
    failed: dict[tuple[str, str], list[int]] = {}
    for keeper in keepers:
        if why := (keeper.first("unstarted") or {}).get("why"):
            program = (keeper.first("started") or {}).get("program", "?")
            failed.setdefault((program, why), []).append(keeper.rank)
    # Keepers that did not start a program and gave no reason were ended by mpirun before.
    some_started = any(keeper.first("ended") and not keeper.first("unstarted") for keeper in keepers)
    texts = []
    for (program, why), ranks in failed.items():
        who = f" as {list_ranks(ranks)}" if some_started else ""
        texts.append(f"The program ({program}) cannot be started{who}: {why}.")
    return texts


def first_failed(keepers: Sequence[Keeper]) -> Keeper | None:
    """The rank whose process was the first to end badly."""

    def when(keeper: Keeper) -> float:
        return float(keeper.of("ended")[0]["time"])

    failed = [keeper for keeper in keepers if keeper.status]
    return min(failed, key=when) if failed else None


def shell_status(keepers: Sequence[Keeper], mpirun: int) -> int:
    """The status of a program whose ranks know nothing of each other: that of the first rank that failed."""
    first = first_failed(keepers)
    return mpirun or (first.status if first else 0)


PATIENCE = 1.5  # seconds since the last record; the remaining ranks may still complete MPI_Init, or end by themselves
PATIENCE_IN_REPAIR = 30.0  # the same, after the MPI's own part of MPI_Init


def _as_rank(process: int) -> str:
    return f"rank {process}"


def _why_init_lasts(
    keepers: Sequence[Keeper], is_over: Callable[[], bool], name: Callable[[int], str]
) -> tuple[str, float]:
    """A sentence, and how long nothing may happen until it is true; or nothing.

    `is_over()`: the MPI's own part of MPI_Init, which no process leaves before all have come. A death after it is
    repaired, unless mpirun told of it before any process listened. Spares stay in MPI_Init while the ranks work.
    `name`: of a process, by its number.
    """
    waiting = [keeper for keeper in keepers if keeper.waits_in_init]
    gone = [keeper for keeper in keepers if keeper.ended_uninitialised]
    past = [keeper.rank for keeper in keepers if keeper.went_past]
    if waiting and past:
        return (
            f"The MPI calls of {list_ranks(past)} do not reach closeranks, those of "
            f"{list_ranks([keeper.rank for keeper in waiting])} do; they cannot work together, and "
            "the program is ended."
        ), PATIENCE
    if not waiting or not gone:
        return "", 0.0
    over = is_over()
    if over and any(keeper.has("initialised") for keeper in keepers):
        return "", 0.0
    others = f"{len(waiting)} other rank{'s wait' if len(waiting) > 1 else ' waits'}"
    more = f" (and {len(gone) - 1} more like it)" if len(gone) > 1 else ""
    text = f"{gone[0].named(name(gone[0].rank))}: {gone[0].cause}{more}; {others} for it in MPI_Init: the program is ended."
    return text, PATIENCE_IN_REPAIR if over else PATIENCE


class Watch:
    """Finds out while the program runs that it waits for ever in MPI_Init. It waits for a process that died before,
    or for one that runs without closeranks."""

    def __init__(self, directory: Path, name: Callable[[int], str] = _as_rank) -> None:
        self._directory = directory
        self._name = name
        self._sizes: dict[str, int] = {}
        self._known: Known = {}
        self._since: float | None = None

    def _changed(self) -> bool:
        with os.scandir(self._directory) as entries:
            sizes = {
                entry.name: entry.stat().st_size
                for entry in entries
                if entry.name.startswith((PREFIX, CLIENT_PREFIX))
            }
        changed = sizes != self._sizes
        self._sizes = sizes
        return changed

    def _is_initialised(self) -> bool:
        ranks = read_files(self._directory, Rank, "", self._known)
        return any(rank.job == 1 and rank.has("start") for rank in ranks)

    def look(self, now: float) -> str:
        """A sentence when it is to be ended, else nothing."""
        try:
            changed = self._changed()
            if not changed and self._since is None:
                return ""
            keepers = [keeper for keeper in read(self._directory, self._known) if keeper.job == 1]
            reason, patience = _why_init_lasts(keepers, self._is_initialised, self._name)
        except OSError:
            return ""
        if not reason:
            self._since = None
            return ""
        if self._since is None or changed:
            self._since = now
        return reason if now - self._since >= patience else ""
