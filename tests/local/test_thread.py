"""With a thread that takes part in recoveries, nobody waits for a rank that computes, nor, with MPI_THREAD_MULTIPLE, who
sends and receives for one that comes back (LocalRecovery::use_thread())."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from examples.run import BUILD, CLEAN, LAUNCHER
from examples.run import launch as launch_program
from local.stencils import STENCIL, THREADS, arguments_for, calm, made_good_locally
from mpitest.kills import NodeEvent
from mpitest.launch import Job, Mpi, launch  # which knows where the launcher's modules are

from closeranks_launcher import installation  # isort: skip


@pytest.fixture(params=THREADS)
def thread(request: pytest.FixtureRequest) -> str:
    """Between the calls of a program, or also beside those for messages."""
    return str(request.param)


@pytest.mark.sample(7)
@pytest.mark.parametrize("mode", ["spare", "respawn"])
@pytest.mark.parametrize("dimensions", [1, 3])
@pytest.mark.parametrize("rank", [0, 3, 5])
def test_one_computes_until_another_one_is_back(rank: int, dimensions: int, mode: str, thread: str, tmp_path: Path) -> None:
    """It makes no call meanwhile, and would wait for ever if the others waited for its next one."""
    ended = made_good_locally(
        tmp_path, 6, dimensions, ["2:31:compute"], words=[f"await={rank}:31"], mode=mode, thread=thread
    )
    assert ended.back == [2] and ended.ranks[2].start == 20
    assert all(one.recoveries == 1 for one in ended.survivors().values()), str(ended.result)


@pytest.mark.sample(7)
@pytest.mark.parametrize("call", ["Allreduce:9", "Allreduce:10", "Allreduce:11", "Alltoall:1"])
@pytest.mark.parametrize("when", ["call", "inside", "after"])
def test_one_dies_in_its_thread(when: str, call: str, thread: str, tmp_path: Path) -> None:
    """While it computes: as all meet, in what they agree on then, and as all tell each other which messages have come."""
    kills = [f"4@{when}:MPI_{call}"]
    ended = made_good_locally(
        tmp_path, 6, 1, ["2:33:send"], kills, words=["await=4:31", "where=buddy:copies=2"], thread=thread
    )
    assert sorted(ended.back) == [2, 4] and ended.ranks[4].start == 20
    # It had sent its messages of steps 20 to 31, for rank 2 had something of the latter, and no more, unless it has
    # continued beside its thread when rank 2 was back.
    most = 12 * 4 if thread == "thread" else 13 * 4
    assert 12 * 4 <= ended.ranks[4].not_sent_again <= most, str(ended.result)


@pytest.mark.parametrize("mode", ["spare", "respawn"])
def test_they_take_turns_in_an_mpi_with_faults(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same Open MPI stands for one that set-up did not build: by a path beside which no list says what is mended."""
    library = tmp_path / "lib/libmpi.so"
    library.parent.mkdir()
    library.symlink_to(Path(os.environ["MPI_HOME"]) / "lib/libmpi.so")
    monkeypatch.setenv("LD_PRELOAD", str(library))
    ended = made_good_locally(tmp_path, 6, 1, ["2:31:compute"], words=["await=3:31"], mode=mode, thread="beside")
    assert ended.back == [2] and ended.ranks[2].start == 20
    assert ended.result.messages.count("several threads in this Open MPI may crash") == 1, str(ended.result)


@pytest.mark.needs_mended("hangs", "node_dies", "fence_data", "unknown_dead")
@pytest.mark.parametrize("rank", [1, 5])
def test_one_computes_until_those_of_a_node_are_back(rank: int, thread: str, tmp_path: Path) -> None:
    """Node 1 has ranks 2 and 3, and the last one has spares. It dies when rank 3 has sent what it sends in step 31."""
    place = installation.find(LAUNCHER)
    base = arguments_for(1, [])
    program = [STENCIL, *base, thread, "pause=2", f"await={rank}:31", f"marks={tmp_path}"]
    environment = {"CLOSERANKS_SPARES": "2", "CLOSERANKS_KILL": "3@after:MPI_Isend:128"}
    job = Job(program, 8, environment=environment, nodes=4, node_events=[NodeEvent.parse("1@rank3")])
    output = launch(job, Mpi(str(place.mpirun), str(place.library)))
    assert not output.hang and not output.left_behind, output.log
    assert f"fingerprint {calm(6, base)}" in output.stdout[0], output.log
    for lost in (2, 3):
        assert re.search(rf"rank {lost} \(host node1, .*; back .* \(host node3,", output.log), output.log
    assert "all ranks go back" not in output.log, output.log


# With these faults others do not exchange messages beside a recovery (closeranks_query_thread()).
@pytest.mark.needs_mended("hangs", "wait_sync", "walked_communicators")
@pytest.mark.sample(7)
@pytest.mark.parametrize("mode", ["spare", "respawn"])
@pytest.mark.parametrize("second", [None, 5])
@pytest.mark.parametrize("victim", [0, 2, 3])
def test_messages_pass_until_another_one_is_back(victim: int, second: int | None, mode: str, tmp_path: Path) -> None:
    """Who comes back waits on its way until others have exchanged 500 messages, and these would wait for ever if the
    repair stopped them (pairs.cpp)."""
    size, rounds = 8, 1000
    dying = [victim] if second is None else [victim, second]
    report = tmp_path / "report.json"
    more = ["--recovery", mode, "--spares", str(len(dying) if mode == "spare" else 0), "--report", str(report)]
    words = [str(rounds), str(victim), str(tmp_path), *([] if second is None else [str(second)])]
    result = launch_program(size, [str(BUILD / "tests/local/local_pairs"), *words], more=more)
    assert result.status == CLEAN, str(result)
    back = json.loads(report.read_text())["recovered"]
    assert sorted(one["rank"] for one in back) == sorted(dying), str(result)
    assert all("SIGKILL" in one["cause"] for one in back), str(result)
    far = size - 2 if victim < 2 else 0
    assert f"rank {far} has made 500 exchanges while rank {victim} was on its way" in result.output, str(result)
    ended = re.findall(r"^rank (\d+): (\d+) exchanges, lived through \d+, sent \d+ again, dropped 0$", result.output, re.MULTILINE)
    assert sorted(ended) == [(str(rank), str(rounds)) for rank in range(size)], str(result)
