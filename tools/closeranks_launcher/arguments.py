"""Splits the command line: options of closeranks, options of mpirun, and the program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from .nearest import nearest
from .options import Option, UsageError, is_number, shortened
from .plain import dataclass, field
from .preloads import Above

# mpirun's options that take values (Open MPI 5.0, prrte's schizo_ompi.c); all others take none, or
# theirs with "=". Names without dashes: mpirun takes -mca like --mca.
TWO_VALUES = frozenset("mca gmca omca gomca prtemca pmixmca tune-mca".split())
ONE_VALUE = frozenset(
    """
    n np c N x H host hostfile machinefile default-hostfile rankfile app appfile file wdir wd path
    pset tune am amca personality dvm launch-agent max-vm-size tmpdir prefix forward-signals xterm
    timeout spawn-timeout output stdin preload-files map-by rank-by bind-to display
    runtime-options max-restarts with-ft initial-errhandler memory-alloc-kinds arch
    output-directory output-filename display-topo cpu-set cpu-list cpus-per-proc cpus-per-rank
    npernode npersocket ppr stream-buffering report-pid report-uri
    """.split()
)
_NO_VALUE = frozenset(
    """
    h help V version v p parsable parseable debug-daemons debug-daemons-file
    leave-session-attached noprefix allow-run-as-root report-child-jobs-separately stop-on-exec
    stop-in-init stop-in-app report-state-on-timeout get-stack-traces no-aggregate-help s
    preload-binary show-progress fwd-environment do-not-launch enable-recovery disable-recovery
    continuous display-comm display-comm-finalize soft xml tag-output timestamp-output
    merge-stderr-to-stdout display-devel-map report-bindings display-map display-allocation
    nolocal oversubscribe nooversubscribe use-hwthread-cpus bind-to-core bynode bycore byslot
    pernode output-proctable debug
    """.split()
)
_ATTACHED = re.compile("(-np?|-[cN])([0-9]+)")  # -n4, as many programs have it, and mpirun has not
# Flags that many programs have as well: behind the program's name they are not a mistake.
_OF_PROGRAMS_TOO = frozenset("--config --commit --disable --io --layout --policy --profile --progress --quiet --report --verbose".split())
# One machine has at most 2^22 of them (proc(5), pid_max), and Open MPI's jobs have at most 2^31 - 1 ranks; what is far
# beyond is a slip of the finger that mpirun would chew on for a long time.
_MOST_PROCESSES = 1 << 22


@dataclass
class Application:
    """One program of the line; several are separated by `:` as mpirun has it."""

    mpirun_options: list[str] = field(default_factory=list)
    exports: dict[str, str | None] = field(default_factory=dict)  # -x NAME[=VALUE]
    program: list[str] = field(default_factory=list)
    processes: int | None = None
    above: Above = Above()  # the program's libraries that stand before closeranks (programs.py)


@dataclass(frozen=True)
class Setting:
    """The value of an option that a file or a profile sets (config_files.py)."""

    value: str
    place: str  # for messages: "FILE:3"
    source: str  # as the report calls it
    is_handed_on: bool = False  # to the library, which does not find it by itself


@dataclass
class Line:
    """The whole command line."""

    settings: dict[str, str] = field(default_factory=dict)  # option name -> value, from flags
    configured: dict[str, Setting] = field(default_factory=dict)  # other sources of options
    profile_policy: str = ""  # to which the user's policies are added
    applications: list[Application] = field(default_factory=list)
    help_topic: str | None = None  # the topic of --help; empty: nothing special
    wants_version: bool = False
    remarks: list[str] = field(default_factory=list)  # sentences about words that may be mistakes

    def has_mpirun_option(self, *names: str) -> bool:
        given = {
            option.split("=")[0].lstrip("-")
            for application in self.applications
            for option in application.mpirun_options
            if option.startswith("-")
        }
        return not given.isdisjoint(names)

    def says_mpirun(self, name: str, value: str) -> bool:
        """Whether that option of mpirun is given with that value."""
        given = [option for application in self.applications for option in split_options(application.mpirun_options)]
        return any(
            ([*attached, *option[1:]] or [""])[0] == value
            for option in given
            for own, *attached in [option[0].lstrip("-").split("=", 1)]
            if own == name
        )


class _Reader:
    """Reads one application's arguments."""

    def __init__(self, arguments: Sequence[str], flags: Mapping[str, Option], line: Line) -> None:
        self._rest = list(arguments)
        self._flags = flags
        self._line = line
        self.application = Application()

    def read(self) -> Application:
        while self._rest:
            word = self._rest[0]
            if word == "--":
                self._rest.pop(0)
                break
            if not word.startswith("-") or word == "-":
                break
            self._rest.pop(0)
            self._take_option(word)
        self.application.program = self._rest
        return self.application

    def _take_option(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if name in self._flags:
            self._take_own(self._flags[name], value if equals else None)
        elif name in ("--help", "-h"):
            self._line.help_topic = value or self._topic()
        elif word == "--version":
            self._line.wants_version = True
        elif attached := _ATTACHED.fullmatch(word):
            self._rest.insert(0, attached[2])
            self._take_mpirun(attached[1])
        else:
            self._take_mpirun(word)

    def _topic(self) -> str:
        """The word behind --help, unless it is the program."""
        word = self._rest[0] if self._rest else ""
        return "" if "/" in word or word.startswith("-") else word

    def _next_value(self, word: str) -> str:
        if not self._rest:
            raise UsageError(f"The option {word} needs a value.")
        return self._rest.pop(0)

    def _take_own(self, option: Option, value: str | None) -> None:
        if value is None:
            value = self._own_value(option) if option.takes_value else "yes"
        if not value.strip():
            raise UsageError(f"The option {option.flag} needs a value, and that given is empty (is a variable not set?).")
        option.check(value, option.flag)
        before = self._line.settings.get(option.name)
        joined = f"{before},{value}" if before and option.repeatable else value
        self._line.settings[option.name] = joined

    def _own_value(self, option: Option) -> str:
        value = self._next_value(option.flag)
        if value.partition("=")[0] in self._flags:
            raise UsageError(
                f"The option {option.flag} needs a value, and {value} is an option itself; "
                f"write {option.flag}=VALUE if that is the value."
            )
        return value

    def _take_mpirun(self, word: str) -> None:
        name, equals, attached = word.lstrip("-").partition("=")
        if name in TWO_VALUES:
            values = [self._next_value(word), self._next_value(word)]
        elif name in ONE_VALUE:
            values = [] if equals else [self._next_value(word)]
        else:
            values = []
            if name not in _NO_VALUE:
                self._take_unknown(word)
        if name == "x":
            variable, has_value, text = (values[0] if values else attached).partition("=")
            self.application.exports[variable] = text if has_value else None
            return
        if name in ("n", "np", "c"):
            self._take_count(_processes(values[0] if values else attached, word))
        self.application.mpirun_options += [word, *values]

    def _take_count(self, count: int) -> None:
        """mpirun takes the first of two counts silently, and most people mean the last one."""
        before = self.application.processes
        if before not in (None, count):
            raise UsageError(f"The number of processes is given twice, as {before} and as {count}; give it once.")
        self.application.processes = count

    def _take_unknown(self, word: str) -> None:
        flag = word.partition("=")[0]
        if close := nearest(flag, self._flags, 0.8):
            raise UsageError(f"There is no option {flag}; did you mean {close}?")
        known = ("--" + name for name in (*ONE_VALUE, *TWO_VALUES, *_NO_VALUE) if len(name) > 2)
        meant = nearest(flag, known, 0.8)
        advice = f"did you mean {meant}?" if meant else f"if it has one: {word}=VALUE."
        self._line.remarks.append(f"The option {word} goes to mpirun without a value; {advice}")


def _processes(count: str, word: str) -> int:
    if not is_number(count):
        raise UsageError(f"The value ({shortened(count)}) of {word} is no number of processes.")
    if int(count) == 0:  # seldom meant: rather a variable that is wrong
        raise UsageError(
            f"The value (0) of {word} is no number of processes; where it is left out, mpirun starts one for each slot."
        )
    if int(count) > _MOST_PROCESSES:
        raise UsageError(
            f"The value ({count}) of {word} is more processes than there can be ({_MOST_PROCESSES})."
        )
    return int(count)


def split_options(words: Sequence[str]) -> Iterator[list[str]]:
    """Each of mpirun's options with its values."""
    rest = list(words)
    while rest:
        name, equals, _ = rest[0].lstrip("-").partition("=")
        count = 3 if name in TWO_VALUES else 2 if name in ONE_VALUE and not equals else 1
        yield rest[:count]
        del rest[:count]


def parse(arguments: Sequence[str], options: Sequence[Option]) -> Line:
    """Raises UsageError. Says nothing about what mpirun will think of its own options."""
    flags = {option.flag: option for option in options if option.has_flag}
    line = Line()
    parts: list[list[str]] = [[]]
    for word in arguments:
        if word == ":":
            parts.append([])
        else:
            parts[-1].append(word)
    line.applications = [_Reader(part, flags, line).read() for part in parts]
    if line.help_topic is not None or line.wants_version:
        return line
    for application in line.applications:
        if not application.program:
            raise UsageError("There is no program to run; closeranks --help shows how to call it.")
        line.remarks += _behind_the_program(application, flags)
    return line


def _behind_the_program(application: Application, flags: Mapping[str, Option]) -> Iterator[str]:
    """About options that look as if they were meant for closeranks, which ends its own at the program."""
    program, *words = application.program
    found = [word for word in words if word.partition("=")[0] in flags and word.partition("=")[0] not in _OF_PROGRAMS_TOO]
    if application.processes is None:
        found += [word for word, value in zip(words, words[1:]) if word in ("-n", "-np") and is_number(value)]
    if found:
        one = len(found) == 1
        yield (
            f"The option{'' if one else 's'} {', '.join(found)} {'stands' if one else 'stand'} behind {program}, and "
            f"{'goes' if one else 'go'} to the program; options of closeranks and mpirun come before it."
        )
