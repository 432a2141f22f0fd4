"""closeranks doctor FILE: what names stand for, what deaths do, what scripts tell, and files that are something else."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from closeranks_launcher import doctor, doctor_program, doctor_script, exit_status, functions, symbols
from closeranks_launcher.doctor_program import Deaths
from closeranks_launcher.installation import Installation
from closeranks_launcher.options import UsageError

ROOT = Path(__file__).resolve().parent.parent.parent

TABLE = functions.load()


@pytest.mark.parametrize(
    ("symbol", "name", "language"),
    [
        ("MPI_Bcast", "MPI_Bcast", "C"),
        ("PMPI_Bcast", "MPI_Bcast", "C"),
        ("MPIX_Comm_shrink", "MPIX_Comm_shrink", "C"),
        ("MPI_T_init_thread", "MPI_T_init_thread", "C"),
        ("MPI_Invented", "MPI_Invented", "C"),
        ("mpi_bcast_", "MPI_Bcast", "Fortran"),
        ("pmpi_bcast_", "MPI_Bcast", "Fortran"),
        ("mpi_bcast__", "MPI_Bcast", "Fortran"),
        ("mpi_bcast", "MPI_Bcast", "Fortran"),
        ("MPI_BCAST", "MPI_Bcast", "Fortran"),
        ("mpi_file_write_at_all_", "MPI_File_write_at_all", "Fortran"),
        ("mpi_win_allocate_cptr_", "MPI_Win_allocate", "Fortran"),
        ("mpi_bcast_f08_", "MPI_Bcast", "Fortran (mpi_f08)"),
        ("mpi_irecv_f08ts_", "MPI_Irecv", "Fortran (mpi_f08)"),
    ],
)
def test_what_a_symbol_calls(symbol: str, name: str, language: str) -> None:
    assert TABLE.called_by(symbol) == functions.Called(name, language)


@pytest.mark.parametrize(
    "symbol",
    ["", "main", "mpi_", "mpi_fortran_bottom_", "mpi_sizeof_real8_r1_", "MPI_NULL_COPY_FN", "MPI_F_STATUS_IGNORE"]
    + ["ompi_mpi_int", "my_mpi_helper", "mpi_helper_", "MPIR_debug_gate", "pmpi", "P"],
)
def test_what_is_no_call(symbol: str) -> None:
    assert TABLE.called_by(symbol) is None


def test_what_is_left_alone_has_its_reason() -> None:
    assert "tools interface" in TABLE.why_left_alone("MPI_T_init_thread")
    assert TABLE.why_left_alone("MPI_Invented") == "closeranks does not know it."


def deaths(*names: str, is_root: bool) -> Deaths:
    return Deaths.of([TABLE.functions[name] for name in names], is_root)


def test_deaths_of_a_root() -> None:
    found = deaths("MPI_Bcast", "MPI_Reduce", "MPI_Allreduce", "MPI_Comm_rank", is_root=True)
    assert found == Deaths(ends=("MPI_Bcast",), lacks=("MPI_Allreduce",), skips=("MPI_Reduce",))


def test_deaths_of_another_rank() -> None:
    found = deaths("MPI_Bcast", "MPI_Reduce", "MPI_Allreduce", is_root=False)
    assert found == Deaths(ends=(), lacks=("MPI_Reduce", "MPI_Allreduce"), skips=())


@pytest.mark.parametrize("is_root", [True, False])
def test_deaths_that_everybody_feels(is_root: bool) -> None:
    found = deaths("MPI_Alltoall", "MPI_Recv", "MPI_Send", "MPI_Get", is_root=is_root)
    assert found == Deaths(ends=("MPI_Alltoall", "MPI_Recv", "MPI_Get"), lacks=(), skips=("MPI_Send",))


@pytest.mark.parametrize(
    ("names", "are"),
    [
        (("MPI_Init", "MPI_Comm_rank", "MPI_Allreduce", "MPI_Barrier"), True),
        (("MPI_Reduce", "MPI_Bcast", "MPI_Comm_split"), True),
        (("MPI_Allreduce", "MPI_Send"), False),
        (("MPI_Allreduce", "MPI_Gather"), False),
        (("MPI_Allreduce", "MPI_Put"), False),
        (("MPI_Barrier",), False),
    ],
)
def test_programs_of_sums_alone(names: tuple[str, ...], are: bool) -> None:
    assert doctor_program.is_sum_only([TABLE.functions[name] for name in names]) == are


# ---- scripts ----

PYTHON = """\
#!/usr/bin/env python3
from mpi4py import MPI
comm = MPI.COMM_WORLD
comm.Bcast(buffer, root=0)
comm.Get_size()
comm.Nothing()
total = comm.allreduce(1)
"""


def look(path: Path, place: Installation) -> doctor_program.About:
    return doctor_program.look(path, place, dict(os.environ))


def test_a_python_script(tmp_path: Path, installation: Installation) -> None:
    script = tmp_path / "script"
    script.write_text(PYTHON)
    about = look(script, installation)
    assert (about.kind, about.languages, list(about.calls)) == ("script", ["Python"], ["MPI_Bcast"])
    assert "allreduce of mpi4py are made of several MPI calls" in " ".join(about.text().split())


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("a.sh", "mpirun x\n", "shell"),
        ("a", "#!/bin/sh -e\n", "shell"),
        ("a", "#!/usr/bin/env julia\n", "Julia"),
        ("a", "#!/opt/own/thing\n", "plain"),
        ("a", "#!\n", "plain"),
        ("a.py", "", "Python"),
        ("a.py", "import numpy\nx.Bcast(1)\n", "Python"),
    ],
)
def test_other_scripts(name: str, text: str, language: str, tmp_path: Path, installation: Installation) -> None:
    (tmp_path / name).write_text(text)
    about = look(tmp_path / name, installation)
    assert (about.languages, about.calls) == ([language], {})
    assert "Which functions of MPI it calls cannot be told." in about.text()


def test_a_script_that_is_no_text(tmp_path: Path) -> None:
    script = tmp_path / "a.py"
    script.write_bytes(bytes(range(256)) * 4)
    assert doctor_script.read(script, script.read_bytes()).language == "Python"


@pytest.mark.parametrize(
    ("text", "check", "advice"),
    [
        ("import closeranks\nwhile closeranks.resume() != 'initial': pass\n", "resume", "--profile comeback"),
        ("from closeranks.store import Store\n", "store", "--restarts N"),
        ("from closeranks.futures import MPIPoolExecutor\n", "pool", "No option is needed"),
        ("from mpi4py.futures import MPIPoolExecutor\n", "pool", "With closeranks.futures"),
    ],
)
def test_what_a_script_has_of_closeranks(text: str, check: str, advice: str, tmp_path: Path, installation: Installation) -> None:
    (tmp_path / "a.py").write_text(text)
    about = look(tmp_path / "a.py", installation)
    assert [advice in note.mend for note in about.notes if note.check == f"program.{check}"] == [True]


# ---- binaries ----

OTHER = "int MPI_Init(void) { return 0; }\n"
MAIN = "int MPI_Init(void); int main(void) { return MPI_Init(); }\n"
BARE = "int main(void) { return 0; }\n"


def cc(folder: Path, text: str, name: str, *flags: str) -> Path:
    (folder / f"{name}.c").write_text(text)
    subprocess.run(["cc", f"{name}.c", "-o", name, *flags], cwd=folder, check=True)
    return folder / name


def test_a_program_of_another_mpi(tmp_path: Path, installation: Installation) -> None:
    cc(tmp_path, OTHER, "libmpich.so.12", "-shared", "-fPIC", "-Wl,-soname,libmpich.so.12")
    program = cc(tmp_path, MAIN, "main", "./libmpich.so.12", f"-Wl,-rpath,{tmp_path}")
    about = look(program, installation)
    assert about.has_problem and "another MPI (libmpich.so.12)" in " ".join(about.text().split())
    assert list(about.calls) == ["MPI_Init"]


def test_what_both_processes_of_a_replicated_rank_do(tmp_path: Path, installation: Installation) -> None:
    text = "#include <stdlib.h>\nint MPI_Init(void); int main(void) { MPI_Init(); return system(\"true\"); }\n"
    cc(tmp_path, OTHER, "libmpi.so.40", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.40")
    about = look(cc(tmp_path, text, "main", "./libmpi.so.40", f"-Wl,-rpath,{tmp_path}"), installation)
    assert [note.text for note in about.notes if note.check == "program.replicas"] == [
        "It can run with --replicate: a rank has two processes, and the death of one loses nothing. Both processes carry out "
        "system."
    ]


def test_threads_take_turns_in_a_replicated_rank(tmp_path: Path, installation: Installation) -> None:
    text = "int MPI_Init_thread(void); int main(void) { return MPI_Init_thread(); }\n"
    cc(tmp_path, OTHER.replace("Init", "Init_thread"), "libmpi.so.40", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.40")
    about = look(cc(tmp_path, text, "main", "./libmpi.so.40", f"-Wl,-rpath,{tmp_path}"), installation)
    assert [note.text for note in about.notes if note.check == "program.replicas"] == [
        "It can run with --replicate: a rank has two processes, and the death of one loses nothing. MPI_Init_thread gives "
        "MPI_THREAD_SERIALIZED at most."
    ]


def test_a_library_that_calls_for_the_program(tmp_path: Path, installation: Installation) -> None:
    cc(tmp_path, MAIN.replace("main", "work"), "libwork.so", "-shared", "-fPIC")
    text = "int work(void); int main(void) { return work(); }\n"
    program = cc(tmp_path, text, "main", f"{tmp_path}/libwork.so", "-Wl,--unresolved-symbols=ignore-all")
    about = look(program, installation)
    assert about.calls["MPI_Init"].callers == ["libwork.so"]
    assert "by way of libwork.so" in " ".join(about.text().split())


def test_a_library_that_is_missing(tmp_path: Path, installation: Installation) -> None:
    cc(tmp_path, OTHER, "libgone.so.1", "-shared", "-fPIC", "-Wl,-soname,libgone.so.1")
    program = cc(tmp_path, MAIN, "main", "./libgone.so.1")
    (tmp_path / "libgone.so.1").unlink()
    about = look(program, installation)
    assert about.has_problem and "It needs libgone.so.1" in about.text()


def test_static_programs(tmp_path: Path, installation: Installation) -> None:
    with_mpi = look(cc(tmp_path, OTHER + "int main(void) { return MPI_Init(); }\n", "a", "-static"), installation)
    assert with_mpi.kind == "static program" and with_mpi.has_problem
    # As MPI libraries have it: the linker takes the end of the other name for this one.
    weak = 'int PMPI_Init(void) { return 0; }\nint MPI_Init(void) __attribute__((weak, alias("PMPI_Init")));\n'
    of_mpi = look(cc(tmp_path, weak + "int main(void) { return MPI_Init(); }\n", "c", "-static"), installation)
    assert of_mpi.has_problem
    without = look(cc(tmp_path, BARE, "b", "-static"), installation)
    assert without.kind == "static program" and not without.has_problem


def test_a_program_without_mpi(tmp_path: Path, installation: Installation) -> None:
    about = look(cc(tmp_path, BARE, "bare"), installation)
    assert not about.has_problem and "there is nothing to protect" in " ".join(about.text().split())


def test_it_is_never_run(tmp_path: Path, installation: Installation) -> None:
    """Neither the program, nor what it names as its linker."""
    trap = tmp_path / "ld-linux-x86-64.so.2"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    trap.chmod(0o755)
    program = cc(
        tmp_path, f'#include <stdlib.h>\nint main(void) {{ return system("touch {tmp_path}/ran"); }}\n', "main",
        f"-Wl,--dynamic-linker={trap}",
    )  # fmt: skip
    program.chmod(0o755)
    look(program, installation)
    assert not (tmp_path / "ran").exists()


DAMAGED = {"empty": b"", "short": b"\x7fELF", "far": b"\x7fELF\x02\x01" + b"\xff" * 100, "32": b"\x7fELF\x01\x01", "text": b"text"}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_what_is_no_program(content: bytes, tmp_path: Path, installation: Installation) -> None:
    (tmp_path / "file").write_bytes(content)
    try:
        doctor_program.look(tmp_path / "file", installation, {})
    except UsageError as error:
        assert str(tmp_path / "file") in str(error)
    else:
        assert content.startswith(b"\x7fELF\x02\x01")  # readelf makes what it can of it


def test_every_prefix_of_a_program(tmp_path: Path, installation: Installation) -> None:
    whole = cc(tmp_path, BARE, "bare").read_bytes()
    for length in range(0, len(whole), len(whole) // 40):
        (tmp_path / "part").write_bytes(whole[:length])
        try:
            doctor_program.look(tmp_path / "part", installation, {})
        except UsageError:
            pass


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_wrong_name(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    installed: object,
) -> None:  # fmt: skip
    installed("exit 0")  # type: ignore[operator]
    assert doctor.main(ROOT / "tools/closeranks", [str(tmp_path / name)]) == exit_status.USAGE
    assert capsys.readouterr().err.startswith(f"closeranks doctor: {tmp_path}")


def test_without_readelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installation: Installation) -> None:
    program = cc(tmp_path, BARE, "bare")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="takes readelf"):
        symbols.undefined(program)


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str], installed: object) -> None:
    installed("exit 0")  # type: ignore[operator]
    program = tmp_path / "script.py"
    program.write_text(PYTHON)
    assert doctor.main(ROOT / "tools/closeranks", ["--json", str(program)]) == 0
    about = json.loads(capsys.readouterr().out)["program"]
    assert about["calls"][0] == {
        "function": "MPI_Bcast", "class": "one-to-all", "protected": True, "policy": "abort",
        "contribution": None, "stall": None, "called_by": ["script.py"],
    }  # fmt: skip
    assert about["when_dies"]["rank 0"]["ends"] == ["MPI_Bcast"]
    assert about["when_dies"]["another rank"]["ends"] == []
