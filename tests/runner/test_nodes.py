"""Clusters of namespaces: nodes are told apart by name, reach each other, and die with all that runs on them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from mpitest.cluster import Cluster, is_possible
from mpitest.kills import NodeDeath
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


def test_deaths_of_nodes_are_read() -> None:
    assert NodeDeath.parse("1@rank5") == NodeDeath("1@rank5", 1, 5)
    assert NodeDeath.parse("2@0.5s") == NodeDeath("2@0.5s", 2, seconds=0.5)
    with pytest.raises(ValueError, match="1@5"):
        NodeDeath.parse("1@5")


def test_ranks_fill_one_node_after_the_other() -> None:
    job = Job(["true"], ranks=7, nodes=3)
    assert [list(job.ranks_of_node(node)) for node in range(3)] == [[0, 1], [2, 3], [4, 5, 6]]
    assert Job(["true"], ranks=2, nodes=3).nodes == 2
