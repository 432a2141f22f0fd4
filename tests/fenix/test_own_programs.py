"""Fenix' own tests and examples, out of a checkout of github.com/sandialabs/Fenix that FENIX_CHECKOUT names. Nothing of
it is part of closeranks; without a checkout there is nothing to test."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, ROOT, launch

CHECKOUT = Path(os.environ.get("FENIX_CHECKOUT", ""))
TIMES = int(os.environ.get("FENIX_TIMES", "1"))  # how often each is run
MPICC = os.environ.get("CLOSERANKS_TEST_MPICC", "mpicc")


@dataclass
class Own:
    """A program, how it is run, and lines that its output has so many times."""

    source: str
    ranks: int
    arguments: str = ""
    lost: bool = True  # somebody dies
    says: dict[str, int] = field(default_factory=dict)


OWN = [
    Own("test/subset_internal/fenix_subset_internal_test.c", 0, "100 3 5 7 10", False, {"Passed": 1}),
    Own("test/subset_merging/fenix_subset_merging_test.c", 0, "", False, {": Success": 11}),
    Own("test/request_tracking/fenix_request_tracking_test.c", 3, "", False, {"Hello world from rank": 2}),
    Own(
        "test/request_cancelled/fenix_req_cancelled_test.c",
        5,
        "1",
        True,
        {"was NOT satisfied": 2, "3's request was satisfied": 1},
    ),
    Own(
        "test/no_jump/fenix_no_jump_test.c",
        5,
        "1",
        True,
        {"did not receive new value. old value is 44": 1, "received new value 33": 1},
    ),
    Own("test/issend/fenix_issend_test.c", 5, "1", True, {"received new value 33": 1}),
    Own("test/failed_spares/fenix_failed_spares.c", 6, "3 1 3 4", True, {"sees failed processes [1, 3, 4]": 3}),
    Own("examples/01_hello_world/fenix/fenix_hello_world.c", 3, "1", True, {"sees failed processes [1]": 2}),
    Own("examples/02_send_recv/fenix/fenix_ring.c", 5, "1 2", True, {"SUCCESS: num_ranks: 4; sum: 10": 1}),
    Own("examples/03_reduce/fenix/fenix_reduce.c", 4, "1000 1 2", True, {"Mean - ": 1}),
    Own("examples/04_Isend_Irecv/fenix/fenix_stencil_1D.c", 5, "10 1", True, {"End of the program": 1, "x[": 20}),
    Own("examples/05_subset_create/subset_create.c", 5, "1", True, {"successfully recovered": 4}),
    Own("examples/06_subset_createv/subset_createv.c", 5, "1", True, {"successfully recovered": 4}),
]


@pytest.mark.skipif(not (CHECKOUT / "include/fenix.h").is_file(), reason="FENIX_CHECKOUT names no checkout of Fenix")
@pytest.mark.parametrize("own", OWN, ids=lambda own: Path(own.source).stem)
def test_it_passes(own: Own, tmp_path: Path) -> None:
    program = str(tmp_path / "program")
    shutil.copy(CHECKOUT / own.source, tmp_path / "program.c")
    # Its own warnings are not ours.
    words = [MPICC, "-w", "-g", "-I", str(ROOT / "runtime/include/closeranks/fenix"), str(tmp_path / "program.c")]
    words += ["-o", program, f"-L{BUILD}", f"-Wl,-rpath,{BUILD}", "-lcloseranks_fenix", "-lcloseranks_store", "-lm"]
    subprocess.run([*words, "-lpthread"], check=True)
    for _ in range(TIMES):
        if own.ranks == 0:  # no program of MPI
            ended = subprocess.run([program, *own.arguments.split()], capture_output=True, text=True, timeout=60)
            status, output = ended.returncode, ended.stdout
        else:
            result = launch(own.ranks, [program, *own.arguments.split()])
            status, output = result.status, f"{result.output}{result.messages}"
            assert ("killed by signal" in result.messages) == own.lost, str(result)
        assert status == (AFTER_LOSSES if own.lost else CLEAN), output
        for line, times in own.says.items():
            assert output.count(line) == times, output
        assert "FAILURE" not in output, output
