"""What the two processes of a rank print is written once, whoever dies when."""

from __future__ import annotations

import random
import time

import pytest

from closeranks_launcher.output_once import Stream

LEADER, TWIN = 3, 9


class Witness:
    def __init__(self) -> None:
        self.written = b""
        self.said: list[str] = []
        self.stream = Stream("rank 3: stdout", (LEADER, TWIN), self._write, self.said.append)

    def _write(self, data: bytes) -> None:
        self.written += data


@pytest.fixture
def witness() -> Witness:
    return Witness()


def test_each_byte_is_written_once(witness: Witness) -> None:
    stream = witness.stream
    stream.take(TWIN, b"one tw")
    assert witness.written == b"", "it is the leader's that counts"
    stream.take(LEADER, b"one ")
    stream.take(LEADER, b"two three")
    stream.take(TWIN, b"o three")
    stream.end(LEADER, True)
    stream.end(TWIN, True)
    assert witness.written == b"one two three"
    assert witness.said == []


def test_the_twin_goes_on_at_the_very_byte(witness: Witness) -> None:
    witness.stream.take(LEADER, b"one t")
    witness.stream.take(TWIN, b"one two")
    witness.stream.end(LEADER, False)
    witness.stream.take(TWIN, b" three")
    witness.stream.end(TWIN, True)
    assert witness.written == b"one two three"
    assert witness.said == []


def test_a_twin_that_is_behind_catches_up_first(witness: Witness) -> None:
    witness.stream.take(LEADER, b"one two")
    witness.stream.end(LEADER, False)
    witness.stream.take(TWIN, b"one ")
    assert witness.written == b"one two"
    witness.stream.take(TWIN, b"two three")
    assert witness.written == b"one two three"


def test_the_death_of_a_twin_changes_nothing(witness: Witness) -> None:
    witness.stream.take(TWIN, b"one")
    witness.stream.end(TWIN, False)
    witness.stream.take(LEADER, b"one two")
    witness.stream.end(LEADER, True)
    assert (witness.written, witness.said) == (b"one two", [])


def test_a_twin_that_says_that_it_leads_need_not_wait(witness: Witness) -> None:
    """The node of the leader has died, and its connection does not end."""
    witness.stream.take(LEADER, b"one")
    witness.stream.take(TWIN, b"one two")
    assert witness.written == b"one"
    witness.stream.leads(TWIN)
    assert witness.written == b"one two"
    witness.stream.take(LEADER, b" two")
    assert witness.written == b"one two"


def test_what_a_silent_leader_left_is_written_at_the_end(witness: Witness) -> None:
    witness.stream.take(TWIN, b"one")
    witness.stream.end(TWIN, True)
    assert witness.written == b""
    witness.stream.finish()
    assert witness.written == b"one"


@pytest.mark.parametrize("twin_first", [True, False])
def test_a_difference_is_said_once_with_its_place(witness: Witness, twin_first: bool) -> None:
    data = {LEADER: b"pid 100\nand 7", TWIN: b"pid 104\nand 8"}
    for process in (TWIN, LEADER) if twin_first else (LEADER, TWIN):
        witness.stream.take(process, data[process])
    assert witness.written == data[LEADER]
    (said,) = witness.said
    assert said.startswith("rank 3: stdout: its two processes print different bytes, from byte 6 on")


def test_a_difference_in_length_is_one(witness: Witness) -> None:
    witness.stream.take(LEADER, b"one")
    witness.stream.end(LEADER, True)
    witness.stream.take(TWIN, b"one more")
    witness.stream.end(TWIN, True)
    assert witness.written == b"one"
    assert "from byte 3 on" in witness.said[0]


@pytest.mark.parametrize("seed", range(200))
def test_any_order_and_any_death(witness: Witness, seed: int) -> None:
    """The bytes come in pieces of any size; one of the processes dies, its last bytes lost or not."""
    drawn = random.Random(seed)
    text = bytes(drawn.randrange(256) for _ in range(drawn.randrange(1, 400)))
    dead = drawn.choice([LEADER, TWIN, None])
    last = {process: len(text) if process != dead else drawn.randrange(len(text) + 1) for process in (LEADER, TWIN)}
    at = {LEADER: 0, TWIN: 0}
    is_open = {LEADER, TWIN}
    while is_open:
        process = drawn.choice(sorted(is_open))
        if at[process] == last[process]:
            witness.stream.end(process, process != dead)
            is_open.remove(process)
            continue
        end = min(at[process] + drawn.randrange(1, 50), last[process])
        witness.stream.take(process, text[at[process] : end])
        at[process] = end
    witness.stream.finish()
    assert witness.written == text
    assert witness.said == []


def test_many_small_pieces_take_no_time(witness: Witness) -> None:
    """Each is compared with what was written, of which there may be a mebibyte."""
    begin = time.monotonic()
    pieces = [b"line %d\n" % number for number in range(50_000)]
    for piece in pieces:
        witness.stream.take(LEADER, piece)
    for piece in pieces:
        witness.stream.take(TWIN, piece)
    assert time.monotonic() - begin < 10
    assert witness.written == b"".join(pieces) and witness.said == []


def test_what_was_written_long_ago_is_not_compared(witness: Witness) -> None:
    for _ in range(3):
        witness.stream.take(LEADER, b"x" * (1 << 20))
    witness.stream.take(TWIN, b"y" + b"x" * ((1 << 21) - 2))
    assert witness.said == [], "that is not known any more"
    witness.stream.take(TWIN, b"xxy")
    assert "from byte 2097153 on" in witness.said[0]
