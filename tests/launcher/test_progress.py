"""--progress: the line, and how it is drawn."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import progress

START = {"event": "start", "time": 1.0, "rank": 0, "size": 8, "host": "a", "pid": 1}
LOST = {"event": "lost", "time": 2.0, "ranks": [3], "noticed": 1.0}
WAS = {"rank": 3, "host": "a", "pid": 3, "cause": "killed", "noticed": 1.0}
RETURNED = WAS | {"back": 1.5, "seconds": 0.004, "now": {"process": 8, "host": "a", "pid": 8}}
RECOVERED = {"event": "recovered", "time": 2.5, "ranks": [RETURNED], "seconds": 0.004, "spares": 1}
REPAIRED = {"event": "repaired", "time": 2.1, "communicator": 0, "id": "7", "size": 8, "survivors": 7, "seconds": 0.1}
SKIPPED = {"event": "skipped", "time": 2.2, "function": "MPI_Send", "calls": 4}
LACKING = {"event": "lacking", "time": 2.3, "function": "MPI_Reduce", "communicator": 0, "ranks": [3]}


def write(folder: Path, name: str, *events: dict[str, Any]) -> None:
    with (folder / name).open("a") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)


class Terminal(io.StringIO):
    """Understands as much of a terminal (ECMA-48, VT100) as is needed here; what is written appears on `rows`."""

    def __init__(self, columns: int = 100, lines: int = 6) -> None:
        super().__init__()
        self.size = os.terminal_size((columns, lines))
        self.rows = [""] * lines
        self.bottom = lines  # of the rows that scroll
        self.row, self.column = lines - 1, 0
        self._saved = (self.row, 0)

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def write(self, text: str) -> int:
        for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|\x1b[78]|.", text, re.DOTALL):
            self._take(part)
        return len(text)

    def _take(self, part: str) -> None:
        if part == "\n":
            self.column = 0
            self._down()
        elif part == "\x1b7":
            self._saved = (self.row, self.column)
        elif part == "\x1b8":
            self.row, self.column = self._saved
        elif part.startswith("\x1b["):
            self._control(part[-1], [int(number) for number in part[2:-1].split(";") if number])
        else:
            line = self.rows[self.row].ljust(self.column)
            self.rows[self.row] = line[: self.column] + part + line[self.column + 1 :]
            self.column += 1
            assert self.column < self.size.columns, "it would wrap"

    def _down(self) -> None:
        if self.row == self.bottom - 1:
            self.rows[: self.bottom] = [*self.rows[1 : self.bottom], ""]
        elif self.row < self.size.lines - 1:
            self.row += 1

    def _control(self, what: str, numbers: list[int]) -> None:
        if what == "A":
            self.row -= numbers[0]
        elif what == "H":
            self.row, self.column = numbers[0] - 1, numbers[1] - 1
        elif what == "K":
            self.rows[self.row] = self.rows[self.row][: self.column]
        elif what == "r":
            self.bottom = numbers[1] if numbers else self.size.lines
            self.row, self.column = 0, 0
        else:
            raise AssertionError(what)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal(80)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: made.size)
    monkeypatch.setenv("TERM", "xterm")
    return made


def shown(terminal: Terminal) -> str:
    return terminal.rows[-1]


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
    assert shown(terminal) == "closeranks: 1:01: 7 of 8 ranks alive (lost: 3), 1 repair, at least 6 calls s..."
    assert str(line._state).endswith(", at least 6 calls skipped")
    write(tmp_path, "rank-1.jsonl", LACKING)
    line.look(begin + 3700)
    assert str(line._state).endswith(", results lack contributions: MPI_Reduce")


@pytest.mark.parametrize(("columns", "told", "width"), [(120, "40", 120), (0, "100", 100), (0, "wide", 80), (0, "", 80), (2, "", 2)])
def test_the_line_is_as_long_as_the_terminal_is_wide(
    tmp_path: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: int, told: str, width: int
) -> None:
    terminal.size = os.terminal_size((width, 6))
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 6)))
    monkeypatch.setenv("COLUMNS", told)
    for rank in range(8):
        write(tmp_path, f"rank-{rank}.jsonl", START | {"rank": rank}, SKIPPED, LACKING, LACKING | {"function": f"MPI_Gather{rank}"})
    line = progress.Progress(tmp_path, terminal)
    line.look(line._begin)
    assert len(shown(terminal)) == width - 1 and shown(terminal).endswith("..."[: width - 1])


def test_what_the_program_prints_is_on_lines_of_its_own(tmp_path: Path, terminal: Terminal) -> None:
    """In several pieces, and with the end of a line that comes late."""
    write(tmp_path, "rank-0.jsonl", START)
    line = progress.Progress(tmp_path, terminal)
    for second in range(8):
        terminal.write(f"step {second}")
        line.look(line._begin + second)
        terminal.write(" done\n")
    assert terminal.rows == [*(f"step {second} done" for second in range(4, 8)), "", "closeranks: 7 s: 8 of 8 ranks alive, 0 repairs"]
    line.finish()
    terminal.write("$ ")
    assert terminal.rows[-3:] == ["step 7 done", "$ ", ""]
    assert terminal.bottom == 6, "all rows scroll again"


def test_a_terminal_may_become_larger_or_smaller(tmp_path: Path, terminal: Terminal) -> None:
    line = progress.Progress(tmp_path, terminal)
    line.look(line._begin)
    terminal.rows += [""] * 2
    terminal.size = os.terminal_size((30, 8))
    line.look(line._begin + 1)
    assert terminal.rows[-3:] == ["", "", "closeranks: 1 s: the ranks..."] and terminal.bottom == 7


@pytest.mark.parametrize(("term", "lines"), [("dumb", 24), ("xterm", 2), ("xterm", 0)])
def test_a_terminal_without_such_rows_gets_a_line_now_and_then(
    tmp_path: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, term: str, lines: int
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("LINES", raising=False)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((80, lines)))
    line = progress.Progress(tmp_path, terminal)
    line.look(line._begin)
    assert "".join(terminal.rows) == ""
    line.look(line._begin + 31)
    line.finish()
    assert "closeranks: 31 s: the ranks are starting" in terminal.rows


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
    assert "".join(terminal.rows) == "" and terminal.column == 0 and terminal.bottom == 6


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
    assert "".join(terminal.rows) == ""
