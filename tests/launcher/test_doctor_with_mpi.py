"""closeranks doctor with the real library and MPI: a machine where all is well, and some where it is not."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from real_mpi import PLACE, SCRIPT, build, is_mended

C = """
#include <mpi.h>
int main(int argc, char **argv)
{
    int one = 1, sum, provided;
    MPI_Comm smaller;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_Init(&argc, &argv);
    MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Alltoall(&one, 0, MPI_INT, &sum, 0, MPI_INT, MPI_COMM_WORLD);
    MPIX_Comm_shrink(MPI_COMM_WORLD, &smaller);
    MPI_Finalize();
    return 0;
}
"""

FORTRAN = """
program f
    {module}
    integer :: rank, error
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call MPI_Finalize(error)
end program f
"""


def doctor(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {"CLOSERANKS_ALLOW_ROOT": "yes", "PATH": f"{PLACE.mpirun.parent}:{os.environ['PATH']}"}
    return subprocess.run(
        [sys.executable, SCRIPT, "doctor", *words],
        env=os.environ | own | variables,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=240,
    )


def findings(result: subprocess.CompletedProcess[str]) -> dict[str, dict[str, Any]]:
    assert "Traceback" not in result.stderr, result.stderr
    return {one["check"]: one for one in json.loads(result.stdout)["findings"]}


def test_a_machine_where_all_is_well() -> None:
    result = doctor("--json")
    found = findings(result)
    assert result.returncode == 0, result.stdout
    assert "Rank 2 was killed by signal 9 (SIGKILL); ranks 0, 1, 3 continued" in found["survival.death"]["text"]
    assert "Seen at work: ob1, self" in found["survival.transports"]["text"]
    for check in ("mpi.version", "mpi.ulfm", "mpi.pml", "reach.c", "survival.death"):
        assert found[check]["level"] == "ok", found[check]


def test_standard_input_that_is_read_slowly() -> None:
    level = "ok" if is_mended("26-standard-input") else "warning"
    assert findings(doctor("--json"))["input.whole"]["level"] == level


def test_people_can_read_it() -> None:
    result = doctor("--no-trials")
    assert result.returncode == 0, result.stdout
    assert "\nMPI\n  " in result.stdout and "No problems" in result.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("name", "value", "check"),
    [("OMPI_MCA_pml", "ucx", "mpi.pml"), ("OMPI_MCA_btl", "tcp", "mpi.btl"), ("OMPI_MCA_coll", "han", "mpi.coll")],
)
def test_a_setting_with_which_nothing_starts(name: str, value: str, check: str) -> None:
    result = doctor("--json", **{name: value})
    found = findings(result)
    assert result.returncode == 87
    assert found[check]["level"] == found["reach.c"]["level"] == "problem"
    # Such a start may hang, with the bare mpirun as well, in any of the languages: then no more is tried.
    hung = any("hung" in found[one]["text"] for one in found if one.startswith("reach."))
    assert found["survival.death"]["level"] == ("untried" if hung else "problem")


def test_a_plan_of_the_user_does_not_reach_the_trials() -> None:
    result = doctor("--json", CLOSERANKS_KILL="0@call:MPI_Allreduce:1", CLOSERANKS_STRICT="yes")
    assert result.returncode == 0, result.stdout
    assert "CLOSERANKS_STRICT=yes" in findings(result)["settings.options"]["text"]


def test_a_wrong_option_in_the_environment() -> None:
    result = doctor("--json", "--no-trials", CLOSERANKS_POLICY="Bcats=ignore")
    assert result.returncode == 87
    assert "the nearest is MPI_Bcast" in findings(result)["settings.options"]["text"]


def test_a_preload_that_reaches_nothing(tmp_path: Path) -> None:
    """The library is no library: the dynamic linker passes over it, and calls go straight to the MPI."""
    config = json.loads((Path(os.environ["CLOSERANKS_BUILD"]) / "closeranks-config.json").read_text())
    (tmp_path / "libcloseranks.so").write_text("nothing")
    (tmp_path / "closeranks-config.json").write_text(json.dumps(config | {"library": "libcloseranks.so"}))
    result = doctor("--json", CLOSERANKS_INSTALLATION=str(tmp_path / "closeranks-config.json"))
    found = findings(result)
    assert result.returncode == 87
    assert found["reach.c"]["level"] == "problem" and "ran without protection" in found["reach.c"]["text"]
    assert found["survival.death"]["level"] == "problem"


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="this takes root")
@pytest.mark.parametrize(("options", "says"), [("ro", "cannot be written"), ("size=1m", "ranks talk over TCP")])
def test_shared_memory_that_is_short(options: str, says: str) -> None:
    own = os.environ | {"CLOSERANKS_ALLOW_ROOT": "yes"}
    inside = f"mount -t tmpfs -o {options} none /dev/shm && exec {sys.executable} {SCRIPT} doctor --json"
    result = subprocess.run(
        ["unshare", "-m", "sh", "-c", inside], env=own, capture_output=True, text=True, errors="replace", timeout=240
    )
    found = findings(result)
    assert says in found["machine.shared_memory"]["text"]
    assert found["survival.death"]["level"] == "ok", found["survival.death"]  # the MPI helps itself


def mpi_that_hangs(mpirun: Path) -> Path:
    """One whose mpirun never ends and starts nothing; returns the file that describes the installation."""
    config = json.loads((Path(os.environ["CLOSERANKS_BUILD"]) / "closeranks-config.json").read_text())
    mpirun.parent.mkdir()
    mpirun.write_text("#!/bin/sh\ntrap '' TERM\nwhile true; do sleep 1; done\n")
    mpirun.chmod(0o755)
    for name in ("mpicc", "mpifort", "ompi_info"):
        mpirun.with_name(name).symlink_to(PLACE.mpirun.with_name(name))
    described = mpirun.with_name("closeranks-config.json")
    described.write_text(json.dumps(config | {"mpirun": str(mpirun)}))
    return described


def processes() -> str:
    """The command lines of all."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has just ended
            lines.append(path.read_text(errors="replace").replace("\0", " "))
    return "\n".join(lines)


def test_a_trial_that_hangs_is_ended(tmp_path: Path) -> None:
    mpirun = tmp_path / "bin/mpirun"
    begin = time.monotonic()
    result = doctor("--json", "--timeout", "2", CLOSERANKS_INSTALLATION=str(mpi_that_hangs(mpirun)))
    assert time.monotonic() - begin < 60
    assert "hung: it had not ended after 2 s" in findings(result)["reach.c"]["text"]
    assert str(mpirun) not in processes()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_can_be_ended_and_takes_its_trial_along(number: signal.Signals, status: int, tmp_path: Path) -> None:
    mpirun = tmp_path / "bin/mpirun"
    config = mpi_that_hangs(mpirun)
    with subprocess.Popen(
        [sys.executable, SCRIPT, "doctor"],
        env=os.environ | {"CLOSERANKS_INSTALLATION": str(config), "CLOSERANKS_ALLOW_ROOT": "yes"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        deadline = time.monotonic() + 60
        while str(mpirun) not in processes() and time.monotonic() < deadline:
            time.sleep(0.1)
        started.send_signal(number)
        _, messages = started.communicate(timeout=60)
    assert (started.returncode, messages) == (status, "")
    assert str(mpirun) not in processes()


# ---- a program ----


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> str:
    source = tmp_path_factory.mktemp("doctor") / "asked.c"
    source.write_text(C.replace("<mpi.h>", "<mpi.h>\n#include <mpi-ext.h>"))
    return build(tmp_path_factory, source)


def test_a_c_program(c_program: str) -> None:
    about = json.loads(doctor("--json", c_program).stdout)["program"]
    called = {call["function"]: call for call in about["calls"]}
    assert set(called) == {"MPI_Init", "MPI_Bcast", "MPI_Reduce", "MPI_Alltoall", "MPIX_Comm_shrink", "MPI_Finalize"}
    assert (about["languages"], about["mpi"]) == (["C"], "libmpi.so.40")
    assert list(about["left_alone"]) == ["MPI_T_init_thread"]
    assert not called["MPIX_Comm_shrink"]["protected"]
    assert about["when_dies"] == {
        "rank 0": {"ends": ["MPI_Alltoall", "MPI_Bcast"], "goes_on_without_it": [], "does_nothing": ["MPI_Reduce"]},
        "another rank": {"ends": ["MPI_Alltoall"], "goes_on_without_it": ["MPI_Reduce"], "does_nothing": []},
    }


def test_people_can_read_about_a_program(c_program: str) -> None:
    result = doctor(Path(c_program).name, PATH=f"{Path(c_program).parent}:{os.environ['PATH']}")
    assert result.returncode == 0
    for text in ("MPI_Bcast         one-to-all    yes        abort", "Rank 0 dies", "--policy Bcast=ignore"):
        assert text in result.stdout


ASKS = """
#include <closeranks.h>
int main(int argc, char **argv)
{
    int missing;
    MPI_Init(&argc, &argv);
    closeranks_missing_count(MPI_COMM_WORLD, &missing);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize(
    ("source", "checks"),
    [
        (ROOT / "examples/heat.c", ["program.resume", "program.store"]),
        (ROOT / "examples/share_work.c", ["program.store"]),
        (ROOT / "examples/pool.cpp", ["program.pool"]),
        (ASKS, []),
    ],
)
def test_what_a_program_has_of_closeranks(source: Path | str, checks: list[str], tmp_path: Path) -> None:
    """It has the stub whole only where it calls all of it."""
    if isinstance(source, str):
        (tmp_path / "asks.c").write_text(source)
        source = tmp_path / "asks.c"
    folder = Path(os.environ["CLOSERANKS_BUILD"])
    compiler = PLACE.mpirun.with_name("mpicxx" if source.suffix == ".cpp" else "mpicc")
    store = [f"-L{folder}", "-lcloseranks_store", f"-Wl,-rpath,{folder}", "-Wl,--as-needed"]
    words = ["-I", ROOT / "runtime/include", *store, folder / "libcloseranks_stub.a", "-lm", "-o", tmp_path / "program"]
    subprocess.run([compiler, source, *words], check=True)
    found = json.loads(doctor("--json", tmp_path / "program").stdout)["program"]["findings"]
    own = ("program.resume", "program.store", "program.pool", "program.fenix")
    assert [one["check"] for one in found if one["check"] in own] == checks


@pytest.mark.parametrize(
    ("module", "language"), [("use mpi", "Fortran"), ("use mpi_f08", "Fortran (mpi_f08)"), ("include 'mpif.h'", "Fortran")]
)
def test_a_fortran_program(module: str, language: str, tmp_path: Path) -> None:
    mpifort = PLACE.mpirun.with_name("mpifort")
    if not mpifort.exists() or not shutil.which("gfortran"):
        pytest.skip("there is no Fortran")
    (tmp_path / "f.f90").write_text(FORTRAN.format(module=module))
    subprocess.run([mpifort, "f.f90", "-o", "f"], cwd=tmp_path, check=True)
    about = json.loads(doctor("--json", tmp_path / "f").stdout)["program"]
    assert about["languages"] == [language]
    assert {call["function"] for call in about["calls"]} == {"MPI_Init", "MPI_Comm_rank", "MPI_Barrier", "MPI_Finalize"}
