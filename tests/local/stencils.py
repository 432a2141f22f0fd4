"""Running stencil.cpp, and what it has to come to."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from examples.run import BUILD, CLEAN, Finished, launch

# One for recoveries while the program computes, and one also while it sends and receives.
THREADS = ["thread", "beside"]
STENCIL = str(BUILD / "tests/local/local_stencil")
STEPS = 60
EVERY = 20

_LINE = re.compile(
    r"^rank (\d+) computed (\d+) steps of \d+, entered (\d+) times, from (-?\d+), lived through (\d+), "
    r"sent (\d+) again and (\d+) not, dropped 0, stopped [\d.]+ ms$",
    re.MULTILINE,
)
_GLOBAL = "closeranks: no local recovery, all ranks go back: "


@dataclass(frozen=True)
class Rank:
    """What a rank says of itself; one that has come back, of the process that stands for it in the end."""

    computed: int
    entered: int
    start: int  # the checkpoint at which it has begun last; -1: the beginning
    recoveries: int
    sent_again: int
    not_sent_again: int


def ranks_of(result: Finished) -> dict[int, Rank]:
    """Those who have come to the end."""
    return {int(number): Rank(*map(int, rest)) for number, *rest in _LINE.findall(result.output)}


def reasons_of(result: Finished) -> list[str]:
    """Why all went back, each time that they did."""
    lines = result.messages.splitlines()
    return [line.removeprefix(_GLOBAL) for line in lines if line.startswith(_GLOBAL)]


@dataclass(frozen=True)
class Ended:
    """A run in which every loss was made good, with the result of one in which nobody dies."""

    result: Finished
    report: dict[str, Any]
    ranks: dict[int, Rank]

    @property
    def back(self) -> list[int]:
        """The ranks that came back, in the order of time."""
        return [one["rank"] for one in self.report["recovered"]]

    @property
    def why_global(self) -> list[str]:
        return reasons_of(self.result)

    def survivors(self) -> dict[int, Rank]:
        return {number: rank for number, rank in self.ranks.items() if number not in self.back}


def fingerprint(result: Finished) -> str:
    (word,) = result.value("fingerprint")
    return word


@cache
def calm(ranks: int, arguments: tuple[str, ...], patience: float = 0.0) -> str:
    """The result when nobody dies, and every rank computes each step once."""
    result = launch(ranks, [STENCIL, *arguments], patience=patience)
    assert result.status == CLEAN, str(result)
    assert [found[1] for found in _LINE.findall(result.output)] == [arguments[2]] * ranks, str(result)
    return fingerprint(result)


def arguments_for(dimensions: int, words: Sequence[str]) -> tuple[str, ...]:
    return (str(dimensions), "300", str(STEPS), str(EVERY), *words)


def made_good(
    place: Path,
    ranks: int,
    dimensions: int,
    dying: Sequence[str] = (),
    kills: Sequence[str] = (),
    words: Sequence[str] = (),
    mode: str = "spare",
    options: Sequence[str] = (),
    thread: str = "",
) -> Ended:
    """`dying`: RANK:STEP:WHEN, which kill themselves; `kills`: of the launcher. Each death is proven.
    `thread`: the word of stencil.cpp for one that does recoveries, or nothing."""
    arguments = arguments_for(dimensions, words)
    more_words = [f"die={death}" for death in dying] + ([thread, "pause=2"] if thread else [])
    count = len(dying) + len(kills)
    report = place / "report.json"
    more = ["--recovery", mode, "--spares", str(count if mode == "spare" else 0), "--report", str(report), *options]
    result = launch(ranks, [STENCIL, *arguments, f"marks={place}", *more_words], kills, more)
    assert result.status == CLEAN, str(result)
    ended = Ended(result, json.loads(report.read_text()), ranks_of(result))
    assert sorted(ended.ranks) == list(range(ranks)), str(result)
    assert len(list(place.glob("death.*"))) == len(dying), str(result)
    due = [int(death.partition(":")[0]) for death in dying] + [int(kill.partition("@")[0]) for kill in kills]
    assert sorted(ended.back) == sorted(due), str(result)
    assert all("SIGKILL" in one["cause"] for one in ended.report["recovered"]), str(result)
    assert ended.report["lost"] == [] and ended.report["completed"], str(result)
    base = arguments_for(dimensions, [word for word in words if word.startswith("sum=")])
    assert fingerprint(result) == calm(ranks, base), str(result)
    return ended


def made_good_locally(*arguments: Any, **named: Any) -> Ended:
    """Who was there has computed each step once, and who came back what its predecessor had not committed."""
    ended = made_good(*arguments, **named)
    assert ended.why_global == [], str(ended.result)
    for number, rank in ended.survivors().items():
        assert (rank.computed, rank.entered, rank.start) == (STEPS, 1, -1), f"rank {number}: {ended.result}"
    for number in set(ended.back):
        rank = ended.ranks[number]
        assert rank.entered == 1 and rank.computed == STEPS - max(rank.start, 0), f"rank {number}: {ended.result}"
    return ended
