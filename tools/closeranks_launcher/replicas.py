"""What became of the processes of replicated ranks: which have died, and who leads now (docs/reference/replication.md).

Their records are by process (runtime/run/replica_report.hpp); the rest of the launcher knows ranks. So for each rank the
records of one process stand: of one that has completed, or else of the one that lived longest.

    process_lost   rank, process    another process has learned that this one has died
    promoted       rank, process    this process leads its rank from now on
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from . import keepers, records
from .follow import Follower
from .keepers import Keeper
from .plain import TYPE_CHECKING, dataclass, field
from .records import Event, Rank

if TYPE_CHECKING:
    from typing import Any

    from .launch_record import Launch

_NO_WORD = "no word from its keeper: its node died, or both were killed"


@dataclass(frozen=True)
class Roles:
    """The processes of each rank."""

    size: int  # ranks of the program
    twins: Mapping[int, int]  # by rank the number of its second process

    def rank_of(self, process: int) -> int:
        return next((rank for rank, twin in self.twins.items() if twin == process), process)

    def name(self, process: int) -> str:
        """The name of a process, within a sentence: rank 3, or the twin of rank 3."""
        return f"rank {process}" if process < self.size else f"the twin of rank {self.rank_of(process)}"

    def of(self, rank: int) -> list[int]:
        """The processes of a rank, the leader at the beginning first."""
        return [rank, self.twins[rank]] if rank in self.twins else [rank]


def of_launch(launch: Launch) -> Roles | None:
    """The roles of a replicated run. None: the run was not replicated."""
    told = launch.of("launched").get("replicas")
    if not told:
        return None
    return Roles(told["size"], {rank: told["size"] + at for at, rank in enumerate(told["ranks"])})


@dataclass(frozen=True)
class Death:
    """The death of one process."""

    rank: int
    process: int
    host: str
    pid: int
    cause: str  # a sentence's end
    time: float  # seconds since 1970
    was_leader: bool
    others: tuple[tuple[int, str, int], ...]  # the processes that its rank still had: number, host and pid
    had_twin: bool = True  # its rank, at the beginning

    @property
    def role(self) -> str:
        return "leader" if self.was_leader else "twin"

    def __str__(self) -> str:
        place = f" (host {self.host}, pid {self.pid})" if self.host else ""
        text = f"rank {self.rank}: its {self.role if self.had_twin else 'only process'}{place} has died: {self.cause}"
        if not self.others:
            return f"{text}; the rank has no process any more."
        _, host, pid = self.others[0]
        other = "twin" if self.was_leader else "leader"
        return f"{text}; its {other} (host {host}, pid {pid}) continues, and has no other process any more."


@dataclass
class State:
    """Out of records, in whichever order they come."""

    roles: Roles
    places: dict[int, tuple[str, int]] = field(default_factory=dict)
    ended: dict[int, tuple[float, str]] = field(default_factory=dict)  # by process: when and of what
    ended_early: dict[int, tuple[float, str]] = field(default_factory=dict)  # the same, before or in MPI_Init
    has_called: bool = False  # MPI_Init
    has_begun: bool = False  # a process is through MPI_Init, so that such deaths are survived
    noticed: dict[int, float] = field(default_factory=dict)
    until: float = math.inf  # when the program was ended: processes that end later have not died
    told_at: float = math.inf  # when the program was told, by a signal, that its time is nearly over
    told_by: int = 0
    told: set[int] = field(default_factory=set)  # processes that have ended by that

    def take(self, process: int, event: Event, is_of_keeper: bool) -> None:
        kind = event["event"]
        if kind in ("started", "start"):
            self.places[process] = (event.get("host", ""), event.get("pid", 0))
        elif kind == "ended" and (event.get("signal") is not None or event["phase"] == "running"):
            if "ending" in event:
                self.until = min(self.until, event["time"])
            elif event["time"] >= self.told_at and (event.get("signal") in (None, self.told_by) or "left" in event):
                self.told.add(process)
            else:
                ended = self.ended_early if event["phase"] in keepers.UNINITIALISED else self.ended
                ended[process] = (event["time"], event["cause"])
        elif kind == "initialising":
            self.has_called = True
        elif kind == "initialised":
            self.has_begun = True
        elif kind == "process_lost":
            lost = event["process"]
            self.noticed[lost] = min(event["time"], self.noticed.get(lost, math.inf))
        elif kind == "ending":
            self.until = min(self.until, event["time"])

    def learn(self, launch: Launch) -> None:
        """Takes in the launcher's actions. It is called before the later records of processes."""
        self.until = min(self.until, launch.ended_at)
        self.told_at, self.told_by = launch.told_at, launch.of("told").get("signal", 0)

    def broken_start(self) -> str:
        """The death before or in MPI_Init because of which no process came through it; empty: it was none."""
        by_mpirun = "(SIGTERM)"  # how it ends the others
        killed = {one: end for one, end in self.ended_early.items() if by_mpirun not in end[1]}
        if self.has_begun or not self.has_called or not killed:
            return ""
        first = min(killed, key=lambda one: killed[one][0])
        return f"{self.roles.name(first)}: {killed[first][1]}, and the other ranks cannot do without it."

    @property
    def ends(self) -> dict[int, tuple[float, str]]:
        """The ends of processes of a run that has begun: when and by what."""
        return self.ended_early | self.ended if self.has_begun else self.ended

    def _times(self) -> dict[int, float]:
        times = {process: when for process, (when, _) in self.ends.items()}
        for process, when in self.noticed.items():
            times.setdefault(process, when)
        return {process: when for process, when in times.items() if when < self.until and process not in self.told}

    def deaths(self) -> list[Death]:
        """In the order of time."""
        found: list[Death] = []
        gone: set[int] = set()
        for process, when in sorted(self._times().items(), key=lambda one: one[1]):
            rank = self.roles.rank_of(process)
            before = [one for one in self.roles.of(rank) if one not in gone]
            gone.add(process)
            host, pid = self.places.get(process, ("", 0))
            others = tuple((one, *self.places.get(one, ("?", 0))) for one in before if one != process)
            cause = self.ends[process][1] if process in self.ends else _NO_WORD
            found.append(Death(rank, process, host, pid, cause, when, before[:1] == [process], others, rank in self.roles.twins))
        return found


def state_of(roles: Roles, ranks: Iterable[Rank], kept: Iterable[Keeper], launch: Launch) -> State:
    state = State(roles)
    state.learn(launch)
    for one in ranks:
        for event in one.events:
            state.take(one.rank, event, False)
    for keeper in kept:
        if keeper.job == 1:
            for event in keeper.events:
                state.take(keeper.rank, event, True)
    return state


def _standing(roles: Roles, ranks: Sequence[Rank], kept: Sequence[Keeper]) -> Iterator[int]:
    """For each rank the process whose records stand for it."""
    finished = {one.rank for one in ranks if one.has("finish")}
    ending = {one.rank for one in ranks if one.has("ending")}
    well = {keeper.rank for keeper in kept if keeper.ended_well}
    ends = {keeper.rank: keeper.end for keeper in kept}

    def worth(one: int) -> tuple[bool, bool, bool, bool, float]:
        # A process that ended the program may be gone before its twin is killed, but it alone has said why.
        return one in finished and one in well, one in finished, one in well, one in ending, ends.get(one, 0.0)

    for rank in range(roles.size):
        # Of those that lived equally long, and those without a keeper's word, the first.
        yield max(roles.of(rank), key=worth)


@dataclass(frozen=True)
class Records:
    """The records of a run, in the form that the rest of the launcher takes."""

    ranks: list[Rank]
    kept: list[Keeper]
    state: State | None = None  # of a replicated run


def read(folder: Path, launch: Launch) -> Records:
    ranks, kept = records.read(folder), keepers.read(folder)
    roles = of_launch(launch)
    if roles is None:
        return Records(ranks, keepers.of_ranks(kept, ranks))
    state = state_of(roles, ranks, kept, launch)
    by_process = {one.rank: one for one in ranks if one.job == 1}
    kept_by_process = {one.rank: one for one in kept if one.job == 1}
    standing = list(_standing(roles, list(by_process.values()), list(kept_by_process.values())))
    found: list[Rank] = []
    found_kept: list[Keeper] = []
    for number, process in enumerate(standing):
        if own := by_process.get(process):
            found.append(Rank(1, number, own.events))
        if keeper := kept_by_process.get(process):
            one = Keeper(1, number)
            one.events = keeper.events
            found_kept.append(one)
    if found and not found[0].has("setup") and 0 in by_process:
        found[0].events = [*found[0].events, *by_process[0].of("setup")]
    return Records(found, found_kept, state)


def of_report(state: State | None, begin: float) -> dict[str, Any] | None:
    """The report's part; `begin`: from when it counts seconds, in seconds since 1970."""
    if state is None:
        return None
    dead = state.deaths()
    roles = state.roles
    gone = {death.process for death in dead}
    return {
        "ranks": sorted(roles.twins),
        "processes": roles.size + len(roles.twins),
        "died": [
            {
                "rank": death.rank,
                "process": death.process,
                "role": death.role,
                "host": death.host,
                "pid": death.pid,
                "cause": death.cause,
                "died": round(death.time - begin, 6),
                "goes_on": [{"process": one, "host": host, "pid": pid} for one, host, pid in death.others],
            }
            for death in dead
        ],
        "alone": sorted({death.rank for death in dead if len(set(roles.of(death.rank)) - gone) == 1}),
        "lost": sorted({death.rank for death in dead if not set(roles.of(death.rank)) - gone}),
    }


def lost(state: State, begin: float) -> list[dict[str, Any]]:
    """The ranks that have lost their last process, as merge_losses.py has those that were lost."""
    last = [death for death in state.deaths() if not death.others]
    return [
        {
            "rank": death.rank,
            "host": death.host,
            "pid": death.pid,
            "cause": death.cause,
            "died": round(death.time - begin, 6),
            "noticed": round(death.time - begin, 6),
            "noticed_by": None,
            "detection": None,
        }
        for death in sorted(last, key=lambda death: death.rank)
    ]


def unreached(plan: str, state: State) -> str:
    """A sentence about planned kills that never came to a process that has ended; or nothing."""
    causes = " ".join(cause + "," for _, cause in [*state.ended.values(), *state.ended_early.values()])
    items = [text.strip() for text in plan.split(",") if text.strip()]
    missed = [item for item in dict.fromkeys(items) if f"--kill {item}," not in causes]
    if not missed:
        return ""
    if len(missed) > 1:
        return f"Planned kills that never came, for their processes ended before: {', '.join(missed)}."
    return f"The planned kill {missed[0]} never came: its process ended before."


class Watch:
    """Says while the program runs which processes have died."""

    def __init__(self, roles: Roles, folder: Path, launch: Launch) -> None:
        self._follower = Follower(folder)
        self._state = State(roles)
        self._launch = launch
        self._said: set[int] = set()
        self._is_placed = False
        self._seen: set[int] = set()  # at the look before: by now it is known whether the program was being ended

    def look(self, now: float) -> list[Death]:
        """The messages that are due now."""
        self._state.learn(self._launch)
        try:
            for news in self._follower.news():
                self._state.take(news.number, news.event, bool(news.job))
        except OSError:
            return []
        dead = {death.process: death for death in self._state.deaths()}
        due = [death for process, death in dead.items() if process in self._seen and process not in self._said]
        self._seen |= set(dead)
        self._said |= {death.process for death in due}
        return due

    def placement(self) -> str:
        """A sentence, once, when all have started: which ranks a host takes with both their processes, if there are several
        hosts.
        """
        roles, places = self._state.roles, self._state.places
        if self._is_placed or len(places) < roles.size + len(roles.twins):
            return ""
        self._is_placed = True
        hosts = {process: host for process, (host, _) in places.items()}
        together = [rank for rank, twin in sorted(roles.twins.items()) if hosts[rank] == hosts[twin]]
        if len(set(hosts.values())) < 2 or not together:
            return ""
        return (
            f"Both processes of {keepers.list_ranks(together)} are on one host, whose death would take both; other hosts or "
            "slots (--host, --hostfile, --map-by) can keep them apart (docs/reference/replication.md)."
        )

    def rest(self) -> list[Death]:
        """At the end: the remaining messages."""
        return [*self.look(0.0), *self.look(0.0)]
