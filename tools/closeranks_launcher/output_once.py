"""Writes the output of the processes of replicated ranks once (docs/reference/replication.md).

Both processes of a rank print the same bytes. Their keepers (runtime/keeper/outlet.cpp) send these here, by a
connection each. Here each byte is written once: as the leader has it. When the leader's connection has ended, the
twin's bytes continue at exactly the next byte. So a death of a process, its keeper or its node loses nothing: bytes
that have arrived here are written, and the rest comes from the other process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from .plain import TYPE_CHECKING

if TYPE_CHECKING:
    Write = Callable[[bytes], None]
    Say = Callable[[str], None]

_KEPT = 1 << 20  # bytes that were written last; the bytes of a process that is behind are compared with them


class _Printed:
    """The bytes that one process has printed to one stream, as far as they are here."""

    def __init__(self) -> None:
        self.count = 0  # bytes
        self.held: deque[bytes] = deque()  # the bytes beyond those written
        self.is_open = True
        self.has_ended_well = False


class _Kept:
    """The last bytes that were written. There may be very many pieces, so none is looked at for another."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._begin = 0

    def add(self, data: bytes) -> None:
        self._bytes += data
        if (surplus := len(self._bytes) - _KEPT) > 0:
            del self._bytes[:surplus]
            self._begin += surplus

    def first_difference(self, at: int, data: bytes) -> int | None:
        """`data` stands at byte `at`. Where it differs first; None: nowhere, as far as the bytes are known."""
        begin = max(self._begin, at)
        theirs = data[begin - at :]
        ours = self._bytes[begin - self._begin : begin - self._begin + len(theirs)]
        if theirs.startswith(ours):
            return None
        return begin + next(i for i, (one, other) in enumerate(zip(ours, theirs)) if one != other)


class Stream:
    """Standard output, or standard error, of one rank."""

    def __init__(self, name: str, processes: Sequence[int], write: Write, say: Say) -> None:
        self._name = name  # "rank 3: stdout"
        self._printed = {process: _Printed() for process in processes}
        self._leader = processes[0]
        self._write = write
        self._say = say
        self._kept = _Kept()
        self._differs = False
        self.written = 0

    def take(self, process: int, data: bytes) -> None:
        printed = self._printed[process]
        at = printed.count
        printed.count += len(data)
        known = max(min(self.written - at, len(data)), 0)
        if known:
            self._compare(at, data[:known])
        if rest := data[known:]:
            printed.held.append(rest)
        if process == self._leader:
            self._write_held()

    def leads(self, process: int) -> None:
        """From now on."""
        if self._leader != process:
            self._leader = process
            self._write_held()

    def end(self, process: int, well: bool) -> None:
        """`process` prints no more. `well`: it has ended by itself."""
        printed = self._printed[process]
        printed.is_open = False
        printed.has_ended_well = well
        if process == self._leader and not well:
            left = [other for other, one in self._printed.items() if other != process and (one.is_open or one.held)]
            if left:
                self.leads(left[0])
        lengths = {one.count for one in self._printed.values() if one.has_ended_well}
        if len(lengths) > 1:
            self._found(min(lengths))

    def finish(self) -> None:
        """No more bytes come, whether a process has said so or not."""
        for process, printed in self._printed.items():
            if printed.is_open:
                self.end(process, False)

    def _write_held(self) -> None:
        """Writes the leader's bytes beyond those already written."""
        held = self._printed[self._leader].held
        while held:
            data = held.popleft()
            at = self.written
            self._kept.add(data)
            self.written += len(data)
            self._write(data)
            for process, printed in self._printed.items():
                if process != self._leader and printed.held:
                    self._compare(at, _take(printed.held, len(data)))

    def _compare(self, at: int, data: bytes) -> None:
        if not self._differs and (where := self._kept.first_difference(at, data)) is not None:
            self._found(where)

    def _found(self, where: int) -> None:
        if not self._differs:
            self._differs = True
            self._say(
                f"{self._name}: its two processes print different bytes, from byte {where} on; those of the leader are "
                "shown. The program depends on something that replicas cannot make equal (docs/reference/replication.md)."
            )


def _take(pieces: deque[bytes], most: int) -> bytes:
    """The first bytes."""
    taken = []
    while pieces and most:
        piece = pieces.popleft()
        if len(piece) > most:
            pieces.appendleft(piece[most:])
            piece = piece[:most]
        taken.append(piece)
        most -= len(piece)
    return b"".join(taken)


class Merge:
    """The merged output of all ranks that have two processes."""

    def __init__(self, twins: Mapping[int, int], write: Mapping[str, Write], say: Say) -> None:
        """`twins`: by rank. `write`: by a frame's letter."""
        names = {"o": "stdout", "e": "stderr"}
        streams = {
            rank: {
                letter: Stream(f"rank {rank}: {name}", (rank, twin), write[letter], say) for letter, name in names.items()
            }
            for rank, twin in twins.items()
        }
        self._streams = {process: streams[rank] for rank, twin in twins.items() for process in (rank, twin)}

    def knows(self, process: int) -> bool:
        return process in self._streams

    def take(self, process: int, letter: str, data: bytes) -> None:
        self._streams[process][letter].take(process, data)

    def leads(self, process: int) -> None:
        for stream in self._streams[process].values():
            stream.leads(process)

    def end(self, process: int, well: bool) -> None:
        for stream in self._streams[process].values():
            stream.end(process, well)

    def finish(self) -> None:
        for streams in self._streams.values():
            for stream in streams.values():
                stream.finish()
