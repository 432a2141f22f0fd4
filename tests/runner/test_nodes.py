"""Clusters of namespaces: nodes are told apart by name, reach each other, and die with all that runs on them."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from mpitest.cluster import Cluster, is_possible
from mpitest.kills import NodeEvent, NodeEventKind
from mpitest.launch import Job

needs_nodes = pytest.mark.skipif(not is_possible(), reason="this user may not make namespaces")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(2, tmp_path)
    yield cluster
    cluster.end()


def _agent(cluster: Cluster, node: str, command: str) -> list[str]:
    return [*cluster.environment()["PRTE_MCA_plm_ssh_agent"].split(), node, command]


@needs_nodes
def test_nodes_have_names_and_addresses_of_their_own(cluster: Cluster) -> None:
    command = "hostname; ip -oneline -4 address show eth0"
    first = subprocess.run(
        cluster.on_first(["/bin/sh", "-c", command]), capture_output=True, text=True, check=True
    )
    second = subprocess.run(
        _agent(cluster, "node1", command), capture_output=True, text=True, check=True
    )
    assert "node0" in first.stdout and "10.77.0.1/24" in first.stdout
    assert "node1" in second.stdout and "10.77.0.2/24" in second.stdout


@needs_nodes
def test_a_node_dies_with_its_processes(cluster: Cluster) -> None:
    command = _agent(cluster, "node1", "echo up; exec sleep 1000")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"up\n"
        cluster.kill(1)
        assert process.wait(10) != 0


@needs_nodes
def test_a_node_is_cut_off_and_comes_back(cluster: Cluster) -> None:
    ping = cluster.on_first(["/usr/bin/env", "LC_ALL=C", "/bin/bash", "-c", "exec 3<>/dev/tcp/10.77.0.2/9"])

    def answers(patience: float) -> bool:
        """Nobody listens there: a node that is there refuses, and from one that is not comes nothing."""
        try:
            result = subprocess.run(ping, capture_output=True, text=True, timeout=patience, check=False)
        except subprocess.TimeoutExpired:
            return False
        return "refused" in result.stderr

    assert answers(patience=30)
    cluster.cut_off(1)
    assert not answers(patience=1)
    cluster.reconnect(1)
    # The kernel tells of links at most once a second, and may give up the first time it looks for the neighbour.
    assert answers(patience=30) or answers(patience=30)


def _comes_to_be(pid: int, stopped: bool) -> bool:
    """A signal takes its time to arrive on a busy machine."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        if (state == "T") == stopped:
            return True
        time.sleep(0.01)
    return False


@needs_nodes
def test_the_processes_of_a_node_are_stopped(cluster: Cluster) -> None:
    command = _agent(cluster, "node1", "echo up; exec sleep 1000")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == b"up\n"
            inside = int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())
            cluster.signal(1, signal.SIGSTOP)
            assert _comes_to_be(inside, stopped=True)
            cluster.signal(1, signal.SIGCONT)
            assert _comes_to_be(inside, stopped=False)
        finally:
            process.kill()
    with pytest.raises(ValueError, match="first node"):
        cluster.signal(0, signal.SIGSTOP)


def test_deaths_of_nodes_are_read() -> None:
    assert NodeEvent.parse("1@rank5") == NodeEvent("1@rank5", 1, 5)
    assert NodeEvent.parse("2@0.5s") == NodeEvent("2@0.5s", 2, seconds=0.5)
    with pytest.raises(ValueError, match="1@5"):
        NodeEvent.parse("1@5")
    dark = NodeEvent.parse("1@2s+3s", NodeEventKind.GOES_DARK)
    assert dark.kind.is_death and (dark.seconds, dark.length) == (2.0, 3.0)
    with pytest.raises(ValueError, match="how long"):
        NodeEvent.parse("1@2s", NodeEventKind.IS_STOPPED)


def test_ranks_fill_one_node_after_the_other() -> None:
    job = Job(["true"], ranks=7, nodes=3)
    assert [list(job.ranks_of_node(node)) for node in range(3)] == [[0, 1], [2, 3], [4, 5, 6]]
    assert Job(["true"], ranks=2, nodes=3).nodes == 2
