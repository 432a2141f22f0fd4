"""Who comes back may end on its way to the resume point: it comes once more, but not for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, Finished, launch

PROGRAM = str(BUILD / "tests/spares/in_vain")
RANKS = 4
MOST = 5
SPARES, RESPAWN = ["--spares", "8"], ["--recovery", "respawn"]


def run(place: Path, how: list[str], dying: str, in_vain: int, times: int) -> Finished:
    """Checks that so many processes of the rank ended."""
    count = place / "count"
    result = launch(RANKS, [PROGRAM, dying, str(in_vain), str(times), str(count)], more=how)
    assert "SIGKILL" in result.messages, str(result)
    assert count.stat().st_size == min(times, MOST), str(result)
    return result


@pytest.mark.sample(3)
@pytest.mark.parametrize("how", [SPARES, RESPAWN], ids=["spares", "respawn"])
@pytest.mark.parametrize(("dying", "in_vain"), [("1,2", 2), ("0,1,3", 0)])
@pytest.mark.parametrize("times", [1, MOST - 1])
def test_all_are_back_in_the_end(how: list[str], dying: str, in_vain: int, times: int, tmp_path: Path) -> None:
    result = run(tmp_path, how, dying, in_vain, times)
    assert result.status == CLEAN and "in a row" not in result.messages, str(result)
    back = [int(rank) for rank in dying.split(",")]
    roles = {rank: "recovered" if rank in back else "survivor" for rank in range(RANKS)}
    wanted = [f"rank {rank} is {role}, back {' '.join(map(str, back))}, missing 0, sum 6" for rank, role in roles.items()]
    assert sorted(result.output.splitlines()) == wanted, str(result)


@pytest.mark.parametrize("how", [SPARES, RESPAWN], ids=["spares", "respawn"])
def test_not_for_ever(how: list[str], tmp_path: Path) -> None:
    result = run(tmp_path, [*how, "--lenient"], "1,2", 2, 100)
    assert result.status == AFTER_LOSSES, str(result)
    assert result.messages.count(f"{MOST} times in a row a replacement process has ended before closeranks_resume()") == 1, str(result)
    roles = {0: "survivor", 1: "recovered", 3: "survivor"}
    wanted = [f"rank {rank} is {role}, back 1, missing 1, sum 4" for rank, role in roles.items()]
    assert sorted(result.output.splitlines()) == wanted, str(result)


def test_a_long_way_is_told() -> None:
    result = launch(RANKS, [PROGRAM, "1", "1", "late", "11"], more=["--spares", "1"])
    assert result.status == CLEAN and "SIGKILL" in result.messages, str(result)
    assert result.messages.count("all other ranks have waited for rank 1 at closeranks_resume() for 10 s") == 1, str(result)
    assert result.output.count(", back 1, missing 0, sum 6") == RANKS, str(result)
