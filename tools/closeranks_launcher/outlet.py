"""Takes the output of the processes of replicated ranks, and gives them standard input.

The keepers connect (runtime/keeper/outlet.hpp has what they say). What is printed goes to output_once.py.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import stat
import struct
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from hmac import compare_digest

from . import command, descriptors, post
from .asked import say
from .options import described
from .output_once import Merge

_LONGEST_HEAD = 256
_HEADER = struct.Struct("<cI")
_AT_ONCE = 1 << 18
_LAST_ARRIVAL = 1.0  # seconds without a byte after mpirun's end; a node that died never closes its connections
_MOST_INPUT = 1 << 18  # bytes that no process has taken yet
_TERMINAL_AGAIN = 0.5  # seconds until we look again whether the terminal is ours


class _Printer:
    """Writes to a descriptor, as long as that can be written to."""

    def __init__(self, descriptor: int, name: str) -> None:
        self._descriptor = descriptor
        self._name = name
        self.nobody_reads = False

    def write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest and self._descriptor >= 0:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:  # a terminal that another program has left so
                _wait_until_writable(self._descriptor)
            except BrokenPipeError:
                self.nobody_reads = True
                self._descriptor = -1
            except OSError as error:
                self._descriptor = -1
                say(f"The output of the ranks to {self._name} cannot be written: {described(error)}.")


def _wait_until_writable(descriptor: int) -> None:
    import select

    select.select([], [descriptor], [])


class _Sender:
    """The connection of one keeper."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.process = -1  # until it has told its name
        self.has_begun = False  # a keeper that had no answer in time connects again, before it begins
        self.is_registered_for = selectors.EVENT_READ
        self._data = b""
        self._left = 0  # bytes of the frame that still come
        self._kind = ""
        self._well = False

    def head(self, data: bytes) -> tuple[str, str] | None:
        """Token and name, when they are there."""
        self._data += data
        head, newline, rest = self._data.partition(b"\n")
        if not newline:
            return ("", "") if len(head) >= _LONGEST_HEAD else None
        self._data = rest
        token, _, name = head.decode(errors="replace").partition(" ")
        return token, name

    def take(self, data: bytes, merge: Merge) -> None:
        self._data += data
        while True:
            if self._left:
                piece, self._data = self._data[: self._left], self._data[self._left :]
                self._left -= len(piece)
                if piece and self._kind in "oe":
                    merge.take(self.process, self._kind, piece)
                if self._left:
                    return
            if len(self._data) < _HEADER.size:
                return
            kind, self._left = _HEADER.unpack_from(self._data)
            self._kind = kind.decode(errors="replace")
            self._data = self._data[_HEADER.size :]
            if self._kind == "b":
                self.has_begun = True
            elif self._kind == "l":
                merge.leads(self.process)
            elif self._kind == "x":
                self._well = True

    def close(self, merge: Merge) -> None:
        self.connection.close()
        if self.has_begun:
            merge.end(self.process, self._well)


class _Input:
    """Standard input, for each of its processes."""

    def __init__(self, descriptor: int, processes: tuple[int, ...]) -> None:
        self.descriptor = descriptor
        self.has_ended = not processes
        self.queues: dict[int, deque[bytes]] = {process: deque() for process in processes}
        self._sizes = dict.fromkeys(processes, 0)
        try:
            self._is_terminal = os.isatty(descriptor)
            self._is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        except OSError:  # it is closed
            self.has_ended = True
            self._is_terminal = self._is_file = False

    @property
    def is_wanted(self) -> bool:
        return not self.has_ended and bool(self._sizes) and min(self._sizes.values()) < _MOST_INPUT

    @property
    def is_ours(self) -> bool:
        """Whether the terminal is ours: it belongs to the foreground. A program that reads it in the background is
        stopped."""
        if not self._is_terminal:
            return True
        try:
            return os.tcgetpgrp(self.descriptor) == os.getpgrp()
        except OSError:
            return True

    def read(self) -> None:
        try:
            data = os.read(self.descriptor, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.has_ended = not data
        for process, queue in self.queues.items():
            if data:
                queue.append(data)
                self._sizes[process] += len(data)

    def send(self, process: int, connection: socket.socket) -> bool:
        """Sends as much as possible. Returns whether there is more."""
        queue = self.queues[process]
        while queue:
            try:
                sent = connection.send(queue[0])
            except BlockingIOError:
                return True
            self._sizes[process] -= sent
            if sent == len(queue[0]):
                queue.popleft()
            else:
                queue[0] = queue[0][sent:]
        if self.has_ended:
            connection.shutdown(socket.SHUT_WR)
            self.forget(process)
        return False

    def forget(self, process: int) -> None:
        self.queues.pop(process, None)
        self._sizes.pop(process, None)


@contextlib.contextmanager
def opened(twins: Mapping[int, int], takes_input: int | None) -> Iterator[Outlet]:
    """`twins`: by rank the number of its second process. `takes_input`: the rank that mpirun would give standard input."""
    outlet = Outlet(twins, takes_input)
    try:
        yield outlet
    finally:
        outlet.finish()


class Outlet:
    """Listens from its creation; works between start() and finish()."""

    def __init__(self, twins: Mapping[int, int], takes_input: int | None) -> None:
        self._printers = {"o": _Printer(1, "stdout"), "e": _Printer(2, "stderr")}
        self._merge = Merge(twins, {letter: printer.write for letter, printer in self._printers.items()}, say)
        processes = (takes_input, twins[takes_input]) if takes_input is not None and takes_input in twins else ()
        self.takes_input = takes_input if processes else None
        self._input = _Input(0, processes)
        self._token = os.urandom(16).hex()
        self._socket = socket.create_server(("", 0), backlog=1024)
        self._socket.setblocking(False)
        self._selector = selectors.PollSelector()
        self._selector.register(self._socket, selectors.EVENT_READ, self._accept)
        self._bell, rung = socket.socketpair()  # rings when it is over
        self._rung = rung
        self._selector.register(rung, selectors.EVENT_READ, self._is_over)
        self._senders: dict[int, _Sender] = {}
        self._connections: set[_Sender] = set()
        self._deadline: float | None = None
        self._listens_to_input = False
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def variables(self) -> dict[str, str]:
        """The variables for the keepers: token, port, addresses; and the rank that gets standard input."""
        address = " ".join([self._token, str(self._socket.getsockname()[1]), *post.addresses(), "127.0.0.1"])
        return {command.OUTLET: address} | (
            {} if self.takes_input is None else {command.OUTLET_INPUT: str(self.takes_input)}
        )

    @property
    def is_unread(self) -> bool:
        """No process reads the ranks' output any more."""
        return any(printer.nobody_reads for printer in self._printers.values())

    def start(self) -> None:
        self._thread.start()

    def finish(self) -> None:
        """mpirun has ended. All output is written before this returns."""
        self._bell.close()
        if self._thread.ident is not None:
            self._thread.join()
        self._socket.close()
        self._merge.finish()

    def _serve(self) -> None:
        while self._deadline is None or (self._connections and time.monotonic() < self._deadline):
            self._listen_to_input()
            for key, events in self._selector.select(self._patience()):
                key.data(events)

    def _patience(self) -> float | None:
        waits = [] if self._deadline is None else [max(self._deadline - time.monotonic(), 0)]
        if self._input.is_wanted and not self._input.is_ours:
            waits.append(_TERMINAL_AGAIN)
        return min(waits, default=None)

    def _is_over(self, events: int) -> None:
        self._selector.unregister(self._rung)
        self._rung.close()
        self._deadline = time.monotonic() + _LAST_ARRIVAL

    def _accept(self, events: int) -> None:
        if connection := descriptors.accepted(self._socket):
            connection.setblocking(False)
            sender = _Sender(connection)
            self._connections.add(sender)
            self._selector.register(connection, selectors.EVENT_READ, lambda events: self._move(sender, events))

    def _move(self, sender: _Sender, events: int) -> None:
        try:
            stays = True
            if events & selectors.EVENT_READ:
                data = sender.connection.recv(_AT_ONCE)
                stays = bool(data) and self._take(sender, data)
            if stays and events & selectors.EVENT_WRITE:
                self._give(sender)
        except BlockingIOError:
            return
        except OSError:
            stays = False
        if not stays:
            self._selector.unregister(sender.connection)
            self._connections.discard(sender)
            if self._senders.get(sender.process) is sender:
                del self._senders[sender.process]
            if sender.has_begun:
                self._input.forget(sender.process)
            sender.close(self._merge)

    def _take(self, sender: _Sender, data: bytes) -> bool:
        """False: to be closed."""
        if self._deadline is not None:
            self._deadline = time.monotonic() + _LAST_ARRIVAL
        if sender.process < 0:
            head = sender.head(data)
            if head is None:
                return True
            what, _, number = head[1].partition("-")
            is_known = compare_digest(head[0].encode(), self._token.encode()) and what == "output" and number.isdigit()
            if not is_known or not self._merge.knows(int(number)) or self._has_begun(int(number)):
                return False
            sender.process = int(number)
            self._senders[sender.process] = sender
            sender.connection.sendall(b"+")
            data = b""
        had_begun = sender.has_begun
        sender.take(data, self._merge)
        if sender.has_begun and not had_begun:
            self._give(sender)
        return True

    def _has_begun(self, process: int) -> bool:
        return process in self._senders and self._senders[process].has_begun

    def _give(self, sender: _Sender) -> None:
        """Gives standard input to one of its processes."""
        if sender.process not in self._input.queues:
            is_more = False
        else:
            is_more = self._input.send(sender.process, sender.connection)
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if is_more else 0)
        if wanted != sender.is_registered_for:
            key = self._selector.get_key(sender.connection)
            self._selector.modify(sender.connection, wanted, key.data)
            sender.is_registered_for = wanted

    def _listen_to_input(self) -> None:
        wanted = self._input.is_wanted and self._input.is_ours and self._deadline is None
        if wanted != self._listens_to_input:
            self._listens_to_input = wanted
            if wanted:
                self._selector.register(self._input.descriptor, selectors.EVENT_READ, self._read_input)
            else:
                self._selector.unregister(self._input.descriptor)

    def _read_input(self, events: int) -> None:
        self._input.read()
        for process, sender in list(self._senders.items()):
            if sender.has_begun and process in self._input.queues:
                with contextlib.suppress(OSError):  # its connection says so, too
                    self._give(sender)
