"""The spec as typed objects. The schemas in spec/ describe every field."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Shape(Enum):
    """How a wrapper is built: each has the template of its name in templates/wrappers/."""

    LOCAL = "local"
    VIEW = "view"
    UNPROTECTED = "unprotected"
    HANDWRITTEN = "handwritten"
    ENTERED = "entered"
    RUNTIME = "runtime"
    BETWEEN = "between"
    COLLECTIVE = "collective"
    NONBLOCKING = "nonblocking"
    RESTARTABLE = "restartable"
    SEND = "send"
    START = "start"
    CREATE = "create"
    DUPLICATE = "duplicate"
    CREATE_WITH_TOPOLOGY = "create_with_topology"
    INDEPENDENT = "independent"
    FILE = "file"
    FILE_AT = "file_at"
    WINDOW = "window"
    RMA = "rma"


class Counted(Enum):
    """The meaning of a count of elements."""

    ONCE = "once"
    PER_RANK = "per_rank"
    SUM = "sum"


@dataclass(frozen=True)
class OlderType:
    """The type that an argument had until some release of Open MPI."""

    until: int
    type: str
    alias: str  # under which the code declares the argument

    @property
    def guard(self) -> str:
        return f"OMPI_MAJOR_VERSION <= {self.until}"


@dataclass(frozen=True)
class Argument:
    name: str
    type: str
    kind: str
    direction: str
    length: str | None = None
    root_only: bool = False
    older: OlderType | None = None

    @property
    def is_varargs(self) -> bool:
        return self.kind == "VARARGS"

    @property
    def is_array(self) -> bool:
        return "[" in self.type

    @property
    def is_pointer(self) -> bool:
        return self.type.endswith("*")

    def type_in(self, release: int) -> str:
        """As the header of that release of Open MPI has it."""
        return self.older.type if self.older is not None and release <= self.older.until else self.type

    @property
    def declaration(self) -> str:
        """As C declares it: "const int sendcounts[]"."""
        if self.is_varargs:
            return "..."
        if self.older is not None:
            return f"{self.older.alias} {self.name}"
        base, bracket, rest = self.type.partition("[")
        base = base.rstrip()
        space = "" if base.endswith("*") else " "
        return f"{base}{space}{self.name}{bracket}{rest}"


@dataclass(frozen=True)
class RankArgument:
    argument: str
    role: str
    of: str


@dataclass(frozen=True)
class Overwrites:
    buffer: str
    count: str
    type: str
    counted: Counted
    displacements: str | None
    always: bool  # saved also when the call is not in place: a redo writes less than an attempt


@dataclass(frozen=True)
class InPlace:
    argument: str
    at_root_only: bool
    ignores: tuple[str, ...]
    overwrites: Overwrites | None


@dataclass(frozen=True)
class Elements:
    """The arguments that name elements of a buffer."""

    buffer: str
    count: str
    type: str


@dataclass(frozen=True)
class Log:
    """The part of the operation that a member keeps for other members (docs/developers/commit.md)."""

    keeps: str
    mine: Elements | None
    per_rank: bool
    into: Elements | None
    exclusive: bool
    source: Elements | None
    op: str | None


@dataclass(frozen=True)
class RegularBlocks:
    """One block of `count` elements of `type` for each rank; and what it becomes in the variant."""

    name: str
    count: str
    type: str
    becomes: tuple[str, str, str]


@dataclass(frozen=True)
class Positional:
    blocks: str
    variant: str | None
    per_rank: tuple[str, ...]
    regular: tuple[RegularBlocks, ...]


@dataclass(frozen=True)
class Explicit:
    """The function with an explicit offset that does the same, and how the offset is claimed."""

    function: str
    claims: str | None


@dataclass(frozen=True)
class ClassOfFunctions:
    name: str
    title: str
    runs_on: str
    missing: str
    shape: Shape | None  # by default
    nonblocking: Shape | None  # of nonblocking forms, by default
    persistent: Shape | None  # of persistent forms, by default
    shapes: tuple[Shape, ...]  # others that its functions can have
    takes: tuple[str, ...]  # the types of arguments of which each function must have one
    commit: str
    usable_when_revoked: bool
    replicas: str  # in replicated runs, by default
    headers: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The anchor of its heading in the documentation."""
        return self.name


@dataclass(frozen=True)
class Reason:
    name: str
    text: str
    risk: str


@dataclass(frozen=True)
class ContributionReason:
    """The reason why a call continues, or does not, when its result lacks a rank's contribution."""

    name: str
    policy: str
    text: str


@dataclass(frozen=True)
class Contribution:
    """The contribution of a rank to the result of the other members of a collective."""

    reason: ContributionReason
    count: str | None  # the argument with the number of elements from each; none: counts always
    lower: bool  # from the ranks below alone


@dataclass(frozen=True)
class Kind:
    """The kind of an argument, and how C passes it."""

    name: str
    meaning: str
    type: str | None  # of one of them
    by_address: bool  # also when it is read only
    others: tuple[str, ...]
    large: str | None = None  # what stands for the type in a large form; of types of their own, their ending

    def type_of(self, direction: str, is_array: bool) -> str | None:
        """The C type of such an argument; none when each has its own."""
        if self.type is None:
            return None
        const = "const " if direction == "in" and not self.type.endswith("*") else ""
        if is_array:
            return f"{const}{self.type} []"
        if direction == "in" and not self.by_address:
            return self.type
        space = "" if self.type.endswith("*") else " "
        return f"{const}{self.type}{space}*"


@dataclass(frozen=True)
class Function:
    name: str
    # what the standard says
    brief: str
    since: str
    deprecated: str | None
    removed: str | None
    returns: str
    arguments: tuple[Argument, ...]
    nonblocking: str | None  # of which function this is the nonblocking form
    persistent: str | None  # of which function this makes a persistent request
    large: str | None  # of which function this is the form with large counts
    first_release: int | None  # of Open MPI whose header declares it, when not all do
    last_release: int | None
    intracommunicators_only: bool
    # what we do
    of_class: ClassOfFunctions
    shape: Shape
    ranks: tuple[RankArgument, ...]
    policy: str | None
    contribution: Contribution | None
    shared_result: bool
    commit: str
    log: Log | None
    in_place: InPlace | None
    positional: Positional | None
    together: bool
    explicit: Explicit | None
    usable_when_revoked: bool
    protected: bool
    reason: Reason | None
    # overlays
    implemented_by: str | None
    described_by: str | None
    described_with: tuple[str, ...]
    compacted_by: str | None
    between_sides: str | None
    # docs/developers/replication-design.md
    replicas: str  # in replicated runs: the MPI's own, a function of runtime/replication/, or refused

    @property
    def identifier(self) -> str:
        """Without its prefix: the enumerator, and the member of the table of entry points."""
        return self.name.split("_", 1)[1]

    def argument(self, name: str) -> Argument | None:
        return next((a for a in self.arguments if a.name == name), None)

    @property
    def blocking(self) -> str | None:
        """The function of which this is another form."""
        return self.nonblocking or self.persistent

    def is_in(self, release: int) -> bool:
        """Whether the header of that release of Open MPI declares it."""
        after = self.first_release is None or self.first_release <= release
        return after and (self.last_release is None or release <= self.last_release)

    @property
    def guard(self) -> str:
        """The condition of the preprocessor on which the header declares it; empty when it always does."""
        conditions = []
        if self.first_release is not None:
            conditions.append(f"OMPI_MAJOR_VERSION >= {self.first_release}")
        if self.last_release is not None:
            conditions.append(f"OMPI_MAJOR_VERSION <= {self.last_release}")
        return " && ".join(conditions)

    @property
    def runs_blocking(self) -> bool:
        """True when it is carried out as its blocking form is, which has the code."""
        return self.shape in (Shape.NONBLOCKING, Shape.RESTARTABLE)

    @property
    def policies(self) -> dict[str, str | None]:
        """Its policy of each kind, in the order of PolicyKind (runtime/run/policy.hpp)."""
        contribution = self.contribution.reason.policy if self.contribution else None
        return {"peer": self.policy, "contribution": contribution, "stall": self.stall_policy}

    @property
    def stall_policy(self) -> str | None:
        """The policy of calls that may wait for any rank: applies when no rank can send any more."""
        waits_for_any = any(r.role == "source" for r in self.ranks)
        return "abort" if waits_for_any and self.of_class.name == "one-to-one" else None

    @property
    def policy_row(self) -> str:
        """In the table of policies: "none, abort"."""
        return ", ".join(policy or "none" for policy in self.policies.values())

    @property
    def communicators(self) -> tuple[Argument, ...]:
        """The communicators on which it works."""
        return tuple(
            a for a in self.arguments if a.kind == "COMMUNICATOR" and a.direction == "in"
        )

    @property
    def file(self) -> str:
        """The open file on which it works."""
        return next((a.name for a in self.arguments if a.type == "MPI_File"), "")

    @property
    def window(self) -> str:
        """The window on which it works."""
        return next((a.name for a in self.arguments if a.type == "MPI_Win"), "")

    @property
    def root(self) -> str | None:
        return next((r.argument for r in self.ranks if r.role == "root"), None)

    @property
    def needs_kill_test(self) -> bool:
        """A protected call in which other processes take part. A large form goes the way of its sibling."""
        return self.protected and self.of_class.name != "local-only" and self.first_release is None


def release_of(header: str) -> int:
    """The release of "Open MPI 5.0.7" is 5. It is 0 for any other MPI."""
    found = re.match(r"Open MPI (\d+)\.", header)
    return int(found.group(1)) if found else 0


def grouped_by_guard(functions: Iterable[Function]) -> list[tuple[str, list[Function]]]:
    """The functions that every header declares, then the functions on each condition."""
    groups: dict[str, list[Function]] = {"": []}
    for function in functions:
        groups.setdefault(function.guard, []).append(function)
    return [(guard, groups[guard]) for guard in sorted(groups) if groups[guard]]


@dataclass(frozen=True)
class Spec:
    headers: tuple[str, ...]
    """Whose mpi.h the entries describe: "Open MPI 5.0.7"."""
    functions: tuple[Function, ...]
    classes: tuple[ClassOfFunctions, ...]
    reasons: tuple[Reason, ...]
    contribution_reasons: tuple[ContributionReason, ...]
    kinds: dict[str, Kind]
    not_interposed: dict[str, str]

    def function(self, name: str) -> Function | None:
        return next((f for f in self.functions if f.name == name), None)

    @property
    def identified(self) -> tuple[Function, ...]:
        """The functions with an enumerator, policies and a row in the tables. A large form uses those of its
        sibling."""
        return tuple(f for f in self.functions if f.large is None)

    @property
    def releases(self) -> tuple[int, ...]:
        """The releases of Open MPI that the entries describe."""
        return tuple(sorted({release_of(header) for header in self.headers}))

    def leaves_alone(self, name: str) -> bool:
        """True for a function of the header that is not interposed on purpose."""
        return any(
            name.startswith(entry[:-1]) if entry.endswith("*") else name == entry
            for entry in self.not_interposed
        )
