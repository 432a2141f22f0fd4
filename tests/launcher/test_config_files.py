"""Options in config files and profiles: which one wins, and how mistakes are told."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from closeranks_launcher import arguments, command, config_files
from closeranks_launcher.installation import Installation
from closeranks_launcher.options import Option, UsageError, load_profiles

Table = tuple[Option, ...]
Values = Callable[..., dict[str, str]]


class Folder:
    """The user's own file and one more, with variables that lead to the former."""

    def __init__(self, path: Path) -> None:
        self.file = path / "my.conf"
        self.own = path / "config/closeranks/closeranks.conf"
        self.own.parent.mkdir(parents=True)
        self.variables = {"XDG_CONFIG_HOME": str(path / "config")}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def line(folder: Folder, table: Table) -> Callable[..., arguments.Line]:
    def read(text: str = "", variables: Mapping[str, str] = {}) -> arguments.Line:
        given = f"--config {folder.file} " if folder.file.exists() else ""
        made = arguments.parse(f"{given}{text} -n 4 app".split(), table)
        config_files.read(made, table, folder.variables | variables)
        return made

    return read


def test_a_flag_wins_over_a_variable_over_a_file_over_the_users_own_over_a_profile(
    folder: Folder, line: Callable[..., arguments.Line], table: Table
) -> None:
    """Taken away one after the other, from the first to the last."""

    def restarts(text: str = "", variables: Mapping[str, str] = {}) -> tuple[str | None, str]:
        made = line(text, variables)
        option = next(option for option in table if option.name == "restarts")
        told = folder.variables | variables
        return command.settings(made, table, told).get("restarts"), command.source(made, option, told)

    folder.own.write_text("profile = comeback\nrestarts = 3\n")
    folder.file.write_text("restarts = 4\n")
    variable = {"CLOSERANKS_RESTARTS": "5"}
    assert restarts("--restarts 6", variable) == ("6", "command line")
    assert restarts("", variable) == ("5", "environment")
    assert restarts() == ("4", "file")
    folder.file.write_text("")
    assert restarts() == ("3", "file")
    folder.own.write_text("profile = comeback\n")
    assert restarts() == ("1", "profile")
    assert restarts("--profile none") == (None, "default")


@pytest.mark.parametrize("where", ["file", "own"])
def test_every_option_may_stand_in_a_file(where: str, folder: Folder, line: Callable[..., arguments.Line], table: Table) -> None:
    texts = {"boolean": "yes", "integer": "1", "text": "x", "path": "/x"}
    lines = [
        f"{option.name} = {option.values[-1] if option.values else texts[option.type]}" for option in table if option.name != "config"
    ]
    getattr(folder, where).write_text("\n".join(lines))
    values = command.settings(line(), table, folder.variables)
    assert values.keys() >= {option.name for option in table} - {"config"}


def test_the_library_gets_what_it_does_not_find_by_itself(folder: Folder, line: Callable[..., arguments.Line], table: Table) -> None:
    folder.own.write_text("policy = Send=error\nrestarts = 2\nabort_code = 7\nspares = 1\n")
    folder.file.write_text("spares = 2\nquiet = yes\nreport = r.json\n")
    handed_on = command.for_library(line("--abort-code 9"), table, folder.variables)
    assert handed_on == {
        "CLOSERANKS_CONFIG": str(folder.file),
        "CLOSERANKS_POLICY": "Send=error",
        "CLOSERANKS_ABORT_CODE": "9",
        "CLOSERANKS_REPORT": "-",
    }


def test_the_library_is_told_where_values_come_from_if_it_is_to_say_so(
    folder: Folder, line: Callable[..., arguments.Line], table: Table, installation: Installation
) -> None:
    def handed_on(text: str) -> list[str]:
        made = command.build(line(text, {"CLOSERANKS_QUIET": "yes"}), table, installation, None, folder.variables)
        return [word for word in made.words if word.startswith("CLOSERANKS_SOURCES=")]

    folder.own.write_text("policy = Send=error\n")
    assert handed_on("--abort-code 9 --dump-config") == [
        "CLOSERANKS_SOURCES=policy=file,abort_code=command line,dump_config=command line"
    ]
    assert handed_on("--abort-code 9") == []


def test_mistakes_are_told_with_file_and_line(folder: Folder, line: Callable[..., arguments.Line]) -> None:
    folder.own.write_text("# mine\nrestarts = 2001\nqiet = yes\npolicy\ncommit = never # or ever\nconfig = x\nabort_code = 0\n")
    with pytest.raises(UsageError) as error:
        line()
    assert str(error.value).splitlines() == [
        f"{folder.own}:2: The value (2001) of restarts is not 0 to 1000.",
        f"{folder.own}:3: There is no option (qiet) for a config file.",
        f"{folder.own}:4: The line (policy) is not of the form name = value.",
        f"{folder.own}:5: The value (never) of commit is not agreed or optimistic.",
        f"{folder.own}:6: There is no option (config) for a config file.",
        f"{folder.own}:7: The value (0) of abort_code is not 1 to 255.",
    ]


def test_what_follows_a_number_sign_is_no_part_of_it(folder: Folder, line: Callable[..., arguments.Line], table: Table) -> None:
    folder.file.write_text("# all\n\n  #restarts = 4\nkeep_records=/a#b # c\n restarts = \n")
    assert command.settings(line(), table, {})["keep_records"] == "/a#b"
    assert "restarts" not in command.settings(line(), table, {})


def test_where_the_users_own_file_is() -> None:
    assert config_files.users_own({"HOME": "/h"}) == Path("/h/.config/closeranks/closeranks.conf")
    assert config_files.users_own({"HOME": "/h", "XDG_CONFIG_HOME": "/x"}) == Path("/x/closeranks/closeranks.conf")
    assert config_files.users_own({"HOME": "/h", "XDG_CONFIG_HOME": "x"}) == Path("/h/.config/closeranks/closeranks.conf")
    assert config_files.users_own({}) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="this takes root")
def test_another_users_file_says_nothing(folder: Folder, line: Callable[..., arguments.Line]) -> None:
    folder.own.write_text("quiet = yes\n")
    os.chown(folder.own, 65534, 65534)
    with pytest.raises(UsageError, match="is another user's; set XDG_CONFIG_HOME"):
        line()


@pytest.mark.parametrize("profile", load_profiles(), ids=lambda profile: profile.name)
def test_a_profile_sets_what_it_says_and_each_can_be_changed(
    profile, line: Callable[..., arguments.Line], table: Table  # type: ignore[no-untyped-def]
) -> None:
    values = command.settings(line(f"--profile {profile.name}"), table, {})
    assert profile.sets.items() <= values.items()
    for name in profile.sets:
        option = next(option for option in table if option.name == name)
        others = {"boolean": ["no"], "integer": ["7"], "text": ["Recv=error"], "choice": option.values}[option.type]
        other = next(value for value in others if value != profile.sets[name])
        text = command.settings(line(f"--profile {profile.name} {option.flag}={other}"), table, {})[name]
        assert text == (f"{profile.sets[name]},{other}" if name == "policy" else other)


def test_a_profile_does_not_contradict_the_user(line: Callable[..., arguments.Line], table: Table) -> None:
    values = command.settings(line("--profile strict --lenient"), table, {})
    assert "strict" not in values and values["lenient"] == "yes"


def test_a_profile_that_there_is_not(table: Table) -> None:
    with pytest.raises(UsageError, match="The value .farms. of --profile is not none or monte-carlo or farm"):
        arguments.parse("--profile farms app".split(), table)


def test_a_home_that_cannot_be_entered_has_no_file(folder: Folder) -> None:
    """As root's in a container whose user is another one."""
    folder.own.write_text("qiet = yes\n")
    folder.own.parent.chmod(0)
    user = os.geteuid()
    os.seteuid(user or 65534)  # root may enter all
    try:
        assert config_files._own({}, folder.variables) == {}
    finally:
        os.seteuid(user)
        folder.own.parent.chmod(0o700)
