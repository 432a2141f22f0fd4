"""A keeper on a node without the folder of records, and a launcher that answers late."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT

KEEPER = Path(os.environ.get("CLOSERANKS_BUILD", ROOT / "build")) / "closeranks-keeper"
pytestmark = pytest.mark.skipif(not KEEPER.exists(), reason="there is no keeper")


def test_records_wait_for_a_busy_launcher(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(20)
        variables = {
            "CLOSERANKS_RECORDS": str(tmp_path / "elsewhere"),
            "CLOSERANKS_LAUNCHER": f"token {listening.getsockname()[1]} 127.0.0.1",
            "PMIX_NAMESPACE": "job@1",
            "PMIX_RANK": "3",
        }
        with subprocess.Popen([KEEPER, "sleep", "1"], env=os.environ | variables) as keeper:
            first, _ = listening.accept()  # it gets no answer
            second, _ = listening.accept()
            with first, second:
                head = second.recv(1000)
                second.sendall(b"+")
                records = b""
                while data := second.recv(1000):
                    records += data
            assert keeper.wait() == 0
    assert head == b"token keeper-rank-3.jsonl\n"
    assert [line.split(b'"')[3] for line in records.splitlines()] == [b"started", b"ended"]
