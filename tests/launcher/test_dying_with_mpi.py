"""Deaths that the MPI does not see, and programs that are none of it, with the real keeper and mpirun."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from real_mpi import PLACE, build, closeranks, command
from test_with_mpi import alive

if PLACE.keeper is None:
    pytest.skip("There is no keeper without static libraries.", allow_module_level=True)


@pytest.fixture(scope="session")
def dying(tmp_path_factory: pytest.TempPathFactory) -> str:
    # -rdynamic: its PMIx_Commit is the one that the MPI calls
    return build(tmp_path_factory, Path(__file__).with_name("dying.c"), "-rdynamic")


def wait_for(what: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come in time"
        time.sleep(0.02)


def events(folder: Path, rank: int) -> dict[str, dict[str, object]]:
    text = (folder / f"keeper-rank-{rank}.jsonl").read_text()
    return {event["event"]: event for event in map(json.loads, text.splitlines())}


@pytest.mark.sample(3)
@pytest.mark.parametrize("moment", ["constructor", "before"])
@pytest.mark.parametrize(
    ("victim", "how", "cause"),
    [
        ("2", "11", "killed by signal 11 (SIGSEGV) before MPI_Init"),
        ("0", "9", "killed by signal 9 (SIGKILL) before MPI_Init"),
        ("1", "-7", "exit status 7 before MPI_Init"),
        ("3", "0", "exit status 0 before MPI_Init"),
    ],
)
def test_nobody_waits_for_a_rank_that_died_before_init(
    dying: str, moment: str, victim: str, how: str, cause: str
) -> None:
    begin = time.monotonic()
    result = closeranks(dying, moment, victim, how)
    assert time.monotonic() - begin < 5 + 2, "5 s, and the time to start"
    assert result.returncode == 84, result.stderr
    assert f"closeranks: rank {victim} (host " in result.stderr
    assert f"): {cause}; 3 other ranks wait for it in MPI_Init" in result.stderr


def test_a_death_in_init_is_survived_or_ends_the_program(dying: str, tmp_path: Path) -> None:
    result = closeranks(dying, "inside", "2", "9", str(tmp_path / "killed"))
    assert result.returncode in (83, 84), result.stderr
    assert "killed by signal 9 (SIGKILL) in MPI_Init" in result.stderr
    assert ("sum 3\n" in result.stdout) == (result.returncode == 83)


def test_who_died_in_init_is_named_though_its_end_is_seen_last(dying: str) -> None:
    result = closeranks(dying, "unknown", "2", "9")
    assert "MPI_INIT has failed because at least one MPI process is unreachable" in result.stderr
    assert result.returncode == 84, result.stderr
    assert "closeranks: rank 2 (host " in result.stderr
    assert "killed by signal 9 (SIGKILL) in MPI_Init, and the other ranks cannot do without it." in result.stderr


def test_all_die_before_init(dying: str) -> None:
    result = closeranks(dying, "before", "-1", "11")
    assert result.returncode == 139
    assert "No process called MPI_Init" in result.stderr
    assert "killed by signal 11 (SIGSEGV) before MPI_Init" in result.stderr


def test_a_death_after_finalize(dying: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    result = closeranks("--report", str(report), dying, "after", "2", "11")
    assert result.returncode == 83, result.stderr
    assert "killed by signal 11 (SIGSEGV) after MPI_Finalize" in result.stderr
    assert "what was still to be done there is missing" in result.stderr
    assert "summary" not in result.stderr, result.stderr  # the others had lost nobody
    read = json.loads(report.read_text())
    assert [lost["rank"] for lost in read["lost"]] == [2]
    assert read["exit_status"] == 83


def test_the_one_who_speaks_dies_before_the_summary(dying: str) -> None:
    """The launcher says it: whom the ranks had lost before."""
    result = closeranks("--kill", "1@before:MPI_Allreduce:1", dying, "recorded", "0", "9")
    assert result.returncode == 83, result.stderr
    lines = result.stderr.splitlines()
    assert lines.count("closeranks: summary: 1 of 4 ranks lost, 3 completed") == 1, result.stderr
    assert re.search(r"^closeranks:   rank 1 \(host .*, noticed ", result.stderr, re.MULTILINE), result.stderr
    assert re.search(r"^closeranks: rank 0 \(.*SIGKILL\), when the other ranks were about to leave MPI_Finalize", result.stderr, re.MULTILINE)


def test_a_status_after_finalize_is_the_programs_own(dying: str) -> None:
    result = closeranks(dying, "after", "2", "-7")
    assert (result.returncode, result.stderr) == (7, "")


ENDED = "exit status 137 without MPI_Finalize, a shell's word for signal 9 (SIGKILL)"


@pytest.mark.sample(2)
@pytest.mark.parametrize("how", ["9", "-7"])
@pytest.mark.parametrize(
    ("wrapper", "cause"),
    [
        (["sh", "-c", '"$@"; exit $?', "sh"], ENDED),
        (["python3", "-c", "import subprocess as s, sys; sys.exit(-s.call(sys.argv[1:]))"], "exit status 9"),
        (["sh", "-c", '"$@" || true', "sh"], "exit status 0 without MPI_Finalize"),
    ],
    ids=["shell", "interpreter", "status 0"],
)
def test_a_wrapper_that_outlives_its_rank(
    dying: str, wrapper: list[str], cause: str, how: str, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    result = closeranks("--report", str(report), *wrapper, dying, "running", "2", how)
    assert result.returncode == 83, result.stderr
    assert "sum 3\n" in result.stdout
    (lost,) = json.loads(report.read_text())["lost"]
    assert lost["rank"] == 2
    assert lost["cause"].startswith("exit status 7 without MPI_Finalize" if how == "-7" else cause)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["/bin/true"], 0),
        (["/bin/false"], 1),
        (["sh", "-c", "exit 3"], 3),
        (["sh", "-c", "kill -9 $$"], 137),
    ],
)
def test_a_program_without_mpi_keeps_its_status(words: list[str], status: int) -> None:
    result = closeranks(*words)
    assert result.returncode == status
    assert "closeranks: No process called MPI_Init" in result.stderr
    assert ("killed by signal 9 (SIGKILL)" in result.stderr) == (status == 137)


def test_a_static_program_is_told_of(tmp_path: Path) -> None:
    source = tmp_path / "static.c"
    source.write_text("int main(void) { return 5; }\n")
    built = tmp_path / "static"
    subprocess.run(["cc", "-static", "-o", built, source], check=True)
    result = closeranks(str(built))
    assert result.returncode == 5
    assert "No process loaded closeranks" in result.stderr


def test_a_missing_program(tmp_path: Path) -> None:
    result = closeranks(str(tmp_path / "no"))
    assert result.returncode == 127
    assert result.stderr.count(f"closeranks: The program ({tmp_path}/no) cannot be started: No such file") == 1
    assert "protected" not in result.stderr


def test_input_passes() -> None:
    result = subprocess.run(
        command("cat"), input="one\ntwo\n", capture_output=True, text=True, timeout=60
    )
    assert (result.returncode, result.stdout) == (0, "one\ntwo\n")


def test_the_program_is_asked_for_by_its_own_name(dying: str) -> None:
    result = closeranks(dying, "command", "a", "b")
    assert f"command {dying} command a b\n" in result.stdout


def test_open_mpi_does_not_warn_of_its_topologies(dying: str) -> None:
    assert closeranks(dying, "grid").stderr == ""
    assert "is not tested for post-failure" in closeranks("--verbose", dying, "grid").stderr


def test_a_daemon_is_not_waited_for() -> None:
    begin = time.monotonic()
    script = "setsid sleep 30 < /dev/null > /dev/null 2>&1 & exit 0"
    assert closeranks("sh", "-c", script).returncode == 0
    assert time.monotonic() - begin < 10


@pytest.fixture
def sleeping(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A running job of processes that note their signals, each in a file of its own."""
    script = tmp_path / "script"
    script.write_text(
        "log=$1/log-$OMPI_COMM_WORLD_RANK\n"
        'trap "echo usr1 >> $log" USR1\ntrap "echo term >> $log; exit 9" TERM\n'
        "echo ready > $log\nfor i in $(seq 400); do sleep 0.05; done\n"
    )
    options = ["--keep-records", str(tmp_path), "--forward-signals", "SIGUSR1"]
    launcher = subprocess.Popen(command(*options, "bash", str(script), str(tmp_path)))
    wait_for(lambda: len(list(tmp_path.glob("log-*"))) == 4)
    yield launcher, tmp_path
    launcher.kill()
    launcher.wait(20)


Sleeping = tuple[subprocess.Popen[bytes], Path]


def pids(folder: Path) -> list[int]:
    return [int(str(events(folder, rank)["started"]["pid"])) for rank in range(4)]


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_a_forwarded_signal_arrives_once(sleeping: Sleeping) -> None:
    _, folder = sleeping
    mpirun = parent(parent(pids(folder)[0]))
    os.kill(mpirun, signal.SIGUSR1)
    log = folder / "log-3"
    wait_for(lambda: "usr1" in log.read_text())
    time.sleep(0.2)  # for a second one that must not come
    assert log.read_text() == "ready\nusr1\n"


def test_sigterm_reaches_the_program(sleeping: Sleeping) -> None:
    launcher, folder = sleeping
    launcher.send_signal(signal.SIGTERM)
    assert launcher.wait(20) == 143
    # All get it; but mpirun kills the others as soon as one of them has ended.
    assert any("term" in log.read_text() for log in folder.glob("log-*"))
    assert not [pid for pid in pids(folder) if alive(pid)]


def test_a_process_dies_with_its_keeper(sleeping: Sleeping) -> None:
    _, folder = sleeping
    victim = pids(folder)[2]
    os.kill(parent(victim), signal.SIGKILL)
    wait_for(lambda: not alive(victim), 5)


def test_a_stopped_process_goes_on(sleeping: Sleeping) -> None:
    launcher, folder = sleeping
    victim = pids(folder)[1]
    os.kill(victim, signal.SIGSTOP)
    time.sleep(0.3)
    assert launcher.poll() is None and alive(victim)
    os.kill(victim, signal.SIGCONT)
    os.kill(victim, signal.SIGTERM)
    wait_for(lambda: "ended" in events(folder, 1))
    assert events(folder, 1)["ended"]["cause"] == "exit status 9 before MPI_Init"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    size = ["-o", "size=256k"]
    if subprocess.run(["mount", "-t", "tmpfs", *size, "none", folder], stderr=-3).returncode:
        pytest.skip("mounting takes root")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def fill(folder: Path) -> None:
    with (folder / "fill").open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def test_a_full_disk_is_said_before_the_program_starts(small_disk: Path, dying: str) -> None:
    fill(small_disk)
    result = closeranks("--keep-records", str(small_disk), dying)
    assert result.returncode == 82
    assert f"The records cannot go to {small_disk}: No space left on device" in result.stderr


@pytest.mark.parametrize("kill", [[], ["--kill", "1@call:MPI_Allreduce:1"]])
def test_a_disk_that_fills_up_is_never_status_0(
    small_disk: Path, dying: str, kill: list[str]
) -> None:
    script = f"cat /dev/zero > {small_disk}/fill-$PMIX_RANK 2> /dev/null; exec {dying}"
    options = ["--keep-records", str(small_disk), *kill]
    result = closeranks(*options, "sh", "-c", script)
    assert result.returncode in (83, 84), result.stderr
    if result.returncode == 84:
        assert "incomplete (No space left on device)" in result.stderr


WITHOUT = ["env", "-u", "LD_PRELOAD", "-u", "LD_LIBRARY_PATH"]


def test_a_program_that_drops_the_library_is_not_status_0(dying: str) -> None:
    result = closeranks(*WITHOUT, dying)
    assert (result.returncode, result.stdout) == (85, "sum 4\n")
    assert "The MPI calls of ranks 0, 1, 2, 3 did not reach closeranks" in result.stderr
    assert closeranks("--allow-unprotected", *WITHOUT, dying).returncode == 0
    assert closeranks(*WITHOUT, dying, "after", "2", "-7").returncode == 7


def test_a_program_that_only_some_ranks_protect_is_ended(dying: str) -> None:
    begin = time.monotonic()
    result = closeranks(dying, ":", "-n", "2", *WITHOUT, dying)
    assert time.monotonic() - begin < 5 + 2
    assert result.returncode == 85
    assert re.search(r"calls of ranks \d, \d do not reach closeranks, those of", result.stderr)


def test_an_mpi_without_fault_tolerance_is_not_status_0(dying: str) -> None:
    result = closeranks("--mca", "mpi_ft_enable", "0", dying)
    assert (result.returncode, result.stdout) == (85, "sum 4\n")
    assert "fault tolerance is not active" in result.stderr


def test_a_spawn_that_open_mpi_never_ends_is_ended(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """PMIx may wait for the dead for ever. The stall watch sees nothing of that."""
    program = build(tmp_path_factory, Path(__file__).with_name("endless_spawn.c"))
    begin = time.monotonic()
    result = closeranks("--spawn-patience", "3", program, "die")
    assert result.returncode == 84, result.stderr
    assert time.monotonic() - begin < 3 + 5 + 7, "the patience of both sides, and the time to start"
    assert result.stderr.count("MPI_Comm_spawn has not ended for 3 s after a death within it") == 1
    assert "killed by signal 14 (SIGALRM)" in result.stderr
