"""What was made before a rank came back lacks it: nobody waits for it there, and who lacks it where is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.run import BUILD, CLEAN, launch

PROGRAM = str(BUILD / "tests/spares/old_objects")
RANKS, LOST = 4, 2
THERE = [rank for rank in range(RANKS) if rank != LOST]


@pytest.mark.parametrize("how", [["--spares", "2"], ["--recovery", "respawn"]])
def test_all_go_on_without_it(how: list[str], tmp_path: Path) -> None:
    file = tmp_path / "lines"
    result = launch(RANKS, [PROGRAM, str(file)], more=how)
    assert result.status == CLEAN and "SIGKILL" in result.messages, str(result)
    assert f"rank {LOST} is recovered, " in result.messages, str(result)
    # Rank 3 has nobody before it. In the sum of the old communicator rank 2 is missing.
    puts = {0: 3, 1: 0, 3: -1}
    wanted = [f"rank {rank}: put {puts[rank]}, got 101, sums {sum(THERE)} and {sum(range(RANKS))}" for rank in THERE]
    assert sorted(result.output.splitlines()) == wanted, str(result)
    lines = [file.read_bytes()[7 * i : 7 * i + 7] for i in range(2 * RANKS)]
    wrote = [f"{when}{rank}\n".encode() if rank != LOST else bytes(7) for when in ("begin", "again") for rank in range(RANKS)]
    assert lines == wrote, lines
    for call, made in {
        "MPI_Win_fence": "window 1 of MPI_Win_allocate",
        "MPI_File_write_at_all": f"the file {file}",
        "MPI_Allreduce": "the communicator of the 4 ranks of MPI_Comm_dup on MPI_COMM_WORLD",
    }.items():
        said = [line for line in result.messages.splitlines() if f"{call} continues without rank {LOST}, recovered since {made}" in line]
        assert len(said) == 1, str(result)
    assert f"file {file} was open for writing when rank {LOST} was lost" in result.messages, str(result)
    assert "connected process" not in result.messages, str(result)
