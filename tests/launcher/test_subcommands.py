"""The first word of the line may say what is to be done."""

from __future__ import annotations

import pytest

from closeranks_launcher import subcommands


@pytest.mark.parametrize("subcommand", subcommands.ALL, ids=lambda one: one.name)
def test_every_subcommand_can_be_loaded(subcommand: subcommands.Subcommand) -> None:
    assert callable(subcommand.main())


@pytest.mark.parametrize("words", [["-n", "2", "report"], ["./report"], [], ["run", "-n", "2", "report"]])
def test_a_line_without_one_runs_a_program(words: list[str]) -> None:
    subcommand, rest = subcommands.chosen(words)
    assert subcommand is subcommands.RUN
    assert rest == [word for word in words if word != "run"]


def test_its_name_is_taken_off() -> None:
    subcommand, rest = subcommands.chosen(["report", "run.json"])
    assert (subcommand.name, rest) == ("report", ["run.json"])


@pytest.mark.parametrize(
    ("words", "name", "rest"),
    [
        (["help"], "run", ["--help"]),
        (["help", "losses"], "run", ["--help", "losses"]),
        (["help", "run"], "run", ["--help", "run"]),
        (["help", "report"], "report", ["--help"]),
    ],
)
def test_help_is_asked_for_by_a_word_too(words: list[str], name: str, rest: list[str]) -> None:
    subcommand, remaining = subcommands.chosen(words)
    assert (subcommand.name, list(remaining)) == (name, rest)


@pytest.mark.parametrize(
    ("word", "meant"), [("reprot", "report"), ("docter", "doctor"), ("plna", "plan"), ("hlep", "help"), ("lmp", "")]
)
def test_a_misspelt_one_is_known(word: str, meant: str) -> None:
    assert subcommands.misspelt(word) == meant
