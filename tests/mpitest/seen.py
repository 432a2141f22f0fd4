"""The contributions that the ranks of kill_matrix saw, and whether the survivors may have seen them together.

A rank prints lines such as `seen: shared 1:ff/ff 2:ef/ff`: in round 1 it got the contributions of
ranks 0 to 7 out of 0 to 7 that it could get, in round 2 rank 4's was missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mpitest.kills import Kill

# Under the optimistic commit a rank may leave these before any other rank has its contribution. A contribution just
# before its death may be lost, as with a message (docs/developers/commit.md).
AHEAD = (
    *("MPI_Bcast", "MPI_Gather", "MPI_Reduce", "MPI_Scatter", "MPI_Scan", "MPI_Exscan"),
    *("MPI_Ibcast", "MPI_Igather", "MPI_Ireduce", "MPI_Iscatter", "MPI_Iscan", "MPI_Iexscan"),
    *("MPI_Bcast_init", "MPI_Gather_init", "MPI_Reduce_init", "MPI_Scatter_init"),
    *("MPI_Scan_init", "MPI_Exscan_init"),
)
# Sights of which all ranks must see the same wherever two can see the same rank (invariant I3, docs/developers/design.md).
AGREED = ("shared", "made", "freed")
# Under the optimistic commit, if one rank sees a contribution, all ranks above it see that.
NESTED = "nested"


@dataclass(frozen=True)
class Sighting:
    rank: int
    sight: str
    round: int
    present: int
    scope: int


def sightings(lines: Mapping[int, Sequence[str]]) -> list[Sighting]:
    """All sightings in the output of all ranks."""
    found = []
    for rank, printed in lines.items():
        for line in printed:
            if not line.startswith("seen: "):
                continue
            sight, *rounds = line.removeprefix("seen: ").split()
            for entry in rounds:
                number, _, sets = entry.partition(":")
                present, _, scope = sets.partition("/")
                found.append(Sighting(rank, sight, int(number), int(present, 16), int(scope, 16)))
    return found


def _limits(sight: str, kill: Kill) -> tuple[int, int]:
    """The last round in which a rank with such a death must be seen, and the last one in which it may."""
    last = kill.count
    if sight in ("shared", "own", NESTED) and kill.is_nonblocking and kill.when == "after":
        return last - 1, last  # it has only been started
    if sight in ("shared", "own", NESTED):
        return (last if kill.when == "after" else last - 1), (
            last - 1 if kill.when == "before" else last
        )
    if sight == "made":
        return last - 1, last - 1
    if sight == "freed":
        return last, last
    return 0, last  # messages: one that was sent just before the death may be lost


def _latest_returned(kill: Kill) -> int:
    """The last round whose call had returned at the dead rank: it may have been the only one with the result."""
    return kill.count if kill.when == "after" and not kill.is_nonblocking else kill.count - 1


def _judge_dead(
    seen: Sighting, dead: int, kill: Kill | None, optimistic: bool
) -> Iterable[str]:
    if kill is None or seen.sight == "polled":
        return
    must, may = _limits(seen.sight, kill)
    if optimistic and kill.function in AHEAD:
        must = 0
    if optimistic and seen.sight in ("shared", "own", NESTED):
        must = min(must, _latest_returned(kill) - 1)
    is_present = bool(seen.present >> dead & 1)
    if not is_present and seen.round <= must:
        yield f"round {seen.round}: rank {seen.rank} lacks rank {dead}, which died later ({kill.text})"
    if is_present and seen.round > may:
        yield f"round {seen.round}: rank {seen.rank} sees rank {dead}, which was dead ({kill.text})"


def _judge_one(seen: Sighting, survivors: set[int]) -> Iterable[str]:
    for rank in sorted(survivors):
        if seen.scope >> rank & 1 and not seen.present >> rank & 1:
            yield f"round {seen.round}: rank {seen.rank} lacks the survivor {rank} ({seen.sight})"


def _judge_order(all_seen: Sequence[Sighting], dead: Iterable[int]) -> Iterable[str]:
    """A rank that is missing once stays missing."""
    for rank in dead:
        gone: dict[tuple[int, str], int] = {}
        for seen in sorted(all_seen, key=lambda seen: seen.round):
            if not seen.scope >> rank & 1 or seen.sight == "late":
                continue
            key = (seen.rank, seen.sight)
            if not seen.present >> rank & 1:
                gone.setdefault(key, seen.round)
            elif key in gone:
                yield (
                    f"round {seen.round}: rank {seen.rank} sees rank {rank} again, which was "
                    f"missing in round {gone[key]}"
                )


def _judge_agreement(all_seen: Sequence[Sighting], size: int, optimistic: bool) -> Iterable[str]:
    groups: dict[tuple[str, int], list[Sighting]] = {}
    for seen in all_seen:
        if seen.sight in (*AGREED, NESTED):
            groups.setdefault((seen.sight, seen.round), []).append(seen)
    for (sight, number), group in sorted(groups.items(), key=lambda item: item[0][1]):
        for rank in range(size):
            views = {seen.rank: seen.present >> rank & 1 for seen in group if seen.scope >> rank & 1}
            if len(set(views.values())) > 1:
                having = [viewer for viewer, view in views.items() if view]
                lacking = [viewer for viewer, view in views.items() if not view]
                if optimistic and sight == NESTED and max(lacking) < min(having):
                    continue
                yield (
                    f"round {number}: ranks {having} have rank {rank}'s contribution, "
                    f"ranks {lacking} do not"
                )


def judge(
    lines: Mapping[int, Sequence[str]],
    size: int,
    dead: set[int],
    kills: Sequence[Kill],
    optimistic: bool = False,
) -> list[str]:
    """Everything that the survivors must not have seen. `kills` are those at the tested function. `optimistic`:
    whether that is the commit."""
    survivors = set(range(size)) - dead
    planned = {kill.rank: kill for kill in kills}
    all_seen = [seen for seen in sightings(lines) if seen.rank in survivors]
    problems: list[str] = []
    for seen in all_seen:
        problems += _judge_one(seen, survivors)
        for rank in dead:
            if seen.scope >> rank & 1:
                problems += _judge_dead(seen, rank, planned.get(rank), optimistic)
    problems += _judge_order(all_seen, dead)
    problems += _judge_agreement(all_seen, size, optimistic)
    problems += judge_spans(lines, survivors)
    return problems


def judge_spans_of_sides(lines: Mapping[int, Sequence[str]], sides: Sequence[set[int]]) -> list[str]:
    """No member of one side of an intercommunicator may leave a barrier before all of the other side have entered it;
    it need not wait for its own side (MPI 4.1, 6.3)."""
    found = [_spans(lines, side) for side in sides]
    return [problem for (_, left), (entered, _) in (found, found[::-1]) for problem in _early(entered, left)]


def judge_spans(lines: Mapping[int, Sequence[str]], survivors: set[int]) -> list[str]:
    """No rank may leave a barrier before all survivors have entered it."""
    return _early(*_spans(lines, survivors))


def _spans(lines: Mapping[int, Sequence[str]], survivors: set[int]) -> tuple[dict[int, float], dict[int, float]]:
    """By round: when the last survivor has entered, and when the first one has left."""
    entered: dict[int, float] = {}
    left: dict[int, float] = {}
    for rank in survivors:
        for line in lines.get(rank, ()):
            if not line.startswith("span:"):
                continue
            for entry in line.removeprefix("span:").split():
                number, _, times = entry.partition(":")
                begin, _, end = times.partition("/")
                key = int(number)
                entered[key] = max(entered.get(key, 0.0), float(begin))
                left[key] = min(left.get(key, float("inf")), float(end))
    return entered, left


def _early(entered: Mapping[int, float], left: Mapping[int, float]) -> list[str]:
    return [
        f"round {number}: a rank left the barrier before another entered it"
        for number in sorted(entered)
        if left.get(number, float("inf")) < entered[number]
    ]
