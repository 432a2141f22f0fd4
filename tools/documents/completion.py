"""Completion for bash, zsh and fish.

Only what comes before the program is ours: behind it the shell completes as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Template

from .words import Command, Flag, mpirun_flags_with_a_value

_ABOUT = "Made from the option table of closeranks (spec/options.json), do not edit."

# `=` divides words for bash: "--commit=agreed" comes as three.
_BASH = Template(
    """\
# $about
_closeranks() {
    local current=$${COMP_WORDS[COMP_CWORD]} before=$${COMP_WORDS[COMP_CWORD - 1]} command=run at=1 flags=
    [[ $$current == = ]] && current=
    [[ $$before == = ]] && before=$${COMP_WORDS[COMP_CWORD - 2]}
    COMPREPLY=()
    if [[ $${COMP_WORDS[0]##*/} == closeranks-report ]]; then
        command=report
    elif ((COMP_CWORD > 1)); then
        case $${COMP_WORDS[1]} in
        $others) command=$${COMP_WORDS[1]} at=2 ;;
        run) at=2 ;;
        esac
    fi
    if [[ $$command == run ]]; then
        for ((; at < COMP_CWORD; at++)); do
            case $${COMP_WORDS[at]} in
            $with_value) ((at++)); [[ $${COMP_WORDS[at]} == = ]] && ((at++)) ;;
            -*) ;;
            *) return ;; # the program, and what belongs to it
            esac
        done
    fi
    case $$command in
$commands
    esac
    if [[ $$current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$$flags" -- "$$current")
    elif ((COMP_CWORD == 1)) && [[ $$command == run ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$$current"; compgen -c -- "$$current" | sort -u)
    fi
}
complete -o bashdefault -o default -F _closeranks closeranks closeranks-report
"""
)


def _names(flags: Sequence[Flag]) -> str:
    return " ".join(name for flag in flags for name in flag.names)


def _bash_command(command: Command) -> str:
    lines = [f"    {command.name})", f'        flags="{_names(command.flags)}"', "        case $before in"]
    for flag in command.flags:
        if flag.values:
            words = f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(flag.values)}" -- "$current"); return'
            lines += [f"        {'|'.join(flag.names)}) {words} ;;"]
        elif flag.metavar:  # files, which is what bash completes by default; or what nobody knows
            lines += [f"        {'|'.join(flag.names)}) return ;;"]
    return "\n".join([*lines, "        esac", "        ;;"])


def bash(commands: Sequence[Command]) -> str:
    run = commands[0]
    with_value = [name for flag in run.flags if flag.metavar for name in flag.names]
    return _BASH.substitute(
        about=_ABOUT,
        others="|".join(command.name for command in commands[1:]),
        with_value="|".join([*with_value, *mpirun_flags_with_a_value()]),
        commands="\n".join(map(_bash_command, commands)),
        names=" ".join(command.name for command in commands),
    )


def _for_zsh(text: str) -> str:
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def _zsh_flag(flag: Flag) -> str:
    value = ""
    if flag.metavar:
        choice = f"({' '.join(flag.values)})" if flag.values else "_files" if flag.is_path else " "
        value = f":{_for_zsh(flag.metavar)}:{choice}"
    many = "*" if flag.repeatable else ""
    return "\n".join(
        f"            '{many}{name}{'=' if value and name.startswith('--') else ''}[{_for_zsh(flag.help)}]{value}' \\"
        for name in flag.names
    )


def zsh(commands: Sequence[Command]) -> str:
    run, *others = commands
    names = " ".join(f"'{command.name}:{_for_zsh(command.summary)}'" for command in commands)
    lines = ["#compdef closeranks closeranks-report", f"# {_ABOUT}", ""]
    lines += ["_closeranks_first() {", "    local -a subcommands", f"    subcommands=({names})"]
    lines += ["    _describe -t commands subcommand subcommands", "    _command_names -e", "    _files", "}", ""]
    lines += ["_closeranks() {", "    local command=run"]
    lines += ['    [[ ${words[1]:t} == closeranks-report ]] && command=report', "    case ${words[2]} in"]
    names = "|".join(command.name for command in commands)
    lines += [f"    {names}) command=${{words[2]}}; words[2]=(); ((CURRENT--)) ;;", "    esac"]
    lines += ["    case $command in"]
    for other in others:
        operand = f"            ':{_for_zsh(other.operand_help)}:_files'" if other.operand else "            ''"
        lines += [f"    {other.name})", "        _arguments \\", *map(_zsh_flag, other.flags), operand, "        ;;"]
    lines += ["    *)", "        _arguments -S -A '-*' \\", *map(_zsh_flag, run.flags)]
    lines += ["            '1:program or subcommand:_closeranks_first' \\"]
    lines += ["            '*::argument:_normal'", "        ;;", "    esac", "}", "", '_closeranks "$@"']
    return "\n".join(lines) + "\n"


def _for_fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fish_flag(flag: Flag, condition: str, program: str) -> str:
    long = next((name[2:] for name in flag.names if name.startswith("--")), "")
    short = next((name[1:] for name in flag.names if len(name) == 2), "")
    words = ["complete", "-c", program, *(["-n", f"'{condition}'"] if condition else [])]
    words += ["-s", short] if short else []
    words += ["-l", long] if long else []
    if flag.values:
        words += ["-x", "-a", _for_fish(" ".join(flag.values))]
    elif flag.metavar:
        words += ["-r"] if flag.is_path else ["-x"]
    return " ".join([*words, "-d", _for_fish(flag.help)])


def fish(commands: Sequence[Command]) -> str:
    run, *others = commands
    lines = [f"# {_ABOUT}"]
    none = f"not __fish_seen_subcommand_from {' '.join(other.name for other in others)}"
    for command in commands:
        summary = _for_fish(command.summary)
        lines.append(f"complete -c closeranks -n __fish_use_subcommand -a {command.name} -d {summary}")
    lines += [_fish_flag(flag, none, "closeranks") for flag in run.flags]
    for other in others:
        seen = f"__fish_seen_subcommand_from {other.name}"
        lines += [_fish_flag(flag, seen, "closeranks") for flag in other.flags]
    report = next(other for other in others if other.name == "report")
    lines += [_fish_flag(flag, "", "closeranks-report") for flag in report.flags]
    return "\n".join(lines) + "\n"
