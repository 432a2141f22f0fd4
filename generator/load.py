"""JSON -> schema check -> typed model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.json_text import in_order, lay_out, read_json
from generator.model import (
    Argument,
    ClassOfFunctions,
    Contribution,
    ContributionReason,
    Copied,
    Counted,
    Elements,
    Explicit,
    Function,
    InPlace,
    Kind,
    Log,
    Overwrites,
    Positional,
    RankArgument,
    Reason,
    RegularBlocks,
    Shape,
    Spec,
)
from generator.problems import Problems
from generator.schema import check_text, load_checked

MAIN = "spec/mpi.json"
FILES = {
    MAIN: "spec/mpi.schema.json",
    "spec/classes.json": "spec/classes.schema.json",
    "spec/kinds.json": "spec/kinds.schema.json",
    "spec/reasons.json": "spec/reasons.schema.json",
    "spec/not_interposed.json": "spec/not_interposed.schema.json",
}
OVERLAY_SCHEMA = "spec/overlay.schema.json"


def overlay_files(root: Path) -> list[str]:
    return sorted(f"spec/overlays/{path.name}" for path in (root / "spec/overlays").glob("*.json"))


def inputs(root: Path) -> list[str]:
    """Every spec file, relative to `root`."""
    return [*FILES, *FILES.values(), OVERLAY_SCHEMA, *overlay_files(root)]


def format_files(root: Path) -> list[str]:
    """Puts every spec file into its order and layout; the names of those that changed."""
    changed = []
    for shown in [*FILES, *overlay_files(root)]:
        path = root / shown
        text = lay_out(in_order(read_json(path, shown)))
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(shown)
    return changed


def _class(name: str, entry: dict[str, Any]) -> ClassOfFunctions:
    shape = entry.get("shape")
    return ClassOfFunctions(
        name=name,
        title=entry["title"],
        runs_on=entry["runs_on"],
        missing=entry["missing"],
        shape=Shape(shape) if shape else None,
        commit=entry["commit"],
        usable_when_revoked=entry.get("usable_when_revoked", False),
        headers=tuple(entry["headers"]),
    )


def _in_place(entry: dict[str, Any] | None) -> InPlace | None:
    if entry is None:
        return None
    overwrites = entry.get("overwrites")
    return InPlace(
        argument=entry["argument"],
        at_root_only=entry.get("at_root_only", False),
        ignores=tuple(entry.get("ignores", ())),
        overwrites=overwrites
        and Overwrites(
            buffer=overwrites["buffer"],
            count=overwrites["count"],
            type=overwrites["type"],
            counted=Counted(overwrites.get("counted", "once")),
            displacements=overwrites.get("displacements"),
            always=overwrites.get("always", False),
        ),
    )


def _elements(entry: dict[str, Any]) -> Elements:
    return Elements(entry["buffer"], entry["count"], entry["type"])


def _log(entry: dict[str, Any] | None) -> Log | None:
    if entry is None:
        return None
    return Log(
        keeps=entry["keeps"],
        mine=_elements(entry) if {"buffer", "count", "type"} <= entry.keys() else None,
        per_rank=entry.get("per_rank", False),
        into=_elements(entry["into"]) if "into" in entry else None,
        op=entry.get("op"),
    )


def _positional(entry: dict[str, Any] | None) -> Positional | None:
    if entry is None:
        return None
    regular = [
        RegularBlocks(b["name"], b["count"], b["type"], (b["becomes"][0], b["becomes"][1], b["becomes"][2]))
        for b in entry.get("regular", ())
    ]
    return Positional(
        blocks=entry["blocks"],
        variant=entry.get("variant"),
        per_rank=tuple(entry.get("per_rank", ())),
        regular=tuple(regular),
    )


def _explicit(entry: dict[str, Any] | None) -> Explicit | None:
    return Explicit(entry["function"], entry.get("claims")) if entry is not None else None


def _shape(treatment: dict[str, Any], of_class: ClassOfFunctions) -> Shape | None:
    if "shape" in treatment:
        return Shape(treatment["shape"])
    if not treatment.get("protected", True):
        return Shape.UNPROTECTED
    if "nonblocking" in treatment:
        return Shape.NONBLOCKING
    if "restartable" in treatment:
        return Shape.RESTARTABLE
    return of_class.shape


@dataclass(frozen=True)
class _Shared:
    """What entries of functions refer to by name."""

    classes: dict[str, ClassOfFunctions]
    reasons: dict[str, Reason]
    contributions: dict[str, ContributionReason]


class _Builder:
    """Turns checked JSON objects into functions."""

    def __init__(self, shared: _Shared, entries: dict[str, Any]) -> None:
        self._shared = shared
        self._entries = entries
        self.problems = Problems()

    def _contribution(self, where: str, treatment: dict[str, Any]) -> Contribution | None:
        """That of the function itself, or of the collective of which it is another form."""
        entry = treatment.get("contribution")
        blocking = treatment.get("nonblocking") or treatment.get("restartable")
        if blocking is not None and entry is not None:
            self.problems.add(f"{where}.contribution: it stands at {blocking}, for all its forms.")
        if blocking in self._entries:
            entry = self._entries[blocking]["treatment"].get("contribution")
        if entry is None:
            return None
        reason = self._shared.contributions.get(entry["reason"])
        if reason is None:
            self.problems.add(
                f"{where}.contribution.reason: there is no contribution ({entry['reason']}) in "
                "spec/reasons.json."
            )
            return None
        return Contribution(reason, entry.get("count"), entry.get("from") == "lower")

    def function(self, name: str, entry: dict[str, Any]) -> Function | None:
        standard, treatment = entry["standard"], entry["treatment"]
        where = f"{MAIN}: {name}: treatment"
        of_class = self._shared.classes.get(treatment["class"])
        if of_class is None:
            self.problems.add(f"{where}.class: there is no class ({treatment['class']}).")
            return None
        shape = _shape(treatment, of_class)
        if shape is None:
            self.problems.add(f"{where}.shape: the field is missing; class {of_class.name} has no default.")
            return None
        reason_name = treatment.get("reason")
        if reason_name is not None and reason_name not in self._shared.reasons:
            self.problems.add(f"{where}.reason: there is no reason ({reason_name}) in spec/reasons.json.")
            return None
        return Function(
            name=name,
            brief=standard["brief"],
            since=standard["since"],
            deprecated=standard.get("deprecated"),
            removed=standard.get("removed"),
            returns=standard.get("returns", "int"),
            arguments=tuple(Argument(**argument) for argument in standard["arguments"]),
            of_class=of_class,
            shape=shape,
            ranks=tuple(RankArgument(**rank) for rank in treatment.get("ranks", ())),
            policy=treatment.get("policy"),
            contribution=self._contribution(where, treatment),
            shared_result=treatment.get("shared_result", False),
            commit=treatment.get("commit", of_class.commit),
            log=_log(treatment.get("log")),
            persistent=treatment.get("persistent", False),
            nonblocking=treatment.get("nonblocking"),
            restartable=treatment.get("restartable"),
            copied=tuple(Copied(**copied) for copied in treatment.get("copied", ())),
            in_place=_in_place(treatment.get("in_place")),
            positional=_positional(treatment.get("positional")),
            together=treatment.get("together", False),
            explicit=_explicit(treatment.get("explicit")),
            usable_when_revoked=treatment.get("usable_when_revoked", of_class.usable_when_revoked),
            protected=treatment.get("protected", True),
            reason=self._shared.reasons[reason_name] if reason_name else None,
            implemented_by=treatment.get("implemented_by"),
            described_by=treatment.get("described_by"),
            described_with=tuple(treatment.get("described_with", ())),
            compacted_by=treatment.get("compacted_by"),
            between_sides=treatment.get("between_sides"),
        )


def _apply_overlay(shown: str, overlay: dict[str, Any], functions: dict[str, Any], problems: Problems) -> None:
    for name, fields in overlay["functions"].items():
        if name not in functions:
            problems.add(f"{shown}: {name}: there is no entry of this name in {MAIN}.")
            continue
        treatment = functions[name]["treatment"]
        for field, value in fields.items():
            if field in treatment:
                problems.add(f"{shown}: {name}: {field}: the field stands in {MAIN} or another overlay already.")
            treatment[field] = value


def load(root: Path) -> Spec:
    """Reads and checks spec/ below `root`; the references between entries are not checked yet."""
    data = {shown: load_checked(root, shown, schema) for shown, schema in FILES.items()}
    overlays = {shown: load_checked(root, shown, OVERLAY_SCHEMA) for shown in overlay_files(root)}
    for shown, value in [*data.items(), *overlays.items()]:
        check_text(root, shown, value)

    classes = {n: _class(n, e) for n, e in data["spec/classes.json"]["classes"].items()}
    reasons = {
        n: Reason(n, e["text"], e["risk"]) for n, e in data["spec/reasons.json"]["reasons"].items()
    }
    kinds = {
        n: Kind(n, e["meaning"], tuple(e["types"])) for n, e in data["spec/kinds.json"]["kinds"].items()
    }
    contributions = {
        n: ContributionReason(n, e["policy"], e["text"])
        for n, e in data["spec/reasons.json"]["contributions"].items()
    }
    entries = data[MAIN]["functions"]
    builder = _Builder(_Shared(classes, reasons, contributions), entries)
    for shown, overlay in overlays.items():
        _apply_overlay(shown, overlay, entries, builder.problems)
    functions = [builder.function(name, entry) for name, entry in entries.items()]
    builder.problems.raise_if_any()
    return Spec(
        header=data[MAIN]["header"],
        functions=tuple(f for f in functions if f is not None),
        classes=tuple(classes.values()),
        reasons=tuple(reasons.values()),
        contribution_reasons=tuple(contributions.values()),
        kinds=kinds,
        not_interposed=data["spec/not_interposed.json"]["functions"],
    )
