"""Facts about the MPI, and which of them fit fault tolerance (closeranks doctor).

`ompi_info` says what was compiled in, and what the user and the files of the installation have set.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from .findings import Finding, ok, problem, untried, warning
from .installation import Installation
from .options import UsageError, described

_PATIENCE = 30  # seconds for ompi_info
_COMPONENT = re.compile(r"mca:(\w+):(\w+):version:\"?component")
_SETTING = re.compile(r"mca:\w+:\w+:param:(\w+):(value|source):(.*)")
_OLDEST = (5, 0)
_HAN_IS_MENDED = (5, 0, 10)
_MEND_FAULTS = (
    "tools/setup --build-mpi builds an MPI without them; build closeranks again then (docs/reference/limits.md, "
    '"With an Open MPI that set-up did not build").'
)

# Open MPI's own list (its parameter set ft-mpi) of components that work after a failure.
_GOOD_BTL = frozenset(("self", "sm", "tcp", "ugni", "uct", "vader"))
_LEFT_OUT_BTL = frozenset(("ofi", "uct"))  # left out by the library unless btl is set (runtime/openmpi/settings.cpp)
_BAD_COLL = ("hcoll", "portals4")


@dataclass(frozen=True)
class Fault:
    patch: str
    when: str
    does: str
    versions: Mapping[str, str] = field(default_factory=dict)  # "has", "free" or "untried"
    calls: Sequence[str] = ()  # patterns of functions: it strikes programs that call one of them
    avoided: str = ""  # what closeranks does so that it does not strike protected programs

    def strikes(self, called: Collection[str]) -> bool:
        """Whether it can strike a program that calls these functions."""
        return not self.calls or any(fnmatchcase(name, pattern) for name in called for pattern in self.calls)


@dataclass(frozen=True)
class Setting:
    """The value of a parameter of the MPI, and its source."""

    value: str
    source: str  # "default", "environment", "file (/home/...)"

    @property
    def is_set(self) -> bool:
        return bool(self.value) and not self.source.startswith("default")

    @property
    def names(self) -> frozenset[str]:
        return frozenset(filter(None, self.value.removeprefix("^").split(",")))

    def takes(self, component: str) -> bool:
        """Whether the framework may use it. `^a,b`: all but these."""
        return (component in self.names) != self.value.startswith("^") if self.value else True


@dataclass(frozen=True)
class Facts:
    prefix: Path
    version: str = ""
    has_ulfm: bool = False
    components: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of each framework
    settings: Mapping[str, Setting] = field(default_factory=dict)
    mended: frozenset[str] | None = None  # patches; None: no file says whether there are any
    mpicc: str = ""  # the first one in PATH

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(int(text) for text in re.findall(r"\d+", self.version.split("rc")[0])[:3])

    def setting(self, name: str) -> Setting:
        return self.settings.get(name, Setting("", "default"))

    def has(self, framework: str, component: str) -> bool:
        return component in self.components.get(framework, frozenset())


def understood(prefix: Path, text: str) -> Facts:
    """The output of `ompi_info --parsable --all --level 9`, parsed."""
    values: dict[str, str] = {}
    components: dict[str, set[str]] = {}
    parts: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if found := _COMPONENT.match(line):
            components.setdefault(found[1], set()).add(found[2])
        elif found := _SETTING.fullmatch(line):
            parts.setdefault(found[1], {})[found[2]] = found[3].strip()
        else:
            name, _, value = line.rpartition(":")
            values.setdefault(name, value)
    return Facts(
        prefix=prefix,
        version=values.get("ompi:version:full", ""),
        has_ulfm=values.get("options:ft_mpi_support") == "yes",
        components={name: frozenset(names) for name, names in components.items()},
        settings={
            name: Setting(part.get("value", ""), part.get("source", "default"))
            for name, part in parts.items()
        },
        mended=mended_in(prefix),
        mpicc=shutil.which("mpicc") or "",
    )


def mended_in(prefix: Path) -> frozenset[str] | None:
    """Set-up writes down which faults it has mended in the MPI that it builds (tools/openmpi.sh)."""
    try:
        return frozenset(name.removesuffix(".patch") for name in (prefix / "complete").read_text().split())
    except (OSError, UnicodeError):
        return None


def ask(place: Installation) -> Facts:
    """Raises UsageError when the MPI does not answer."""
    program = place.mpirun.with_name("ompi_info")
    try:
        answer = subprocess.run(
            [program, "--parsable", "--all", "--level", "9"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
        )
    except OSError as error:
        raise UsageError(f"{program}, which tells about the MPI, cannot be started: {described(error)}.") from error
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"{program}, which tells about the MPI, has not answered within {_PATIENCE} s.") from error
    if answer.returncode != 0:
        raise UsageError(f"{program}, which tells about the MPI, ended with {answer.returncode}.")
    return understood(place.mpirun.parent.parent, answer.stdout)


def load_faults() -> tuple[Fault, ...]:
    """From the installed copy or from the source tree. Raises UsageError."""
    here = Path(__file__).resolve().parent.parent
    for path in (here / "spec/faults.json", here / "openmpi-patches/faults.json"):
        if path.is_file():
            try:
                return tuple(Fault(**entry) for entry in json.loads(path.read_text())["faults"])
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise UsageError(
                    f"The list of faults ({path}) is damaged ({described(error)}); install closeranks again."
                ) from error
    raise UsageError(f"The list of faults (faults.json) is missing beside {here}.")


def findings(facts: Facts, faults: Sequence[Fault]) -> Iterator[Finding]:
    yield _version(facts)
    yield _ulfm(facts)
    if facts.numbers[:2] >= _OLDEST:
        yield _faults(facts, faults)
    yield from _compiler(facts)
    yield _pml(facts)
    yield _btl(facts)
    yield _han(facts)
    yield _topo(facts)


def _version(facts: Facts) -> Finding:
    text = f"Open MPI {facts.version} in {facts.prefix}"
    if facts.numbers[:2] < _OLDEST:
        return problem(
            "mpi.version",
            f"{text}: closeranks needs 5.0 or newer.",
            "Run tools/setup, and build closeranks for the MPI that it finds.",
        )
    if facts.numbers[:3] != (5, 0, 7):
        return warning(
            "mpi.version",
            f"{text}: closeranks has been tested with 5.0.7 only.",
            "tools/setup --build-mpi builds 5.0.7.",
        )
    return ok("mpi.version", f"{text}.")


def _ulfm(facts: Facts) -> Finding:
    if not facts.has_ulfm:
        return problem(
            "mpi.ulfm",
            "This MPI was built without ULFM, MPI's fault tolerance: no program can survive a death.",
            "Run tools/setup, and build closeranks for the MPI that it finds.",
        )
    return ok("mpi.ulfm", "ULFM is compiled in; the launcher switches it on (--with-ft ulfm).")


def _faults(facts: Facts, faults: Sequence[Fault]) -> Finding:
    free = [fault for fault in faults if fault.versions.get(facts.version) == "free"]
    unmended = _unmended(faults, facts.version, facts.mended)
    there = [fault for fault in unmended if not fault.avoided]
    avoided = f" (closeranks avoids {len(unmended) - len(there)} others)" if len(unmended) > len(there) else ""
    if facts.mended is not None and not there:
        return ok("mpi.faults", f"All {len(faults)} faults of Open MPI 5.0.7 that closeranks knows are mended.")
    named = "; ".join(_grouped(there))
    if facts.mended is None and facts.numbers[:3] != (5, 0, 7):
        known = [fault for fault in faults if fault.versions.get(facts.version) == "has"]
        return warning(
            "mpi.faults",
            f"Set-up has not built this MPI. Of the {len(faults)} faults that were found in 5.0.7, version "
            f"{facts.version} is known to have {len(known)}, and to be free of {len(free)}; the others have not been "
            f"tried in it. It may have: {named}.",
            _MEND_FAULTS,
        )
    return warning("mpi.faults", f"This MPI has {len(there)} of the {len(faults)} known faults{avoided}: {named}.", _MEND_FAULTS)


def _unmended(faults: Sequence[Fault], version: str, mended: Collection[str] | None) -> list[Fault]:
    """The faults that an MPI has, or may have, of that version and with these patches."""
    return [fault for fault in faults if fault.versions.get(version) != "free" and fault.patch not in (mended or ())]


def that_strike(called: Collection[str], prefix: Path, faults: Sequence[Fault]) -> Iterator[Finding]:
    """The faults of the MPI in `prefix` that can strike a program that calls these functions."""
    mended = mended_in(prefix)
    version = _version_of(prefix) if mended is None else ""
    found = [fault for fault in _unmended(faults, version, mended) if not fault.avoided and fault.strikes(called)]
    if found:
        yield warning(
            "program.faults",
            f"Of the faults of this MPI {len(found)} can strike this program: {'; '.join(_grouped(found))}.",
            _MEND_FAULTS,
        )


def _version_of(prefix: Path) -> str:
    """Empty when the MPI does not say it."""
    command = [str(prefix / "bin/ompi_info"), "--version"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
    found = re.search(r"\d+\.\d+\.\d+\S*", said)
    return found[0] if found else ""


def _grouped(faults: Sequence[Fault]) -> Iterator[str]:
    for when in dict.fromkeys(fault.when for fault in faults):
        these = [fault for fault in faults if fault.when == when]
        yield f"{when}: {', '.join(f'{fault.does} ({fault.patch})' for fault in these)}"


def _compiler(facts: Facts) -> Iterator[Finding]:
    own = facts.prefix / "bin/mpicc"
    if not facts.mpicc:
        yield untried("mpi.compiler", "There is no mpicc in PATH.", f"To compile programs, put {own.parent} into PATH.")
    elif Path(facts.mpicc).parent.resolve() != own.parent.resolve():
        yield warning(
            "mpi.compiler",
            f"The mpicc in PATH ({facts.mpicc}) belongs to another MPI than the one closeranks was built for.",
            f"Compile programs with {own}, or put {own.parent} first in PATH.",
        )
    else:
        yield ok("mpi.compiler", f"The mpicc in PATH belongs to it ({facts.mpicc}).")


def _by(name: str, setting: Setting) -> str:
    """The source of the setting: "OMPI_MCA_pml=ucx in the environment"."""
    if setting.source.startswith("environment"):
        return f"OMPI_MCA_{name}={setting.value} in the environment"
    return f"{name}={setting.value} ({setting.source})"


def _pml(facts: Facts) -> Finding:
    setting = facts.setting("pml")
    if setting.is_set and not setting.takes("ob1"):
        there = setting.value.startswith("^") or any(facts.has("pml", name) for name in setting.names)
        known = "" if there else " This MPI does not even have that one: no program starts."
        return problem(
            "mpi.pml",
            f"{_by('pml', setting)} leaves out ob1, the only PML (transport of messages) that is fault "
            f"tolerant.{known}",
            "Take that setting away; --with-ft ulfm then chooses ob1.",
        )
    if not facts.has("pml", "ob1"):
        return problem(
            "mpi.pml",
            "This MPI has no PML ob1, the only one that is fault tolerant.",
            "tools/setup --build-mpi builds one that has it.",
        )
    others = sorted(facts.components.get("pml", frozenset()) - {"ob1"})
    beside = f" ({', '.join(others)}: in this MPI, and not used)" if others else ""
    return ok("mpi.pml", f"Messages go by the PML ob1, which is fault tolerant{beside}.")


def _btl(facts: Facts) -> Finding:
    setting = facts.setting("btl")
    if not setting.is_set:
        all_there = facts.components.get("btl", frozenset())
        there = sorted(all_there - _LEFT_OUT_BTL)
        left_out = sorted(all_there & _LEFT_OUT_BTL)
        beside = f" ({', '.join(left_out)}: in this MPI, and left out unless you set btl)" if left_out else ""
        if untested := [name for name in there if name not in _GOOD_BTL]:
            return warning(
                "mpi.btl",
                f"Transports below it: {', '.join(there)}{beside}. Open MPI has not tested {', '.join(untested)} with "
                "fault tolerance.",
                f"If survivors hang or crash, leave them out: OMPI_MCA_btl=^{','.join([*left_out, *untested])}.",
            )
        return ok("mpi.btl", f"Transports below it: {', '.join(there)}{beside}, all fault tolerant.")
    if not setting.takes("self"):
        return problem(
            "mpi.btl",
            f"{_by('btl', setting)} leaves out self, without which no program starts.",
            f"Add it: OMPI_MCA_btl=self,{setting.value}." if not setting.value.startswith("^") else "Take self out "
            "of that list.",
        )
    used = frozenset(name for name in facts.components.get("btl", frozenset()) if setting.takes(name))
    if not setting.value.startswith("^"):
        used |= setting.names
    if untested := sorted(used - _GOOD_BTL):
        return warning(
            "mpi.btl",
            f"{_by('btl', setting)} takes {', '.join(untested)}, which Open MPI has not tested with fault "
            "tolerance.",
            "Take them out if survivors hang or crash.",
        )
    return ok("mpi.btl", f"{_by('btl', setting)}: {', '.join(sorted(used))}, all fault tolerant.")


def _han(facts: Facts) -> Finding:
    setting = facts.setting("coll")
    if setting.is_set and not setting.value.startswith("^") and not setting.takes("basic"):
        return problem(
            "mpi.coll",
            f"{_by('coll', setting)} leaves out the basic collectives, without which no program starts.",
            "Take that setting away.",
        )
    bad = [name for name in _BAD_COLL if facts.has("coll", name) and setting.is_set and setting.takes(name)]
    if facts.has("coll", "han") and facts.numbers[:3] < _HAN_IS_MENDED and setting.is_set and setting.takes("han"):
        bad.insert(0, "han")
    if bad:
        left_out = ",".join([*sorted(setting.names), *bad]) if setting.value.startswith("^") else ",".join(bad)
        return problem(
            "mpi.coll",
            f"{_by('coll', setting)} lets collectives go by {', '.join(bad)}, which is not fault tolerant in this MPI.",
            f"Take that setting away (closeranks then leaves out HAN), or set OMPI_MCA_coll=^{left_out}.",
        )
    if facts.has("coll", "han"):
        return ok("mpi.coll", "The collectives of HAN are in this MPI, and are not used.")
    return ok("mpi.coll", "The collectives of HAN, which are not fault tolerant, are not in this MPI.")


def _topo(facts: Facts) -> Finding:
    setting = facts.setting("topo")
    if facts.has("topo", "treematch") and setting.is_set and setting.takes("treematch"):
        return warning(
            "mpi.topo",
            f"{_by('topo', setting)} lets topologies be made by treematch, with which MPI_Dist_graph_create hangs "
            "now and then.",
            "Take that setting away: closeranks then leaves it out.",
        )
    return ok("mpi.topo", "Topologies are made without treematch.")
