"""Records that come over the network."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from closeranks_launcher.post import Post


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


def test_strangers_write_nothing(post: Post, tmp_path: Path) -> None:
    token = post.address.split()[0]
    assert send(post, f"{'0' * len(token)} keeper-rank-3.jsonl\n", "one\n") == b""
    assert send(post, f"{token} ../keeper-rank-3.jsonl\n", "one\n") == b""
    assert send(post, f"{token} rank-3.jsonl\n", "one\n") == b""
    assert send(post, "x" * 1000) == b""
    post.finish()
    assert list(tmp_path.iterdir()) == []
