"""Records that come over the network."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from closeranks_launcher.post import Post
from conftest import ROOT


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    made = Post(tmp_path)
    made.start()
    yield made
    made.finish()


def send(post: Post, head: str, *records: str) -> bytes:
    """Returns the answer."""
    port = int(post.address.split()[1])
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(head.encode())
        answer = connection.recv(1)
        for record in records:
            connection.sendall(record.encode())
        return answer


def test_records_arrive(post: Post, tmp_path: Path) -> None:
    token = post.address.split()[0]
    assert send(post, f"{token} keeper-rank-3.jsonl\n", "one\n", "two\n") == b"+"
    assert send(post, f"{token} client-job2-rank-0.jsonl\n", "three\n") == b"+"
    post.finish()
    assert (tmp_path / "keeper-rank-3.jsonl").read_text() == "one\ntwo\n"
    assert (tmp_path / "client-job2-rank-0.jsonl").read_text() == "three\n"


def test_what_is_under_way_at_the_end_arrives(post: Post, tmp_path: Path) -> None:
    token, port = post.address.split()[:2]
    with socket.create_connection(("127.0.0.1", int(port)), timeout=5) as connection:
        connection.sendall(f"{token} keeper-rank-3.jsonl\n".encode())
        assert connection.recv(1) == b"+"
        late = threading.Timer(0.3, lambda: (connection.sendall(b"one\n"), connection.close()))
        late.start()
        begin = time.monotonic()
        post.finish()
        assert time.monotonic() - begin < 0.8, "it is waited for no longer than it takes"
    assert (tmp_path / "keeper-rank-3.jsonl").read_text() == "one\n"


def test_only_this_user_reads_what_arrives(post: Post, tmp_path: Path) -> None:
    token = post.address.split()[0]
    (tmp_path / "keeper-rank-4.jsonl").symlink_to(tmp_path / "elsewhere")
    assert send(post, f"{token} keeper-rank-3.jsonl\n", "one\n") == b"+"
    assert send(post, f"{token} keeper-rank-4.jsonl\n") == b""
    post.finish()
    assert (tmp_path / "keeper-rank-3.jsonl").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "elsewhere").exists()


def test_strangers_write_nothing(post: Post, tmp_path: Path) -> None:
    token = post.address.split()[0]
    assert send(post, f"{'0' * len(token)} keeper-rank-3.jsonl\n", "one\n") == b""
    assert send(post, f"{token} ../keeper-rank-3.jsonl\n", "one\n") == b""
    assert send(post, f"{token} rank-3.jsonl\n", "one\n") == b""
    assert send(post, "x" * 1000) == b""
    post.finish()
    assert list(tmp_path.iterdir()) == []


# Listens with room for so many descriptors, and opens so many connections from another process. The connections stay open
# till all are answered, or one is not. Prints how many were.
FEW = f"""
import os, resource, socket, sys
sys.path.insert(0, {str(ROOT / "tools")!r})
from pathlib import Path
from closeranks_launcher import post
count, limit, highest = map(int, sys.argv[2:])
made = post.Post(Path(sys.argv[1]))
token, port = made.address.split()[:2]

def answered(number):
    try:
        connection = socket.create_connection(("127.0.0.1", int(port)), timeout=1)
        connection.sendall(f"{{token}} keeper-rank-{{number}}.jsonl\\n".encode())
        return connection if connection.recv(1) == b"+" else None
    except OSError:
        return None

if (child := os.fork()) == 0:
    found = []
    while len(found) < count and (one := answered(len(found))):
        found.append(one)
    print(len(found), flush=True)
    found.clear()
    print(answered(count) is not None, flush=True)
    os._exit(0)
resource.setrlimit(resource.RLIMIT_NOFILE, (limit, highest))
made.start()
os.waitpid(child, 0)
made.finish()
"""


def few(folder: Path, *numbers: int) -> list[str]:
    words = [sys.executable, "-c", FEW, str(folder), *map(str, numbers)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_more_nodes_than_there_are_descriptors(tmp_path: Path) -> None:
    """As many as the user may have; and where there are no more, those come in that come later."""
    assert few(tmp_path, 40, 24, 200) == ["40", "True"]
    count, goes_on = few(tmp_path, 40, 24, 24)
    assert 4 < int(count) < 12 and goes_on == "True"
