"""The values that the templates need of a function, computed here so that templates stay plain text."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.expand import COLLECTIVE
from generator.model import Counted, Function, InPlace, Log, RegularBlocks, Shape, Spec


# The shapes whose wrappers look for the communicator, and find none for an intercommunicator.
FINDS_COMMUNICATOR = (
    Shape.COLLECTIVE,
    Shape.NONBLOCKING,
    Shape.RESTARTABLE,
    Shape.CREATE,
    Shape.DUPLICATE,
    Shape.CREATE_WITH_TOPOLOGY,
    Shape.RUNTIME,
)

# The classes of functions that all members of a communicator call.
ON_MEMBERS = (*COLLECTIVE, "comm-creator")


@dataclass(frozen=True)
class NamedValue:
    """`name(c, value)` in a wrapper."""

    name: str
    value: str


@dataclass(frozen=True)
class CopiedArray:
    """An array that the wrapper copies, `length` elements of it."""

    name: str
    value: str
    length: str


@dataclass(frozen=True)
class Snapshot:
    condition: str
    arguments: str


@dataclass(frozen=True)
class Wrapper:
    """One function as its template sees it; all members are C++ text."""

    function: Function
    template: str
    signature: str
    real: str
    """The call on the program's own handles."""
    communicator: str
    all_arguments: str
    own_arguments: str
    """All but the communicator."""
    root: str = ""
    peer: str = ""
    new_communicator: str = ""
    color: str = ""
    request: str = ""
    """The request that it makes."""
    tag: str = ""
    """The tag of the message that it sends or receives."""
    at_root: bool = False
    in_place: str = ""
    native: str = ""
    compacted_arrays: list[NamedValue] = field(default_factory=list)
    compacted_blocks: list[NamedValue] = field(default_factory=list)
    compacted: str = ""
    snapshot: Snapshot | None = None
    contributions: str = ""
    """Who contributes to the result, and how much."""
    kept: str = ""
    views: str = ""
    several_communicators: bool = False
    description: str = ""
    body: str = ""
    """The parameters of a collective's body, all but the communicator, each after a comma."""
    body_arguments: str = ""
    blocking: str = ""
    """The identifier of the blocking form."""
    copies: list[CopiedArray] = field(default_factory=list)
    file_arguments: str = ""
    """What a function of the runtime about a file gets."""
    window_arguments: str = ""
    """What a function of the runtime about a window gets."""
    claimed: str = ""
    """For reading or writing, how many elements of which type."""
    between_sides: str = ""
    """The call on an intercommunicator."""

    passes_between_sides: bool = False
    """Whether it is not protected on an intercommunicator, and says so."""

    @property
    def live_root(self) -> str:
        """The name of the parameter, where it has one."""
        return " live_root" if self.root else ""

    @property
    def runtime_arguments(self) -> str:
        """The arguments of a function of the runtime: with a communicator, the object that protects it."""
        return self.view_arguments if self.communicator else self.all_arguments

    @property
    def view_arguments(self) -> str:
        """The arguments of a function of the runtime for a partial communicator."""
        return ", ".join(filter(None, ("*c", self.own_arguments)))

    @property
    def find(self) -> str:
        """The function that finds the communicator. A message on an intercommunicator goes to its other side."""
        return "find_peers" if self.function.of_class.name == "one-to-one" else "find"

    @property
    def name(self) -> str:
        return self.function.identifier

    @property
    def id(self) -> str:
        """The enumerator: a large form is its sibling to reports, policies and planned deaths."""
        return identity(self.function)


def identity(function: Function) -> str:
    """Its enumerator of `Function`."""
    return (function.large or function.name).split("_", 1)[1]


def call(function: Function, replaced: dict[str, str]) -> str:
    """The real call, with some arguments replaced."""
    given = [replaced.get(a.name, a.name) for a in function.arguments if not a.is_varargs]
    return f"real.{function.identifier}({', '.join(given)})"


def _joined(function: Function, without: tuple[str, ...] = ()) -> str:
    names = [a.name for a in function.arguments if not a.is_varargs and a.name not in without]
    return ", ".join(names)


def _first(function: Function, kind: str, direction: str) -> str:
    return next(
        (a.name for a in function.arguments if a.kind == kind and a.direction == direction), ""
    )


class Parameters:
    """Computes wrappers; the spec is needed for calls of other functions."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def wrapper(self, function: Function) -> Wrapper:
        home = function.communicators[0].name if function.communicators else ""
        signature = ", ".join(a.declaration for a in function.arguments)
        made: dict[str, object] = {}
        if function.shape is Shape.COLLECTIVE:
            made = self._collective(function, home)
        elif function.runs_blocking:
            made = self._other_form(function, home)
        elif function.shape is Shape.VIEW:
            made = self._view(function)
        elif function.shape in (Shape.SEND, Shape.START):
            made = self._message(function, home)
        elif function.shape is Shape.FILE:
            rest = _joined(function, (function.file,))
            made = {"file_arguments": ", ".join(filter(None, ("*file", rest)))}
        elif function.shape is Shape.FILE_AT:
            made = self._file_at(function)
        elif function.shape in (Shape.WINDOW, Shape.RMA):
            made = self._window(function)
        elif home:
            made = self._creation(function, home)
        return Wrapper(
            function=function,
            template=f"wrappers/{function.shape.value}.cpp.j2",
            signature=f"{function.returns} {function.name}({signature})",
            real=call(function, self._native(function, home)),
            communicator=home,
            all_arguments=_joined(function),
            own_arguments=_joined(function, (home,)),
            new_communicator=_first(function, "COMMUNICATOR", "out"),
            color=_first(function, "COLOR", "in"),
            passes_between_sides=bool(home) and self._passes_between_sides(function),
            request=_first(function, "REQUEST", "out"),
            tag=_first(function, "TAG", "in"),
            **{"between_sides": self._between_sides(function, home), **made},  # type: ignore[arg-type]
        )

    def _sides_call(self, function: Function) -> str | None:
        """The function that carries it, or its blocking form, out on an intercommunicator."""
        blocking = self._spec.function(function.blocking or "") if function.runs_blocking else None
        return (blocking or function).between_sides

    def _passes_between_sides(self, function: Function) -> bool:
        """Whether it is protected, but not on intercommunicators."""
        return (
            function.shape in FINDS_COMMUNICATOR
            and function.of_class.name != "one-to-one"  # messages have the other side for peers
            and not function.intracommunicators_only
            and self._sides_call(function) is None
        )

    def _native(self, function: Function, home: str) -> dict[str, str]:
        """On an intercommunicator, an unprotected function must not run on the program's handle."""
        handed_on = function.shape is Shape.UNPROTECTED and function.of_class.name in ON_MEMBERS
        if home and (handed_on or self._passes_between_sides(function)):
            return {home: f"native({home})"}
        return {}

    @staticmethod
    def _between_sides(function: Function, home: str) -> str:
        if function.between_sides is None:
            return ""
        given = _joined(function, (home,))
        if function.shape in (Shape.CREATE, Shape.DUPLICATE):
            given = f"{_first(function, 'COMMUNICATOR', 'out')}, make"
        arguments = ", ".join(part for part in ("*sides", given) if part)
        return f"{function.between_sides}({arguments})"

    @staticmethod
    def _creation(function: Function, home: str) -> dict[str, object]:
        made = _first(function, "COMMUNICATOR", "out")
        described = ", ".join(("parent", *function.described_with))
        return {
            "native": call(function, {home: "parent", made: "made"}),
            "description": f"{function.described_by}({described})",
        }

    def _file_at(self, function: Function) -> dict[str, object]:
        assert function.explicit is not None, "checked by link"
        called = self._spec.function(function.explicit.function)
        assert called is not None, "checked by link"
        count = _first(function, "POLYXFER_NUM_ELEM", "in")
        access = "write" if _first(function, "BUFFER", "in") else "read"
        return {
            "native": call(called, {}),
            "claimed": f"Access::{access}, {count}, {_first(function, 'DATATYPE', 'in')}",
        }

    @staticmethod
    def _window(function: Function) -> dict[str, object]:
        """The request of a call that has one is made by `native`."""
        rest = _joined(function, (function.window, _first(function, "REQUEST", "out")))
        targets = {r.argument: "MPI_PROC_NULL" for r in function.ranks if r.role == "target"}
        return {
            "window_arguments": ", ".join(filter(None, ("*window", rest))),
            "native": call(function, targets),
        }

    @staticmethod
    def _view(function: Function) -> dict[str, object]:
        """Whether the real handle cannot answer for the program's view."""
        communicators = function.communicators
        return {
            "views": " || ".join(f"partial({c.name}) != nullptr" for c in communicators),
            "several_communicators": len(communicators) > 1,
        }

    @staticmethod
    def _message(function: Function, home: str) -> dict[str, object]:
        peer, request = function.ranks[0].argument, _first(function, "REQUEST", "out")
        replaced = {home: "messages", peer: "peer", request: "started"}
        return {"peer": peer, "native": call(function, replaced)}

    def _collective(self, function: Function, home: str) -> dict[str, object]:
        on_working = {home: "working"}
        if function.root is not None:
            on_working[function.root] = "live_root"
        made: dict[str, object] = {
            "root": function.root or "",
            "native": call(function, on_working),
        }
        guards = _Guards(function)
        if function.compacted_by is not None:
            rest = _joined(function, (home,))
            made["compacted"] = f"{function.compacted_by}(c, working, {rest})"
        elif function.positional is not None:
            made.update(self._compacted(function, on_working, guards))
        if function.in_place is not None and function.in_place.overwrites is not None:
            made["snapshot"] = self._snapshot(function.in_place, guards)
        if function.contribution is not None:
            made["contributions"] = self._contributions(function, guards)
        if function.log is not None:
            made["kept"] = self._kept(function.log, guards)
        own = [a for a in function.arguments if a.name != home]
        made["body"] = "".join(f", {a.declaration}" for a in own)
        made["body_arguments"] = "".join(f", {a.name}" for a in own)
        made["at_root"] = guards.uses_at_root
        made["in_place"] = guards.in_place_condition if guards.uses_in_place else ""
        return made

    def _other_form(self, function: Function, home: str) -> dict[str, object]:
        blocking = self._spec.function(function.blocking or "")
        assert blocking is not None, "checked by link"
        guards = _Guards(blocking)
        copies = []
        replaced = {}
        for array in (a for a in blocking.arguments if a.is_array):
            given = guards.value(array.name, "nullptr")
            copies.append(CopiedArray(f"own_{array.name}", given, array.length or ""))
            replaced[array.name] = f"own_{array.name}.get()"
        own = [a.name for a in blocking.arguments if a.name != home]
        given = ", ".join(replaced.get(name, name) for name in own)
        sides = f"{blocking.between_sides}(*sides{given and ', '}{given})"
        return {
            "between_sides": sides if blocking.between_sides else "",
            "blocking": blocking.identifier,
            "body_arguments": "".join(f", {replaced.get(name, name)}" for name in own),
            "root": blocking.root or "",
            "at_root": guards.uses_at_root,
            "copies": copies,
            "in_place": guards.in_place_condition if guards.uses_in_place else "",
        }

    def _compacted(
        self, function: Function, on_working: dict[str, str], guards: _Guards
    ) -> dict[str, object]:
        positional = function.positional
        assert positional is not None
        called = self._spec.function(positional.variant) if positional.variant else function
        assert called is not None, "checked by link"
        replaced = dict(on_working)
        arrays = []
        for name in positional.per_rank:
            arrays.append(NamedValue(f"live_{name}", guards.value(name, "nullptr")))
            replaced[name] = f"live_{name}.data()"
        blocks = []
        for regular in positional.regular:
            blocks.append(NamedValue(regular.name, self._block(regular, guards)))
            for becomes, member in zip(regular.becomes, ("counts", "displs", "type")):
                replaced[becomes] = f"{regular.name}.{member}()"
        return {
            "compacted_arrays": arrays,
            "compacted_blocks": blocks,
            "compacted": call(called, replaced),
        }

    @staticmethod
    def _block(regular: RegularBlocks, guards: _Guards) -> str:
        return f"{guards.value(regular.count, '0')}, {guards.value(regular.type, 'MPI_BYTE')}"

    @staticmethod
    def _contributions(function: Function, guards: _Guards) -> str:
        assert function.contribution is not None
        whose = "lower" if function.contribution.lower else "members"
        if function.positional is not None and function.positional.blocks == "neighbor":
            whose = "neighbours"
        contributions = f"from_{whose}({function.contribution.count or ''})"
        if function.root is None:
            return contributions
        guards.uses_at_root = True
        return f"at_root ? {contributions} : from_nobody()"

    @staticmethod
    def _kept(log: Log, guards: _Guards) -> str:
        given = []
        for elements in (log.source, log.mine, log.into):
            if elements is not None:
                given.append(guards.value(elements.buffer, "nullptr"))
                given.append(guards.value(elements.count, "0"))
                given.append(guards.value(elements.type, "MPI_BYTE"))
        if log.keeps == "prefix":
            given.append("true" if log.exclusive else "false")
        if log.op is not None:
            given.append(log.op)
        what = log.keeps
        if log.source is not None and what == "result":
            what = "blocks" if log.per_rank else "combined"
        return f"log_{what}({', '.join(given)})"

    @staticmethod
    def _snapshot(in_place: InPlace, guards: _Guards) -> Snapshot:
        overwrites = in_place.overwrites
        assert overwrites is not None
        count = {
            Counted.ONCE: overwrites.count,
            Counted.PER_RANK: f"MPI_Count{{{overwrites.count}}} * c.size",
            Counted.SUM: f"sum({overwrites.count}, c.size)",
        }[overwrites.counted]
        given = [overwrites.buffer, count, overwrites.type]
        if overwrites.displacements is not None:
            given = [overwrites.buffer, count, overwrites.displacements, overwrites.type, "c.size"]
        if overwrites.always:
            of_blocks = overwrites.displacements is not None
            if overwrites.counted is Counted.PER_RANK:
                of_blocks = True
                given = [overwrites.buffer, overwrites.count, overwrites.type, "c.size"]
            if of_blocks:
                # A redo takes the process' own block from where it gives it, unless that is here.
                guards.uses_in_place = True
                given.append("in_place ? Snapshot::no_block : c.rank")
            return Snapshot("", ", ".join(given))
        guards.uses_in_place = True
        guards.uses_at_root = guards.uses_at_root or in_place.at_root_only
        return Snapshot("in_place", ", ".join(given))


class _Guards:
    """Keeps wrappers from reading arguments that are not significant in this call."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self.uses_at_root = False
        self.uses_in_place = False

    @property
    def in_place_condition(self) -> str:
        in_place = self._function.in_place
        assert in_place is not None
        condition = f"{in_place.argument} == MPI_IN_PLACE"
        return f"at_root && {condition}" if in_place.at_root_only else condition

    def value(self, name: str, otherwise: str) -> str:
        argument = self._function.argument(name)
        assert argument is not None, "checked by link"
        if argument.root_only:
            self.uses_at_root = True
            return f"at_root ? {name} : {otherwise}"
        in_place = self._function.in_place
        if in_place is not None and name in in_place.ignores:
            self.uses_in_place = True
            self.uses_at_root = self.uses_at_root or in_place.at_root_only
            return f"in_place ? {otherwise} : {name}"
        return name
