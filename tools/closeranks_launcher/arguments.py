"""Taking the command line apart: our options, mpirun's options, the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .options import Option, UsageError, is_number, shortened
from .plain import dataclass, field

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


@dataclass
class Line:
    """The whole command line."""

    settings: dict[str, str] = field(default_factory=dict)  # option name -> value, from flags
    applications: list[Application] = field(default_factory=list)
    wants_help: bool = False
    wants_version: bool = False
    unknown: list[str] = field(default_factory=list)  # mpirun may know them

    def has_mpirun_option(self, *names: str) -> bool:
        given = {
            option.split("=")[0].lstrip("-")
            for application in self.applications
            for option in application.mpirun_options
            if option.startswith("-")
        }
        return not given.isdisjoint(names)


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
        elif word in ("--help", "-h"):
            self._line.wants_help = True
        elif word == "--version":
            self._line.wants_version = True
        else:
            self._take_mpirun(word)

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
        """Of two mpirun takes the first without a word, and most people mean the last."""
        before = self.application.processes
        if before not in (None, count):
            raise UsageError(f"The number of processes is given twice, as {before} and as {count}; give it once.")
        self.application.processes = count

    def _take_unknown(self, word: str) -> None:
        import difflib

        flag = word.partition("=")[0]
        close = difflib.get_close_matches(flag, self._flags, n=1, cutoff=0.8)
        if close:
            raise UsageError(f"There is no option {flag}; the nearest is {close[0]}.")
        self._line.unknown.append(word)


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
    if line.wants_help or line.wants_version:
        return line
    for application in line.applications:
        if not application.program:
            raise UsageError("There is no program to run; closeranks --help shows how to call it.")
    return line
