"""Checks that class, shape and arguments of a function fit: that its template makes right code of them.

What no template can carry out is refused here; hand-written functions can do anything.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.expand import COLLECTIVE, FORMS
from generator.model import Argument, Function, Shape, Spec

Complain = Callable[[str, str], None]

# These fit every class.
_ANYWHERE = (Shape.HANDWRITTEN, Shape.ENTERED, Shape.RUNTIME, Shape.UNPROTECTED)

_NEEDS = {
    Shape.VIEW: "implemented_by",
    Shape.BETWEEN: "between_sides",
    Shape.HANDWRITTEN: "implemented_by",
    Shape.ENTERED: "implemented_by",
    Shape.RUNTIME: "implemented_by",
    Shape.CREATE_WITH_TOPOLOGY: "described_by",
    Shape.FILE: "implemented_by",
    Shape.FILE_AT: "explicit",
    Shape.WINDOW: "implemented_by",
    Shape.RMA: "implemented_by",
}

_CREATES = (Shape.CREATE, Shape.DUPLICATE, Shape.CREATE_WITH_TOPOLOGY)
_FORMS = (Shape.NONBLOCKING, Shape.RESTARTABLE)
_MESSAGES = (Shape.SEND, Shape.START)
_ON_COMMUNICATOR = (Shape.COLLECTIVE, Shape.BETWEEN, *_FORMS, *_MESSAGES, *_CREATES)
_ON_FILE = (Shape.FILE, Shape.FILE_AT)
_ON_WINDOW = (Shape.WINDOW, Shape.RMA)

# Fields that only some shapes use.
_USED_BY = {
    "implemented_by": tuple(shape for shape, field in _NEEDS.items() if field == "implemented_by"),
    "between_sides": (Shape.BETWEEN, Shape.COLLECTIVE, Shape.RUNTIME, Shape.CREATE, Shape.DUPLICATE),
    "compacted_by": (Shape.COLLECTIVE,),
    "described_by": (Shape.CREATE_WITH_TOPOLOGY,),
    "described_with": (Shape.CREATE_WITH_TOPOLOGY,),
    "explicit": (Shape.FILE_AT,),
    "in_place": (Shape.COLLECTIVE,),
    "log": (Shape.COLLECTIVE,),
    "positional": (Shape.COLLECTIVE,),
    "shared_result": (Shape.COLLECTIVE,),
    "together": (Shape.INDEPENDENT, *_ON_FILE),
}

# What an array with one element for each process or neighbour has for its length.
PER_PROCESS = ("members", "own_side", "sources", "destinations")

# What make_persistent() (runtime/) takes for a message.
_MESSAGE_KINDS = ["BUFFER", "POLYXFER_NUM_ELEM_NNI", "DATATYPE", "RANK", "TAG", "COMMUNICATOR", "REQUEST"]


class Fit:
    """The checks of one function."""

    def __init__(self, spec: Spec, function: Function, complain: Complain) -> None:
        self._spec = spec
        self._function = function
        self._shape = function.shape
        self._complain = complain

    def check(self) -> None:
        self._class()
        self._fields()
        self._result()
        self._communicators()
        if self._shape in _MESSAGES:
            self._message()
        if self._shape is Shape.COLLECTIVE:
            self._per_process_arrays()
        if self._shape in _FORMS:
            self._form()
        if self._shape is Shape.UNPROTECTED:
            self._unprotected()
        self._files_and_windows()
        self._replicas()

    def _refuse(self, sentence: str) -> None:
        self._complain("treatment.shape", f"shape {self._shape.value} {sentence}")

    def _has(self, kind: str, *directions: str) -> bool:
        return any(a.kind == kind and a.direction in directions for a in self._function.arguments)

    def _class(self) -> None:
        of_class, types = self._function.of_class, [a.type for a in self._function.arguments]
        if of_class.takes and not any(taken in types for taken in of_class.takes):
            taken = ", ".join(of_class.takes)
            self._complain("treatment.class", f"class {of_class.name} needs an argument of type: {taken}.")
        defaults = (of_class.shape, of_class.nonblocking, of_class.persistent)
        if self._shape not in (*_ANYWHERE, *of_class.shapes, *defaults):
            self._refuse(f"does not fit class {of_class.name}.")

    def _fields(self) -> None:
        needed = _NEEDS.get(self._shape)
        if needed is not None and not getattr(self._function, needed):
            self._complain(f"treatment.{needed}", f"the field is missing; shape {self._shape.value} needs it.")
        for field, shapes in _USED_BY.items():
            if getattr(self._function, field) and self._shape not in shapes:
                self._complain(f"treatment.{field}", f"shape {self._shape.value} does not use it.")

    def _result(self) -> None:
        function = self._function
        if self._shape not in (Shape.LOCAL, Shape.HANDWRITTEN) and function.returns != "int":
            self._refuse(f"returns an error code, not ({function.returns}).")
        if self._shape is not Shape.LOCAL and any(a.is_varargs for a in function.arguments):
            self._refuse("cannot hand on variable arguments.")

    def _communicators(self) -> None:
        function = self._function
        if self._shape in _ON_COMMUNICATOR and len(function.communicators) != 1:
            self._refuse("works on one communicator: one argument of that kind with direction in.")
        if function.intracommunicators_only and function.between_sides:
            self._complain(
                "treatment.between_sides", "standard.intracommunicators_only says that there is no such call."
            )
        if self._shape is Shape.VIEW and not function.communicators:
            self._refuse("answers for a communicator: an argument of that kind with direction in.")
        if self._shape in _CREATES and not self._has("COMMUNICATOR", "out"):
            self._refuse("makes a communicator: an argument of that kind with direction out.")

    def _message(self) -> None:
        function = self._function
        if len(function.ranks) != 1:
            self._refuse("is about one message: one rank in treatment.ranks.")
        if not self._has("TAG", "in"):
            self._refuse("is about one message: an argument of kind TAG with direction in.")
        if self._shape is Shape.START and not self._has("REQUEST", "out"):
            self._refuse("makes a request: an argument of that kind with direction out.")
        kinds = [a.kind for a in function.arguments]
        if self._shape is Shape.START and function.persistent and kinds != _MESSAGE_KINDS:
            self._refuse(f"takes for a persistent message arguments of kinds {', '.join(_MESSAGE_KINDS)}.")

    def _unprotected(self) -> None:
        """The MPI's own call on the program's handle must be able to do what it is for."""
        if self._function.of_class.name == "one-to-one" and self._function.communicators:
            self._refuse(
                "sends and receives on the program's communicator, protected functions on another one: "
                "neither would find the other's messages."
            )
        if self._function.of_class.name == "window" and self._has("WINDOW", "in", "inout"):
            self._refuse("has a window of this process alone: the others' memory is not in it.")

    def _arrays(self) -> list[tuple[str, Argument]]:
        return [
            (f"standard.arguments[{number}] ({argument.name})", argument)
            for number, argument in enumerate(self._function.arguments)
            if argument.is_array
        ]

    def _per_process_arrays(self) -> None:
        """While ranks are missing, no array may have elements for them."""
        positional = self._function.positional
        if self._function.compacted_by:
            return
        for _, array in self._arrays():
            if array.length in PER_PROCESS and (positional is None or array.name not in positional.per_rank):
                self._complain(
                    "treatment.positional",
                    f"({array.name}) has elements for lost ranks; per_rank or compacted_by must say "
                    "what becomes of them.",
                )

    def _form(self) -> None:
        """It is carried out as the blocking function."""
        function, blocking = self._function, self._spec.function(self._function.blocking or "")
        field = f"standard.{FORMS[0] if function.nonblocking else FORMS[1]}"
        if blocking is None or blocking.shape is not Shape.COLLECTIVE:
            self._refuse(f"carries out a collective of shape {Shape.COLLECTIVE.value}: {field} must name one.")
            return
        added = ["request"] if function.nonblocking else ["info", "request"]
        expected = [argument.name for argument in blocking.arguments] + added
        if [argument.name for argument in function.arguments] != expected:
            self._complain(
                "standard.arguments", f"they are not those of {blocking.name} and {', '.join(added)}."
            )
        if function.ranks != blocking.ranks:
            self._complain("treatment.ranks", f"they are not those of {blocking.name}.")
        for where, array in self._arrays():
            if array.length not in PER_PROCESS:
                self._complain(
                    f"{where}.length", f"the call copies the array; it must be one of: {', '.join(PER_PROCESS)}."
                )

    def _files_and_windows(self) -> None:
        function = self._function
        if self._shape in _ON_FILE and not function.file:
            self._refuse("needs an MPI_File.")
        if self._shape is Shape.INDEPENDENT and function.together and not function.file:
            self._complain("treatment.together", "there is no MPI_File to be together on.")
        if self._shape in _ON_WINDOW and not function.window:
            self._refuse("needs an MPI_Win.")
        if self._shape is Shape.RMA and not any(r.role == "target" for r in function.ranks):
            self._complain("treatment.ranks", f"shape {self._shape.value} needs a target.")
        claims = function.explicit is not None and function.explicit.claims is not None
        counted = self._has("POLYXFER_NUM_ELEM", "in") and self._has("DATATYPE", "in")
        if self._shape is Shape.FILE_AT and claims and not counted:
            self._complain("treatment.explicit.claims", "there is no number of elements and type to claim for.")

    def _replicas(self) -> None:
        function = self._function
        if function.replicas == "refused" and function.returns != "int":
            self._complain("treatment.replicas", f"refused is an error code, not ({function.returns}).")
        if function.replicas != "native" and any(a.is_varargs for a in function.arguments):
            self._complain("treatment.replicas", "variable arguments cannot be handed on.")
