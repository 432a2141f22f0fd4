"""--replicate: which ranks get a second process, what it cannot be combined with, and what mpirun is told."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from closeranks_launcher import arguments, command, replicas_check, replicas_script, replicate
from closeranks_launcher.installation import Installation
from closeranks_launcher.options import Option, UsageError


@pytest.mark.parametrize(
    "text, size, expected",
    [
        ("100%", 4, [0, 1, 2, 3]),
        ("50%", 8, [0, 2, 4, 6]),
        ("25%", 8, [0, 4]),
        ("25 %", 8, [0, 4]),
        ("12.5%", 16, [0, 8]),
        ("1%", 8, [0]),
        ("0%", 8, []),
        ("34%", 3, [0]),
        ("0", 1, [0]),
        ("0,3,5-7", 8, [0, 3, 5, 6, 7]),
        ("5-7, 0", 8, [0, 5, 6, 7]),
    ],
)
def test_which_ranks(text: str, size: int, expected: list[int]) -> None:
    assert replicate.ranks(text, size) == expected


@pytest.mark.parametrize(
    "text, said",
    [
        ("150%", "more than 100%"),
        ("all", "(all) is no rank"),
        ("0,,3", "() is no rank"),
        ("-3", "(-3) is no rank"),
        ("0,8", "there is no rank 8; the program has 8 ranks, from 0"),
        ("7-5", "write 5-7"),
        ("0-3,2", "names rank 2 twice"),
        ("1e9%", "is no rank"),
    ],
)
def test_what_is_no_list_of_ranks(text: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        replicate.ranks(text, 8)
    assert said in str(error.value)


@pytest.fixture
def replicas(installation: Installation) -> Installation:
    """With the library for replicas."""
    installation.library.with_name(replicate.LIBRARY).touch()
    keeper = installation.library.with_name("keeper")
    keeper.touch()
    return Installation(installation.library, installation.mpirun, installation.mpi_libdir, "1.2.3", keeper)


def _built(words: str, table: tuple[Option, ...], place: Installation, tmp_path: Path) -> command.Command:
    line = arguments.parse(words.split(), table)
    return command.build(line, table, place, tmp_path, {}, "", {command.OUTLET: "token 1 127.0.0.1"})


def test_mpirun_starts_the_twins_too(table: tuple[Option, ...], replicas: Installation, tmp_path: Path) -> None:
    built = _built("--replicate 25% -n 8 ./program x", table, replicas, tmp_path)
    words = built.words
    assert words[words.index("-n") + 1] == "10"
    assert "CLOSERANKS_REPLICATE=0,4" in words
    preloaded = next(word for word in words if word.startswith("LD_PRELOAD="))
    assert "libcloseranks_replicas.so" in preloaded and "libcloseranks.so" not in preloaded
    assert command.OUTLET in words and "token" not in " ".join(words), "everybody can read a command line"
    assert built.environment[command.OUTLET].startswith("token")


@pytest.mark.parametrize("own, expected", [(None, "0"), ("random", "0"), ("7", None)])
def test_sets_of_python_have_the_same_order(
    own: str | None, expected: str | None, table: tuple[Option, ...], replicas: Installation, tmp_path: Path
) -> None:
    line = arguments.parse("--replicate 100% -n 2 ./program".split(), table)
    environment = {} if own is None else {"PYTHONHASHSEED": own}
    words = command.build(line, table, replicas, tmp_path, environment).words
    assert [word for word in words if "HASHSEED" in word] == ([] if expected is None else [f"PYTHONHASHSEED={expected}"])


def test_the_library_is_the_usual_one_without(table: tuple[Option, ...], replicas: Installation, tmp_path: Path) -> None:
    for words in ("-n 8 ./program", "--replicate 0% -n 8 ./program"):
        line = arguments.parse(words.split(), table)
        built = command.build(line, table, replicas, tmp_path, {})
        assert built.words[built.words.index("-n") + 1] == "8"
        assert not any("REPLICATE" in word or "replicas" in word for word in built.words)


def test_a_share_in_the_environment_does_not_reach_the_ranks(
    table: tuple[Option, ...], replicas: Installation, tmp_path: Path
) -> None:
    line = arguments.parse("-n 4 ./program".split(), table)
    built = command.build(line, table, replicas, tmp_path, {"CLOSERANKS_REPLICATE": "50%"})
    assert "CLOSERANKS_REPLICATE=0,2" in built.words


@pytest.mark.parametrize(
    "words, said",
    [
        ("--replicate 100% ./program", "--replicate needs -n"),
        ("--replicate 100% -n 2 ./program : -n 2 ./other", "for one program"),
        ("--replicate 100% --spares 1 -n 4 ./program", "Leave out --spares"),
        ("--replicate 100% --recovery replicate,shrink -n 4 ./program", "leave out shrink"),
        ("--replicate 100% --no-keeper -n 4 ./program", "needs the keepers"),
        ("--replicate 100% --failures program -n 4 ./program", "--failures program"),
        ("--replicate 100% --disable -n 4 ./program", "contradict each other"),
        ("--replicate 100% --tag-output -n 4 ./program", "option --tag-output"),
        ("--replicate 100% --stdin all -n 4 ./program", "--stdin all"),
        ("--recovery replicate -n 4 ./program", "needs --replicate"),
    ],
)
def test_options_that_exclude_each_other(
    words: str, said: str, table: tuple[Option, ...], replicas: Installation, tmp_path: Path
) -> None:
    with pytest.raises(UsageError) as error:
        _built(words, table, replicas, tmp_path)
    assert said in str(error.value)


def test_an_installation_without_that_library(table: tuple[Option, ...], installation: Installation, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        _built("--replicate 100% -n 4 ./program", table, installation, tmp_path)
    assert "build or install closeranks again" in str(error.value)


@pytest.mark.parametrize("words, expected", [("", 0), ("--stdin 3", 3), ("--stdin=2", 2), ("--stdin none", None)])
def test_which_rank_gets_standard_input(words: str, expected: int | None, table: tuple[Option, ...]) -> None:
    line = arguments.parse([*words.split(), "-n", "4", "./program"], table)
    assert replicate.takes_input(line) == expected


def test_twins_are_on_other_hosts_than_their_leaders(
    table: tuple[Option, ...], replicas: Installation, tmp_path: Path
) -> None:
    """Of two hosts that are used in turn process 4 would be on the host of process 0."""
    built = _built("--replicate 100% --map-by node -n 4 ./program", table, replicas, tmp_path)
    assert "CLOSERANKS_REPLICATE=1,2,3,0" in built.words


def test_very_many_ranks_take_no_time() -> None:
    begin = time.monotonic()
    assert replicate.ranks("0-99999", 100_000) == list(range(100_000))
    with pytest.raises(UsageError, match="names rank 0 twice"):
        replicate.ranks("0-99999,0", 100_000)
    assert time.monotonic() - begin < 5


def test_what_both_processes_do_is_found_in_the_programs_file(tmp_path: Path) -> None:
    """Of `vfork` the linker takes the end for the name of `fork`."""
    source = tmp_path / "program.c"
    source.write_text(
        "#include <stdlib.h>\n#include <unistd.h>\n"
        'int main(void) { if (vfork() == 0) _exit(0); return fork() != 0 ? system("true") : 0; }\n'
    )
    subprocess.run(["cc", "-o", tmp_path / "program", source], check=True)
    assert replicas_check.done_by_both(tmp_path / "program") == ["fork", "system"]
    assert replicas_check.why_not(tmp_path / "program") == ""


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        ("python3 {}", "from mpi4py.futures import MPIPoolExecutor\n", True),
        ("/usr/bin/python3.11 -u -W error {} more", "if True:\n    import mpi4py.futures as pools\n", True),
        ("python3 -um mpi4py {}", "from mpi4py import MPI, futures\n", True),
        ("python3 -mmpi4py.futures {}", "print(1)\n", True),
        ("{}", "#!/usr/bin/env python3\nfrom mpi4py.futures import MPICommExecutor\n", True),
        ("python3 {}", "from mpi4py import MPI  # no futures\n# import mpi4py.futures\n", False),
        ("python3 -m timeit {}", "from mpi4py.futures import MPIPoolExecutor\n", False),
        ("python3 -m closeranks.futures {}", "from mpi4py.futures import MPIPoolExecutor\n", False),
        ("cat {}", "from mpi4py.futures import MPIPoolExecutor\n", False),
        ("python3 nowhere.py", "", False),
        ("python3", "", False),
    ],
)
def test_pools_of_mpi4py_are_refused(words: str, text: str, said: bool, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(text)
    answer = replicas_script.why_not(words.format(script).split())
    assert ("pool of mpi4py.futures" in answer) == said


def test_a_pool_in_the_code_of_an_option_is_refused() -> None:
    assert replicas_script.why_not(["python3", "-c", "from mpi4py.futures import MPIPoolExecutor"])


def test_a_program_with_the_bindings_of_cxx_is_not_refused_for_what_they_name(tmp_path: Path) -> None:
    """Their header defines functions for all calls of the MPI."""
    source, program = tmp_path / "program.c", tmp_path / "program"
    source.write_text(
        "void MPI_Comm_spawn(void), _ZN3MPI4CommC2Ev(void); int main(int n, char **v) { (void)v;\n"
        "if (n > 5) MPI_Comm_spawn();\n#ifdef BINDINGS\nif (n > 5) _ZN3MPI4CommC2Ev();\n#endif\nreturn 0; }\n"
    )
    for more, said in ([], True), (["-DBINDINGS"], False):
        command = ["cc", "-shared", "-fPIC", *more, str(source), "-o", str(program)]
        subprocess.run(command, check=True)
        assert ("MPI_Comm_spawn" in replicas_check.why_not(program)) == said
