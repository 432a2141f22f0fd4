"""Who comes back and is alone where it had others, for it was lost before these made a split: that is said."""

from __future__ import annotations

import re

import pytest

from examples.run import BUILD, CLEAN, launch

PROGRAM = str(BUILD / "tests/spares/lost_part")
RANKS = 6

SAID = r"^closeranks: rank (\d+) has a replacement process, which is alone in a communicator \(number 1 of what it makes from one\)"


@pytest.mark.parametrize("how", [["--spares", "2"], ["--recovery", "respawn"]])
@pytest.mark.parametrize("lost", [[3], [2, 3]])
def test_who_is_alone_is_told(how: list[str], lost: list[int]) -> None:
    result = launch(RANKS, [PROGRAM, ",".join(map(str, lost))], more=how)
    assert result.status == CLEAN and "SIGKILL" in result.messages, str(result)
    assert sorted(int(rank) for rank in re.findall(SAID, result.messages, re.MULTILINE)) == lost, str(result)
    pairs = {rank: [rank] if rank in (2, 3) else [rank // 2 * 2, rank // 2 * 2 + 1] for rank in range(RANKS)}
    wanted = [f"rank {rank}: {len(pair)} in the pair, {sum(pair)}; 15" for rank, pair in pairs.items()]
    assert sorted(result.output.splitlines()) == wanted, str(result)
