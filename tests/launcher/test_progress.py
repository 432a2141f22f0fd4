"""--progress: the line, and how it is drawn."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import progress

START = {"event": "start", "time": 1.0, "rank": 0, "size": 8, "host": "a", "pid": 1}
LOST = {"event": "lost", "time": 2.0, "ranks": [3], "noticed": 1.0}
WAS = {"rank": 3, "host": "a", "pid": 3, "cause": "killed", "noticed": 1.0}
RETURNED = WAS | {"back": 1.5, "seconds": 0.004, "now": {"process": 8, "host": "a", "pid": 8}}
RECOVERED = {"event": "recovered", "time": 2.5, "ranks": [RETURNED], "seconds": 0.004, "spares": 1}
REPAIRED = {"event": "repaired", "time": 2.1, "communicator": 0, "name": "7", "size": 8, "survivors": 7, "seconds": 0.1}
SKIPPED = {"event": "skipped", "time": 2.2, "function": "MPI_Send", "calls": 4}
LACKING = {"event": "lacking", "time": 2.3, "function": "MPI_Reduce", "communicator": 0, "ranks": [3]}


def write(folder: Path, name: str, *events: dict[str, Any]) -> None:
    with (folder / name).open("a") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((80, 24)))
    return Terminal()


def shown(terminal: Terminal) -> str:
    return terminal.getvalue().rpartition("\r")[2].rstrip()


def test_it_tells_what_has_happened_so_far(tmp_path: Path, terminal: Terminal) -> None:
    line = progress.Progress(tmp_path, terminal)
    begin = line._begin
    line.look(begin)
    assert shown(terminal) == "closeranks: 0 s: the ranks are starting"
    write(tmp_path, "rank-0.jsonl", START)
    line.look(begin + 1)
    assert shown(terminal) == "closeranks: 1 s: 8 of 8 ranks alive, 0 repairs"
    write(tmp_path, "rank-0.jsonl", LOST, REPAIRED, SKIPPED)
    write(tmp_path, "rank-1.jsonl", LOST, REPAIRED | {"communicator": 2}, SKIPPED | {"calls": 2})
    line.look(begin + 61)
    assert shown(terminal) == "closeranks: 1:01: 7 of 8 ranks alive (lost: 3), 1 repair, at least 6 calls ..."
    assert str(line._state).endswith(", at least 6 calls skipped")
    write(tmp_path, "rank-1.jsonl", LACKING)
    line.look(begin + 3700)
    assert str(line._state).endswith(", results lack contributions: MPI_Reduce")


@pytest.mark.parametrize(("columns", "told", "width"), [(120, "40", 120), (0, "100", 100), (0, "wide", 80), (0, "", 80), (2, "", 2)])
def test_the_line_is_as_long_as_the_terminal_is_wide(
    tmp_path: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: int, told: str, width: int
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 0)))
    monkeypatch.setenv("COLUMNS", told)
    for rank in range(8):
        write(tmp_path, f"rank-{rank}.jsonl", START | {"rank": rank}, SKIPPED, LACKING, LACKING | {"function": f"MPI_Gather{rank}"})
    line = progress.Progress(tmp_path, terminal)
    line.look(line._begin)
    assert len(shown(terminal)) == width - 2 and shown(terminal).endswith("..."[: width - 2])


def test_a_death_that_only_the_keeper_knows_counts(tmp_path: Path, terminal: Terminal) -> None:
    ended = {"event": "ended", "time": 2.0, "phase": "running", "cause": "killed", "signal": 9}
    write(tmp_path, "keeper-rank-5.jsonl", {"event": "started", "time": 1.0, "size": 8, "host": "b", "pid": 2}, ended)
    write(tmp_path, "keeper-rank-6.jsonl", ended | {"phase": "after MPI_Finalize"})
    write(tmp_path, "job2-rank-1.jsonl", LOST)
    line = progress.Progress(tmp_path, terminal)
    line.look(line._begin)
    assert shown(terminal) == "closeranks: 0 s: 7 of 8 ranks alive (lost: 5), 0 repairs"


def test_the_death_of_who_was_started_later_is_that_of_its_rank(tmp_path: Path, terminal: Terminal) -> None:
    line = progress.Progress(tmp_path, terminal)
    ended = {"event": "ended", "time": 3.0, "phase": "running", "cause": "killed", "signal": 9}
    write(tmp_path, "keeper-job2-rank-0.jsonl", {"event": "started", "time": 1.0, "host": "a", "pid": 8, "size": 99}, ended)
    write(tmp_path, "rank-5.jsonl", START | {"rank": 5, "process": 8, "launched": {"job": 3, "process": 0}})
    line.look(line._begin)
    assert str(line._state) == "8 of 8 ranks alive, 0 repairs", "that one has stood for nobody"
    write(tmp_path, "keeper-job3-rank-0.jsonl", ended)
    line.look(line._begin + 1)
    assert str(line._state) == "7 of 8 ranks alive (lost: 5), 0 repairs"


def test_who_came_back_is_not_lost_until_the_next_time(tmp_path: Path, terminal: Terminal) -> None:
    line = progress.Progress(tmp_path, terminal)
    ended = {"event": "ended", "time": 1.9, "phase": "running", "cause": "killed", "signal": 9}
    for process in range(10):  # two of them spares
        write(tmp_path, f"keeper-rank-{process}.jsonl", {"event": "started", "time": 0.5, "size": 10, "host": "a", "pid": 8})
    line.look(line._begin)
    assert str(line._state) == "10 of 10 ranks alive, 0 repairs", "which are spares nobody has said"
    write(tmp_path, "rank-0.jsonl", START, LOST, RECOVERED)
    write(tmp_path, "keeper-rank-3.jsonl", ended)
    write(tmp_path, "rank-3.jsonl", START | {"rank": 3}, SKIPPED)
    line.look(line._begin + 1)
    assert str(line._state) == "8 of 8 ranks alive, 0 repairs, at least 4 calls skipped"
    write(tmp_path, "rank-3.jsonl", START | {"rank": 3, "process": 8}, SKIPPED | {"calls": 1})
    write(tmp_path, "keeper-rank-9.jsonl", ended)
    line.look(line._begin + 2)
    assert str(line._state) == "8 of 8 ranks alive, 0 repairs, at least 1 call skipped", "a spare is no rank"
    write(tmp_path, "keeper-rank-8.jsonl", ended | {"time": 3.0})
    line.look(line._begin + 3)
    assert str(line._state) == "7 of 8 ranks alive (lost: 3), 0 repairs"


def test_half_a_record_waits_for_the_other_half(tmp_path: Path, terminal: Terminal) -> None:
    text = json.dumps(START) + "\n"
    (tmp_path / "rank-0.jsonl").write_text(text[:20])
    line = progress.Progress(tmp_path, terminal)
    line.look(line._begin)
    with (tmp_path / "rank-0.jsonl").open("a") as file:
        file.write(text[20:])
    line.look(line._begin + 1)
    assert shown(terminal) == "closeranks: 1 s: 8 of 8 ranks alive, 0 repairs"


def test_the_line_goes_away_at_the_end(tmp_path: Path, terminal: Terminal) -> None:
    line = progress.Progress(tmp_path, terminal)
    line.look(line._begin)
    line.finish()
    line.finish()
    screen = [""] * 80
    at = 0
    for one in terminal.getvalue():
        at = 0 if one == "\r" else at + 1
        if one != "\r":
            screen[at - 1] = one
    assert "".join(screen).strip() == "" and at == 0


def test_without_a_terminal_it_is_a_line_now_and_then(tmp_path: Path) -> None:
    stream = io.StringIO()
    write(tmp_path, "rank-0.jsonl", START)
    line = progress.Progress(tmp_path, stream)
    for seconds in range(100):
        line.look(line._begin + seconds)
    line.finish()
    assert stream.getvalue().splitlines() == [
        f"closeranks: {elapsed}: 8 of 8 ranks alive, 0 repairs" for elapsed in ("30 s", "1:00", "1:30")
    ]


def test_a_folder_that_is_gone_ends_nothing(tmp_path: Path, terminal: Terminal) -> None:
    progress.Progress(tmp_path / "none", terminal).look(1e9)
    assert terminal.getvalue() == ""
