"""With a thread that takes part in recoveries, nobody waits for a rank that computes (LocalRecovery::use_thread())."""

from __future__ import annotations

from pathlib import Path

import pytest

from local.stencils import made_good_locally


@pytest.mark.parametrize("mode", ["spare", "respawn"])
@pytest.mark.parametrize("dimensions", [1, 3])
@pytest.mark.parametrize("rank", [0, 3, 5])
def test_one_computes_until_another_one_is_back(rank: int, dimensions: int, mode: str, tmp_path: Path) -> None:
    """It makes no call meanwhile, and would wait for ever if the others waited for its next one."""
    ended = made_good_locally(
        tmp_path, 6, dimensions, ["2:31:compute"], words=[f"await={rank}:31"], mode=mode, thread=True
    )
    assert ended.back == [2] and ended.ranks[2].start == 20
    assert all(one.recoveries == 1 for one in ended.survivors().values()), str(ended.result)


@pytest.mark.parametrize("call", ["Allreduce:9", "Allreduce:10", "Allreduce:11", "Alltoall:1"])
@pytest.mark.parametrize("when", ["call", "inside", "after"])
def test_one_dies_in_its_thread(when: str, call: str, tmp_path: Path) -> None:
    """While it computes: as all meet, in what they agree on then, and as all tell each other which messages have come."""
    kills = [f"4@{when}:MPI_{call}"]
    ended = made_good_locally(
        tmp_path, 6, 1, ["2:33:send"], kills, words=["await=4:31", "where=buddy:copies=2"], thread=True
    )
    assert sorted(ended.back) == [2, 4] and ended.ranks[4].start == 20
    # It had sent its messages of steps 20 to 31, for rank 2 had something of the latter, and no more.
    assert ended.ranks[4].not_sent_again == 12 * 4, str(ended.result)
