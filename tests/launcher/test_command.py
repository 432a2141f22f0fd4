"""The mpirun command that is made of it."""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from pathlib import Path

import pytest

from closeranks_launcher import arguments, command, environment, node_watch
from closeranks_launcher.installation import Installation
from closeranks_launcher.options import Option, UsageError

Table = tuple[Option, ...]
RECORDS = Path("/records")
HOME = {"HOME": pwd.getpwuid(os.getuid()).pw_dir}  # where it is not set
UNWATCHED = command.SPAWNED | HOME | {command.ASAN_OPTIONS: command.ANY_PLACE}
ALWAYS = UNWATCHED | node_watch.settings(Path("/nowhere"), node_watch.DEFAULT_PATIENCE, {})


@pytest.fixture
def build(table: Table, installation: Installation):  # type: ignore[no-untyped-def]
    def build_it(text: str, environment: Mapping[str, str] = {}) -> command.Command:
        line = arguments.parse(text.split(), table)
        return command.build(line, table, installation, RECORDS, environment)

    return build_it


def exported(words: list[str]) -> dict[str, str]:
    pairs = [words[i + 1] for i, word in enumerate(words) if word == "-x"]
    return dict(pair.partition("=")[::2] for pair in pairs)


def test_the_library_is_preloaded_and_fault_tolerance_switched_on(  # type: ignore[no-untyped-def]
    build, installation: Installation
) -> None:
    words = build("-n 8 app 1").words
    assert words[:5] == [str(installation.mpirun), "--with-ft", "ulfm", "-n", "8"]
    assert words[-2:] == ["app", "1"]
    assert exported(words) == {
        "CLOSERANKS_RECORDS": "/records",
        "LD_PRELOAD": str(installation.library),
        "LD_LIBRARY_PATH": "/opt/mpi/lib",
    }


def test_the_users_own_libraries_stay(build, installation: Installation) -> None:  # type: ignore[no-untyped-def]
    mine = {"LD_PRELOAD": "mine.so", "LD_LIBRARY_PATH": "/mine"}
    assert exported(build("app", mine).words)["LD_PRELOAD"] == f"mine.so:{installation.library}"
    assert exported(build("app", mine).words)["LD_LIBRARY_PATH"] == "/opt/mpi/lib:/mine"
    exports = exported(build("-x LD_PRELOAD=other.so -x OWN=1 app", mine).words)
    assert exports["LD_PRELOAD"] == f"other.so:{installation.library}"
    assert exports["OWN"] == "1"


def test_what_users_have_told_the_address_sanitizer_stays(build) -> None:  # type: ignore[no-untyped-def]
    told = build("app", {"ASAN_OPTIONS": "abort_on_error=1"}).environment["ASAN_OPTIONS"]
    assert told == f"{command.ANY_PLACE}:abort_on_error=1"


def test_system_libraries_are_not_put_first(table: Table, installation: Installation) -> None:
    system = Installation(
        installation.library, installation.mpirun, Path("/usr/lib/x86_64-linux-gnu"), "1"
    )
    line = arguments.parse(["app"], table)
    words = command.build(line, table, system, RECORDS, {}).words
    assert "LD_LIBRARY_PATH" not in exported(words)


def test_the_front_comes_before_the_mpi(build, installation: Installation) -> None:  # type: ignore[no-untyped-def]
    installation.front.mkdir(parents=True)
    installation.old_names.mkdir(parents=True)
    folders = exported(build("app", {"LD_LIBRARY_PATH": "/mine"}).words)["LD_LIBRARY_PATH"].split(":")
    assert folders == [str(installation.front), str(installation.old_names), "/opt/mpi/lib", "/mine"]


def test_a_path_with_a_space_is_searched_for(table: Table, tmp_path: Path) -> None:
    library = tmp_path / "with space/libcloseranks.so"
    spaced = Installation(library, tmp_path / "mpirun", Path("/opt/mpi/lib"), "1")
    library.parent.mkdir()
    line = arguments.parse(["app"], table)
    exports = exported(command.build(line, table, spaced, RECORDS, {}).words)
    assert exports["LD_PRELOAD"] == "libcloseranks.so"
    assert exports["LD_LIBRARY_PATH"] == f"{library.parent}:/opt/mpi/lib"


@pytest.mark.parametrize("name", ["with:colon", "with;semicolon"])
def test_a_path_that_no_variable_can_hold_gets_a_link(tmp_path: Path, name: str) -> None:
    library = tmp_path / name / "libcloseranks.so"
    library.parent.mkdir()
    library.touch()
    there = Installation(library, tmp_path / "mpirun", Path("/opt/mpi/lib"), "1")
    assert environment.needs_link(there)
    with environment.reachable(there) as linked:
        assert not environment.needs_link(linked)
        assert linked.library.samefile(library)
    assert not linked.library.exists()


def test_flags_win_over_variables(build) -> None:  # type: ignore[no-untyped-def]
    variables = {"CLOSERANKS_KILL": "1@1s", "CLOSERANKS_POLICY": "Recv=error"}
    exports = exported(build("--kill 2@2s app", variables).words)
    assert exports["CLOSERANKS_KILL"] == "2@2s"
    assert exports["CLOSERANKS_POLICY"] == "Recv=error"


def test_every_application_gets_the_library(build) -> None:  # type: ignore[no-untyped-def]
    words = build("-n 2 a : -n 3 b").words
    first, second = words[: words.index(":")], words[words.index(":") :]
    assert exported(first) == exported(second)
    assert "--with-ft" not in second


def test_the_report_is_the_launchers(build) -> None:  # type: ignore[no-untyped-def]
    assert exported(build("--report r.json app").words)["CLOSERANKS_REPORT"] == "-"


def test_the_detector_keeps_what_is_set(build) -> None:  # type: ignore[no-untyped-def]
    mine = {"OMPI_MCA_mpi_ft_detector_timeout": "9"}
    assert build("--detector app", mine).environment == ALWAYS | {
        "OMPI_MCA_mpi_ft_detector": "1",
        "OMPI_MCA_mpi_ft_detector_period": "0.5",
    }


def test_root_is_allowed_only_on_request(build) -> None:  # type: ignore[no-untyped-def]
    allowed = build("app", {"CLOSERANKS_ALLOW_ROOT": "1"}).environment
    assert build("app").environment == ALWAYS
    assert allowed == ALWAYS | command.ROOT


def test_how_long_a_node_may_be_silent(build) -> None:  # type: ignore[no-untyped-def]
    assert build("--node-timeout 0 app").environment == UNWATCHED
    patience = node_watch.settings(Path("/nowhere"), 6, {})
    assert build("--node-timeout 6 app").environment == UNWATCHED | patience


def test_a_wrong_variable_of_the_launcher_is_named(build) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UsageError, match="CLOSERANKS_DETECTOR is neither yes nor no"):
        build("app", {"CLOSERANKS_DETECTOR": "maybe"})


def test_the_command_can_be_pasted(build) -> None:  # type: ignore[no-untyped-def]
    quoted = build("--detector -x NAME=a;b app").quoted()
    assert quoted.startswith("env ") and " PRTE_MCA_" in quoted
    assert " OMPI_MCA_mpi_ft_detector=1 " in quoted
    assert "-x 'NAME=a;b' app" in quoted
