"""Checks what the schemas cannot: that names in the spec refer to something, and fit together."""

from __future__ import annotations

from collections.abc import Iterable

from generator.expand import COLLECTIVE
from generator.fit import PER_PROCESS, Fit
from generator.model import Function, RegularBlocks, Shape, Spec
from generator.problems import MAIN, Problems

RANK_KINDS = ("RANK", "RANK_NNI")
PEER_ROLES = ("root", "destination", "source", "target", "leader")
SOCKET_KIND = "FILE_DESCRIPTOR"  # there is a process at its other end
ROLES = {
    "one-to-one": ("destination", "source"),
    "one-to-all": ("root",),
    "all-to-one": ("root",),
    "all-to-all": (),
    "comm-creator": ("root", "leader"),
    "file": (),
    "window": ("target",),
    "local-only": ("queried",),
}
# In these, every rank has a role.
MATCHING = ("one-to-one", *COLLECTIVE)


class _Checker:
    def __init__(self, spec: Spec, problems: Problems) -> None:
        self.spec = spec
        self.problems = problems
        self.function: Function

    def complain(self, field: str, sentence: str) -> None:
        self.problems.add(f"{MAIN}: {self.function.name}: {field}: {sentence}")

    def check(self, function: Function) -> None:
        self.function = function
        self.facts()
        self.ranks()
        self.protection()
        self.contribution()
        self.names("treatment.described_with", function.described_with)
        self.in_place()
        self.log()
        self.positional()
        self.explicit()
        Fit(self.spec, function, self.complain).check()

    def facts(self) -> None:
        names = [argument.name for argument in self.function.arguments]
        for number, argument in enumerate(self.function.arguments):
            field = f"standard.arguments[{number}] ({argument.name})"
            if names.count(argument.name) > 1:
                self.complain(f"{field}.name", "another argument has this name already.")
            if argument.is_array != (argument.length is not None) and not argument.is_pointer:
                self.complain(f"{field}.length", "an array, and only an array, has a length.")
            if argument.length is not None and not self.is_length(argument.length):
                self.complain(
                    f"{field}.length",
                    f"({argument.length}) is neither an argument nor a constant, nor one of: *, "
                    f"{', '.join(PER_PROCESS)}.",
                )
            if argument.root_only and self.function.root is None:
                self.complain(f"{field}.root_only", "the function has no root.")

    def is_length(self, text: str) -> bool:
        known = text == "*" or text in PER_PROCESS or text.isupper() or text.isdecimal()
        return known or self.function.argument(text) is not None

    def ranks(self) -> None:
        function = self.function
        for number, rank in enumerate(function.ranks):
            field = f"treatment.ranks[{number}] ({rank.argument})"
            argument, home = function.argument(rank.argument), function.argument(rank.of)
            if argument is None or argument.kind not in RANK_KINDS:
                self.complain(f"{field}.argument", "there is no argument of kind RANK of this name.")
            if home is None or home.kind not in ("COMMUNICATOR", "WINDOW", "GROUP"):
                self.complain(f"{field}.of", f"there is no communicator, window or group ({rank.of}).")
        roles = ROLES.get(function.of_class.name, PEER_ROLES)
        for rank in function.ranks:
            if rank.role not in roles:
                self.complain(
                    "treatment.ranks",
                    f"the role ({rank.role}) does not fit class {function.of_class.name}.",
                )
        listed = {rank.argument for rank in function.ranks}
        for argument in function.arguments if function.of_class.name in MATCHING else ():
            if argument.kind in RANK_KINDS and argument.name not in listed:
                self.complain("treatment.ranks", f"the rank ({argument.name}) is not listed.")
        if roles == ("root",) and function.root is None:
            self.complain("treatment.ranks", f"class {function.of_class.name} needs a root.")

    def protection(self) -> None:
        function = self.function
        if function.protected and function.reason is not None:
            self.complain("treatment.reason", "a protected function has none.")
        if not function.protected and function.reason is None:
            self.complain("treatment.reason", "the field is missing; protected is false.")
        waits = any(rank.role in PEER_ROLES for rank in function.ranks) or any(
            argument.kind == SOCKET_KIND for argument in function.arguments
        )
        if function.protected and waits and function.policy is None:
            self.complain("treatment.policy", "the field is missing; a rank may be missing.")
        if function.policy is not None and not waits and function.of_class.name != "one-to-one":
            self.complain("treatment.policy", "there is no rank that may be missing.")

    def contribution(self) -> None:
        function, contribution = self.function, self.function.contribution
        field = "treatment.contribution"
        from_others = function.of_class.name in ("all-to-one", "all-to-all")
        if function.shape is Shape.COLLECTIVE and from_others and contribution is None:
            self.complain(field, "the field is missing; somebody's contribution may be.")
        if contribution is None:
            return
        if not from_others:
            self.complain(field, f"class {function.of_class.name} has no contributions.")
        if contribution.count is not None:
            self.names(f"{field}.count", [contribution.count])

    def names(self, field: str, names: Iterable[str]) -> None:
        for name in names:
            if self.function.argument(name) is None:
                self.complain(field, f"there is no argument ({name}).")

    def in_place(self) -> None:
        in_place = self.function.in_place
        if in_place is None:
            return
        self.names("treatment.in_place.argument", [in_place.argument])
        self.names("treatment.in_place.ignores", in_place.ignores)
        if in_place.at_root_only and self.function.root is None:
            self.complain("treatment.in_place.at_root_only", "the function has no root.")
        overwrites = in_place.overwrites
        if overwrites is not None:
            names = [overwrites.buffer, overwrites.count, overwrites.type, overwrites.displacements]
            self.names("treatment.in_place.overwrites", [name for name in names if name])

    def log(self) -> None:
        log = self.function.log
        if log is None:
            return
        if self.function.commit != "configured":
            self.complain("treatment.log", "only a function whose commit is configured has one.")
        if (log.mine is None) != (log.keeps == "nothing"):
            self.complain("treatment.log", f"buffer, count and type do not fit keeps ({log.keeps}).")
        if (log.into is not None) != (log.keeps in ("contribution", "parts", "exchange", "prefix")):
            self.complain("treatment.log.into", f"it does not fit keeps ({log.keeps}).")
        if log.exclusive and log.keeps != "prefix":
            self.complain("treatment.log.exclusive", f"it does not fit keeps ({log.keeps}).")
        if log.op is None and log.keeps in ("prefix", "share"):
            self.complain("treatment.log.op", f"a {log.keeps} needs one.")
        for elements in (log.mine, log.into, log.source):
            if elements is not None:
                self.names("treatment.log", [elements.buffer, elements.count, elements.type])
        of_all = log.keeps == "share" or (log.keeps == "result" and (log.op is not None or log.per_rank))
        if (log.source is not None) != of_all:
            self.complain("treatment.log.from", "what is made of what all give has one, and nothing else.")
        if log.op is not None and log.per_rank:
            self.complain("treatment.log.per_rank", "what op combines is not per_rank.")
        if log.op is not None:
            self.names("treatment.log.op", [log.op])

    def positional(self) -> None:
        positional = self.function.positional
        if positional is None:
            return
        self.names("treatment.positional.per_rank", positional.per_rank)
        for name in positional.per_rank:
            argument = self.function.argument(name)
            if argument is not None and not argument.is_array:
                self.complain("treatment.positional.per_rank", f"({name}) is no array.")
        if bool(positional.variant) != bool(positional.regular):
            self.complain("treatment.positional", "variant and regular go together.")
        if not (positional.variant or positional.per_rank or self.function.compacted_by):
            self.complain(
                "treatment.positional", "one of variant, per_rank and compacted_by must be given."
            )
        if positional.variant is not None:
            renamed = [name for blocks in positional.regular for name in blocks.becomes]
            self.variant(positional.variant, renamed, positional.regular)

    def explicit(self) -> None:
        function, explicit = self.function, self.function.explicit
        if explicit is None:
            return
        field = "treatment.explicit"
        called = self.spec.function(explicit.function)
        if called is None:
            self.complain(f"{field}.function", f"there is no function ({explicit.function}).")
            return
        known = {argument.name for argument in function.arguments}
        if explicit.claims is not None:
            known.add("offset")
        for argument in called.arguments:
            if argument.name not in known:
                self.complain(field, f"nothing becomes ({argument.name}) of {called.name}.")

    def variant(self, name: str, renamed: list[str], regular: Iterable[RegularBlocks]) -> None:
        field = "treatment.positional"
        variant = self.spec.function(name)
        if variant is None:
            self.complain(f"{field}.variant", f"there is no function ({name}).")
            return
        for blocks in regular:
            self.names(f"{field}.regular ({blocks.name})", [blocks.count, blocks.type])
        known = {argument.name for argument in variant.arguments}
        for becomes in renamed:
            if becomes not in known:
                self.complain(f"{field}.regular", f"{name} has no argument ({becomes}).")
        for argument in variant.arguments:
            if argument.name not in renamed and self.function.argument(argument.name) is None:
                self.complain(f"{field}.regular", f"nothing becomes ({argument.name}) of {name}.")


def check(spec: Spec) -> None:
    """Raises with every reference that leads nowhere and every contradiction."""
    problems = Problems()
    checker = _Checker(spec, problems)
    identifiers: dict[str, str] = {}
    for function in spec.functions:
        checker.check(function)
        other = identifiers.setdefault(function.identifier, function.name)
        if other != function.name:
            problems.add(f"{MAIN}: {function.name}: the name differs from {other} by its prefix only.")
        if spec.leaves_alone(function.name):
            problems.add(
                f"{MAIN}: {function.name}: spec/not_interposed.json says that it is left alone; take it out "
                "of one of the two."
            )
    problems.raise_if_any()
