"""Takes in records from nodes without the folder for them.

Their keepers (runtime/keeper/courier.cpp) connect to the launcher. What comes is a line
`<token> <name of the file>`, which we answer with one byte, and then the records.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import selectors
import socket
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from . import descriptors
from .plain import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

_NAME = re.compile(r"(keeper|client)-(job\d+-)?rank-\d+\.jsonl")
_LONGEST_HEAD = 256
_LAST_ARRIVAL = 1.0  # seconds after mpirun's end; a node that died never closes its connections
_GET_ADDRESS = 0x8915  # SIOCGIFADDR, netdevice(7)


def addresses() -> list[str]:
    """Our addresses, as other nodes can reach them."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode())
                answer = fcntl.ioctl(any_socket, _GET_ADDRESS, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in found if not address.startswith("127.")]


def _private(path: str, flags: int) -> int:
    """As ranks open their records: only for this user, and through no link."""
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)


class Sender:
    """One connection: first its head, then records, which go to a file."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._head = b""
        self._file: BinaryIO | None = None

    def take(self, data: bytes, token: str, folder: Path) -> bool:
        """False: to be closed."""
        from hmac import compare_digest  # seldom, and slow to load

        if self._file is None:
            self._head += data
            head, newline, data = self._head.partition(b"\n")
            if not newline:
                return len(head) < _LONGEST_HEAD
            told, _, name = head.decode(errors="replace").partition(" ")
            if not compare_digest(told.encode(), token.encode()) or not _NAME.fullmatch(name):
                return False
            self._file = descriptors.with_room(lambda: open(folder / name, "ab", buffering=0, opener=_private))
            self.connection.sendall(b"+")
        self._file.write(data)
        return True

    def close(self) -> None:
        self.connection.close()
        if self._file is not None:
            self._file.close()


@contextlib.contextmanager
def listening(folder: Path) -> Iterator[Post | None]:
    """None where there is no network: then there are no other nodes either."""
    try:
        letters = Post(folder)
    except OSError:
        yield None
        return
    try:
        yield letters
    finally:
        letters.finish()


class Post:
    """Listens from its creation; takes in records between start() and finish()."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._token = os.urandom(16).hex()
        self._socket = socket.create_server(("", 0), backlog=1024)
        self._socket.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._socket, selectors.EVENT_READ)
        self._bell, rung = socket.socketpair()  # rings when it is over
        self._selector.register(rung, selectors.EVENT_READ, rung)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def address(self) -> str:
        """The keepers' setting: token, port, addresses."""
        return " ".join([self._token, str(self._socket.getsockname()[1]), *addresses()])

    def start(self) -> None:
        self._thread.start()

    def finish(self) -> None:
        """mpirun has ended: no keeper sends any more, and all sent records arrive soon."""
        self._bell.close()
        if self._thread.ident is not None:
            self._thread.join(2 * _LAST_ARRIVAL)
        self._socket.close()

    def _serve(self) -> None:
        deadline: float | None = None
        while events := self._selector.select(self._patience(deadline)):
            for key, _ in events:
                if isinstance(key.data, socket.socket):
                    self._selector.unregister(key.data)
                    key.data.close()
                    deadline = time.monotonic() + _LAST_ARRIVAL
                else:
                    self._take(key.data)

    def _patience(self, deadline: float | None) -> float | None:
        """For ever while the program runs; then for keepers that have not closed their connections yet."""
        if deadline is None:
            return None
        senders = [key for key in self._selector.get_map().values() if key.data is not None]
        return max(deadline - time.monotonic(), 0) if senders else 0

    def _take(self, sender: Sender | None) -> None:
        if sender is None:
            if connection := descriptors.accepted(self._socket):
                self._selector.register(connection, selectors.EVENT_READ, Sender(connection))
            return
        try:
            data = sender.connection.recv(65536)
            stays = bool(data) and sender.take(data, self._token, self._folder)
        except BlockingIOError:
            return
        except OSError:
            stays = False
        if not stays:
            self._selector.unregister(sender.connection)
            sender.close()
