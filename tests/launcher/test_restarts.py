"""Which hosts are gone, and the command line on those that are left."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import arguments, merge_losses, restarts
from closeranks_launcher.keepers import Keeper
from closeranks_launcher.options import Option
from closeranks_launcher.verdict import judge
from conftest import MakeRank, finish

HERE = socket.gethostname()


def report(hosts: dict[str, list[int]], silent: list[int], others: tuple[int, ...] = ()) -> dict[str, Any]:
    """`silent`: lost without a word. `others`: ended as their keepers have seen."""
    lost = [{"rank": rank, "cause": merge_losses.NO_WORD} for rank in silent]
    lost += [{"rank": rank, "cause": "killed by signal 9 (SIGKILL)"} for rank in others]
    numbers = [rank for ranks in hosts.values() for rank in ranks]
    ranks = [{"rank": rank, "ended": 1.0 if rank in others else None} for rank in numbers]
    return {"hosts": hosts, "size": len(ranks), "lost": lost, "ranks": ranks}


def test_a_host_is_gone_when_nobody_has_heard_of_any_of_its_ranks(rank: MakeRank) -> None:
    hosts = {HERE: [0, 1], "node1": [2, 3], "node2": [4, 5]}
    told, ending = ("lost", {"ranks": [0, 2, 3, 4]}), ("ending", {"code": 84})
    noticed, late = [rank(5, told, ending)], [rank(5, ending, told)]
    assert restarts.gone(report(hosts, [2, 3]), noticed) == ["node1"]
    assert restarts.gone(report(hosts, [2]), noticed) == ["node1"], "nobody had the time to notice rank 3"
    assert restarts.gone(report(hosts, [2], (3,)), noticed) == [], "the keeper of rank 3 has lived on"
    assert restarts.gone(report(hosts, [0, 1, 4, 5]), noticed) == ["node2"], "this one is not"
    assert restarts.gone(report(hosts, [2, 3]), late) == [], "they may have been ended with the others"
    assert restarts.gone(report(hosts, [2, 3]), []) == []


BY_SLOT = ["--map-by", "slot"]


def words(line: arguments.Line) -> list[str]:
    return [word for application in line.applications for word in application.mpirun_options]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["--host", "a:2,node1:2,b"], ["--host", "a:2,b", "--oversubscribe", *BY_SLOT]),
        (["-H", "node1.site.org,a"], ["--host", "a", "--oversubscribe", *BY_SLOT]),
        (["--host=node1,a", "--oversubscribe"], ["--host", "a", "--oversubscribe", *BY_SLOT]),
        (["--host=node1,a", "--nooversubscribe"], ["--host", "a", "--nooversubscribe", *BY_SLOT]),
        (["--host", "node10,node1", "--map-by", "slot"], ["--host", "node10", "--map-by", "slot", "--oversubscribe"]),
        (
            ["--mca", "host", "node1", "--host", "node1,a"],
            ["--mca", "host", "node1", "--host", "a", "--oversubscribe", *BY_SLOT],
        ),
        ([], ["--host", "here:2,b:1", "--oversubscribe", *BY_SLOT]),
    ],
)
def test_hosts_are_left_out(
    given: list[str], expected: list[str], table: tuple[Option, ...], tmp_path: Path
) -> None:
    line = arguments.parse([*given, "-n", "4", "program"], table)
    before = report({"here": [0, 1], "node1": [2], "b": [3]}, [2])
    again = restarts.again(line, 2, ["node1"], before, tmp_path)
    assert [word for word in words(again) if word not in ("-n", "4")] == expected
    assert again.applications[0].exports == {"CLOSERANKS_RESTART": "2"}
    assert line.applications[0].exports == {}, "the line of the first attempt stays"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], ["-n", "6", *BY_SLOT]),
        (["--map-by", "node"], ["-n", "6"]),
        (["-n", "2"], BY_SLOT),
        (["-N", "2"], []),
        (["--map-by", "ppr:2:node"], []),
    ],
)
def test_as_many_ranks_as_before(
    given: list[str], expected: list[str], table: tuple[Option, ...], tmp_path: Path
) -> None:
    """Also where it was the number of slots that decided, of which there are fewer now."""
    line = arguments.parse(["--host", "a:3,node1:3", "--oversubscribe", *given, "p"], table)
    again = restarts.again(line, 1, ["node1"], report({"a": [0, 1, 2], "node1": [3, 4, 5]}, []), tmp_path)
    assert words(again) == ["--host", "a:3", "--oversubscribe", *given, *expected]


@pytest.mark.parametrize("given", [["--host", "node1:2"], ["--hostfile", "mine"], []])
def test_no_host_is_left(
    given: list[str], table: tuple[Option, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("# all that we have\n\nnode1 slots=2 # one\n")
    line = arguments.parse([*given, "-n", "2", "p"], table)
    with pytest.raises(restarts.NoHostLeft):
        restarts.again(line, 1, ["node1"], report({"node1": [0, 1]}, []), tmp_path)


def test_hostfiles_are_copied_without_them(table: tuple[Option, ...], tmp_path: Path) -> None:
    hostfile = tmp_path / "mine"
    hostfile.write_text("# comment\na slots=2\nroot@node1 slots=2\n\nb\n")
    line = arguments.parse(["--hostfile", str(hostfile), "-n", "1", "p", ":", "-n", "1", "p"], table)
    again = restarts.again(line, 1, ["node1"], report({}, []), tmp_path)
    option, copied = words(again)[:2]
    assert option == "--hostfile" and Path(copied).read_text() == "# comment\na slots=2\n\nb\n"
    assert "node1" in hostfile.read_text()
    assert [application.exports for application in again.applications] == [{"CLOSERANKS_RESTART": "1"}] * 2


def test_nothing_changes_where_no_host_is_gone(table: tuple[Option, ...], tmp_path: Path) -> None:
    line = arguments.parse(["--host", "a,b", "-n", "2", "p"], table)
    assert words(restarts.again(line, 1, [], report({}, []), tmp_path)) == words(line)

def test_what_slurm_is_told() -> None:
    assert restarts.variables({"SLURM_JOB_ID": "7"}) == {"SLURM_OVERLAP": "1"}
    assert restarts.variables({"SLURM_JOB_ID": "7", "SLURM_OVERLAP": "0"}) == {}, "it is the user's"
    assert restarts.variables({}) == {}


def test_who_gave_up(rank: MakeRank) -> None:
    """Another attempt may complete what survivors could not; it would not mend the program's own failure."""
    injected, lost, ending = ("injected", {"item": "1@1s"}), ("lost", {"ranks": [1]}), ("ending", {"code": 9})
    aborting = ("aborting", {"function": "MPI_Bcast", "rank": 1})
    assert judge([rank(0, lost), rank(1, injected)], 0).gave_up
    assert judge([rank(0, lost, aborting, ending), rank(1, injected)], 9).gave_up
    assert judge([rank(0)], 143, (), "It waited in MPI_Init.").gave_up
    fatal = judge([rank(0, lost, ending), rank(1, injected)], 9)
    assert fatal.gave_up and fatal.status == 9, "an error of the MPI, or MPI_Abort, because somebody has died"
    assert not judge([rank(0, lost, finish([1])), rank(1, injected)], 0).gave_up
    assert not judge([rank(0, ending), rank(1)], 9).gave_up
    assert not judge([rank(0), rank(1)], 139).gave_up
    silent = Keeper(1, 0, [{"event": "started", "time": 1.0, "host": "a", "pid": 3}])
    nobody_knows = judge([rank(0, finish([]))], 0, [silent])
    assert nobody_knows.status == 84 and not nobody_knows.gave_up
