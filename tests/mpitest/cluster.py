"""A cluster on one machine, whose nodes can die. A node is a set of Linux namespaces: to MPI it is a host with a name, a
network interface and processes of its own. The files are those of the machine, as if all nodes shared them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_AGENT = Path(__file__).with_name("node_agent")
_NETWORK = "10.77.0"
_UNSHARE = ("unshare", "--fork", "--kill-child", "--net")
_NODE = ("--uts", "--ipc", "--mount")
_MORTAL = (*_NODE, "--pid", "--mount-proc")  # all processes of it end with its first one
_SLEEP = ("sleep", "infinity")


def is_possible() -> bool:
    """Whether this user may make such nodes: root may, and its equivalent in a container."""
    command = [*_UNSHARE, *_MORTAL, "ip", "link", "add", "left", "type", "veth", "peer", "name", "right"]
    with contextlib.suppress(OSError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False


def _run(pid: int, *words: str) -> None:
    """Runs a command in the network of process `pid`, and the mounts and the name of it."""
    subprocess.run(
        ["nsenter", f"--target={pid}", "--net", "--uts", "--mount", *words],
        check=True,
        capture_output=True,
    )


def _first_child(pid: int) -> int:
    """unshare's child: the first process of the new namespaces."""
    for _ in range(1000):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        # Until it is `sleep`, unshare's child may not have mounted its /proc yet.
        if children and Path(f"/proc/{children[0]}/comm").read_text().strip() == "sleep":
            return int(children[0])
        time.sleep(0.005)
    raise TimeoutError("unshare started nothing")


def end_with_parent() -> None:
    """Between fork and exec: a cluster ends with its test, whatever ends the test."""
    set_parent_death_signal = 1  # prctl(2)
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


@dataclass
class _Namespaces:
    process: subprocess.Popen[bytes]
    first: int  # the process whose end ends them

    @staticmethod
    def make(*kinds: str) -> _Namespaces:
        process = subprocess.Popen(
            [*_UNSHARE, *kinds, *_SLEEP],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=end_with_parent,
        )
        return _Namespaces(process, _first_child(process.pid))

    def end(self) -> None:
        """Ends every process in them. The order does not let them notice it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.first, signal.SIGKILL)
        self.process.wait()


class Cluster:
    """Nodes that reach each other over a switch. All but the first, where mpirun is, can die."""

    def __init__(self, nodes: int, place: Path) -> None:
        """`place`: a folder in which the cluster may keep files."""
        self.names = [f"node{number}" for number in range(nodes)]
        self._place = place
        self._switch = _Namespaces.make()
        self._nodes: list[_Namespaces] = []
        try:
            _run(self._switch.first, "ip", "link", "add", "switch", "type", "bridge")
            _run(self._switch.first, "ip", "link", "set", "switch", "up")
            addresses = [f"{_NETWORK}.{number + 1} {name}" for number, name in enumerate(self.names)]
            (place / "hosts").write_text("\n".join(["127.0.0.1 localhost", *addresses, ""]))
            for number, name in enumerate(self.names):
                self._start(number, name)
        except BaseException:
            self.end()
            raise

    def _start(self, number: int, name: str) -> None:
        # The first node does not die. It has to see the processes of the other nodes to enter them.
        node = _Namespaces.make(*(_MORTAL if number else _NODE))
        self._nodes.append(node)
        (self._place / name).write_text(str(node.first))
        _run(node.first, "hostname", name)
        _run(node.first, "mount", "--bind", str(self._place / "hosts"), "/etc/hosts")
        cable = f"cable{number}"
        peer = ("peer", "name", "eth0", "netns", str(node.first))
        _run(self._switch.first, "ip", "link", "add", cable, "type", "veth", *peer)
        _run(self._switch.first, "ip", "link", "set", cable, "master", "switch", "up")
        _run(node.first, "ip", "address", "add", f"{_NETWORK}.{number + 1}/24", "dev", "eth0")
        _run(node.first, "ip", "link", "set", "lo", "up")
        _run(node.first, "ip", "link", "set", "eth0", "up")

    def on_first(self, command: Sequence[str]) -> list[str]:
        """The command that runs `command` on the first node."""
        return self.on(0, command)

    def on(self, number: int, command: Sequence[str]) -> list[str]:
        """The command that runs `command` on a node."""
        return ["nsenter", f"--target={self._nodes[number].first}", "--all", f"--wd={Path.cwd()}", *command]

    def environment(self) -> dict[str, str]:
        """The variables by which mpirun reaches the other nodes."""
        return {"PRTE_MCA_plm_ssh_agent": f"{_AGENT} {self._place}", "PRTE_MCA_plm": "ssh"}

    def kill(self, number: int) -> None:
        """Ends all processes of the node. The other nodes see their connections closed."""
        self._nodes[number].end()

    def cut_off(self, number: int) -> None:
        """Takes the node's link down: its processes continue, and no connection is closed."""
        _run(self._switch.first, "ip", "link", "set", f"cable{number}", "down")

    def reconnect(self, number: int) -> None:
        """Takes the node's link up again."""
        _run(self._switch.first, "ip", "link", "set", f"cable{number}", "up")

    def signal(self, number: int, signal_number: int) -> None:
        """Sends a signal to all processes of the node but its first, which is not of the job."""
        if number == 0:
            raise ValueError("The first node has no processes of its own: these would be all of the machine.")
        inside = ["nsenter", f"--target={self._nodes[number].first}", "--pid", "--mount"]
        # For kill, -1 means every process that the caller sees, except itself and the first one.
        command = [*inside, "/bin/sh", "-c", f"kill -{signal_number} -1"]
        subprocess.run(command, capture_output=True, check=False)  # fails when no process is left

    def end(self) -> None:
        for namespaces in (*self._nodes, self._switch):
            namespaces.end()
