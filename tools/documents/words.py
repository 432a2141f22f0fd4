"""What there is on the command line: each command with its options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from closeranks_launcher import arguments, help_text, options, subcommands


@dataclass(frozen=True)
class Flag:
    names: tuple[str, ...]  # "--json"; several: "-h", "--help"
    metavar: str  # of its value; empty: it takes none
    help: str
    values: tuple[str, ...] = ()  # where there are only these
    lists_values: bool = True  # where pages name them
    is_path: bool = False
    doc: tuple[str, ...] = ()  # more about it, in Markdown
    variable: str = ""
    repeatable: bool = False
    group: str = ""  # the title of the group it belongs to, where there are groups


@dataclass(frozen=True)
class Command:
    name: str  # as typed after `closeranks`; "run" may be left out
    summary: str
    flags: tuple[Flag, ...]
    operand: str = ""  # "FILE"
    operand_help: str = ""
    epilog: str = ""


_MORE = "More"


def _help(table: Sequence[options.Option], groups: Sequence[options.Group]) -> tuple[Flag, ...]:
    topics = (*(group.name for group in groups), help_text.ALL, *(one.flag[2:] for one in table if one.has_flag))
    about = "print the common options; with a TOPIC those of a group, all, or more about one"
    return (
        Flag(("--version",), "", "print the version", group=_MORE),
        Flag(("--help",), "TOPIC", about, topics, lists_values=False, group=_MORE),
    )


def run() -> Command:
    table = options.load()
    groups = options.load_groups()
    titles = {group.name: group.title for group in groups}
    flags = tuple(
        Flag(
            names=(one.flag,),
            metavar=one.metavar if one.takes_value else "",
            help=one.help,
            values=one.values,
            is_path=one.type == "path",
            doc=one.doc,
            variable=one.environment,
            repeatable=one.repeatable,
            group=titles[one.group],
        )
        for group in groups
        for one in table
        if one.group == group.name and one.has_flag
    )
    return Command(subcommands.RUN.name, subcommands.RUN.summary, flags + _help(table, groups))


def _flag(parser: argparse.ArgumentParser, action: argparse.Action) -> Flag:
    takes = action.nargs != 0
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    return Flag(
        names=tuple(action.option_strings),
        metavar=metavar if takes else "",
        help=parser._get_formatter()._expand_help(action) if action.help else "",  # with its default put in
        values=tuple(map(str, action.choices or ())),
        is_path=takes and metavar in ("FILE", "DIR"),
    )


def of_parser(one: subcommands.Subcommand) -> Command:
    """A subcommand that has a parser of its own."""
    module = import_module(f"closeranks_launcher.{one.module}")
    make: Callable[[Path], argparse.ArgumentParser] = getattr(module, "parser", None) or module._parser
    parser = make(Path("closeranks"))
    flags = [action for action in parser._actions if action.option_strings]
    operand = next((action for action in parser._actions if not action.option_strings), None)
    name = operand.metavar if operand and isinstance(operand.metavar, str) else operand.dest.upper() if operand else ""
    return Command(
        name=one.name,
        summary=one.summary,
        flags=tuple(_flag(parser, action) for action in flags),
        operand=f"[{name}]" if operand and operand.nargs == "?" else name,
        operand_help=(operand.help or "") if operand else "",
        epilog=parser.epilog or "",
    )


def all_commands() -> tuple[Command, ...]:
    return run(), *(of_parser(one) for one in subcommands.ALL if one is not subcommands.RUN)


def mpirun_flags_with_a_value() -> Sequence[str]:
    """Those behind which a word is no program."""
    names = sorted(arguments.ONE_VALUE | arguments.TWO_VALUES)
    return [dashes + name for name in names for dashes in ("-", "--")]  # mpirun takes either
