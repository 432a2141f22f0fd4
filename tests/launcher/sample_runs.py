"""Records of runs of any size, as the ranks and keepers of a real one would have left them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from closeranks_launcher import launch_record, merge
from closeranks_launcher.keepers import Keeper
from closeranks_launcher.records import Rank

_BEGIN = 1_790_000_000.0


def _event(kind: str, time: float, **fields: Any) -> dict[str, Any]:
    return {"event": kind, "time": _BEGIN + time, **fields}


def _phases(number: int) -> dict[str, float]:
    return {"asking": 0.0011 + number * 1e-5, "voting": 0.0021, "revoking": 0.0002, "shrinking": 0.0049}


def _survivor(rank: Rank, deaths: Mapping[int, float], size: int, seconds: float) -> None:
    gone: list[int] = []
    for number, (lost, time) in enumerate(sorted(deaths.items(), key=lambda one: one[1])):
        gone.append(lost)
        seen = time + 0.021
        rank.events += [
            _event("lost", seen, ranks=[lost], noticed=seen),
            _event(
                "repaired",
                seen + 0.009,
                communicator=0,
                id="1",
                name="MPI_COMM_WORLD",
                size=size,
                survivors=size - len(gone),
                missing=sorted(gone),
                function="MPI_Allreduce",
                seconds=0.0055,
                phases=_phases(number),
                rounds=1,
                letters={"sent": 9, "received": 7},
            ),
            _event("redone", seen + 0.0125, function="MPI_Allreduce", communicator=0, seconds=0.0034),
        ]
    lacking = [
        {"function": "MPI_Allreduce", "communicator": 0, "id": "1", "name": "MPI_COMM_WORLD", "ranks": sorted(deaths)}
        | {"calls": 5211, "since": 2.6}
    ]
    rank.events.append(
        _event(
            "finish",
            seconds,
            lost=sorted(deaths),
            skipped={"MPI_Send": 12} if deaths else {},
            incomplete={"MPI_Allreduce": 5211} if deaths else {},
            absent={"MPI_Allreduce": len(deaths)} if deaths else {},
            redone={"MPI_Allreduce": len(deaths)} if deaths else {},
            lacking=lacking if deaths else [],
            passed_through={},
        )
    )


def left(
    size: int, on: int, deaths: Mapping[int, float], seconds: float = 12.0, hosts: Sequence[str] = ()
) -> tuple[list[Rank], list[Keeper], launch_record.Launch]:
    """Of `size` ranks, `on` so many a host; `deaths`: when each rank that was lost died."""
    ranks, keepers = [], []
    for number in range(size):
        host = hosts[number // on] if hosts else f"node{number // on + 1:02}"
        place = {"rank": number, "size": size, "host": host, "pid": 4000 + number}
        rank, keeper = Rank(1, number), Keeper(1, number)
        keeper.events.append(_event("started", -0.4, **place, program="./heat"))
        rank.events.append(_event("start", 0.001 * (number % 7), **place))
        if number in deaths:
            end = {"signal": 9, "cause": "killed by signal 9 (SIGKILL)", "phase": "running"}
            keeper.events.append(_event("ended", deaths[number], loaded=True, **end))
        else:
            _survivor(rank, deaths, size, seconds)
            end = {"status": 0, "cause": "exit status 0", "phase": "after MPI_Finalize"}
            keeper.events.append(_event("ended", seconds + 0.02, loaded=True, **end))
        ranks.append(rank)
        keepers.append(keeper)
    ranks[0].events.insert(1, _event("setup", 0.01, closeranks="0.1.0", mpi="Open MPI v5.0.7", options={}))
    launch = launch_record.Launch(
        [
            _event(
                "launched",
                -0.5,
                closeranks="0.1.0",
                command=["closeranks", "--report", "report.json", "-n", str(size), "./heat"],
                directory="/home/ada/heat",
                mpi_prefix="/opt/openmpi-5.0.7",
                options={
                    "report": {"value": "report.json", "from": "command line"},
                    "commit": {"value": "optimistic", "from": "default"},
                    "stall_after": {"value": "60", "from": "default"},
                },
            ),
            _event("concluded", seconds + 0.1, status=83 if deaths else 0, signal=0, stopped=""),
        ]
    )
    return ranks, keepers, launch


def report(
    size: int, on: int, deaths: Mapping[int, float], seconds: float = 12.0, hosts: Sequence[str] = ()
) -> dict[str, Any]:
    ranks, keepers, launch = left(size, on, deaths, seconds, hosts)
    return merge.merge(ranks, 1, keepers, launch=launch)
