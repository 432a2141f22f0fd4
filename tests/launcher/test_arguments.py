"""Taking the command line apart."""

from __future__ import annotations

import pytest

from closeranks_launcher import arguments
from closeranks_launcher.options import Option, UsageError

Table = tuple[Option, ...]


def parse(table: Table, text: str) -> arguments.Line:
    return arguments.parse(text.split(), table)


def test_own_options_mpirun_options_and_program(table: Table) -> None:
    line = parse(table, "--quiet --map-by :OVERSUBSCRIBE -n 8 --kill 3@2s ./app --kill -n 4")
    (application,) = line.applications
    assert line.settings == {"quiet": "yes", "kill": "3@2s"}
    assert application.mpirun_options == ["--map-by", ":OVERSUBSCRIBE", "-n", "8"]
    assert application.program == ["./app", "--kill", "-n", "4"]
    assert application.processes == 8


@pytest.mark.parametrize(
    "options",
    [
        "--mca btl self,sm",
        "-mca btl self,sm",
        "--hostfile hosts",
        "--hostfile=hosts",
        "-H a,b",
        "--bind-to none --report-bindings",
        "-np 3",
        "--display map",
        "--oversubscribe",
    ],
)
def test_mpirun_options_keep_their_values(table: Table, options: str) -> None:
    (application,) = parse(table, f"{options} app -x y").applications
    assert application.mpirun_options == options.split()
    assert application.program == ["app", "-x", "y"]


def test_exports_are_understood(table: Table) -> None:
    (application,) = parse(table, "-x A=b=c -x D --x=E=f app").applications
    assert application.exports == {"A": "b=c", "D": None, "E": "f"}
    assert application.mpirun_options == []


def test_repeatable_options_are_joined(table: Table) -> None:
    line = parse(table, "--kill 1@1s --kill=2@2s --policy Recv=ignore --policy Send=error app")
    assert line.settings == {"kill": "1@1s,2@2s", "policy": "Recv=ignore,Send=error"}


def test_booleans_may_be_switched_off(table: Table) -> None:
    assert parse(table, "--quiet=no app").settings == {"quiet": "no"}


def test_several_applications(table: Table) -> None:
    line = parse(table, "-n 2 a 1 : -n 3 b 2")
    assert [application.program for application in line.applications] == [["a", "1"], ["b", "2"]]
    assert [application.processes for application in line.applications] == [2, 3]


def test_two_dashes_end_the_options(table: Table) -> None:
    assert parse(table, "-n 2 -- -app --quiet").applications[0].program == ["-app", "--quiet"]


def test_an_unknown_option_goes_to_mpirun_without_a_value(table: Table) -> None:
    line = parse(table, "--brand-new app")
    assert line.remarks == ["The option --brand-new goes to mpirun without a value; if it has one: --brand-new=VALUE."]
    assert line.applications[0].mpirun_options == ["--brand-new"]
    assert parse(table, "--brand-new=1 app").applications[0].program == ["app"]


def test_a_misspelt_option_of_mpirun_goes_to_it_with_a_remark(table: Table) -> None:
    line = parse(table, "--oversubcribe app")
    assert line.remarks[0].endswith("did you mean --oversubscribe?")
    assert line.applications[0].mpirun_options == ["--oversubcribe"]


@pytest.mark.parametrize("word", ["-n4", "-np4", "-c4"])
def test_a_number_of_processes_may_stand_without_a_blank(table: Table, word: str) -> None:
    (application,) = parse(table, f"{word} app -n5").applications
    assert (application.processes, application.mpirun_options) == (4, [word[:-1], "4"])
    assert application.program == ["app", "-n5"]


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("-n 4 app --kill 1@2s", "The option --kill stands behind app, and goes to the program; options of closeranks"),
        ("-n 4 app --kill=1@2s --spares 1", "The options --kill=1@2s, --spares stand behind app, and go to the program"),
        ("app -n 4", "The option -n stands behind app"),
        ("-n 4 app -n 5 --quiet --config x --verbose --report=y", ""),
        ("-n 4 app -- --killing", ""),
    ],
)
def test_options_behind_the_program_are_told_unless_many_programs_have_them(table: Table, text: str, remark: str) -> None:
    remarks = parse(table, text).remarks
    assert len(remarks) == bool(remark) and remark in "".join(remarks)


@pytest.mark.parametrize(
    ("text", "topic"),
    [("--help", ""), ("-h", ""), ("--help all", "all"), ("--help=losses", "losses"), ("-n 4 --help ./app x", ""), ("app --help", None)],
)
def test_help_may_name_a_topic(table: Table, text: str, topic: str | None) -> None:
    assert parse(table, text).help_topic == topic


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There is no program to run"),
        ("-n 8", "There is no program to run"),
        ("-n 8 a : -n 2", "There is no program to run"),
        ("--kill", "The option --kill needs a value."),
        ("--mca btl", "The option --mca needs a value."),
        ("-n eight app", "The value (eight) of -n is no number of processes."),
        ("-n 0 app", "The value (0) of -n is no number of processes; where it is left out, mpirun starts one for each"),
        ("-n 4 -n 3 app", "The number of processes is given twice, as 4 and as 3; give it once."),
        ("-n 4 a : -np 4 -c 5 b", "The number of processes is given twice, as 4 and as 5"),
        ("--report= app", "The option --report needs a value, and that given is empty"),
        ("--quiet= app", "The option --quiet needs a value"),
        ("--quiet=perhaps app", "The value (perhaps) of --quiet is neither yes nor no."),
        ("--commit never app", "The value (never) of --commit is not agreed or optimistic."),
        ("--abort-code x app", "The value (x) of --abort-code is no number."),
        ("--dryrun app", "There is no option --dryrun; did you mean --dry-run?"),
    ],
)
def test_mistakes_are_named(table: Table, text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        parse(table, text)
    assert message in str(error.value)
