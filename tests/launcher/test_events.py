"""--json-events and --notify, with a shell script in place of mpirun, which writes what ranks would have recorded."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from schema import problems_of_event

Install = Callable[[str], Path]
SCRIPT = str(ROOT / "tools/closeranks")
FOLDER = 'for w; do case $w in CLOSERANKS_RECORDS=*) dir=${w#*=};; esac; done\n'
START = '{"event":"start","time":1,"rank":0,"size":3,"host":"h","pid":10}'
STARTED = '{"event":"started","time":1,"rank":1,"size":3,"host":"h","pid":11,"program":"app"}'
KILLED = '{"event":"ended","time":2,"phase":"running","loaded":true,"cause":"killed by signal 9 (SIGKILL)","signal":9}'
LOST = '{"event":"lost","time":2.1,"ranks":[1],"noticed":1.1}'
REPAIRED = (
    '{"event":"repaired","time":2.2,"communicator":0,"name":"w","members":"","size":3,"survivors":2,"missing":[1],'
    '"function":"MPI_Bcast","seconds":0.001}'
)
RECOVERED = (
    '{"event":"recovered","time":2.5,"ranks":[{"rank":1,"host":"h","pid":11,"cause":"killed","noticed":1.1,"back":1.5,'
    '"seconds":0.3,"now":{"process":3,"host":"h","pid":13}}],"seconds":0.3,"spares":0}'
)
STALLED = '{"event":"stalled","time":3,"text":"No rank can continue"}'
FINISH = '{"event":"finish","time":4,"lost":[1],"skipped":{},"incomplete":{},"absent":{},"passed_through":{}}'
LOSS_OF_1 = {"rank": 1, "size": 3, "host": "h", "pid": 11}


def records(name: str, *events: str) -> str:
    """The line of the script that writes them."""
    return f"printf '%s\\n' {' '.join(map(repr, events))} >>$dir/{name}.jsonl\n"


DIES = FOLDER + records("rank-0", START) + records("keeper-rank-1", STARTED, KILLED) + records("rank-0", LOST)


def closeranks(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SCRIPT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, **options)


def told(path: Path) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()]
    assert [problems_of_event(event) for event in events] == [[] for _ in events]
    return events


def part(event: dict[str, Any], of: dict[str, Any]) -> dict[str, Any]:
    return {name: event[name] for name in of}


def test_each_thing_is_told_once(installed: Install, tmp_path: Path) -> None:
    """Though two ranks record most of them."""
    events = [LOST, REPAIRED, STALLED, FINISH]
    installed(DIES + records("rank-0", *events[1:]) + records("rank-2", START.replace('"rank":0', '"rank":2'), *events))
    out = tmp_path / "events"
    assert closeranks("--json-events", str(out), "-n", "3", "app").returncode == 84, "because of the stall"
    start, *between, end = told(out)
    by_kind = {one["event"]: one for one in between}
    assert sorted(one["event"] for one in between) == ["loss", "repair", "stall"]
    assert start["command"][-3:] == ["-n", "3", "app"]
    wanted = LOSS_OF_1 | {"cause": "killed by signal 9 (SIGKILL)"}
    assert part(by_kind["loss"], wanted) == wanted
    assert (by_kind["repair"]["survivors"], by_kind["repair"]["function"]) == (2, "MPI_Bcast")
    assert by_kind["stall"]["text"] == "No rank can continue"
    assert (end["status"], end["lost"], end["completed"], end["again"]) == (84, [1], True, False)


def test_a_loss_that_was_made_good_between_two_looks(installed: Install, tmp_path: Path) -> None:
    installed(DIES + records("rank-0", RECOVERED, FINISH.replace("[1]", "[]")))
    out = tmp_path / "events"
    assert closeranks("--json-events", str(out), "-n", "3", "app").returncode in (0, 84, 85)
    _, loss, recovery, _ = told(out)
    assert part(loss, LOSS_OF_1) == LOSS_OF_1 and loss["event"] == "loss"
    assert recovery["ranks"] == [{"rank": 1, "host": "h", "pid": 13}] and recovery["spares"] == 0


def test_as_it_happens(installed: Install, tmp_path: Path) -> None:
    installed(DIES + f"for i in $(seq 1500); do test -e {tmp_path}/go && break; sleep 0.02; done")
    out = tmp_path / "events"
    with subprocess.Popen([sys.executable, SCRIPT, "--json-events", str(out), "app"], stderr=subprocess.DEVNULL):
        deadline = time.monotonic() + 25
        while not (out.exists() and '"loss"' in out.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        (tmp_path / "go").touch()


def test_who_is_ended_with_the_program_is_no_loss(installed: Install, tmp_path: Path) -> None:
    ending = '{"event":"ending","time":1.5,"code":7}'
    installed(FOLDER + records("rank-0", START, ending) + records("keeper-rank-1", STARTED, KILLED) + "exit 7")
    out = tmp_path / "events"
    assert closeranks("--json-events", str(out), "app").returncode == 7
    assert [event["event"] for event in told(out)] == ["start", "end"]


def test_attempts(installed: Install, tmp_path: Path) -> None:
    aborting = '{"event":"aborting","time":3,"function":"MPI_Bcast","rank":1}'
    installed(DIES + records("rank-0", aborting, '{"event":"ending","time":4,"code":84}'))
    out = tmp_path / "events"
    assert closeranks("--json-events", str(out), "--restarts", "1", "app").returncode == 84
    assert [(event["attempt"], event["event"]) for event in told(out)] == [
        *[(attempt, kind) for attempt in (1, 2) for kind in ("start", "loss", "end")]
    ]
    assert [event["again"] for event in told(out) if event["event"] == "end"] == [True, False]


def test_to_a_descriptor(installed: Install, tmp_path: Path) -> None:
    installed(DIES + "test ! -e /proc/$$/fd/7 || touch $dir/../inherited\n" + records("rank-0", FINISH))
    command = f"{sys.executable} {SCRIPT} --json-events 7 app 7>{tmp_path}/events"
    assert subprocess.run(["sh", "-c", command], timeout=30).returncode == 83
    assert [event["event"] for event in told(tmp_path / "events")] == ["start", "loss", "end"]


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("9", "The file descriptor 9 (--json-events) is not open for writing"),
        ("/nonexistent/x", "The events cannot go to /nonexistent/x (--json-events): No such file or directory."),
    ],
)
def test_no_place_for_events(installed: Install, where: str, why: str) -> None:
    installed("exit 41")
    result = closeranks("--json-events", where, "app")
    assert result.returncode == 82 and why in result.stderr


def test_a_full_device_is_told_once_and_ends_nothing(installed: Install) -> None:
    installed(DIES + records("rank-0", FINISH))
    result = closeranks("--json-events", "/dev/full", "app")
    assert result.returncode == 83
    assert result.stderr.count("The events cannot be written to /dev/full (--json-events): No space left on device.") == 1


def test_a_command_is_told(installed: Install, tmp_path: Path) -> None:
    installed(DIES + records("rank-0", FINISH))
    command = f'echo "$1: $2" >>{tmp_path}/told; cat >>{tmp_path}/lines; echo printed'
    result = closeranks("--notify", command, "-n", "3", "app")
    assert result.returncode == 83 and result.stdout == "" and "printed" in result.stderr
    assert (tmp_path / "told").read_text() == (
        "loss: lost rank 1 of 3 (host h, pid 11), killed by signal 9 (SIGKILL)\n"
        "end: the program ended with status 83, 1 of 3 ranks lost\n"
    )
    assert [event["event"] for event in told(tmp_path / "lines")] == ["loss", "end"]


def test_a_command_that_does_not_end_holds_nothing_up(installed: Install) -> None:
    installed(DIES + records("rank-0", FINISH))
    begin = time.monotonic()
    result = closeranks("--notify", "exec sleep 15 >/dev/null 2>&1", "app")
    assert result.returncode == 83 and time.monotonic() - begin < 14
    assert "of --notify still runs, and is left alone." in result.stderr


def test_a_command_is_told_of_very_many_losses(installed: Install, tmp_path: Path) -> None:
    """As of a large node: neither its argument nor its input has room for all."""
    lost = '{"event":"lost","time":2.1,"ranks":[%s],"noticed":1.1}' % ",".join(map(str, range(1, 5000)))
    start = START.replace('"size":3', '"size":5000')
    installed(FOLDER + records("rank-0", start, lost, FINISH))
    result = closeranks("--notify", f'echo "$1: $2" >>{tmp_path}/told; cat >>{tmp_path}/lines; sleep 1', "-n", "5000", "app")
    assert "cannot be run" not in result.stderr
    first, others, end = (tmp_path / "told").read_text().splitlines()
    assert first == "loss: lost rank 1 of 5000 (host , pid 0)"
    assert others.startswith("loss: lost rank 2 of 5000 (host , pid 0); lost rank 3 of 5000 ")
    assert re.search("; and [0-9]{4} more$", others) and end.startswith("end: ")
    assert [event["event"] for event in told(tmp_path / "lines")][-2:] == ["loss", "end"]


@pytest.mark.parametrize(("number", "told_of"), [(9, ["start", "loss", "end"]), (10, ["start", "end"])])
def test_who_dies_when_time_is_nearly_over_is_lost(installed: Install, tmp_path: Path, number: int, told_of: list[str]) -> None:
    """But for those whom the very signal has ended that says so."""
    killed = KILLED.replace('"signal":9', f'"signal":{number}').replace('"time":2', '"time":%s')
    installed(
        f"trap 'now=1' USR1\n{FOLDER}{records('rank-0', START)}{records('keeper-rank-1', STARTED)}"
        f"for i in $(seq 1000); do test $now && break; sleep 0.02; done\nsleep 0.2\n"
        f"printf '{killed}\\n' $(date +%s.%N) >>$dir/keeper-rank-1.jsonl\nsleep 1\n{records('rank-0', FINISH)}"
    )
    out = tmp_path / "events"
    result = closeranks("--json-events", str(out), "--time-limit", "30s", "--time-signal", "USR1@29s", "-n", "3", "app")
    assert "The program is asked to end by signal 10 (SIGUSR1)" in result.stderr
    assert [event["event"] for event in told(out)] == told_of
