"""The cost for programs with sessions of finding the live ranks, in each of their phases (bench/sessions.hpp)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from measuring.figures import BARE, Points
from measuring.jobs import Runner, say

WAYS = ("none", "naive", "horizon")
ASKING = ("naive", "horizon")


def kind_of(commit: str, way: str) -> str:
    """The name of a protected run among the points; a bare run never asks."""
    return f"{commit}, {way}"


def _turns(runner: Runner, repeats: int, ways: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Every way of every kind of run in each repeat, forwards and backwards in turn."""
    for repeat, kind in runner.rounds(repeats):
        in_turn = ["none"] if kind == BARE else list(ways)
        for way in in_turn if repeat % 2 == 0 else reversed(in_turn):
            yield repeat, kind, way


def _kernels(runner: Runner) -> Iterator[tuple[str, str, list[str]]]:
    """Name, program, and what follows the way."""
    programs = runner.build.programs
    yield "EP", str(programs / "bench_sessions_ep"), []
    for graph in ("BH", "WH", "SH"):
        yield f"DT {graph}", str(programs / "bench_sessions_dt"), [graph, "--waves", "40"]


def measure(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    """Times of the programs. Where a rank dies it is the last one, before its second session."""
    points = Points()
    for n in ranks:
        for name, program, rest in _kernels(runner):
            say(f"sessions, {name}, {n} ranks")
            for repeat, kind, way in _turns(runner, 3 if quick else 5, WAYS):
                for fate in ("lives",) if kind == BARE else ("lives", "dies"):
                    dying = ["--die", str(n - 1)] if fate == "dies" else []
                    found = runner.read(kind, n, [program, way, *rest, *dying], deaths=bool(dying))
                    if found:
                        label = BARE if kind == BARE else kind_of(kind, way)
                        points.add(label, repeat, found["seconds"], program=name, ranks=n, fate=fate)
    return points


def measure_discovery(runner: Runner, ranks: Sequence[int], quick: bool) -> Points:
    """The discovery by itself, among half of the ranks."""
    points = Points()
    for n in ranks:
        say(f"sessions, discovery, {n} ranks")
        for repeat, kind, way in _turns(runner, 3 if quick else 5, ASKING):
            if kind == BARE:
                continue
            command = [str(runner.build.programs / "bench_sessions_discovery"), way]
            for when, seconds in (runner.read(kind, n, command, deaths=True) or {}).items():
                points.add(kind_of(kind, way), repeat, seconds, ranks=n, when=when)
    return points
