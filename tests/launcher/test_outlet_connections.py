"""The launcher's outlet, with sockets in place of the keepers."""

from __future__ import annotations

import subprocess
import sys

from conftest import ROOT

BEGIN = f"""
import socket, struct, sys, time
sys.path.insert(0, {str(ROOT / "tools")!r})
from closeranks_launcher import outlet

def connected(process):
    token, port = opened.variables["CLOSERANKS_OUTLET"].split()[:2]
    made = socket.create_connection(("127.0.0.1", int(port)), timeout=10)
    made.sendall(f"{{token}} output-{{process}}\\n".encode())
    return made

def begun(process):
    made = connected(process)
    while made.recv(1) != b"+":
        made = connected(process)
    tell(made, b"b")
    return made

def tell(made, kind, data=b""):
    made.sendall(struct.pack("<cI", kind, len(data)) + data)

def given(made):
    found = b""
    while data := made.recv(1000):
        found += data
    return found

"""

# The launcher answers late, and the keeper of rank 0 comes once more. Then its twin is lost.
LATE = """
with outlet.opened({0: 1}, 0) as opened:
    connected(0).close()
    connected(0).close()
    opened.start()
    leader, twin = begun(0), begun(1)
    read = given(leader), given(twin)
    tell(twin, b"o", b"one ")
    twin.close()
    time.sleep(0.3)
    tell(leader, b"o", b"one two ")
    tell(leader, b"o", b"three %d %d" % tuple(map(len, read)))
    tell(leader, b"x")
    leader.close()
"""

TWICE = """
with outlet.opened({0: 1}, None) as opened:
    opened.start()
    leader, twin = begun(0), begun(1)
    print(connected(0).recv(1) or "refused", flush=True)
    leader.close()
    twin.close()
"""


def run(script: str) -> tuple[str, str]:
    done = subprocess.run([sys.executable, "-c", BEGIN + script], input="0123456789", capture_output=True, text=True, timeout=60)
    return done.stdout, done.stderr


def test_a_keeper_that_had_no_answer_in_time_comes_once_more() -> None:
    """It is none that has died, nor has it been given standard input."""
    assert run(LATE) == ("one two three 10 10", "")


def test_nobody_else_speaks_for_a_process_that_has_begun() -> None:
    assert run(TWICE) == ("refused\n", "")
