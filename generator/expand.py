"""Fills in what the entries of functions leave out, because it follows or stands elsewhere.

A type follows from the kind and the direction of the argument. A nonblocking or persistent function is
a form of the blocking one: what its entry does not say is as there. Saying it again is an error.
"""

from __future__ import annotations

from typing import Any

from generator import large
from generator.model import Kind
from generator.problems import MAIN, Problems, did_you_mean

Entries = dict[str, Any]

FORMS = ("nonblocking", "persistent")

# What a form has of the treatment of its blocking function. The rest says how that one is carried out.
INHERITED = (
    "class",
    "ranks",
    "policy",
    "contribution",
    "together",
    "usable_when_revoked",
    "protected",
    "reason",
)
# Of these, what no form can have otherwise.
SHARED = ("class", "contribution")

COLLECTIVE = ("one-to-all", "all-to-one", "all-to-all")


class _Expander:
    def __init__(self, entries: Entries, kinds: dict[str, Kind], problems: Problems) -> None:
        self._entries = entries
        self._kinds = kinds
        self._problems = problems
        self._name = ""

    def _complain(self, field: str, sentence: str) -> None:
        self._problems.add(f"{MAIN}: {self._name}: {field}: {sentence}")

    def types(self, name: str) -> None:
        """Gives each argument of the entry its type."""
        self._name = name
        for number, argument in enumerate(self._entries[name]["standard"].get("arguments", ())):
            field = f"standard.arguments[{number}] ({argument['name']})"
            kind = self._kinds.get(argument["kind"])
            if kind is None:
                sentence = f"there is no kind ({argument['kind']}) in spec/kinds.json"
                self._complain(f"{field}.kind", sentence + did_you_mean(argument["kind"], self._kinds))
            else:
                self._type(field, argument, kind)

    def _type(self, field: str, argument: dict[str, Any], kind: Kind) -> None:
        follows = kind.type_of(argument["direction"], "length" in argument)
        if "until" in argument:
            self._older_type(field, argument, follows)
        given = argument.setdefault("type", follows)
        if given is None:
            self._complain(f"{field}.type", f"the field is missing; kind {kind.name} has no type.")
        elif given is not follows and given == follows:
            self._complain(
                f"{field}.type",
                f"({given}) follows from kind {kind.name} and direction {argument['direction']}; "
                "leave it out.",
            )
        elif given != follows and given not in kind.others:
            self._complain(f"{field}.type", f"the type ({given}) is none of those of kind {kind.name}.")

    def _older_type(self, field: str, argument: dict[str, Any], follows: str | None) -> None:
        """`type` is that of the headers until a release; then comes the one that follows."""
        if "type" not in argument or follows is None:
            self._complain(f"{field}.until", "it needs the type until then, and one that follows since.")
            return
        alias = f"{self._name.split('_', 1)[1]}_{argument['name']}"
        argument["older"] = {"until": argument.pop("until"), "type": argument.pop("type"), "alias": alias}

    def blocking(self, name: str) -> str | None:
        """The blocking function of which the entry is a form. Complains when there is no such function."""
        self._name = name
        standard = self._entries[name]["standard"]
        given = [form for form in FORMS if form in standard]
        if not given:
            return None
        if len(given) > 1:
            self._complain("standard", "a function is nonblocking or persistent, not both.")
            return None
        field, blocking = f"standard.{given[0]}", str(standard[given[0]])
        if blocking not in self._entries:
            sentence = f"there is no entry ({blocking})"
            self._complain(field, sentence + did_you_mean(blocking, self._entries))
            return None
        if any(form in self._entries[blocking]["standard"] for form in FORMS):
            self._complain(field, f"{blocking} is such a form itself; name the blocking function.")
            return None
        return blocking

    def inherit(self, name: str, blocking: str | None) -> None:
        """Completes the entry by that of its blocking function, if it has one."""
        self._name = name
        standard, treatment = self._entries[name]["standard"], self._entries[name]["treatment"]
        if blocking is None:
            if "arguments" not in standard:
                self._complain("standard.arguments", "the field is missing.")
            if "class" not in treatment:
                self._complain("treatment.class", "the field is missing.")
            return
        of = self._entries[blocking]
        if "arguments" in of["standard"] and "class" in of["treatment"]:
            self._inherit_field("standard", "arguments", self._arguments(standard, of), blocking)
        only = of["standard"].get("intracommunicators_only")
        self._inherit_field("standard", "intracommunicators_only", only, blocking)
        self._inherit_field("standard", "large", of["standard"].get("large"), blocking)
        for field in INHERITED:
            if field != "reason" or not treatment.get("protected", True):
                self._inherit_field("treatment", field, of["treatment"].get(field), blocking)

    def _arguments(self, standard: dict[str, Any], of: dict[str, Any]) -> list[dict[str, Any]]:
        """The arguments of the blocking function. A request has the status, and comes last."""
        kept = [dict(a) for a in of["standard"]["arguments"] if a["kind"] != "STATUS"]
        added = [("REQUEST", "out")]
        if "persistent" in standard and of["treatment"]["class"] in COLLECTIVE:
            added.insert(0, ("INFO", "in"))
        return kept + [
            {
                "name": kind.lower(),
                "kind": kind,
                "direction": direction,
                "type": self._kinds[kind].type_of(direction, False),
            }
            for kind, direction in added
        ]

    def _inherit_field(self, part: str, field: str, inherited: Any, blocking: str) -> None:
        own = self._entries[self._name][part]
        if field not in own:
            if inherited is not None:
                own[field] = inherited
        elif field in SHARED:
            self._complain(f"{part}.{field}", f"it stands at {blocking}, for all its forms.")
        elif own[field] == inherited:
            self._complain(f"{part}.{field}", f"it is that of {blocking}, as it would be anyway; leave it out.")


def expand(entries: Entries, kinds: dict[str, Kind], problems: Problems) -> None:
    """Completes every entry in place."""
    expander = _Expander(entries, kinds, problems)
    for name in entries:
        entries[name].setdefault("treatment", {})
        expander.types(name)
    forms = {name: expander.blocking(name) for name in entries}
    for name, blocking in forms.items():
        is_form = any(form in entries[name]["standard"] for form in FORMS)
        if blocking is not None or not is_form:
            expander.inherit(name, blocking)
    if not problems.any:
        large.add(entries, kinds, problems)
