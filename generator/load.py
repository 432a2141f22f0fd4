"""JSON -> schema check -> typed model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.expand import expand
from generator.json_text import in_order, lay_out, read_json
from generator.model import (
    Argument,
    ClassOfFunctions,
    Contribution,
    ContributionReason,
    Counted,
    Elements,
    Explicit,
    Function,
    InPlace,
    Kind,
    Log,
    OlderType,
    Overwrites,
    Positional,
    RankArgument,
    Reason,
    RegularBlocks,
    Shape,
    Spec,
)
from generator.problems import MAIN, Problems
from generator.schema import check_text, load_checked

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
    def shape(field: str) -> Shape | None:
        return Shape(entry[field]) if field in entry else None

    return ClassOfFunctions(
        name=name,
        title=entry["title"],
        runs_on=entry["runs_on"],
        missing=entry["missing"],
        shape=shape("shape"),
        nonblocking=shape("nonblocking") or shape("shape"),
        persistent=shape("persistent") or shape("shape"),
        shapes=tuple(Shape(other) for other in entry.get("shapes", ())),
        takes=tuple(entry.get("takes", ())),
        commit=entry["commit"],
        usable_when_revoked=entry.get("usable_when_revoked", False),
        replicas=entry["replicas"],
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
        exclusive=entry.get("exclusive", False),
        source=_elements(entry["from"]) if "from" in entry else None,
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


def _shape(entry: dict[str, Any], of_class: ClassOfFunctions) -> Shape | None:
    standard, treatment = entry["standard"], entry["treatment"]
    if "shape" in treatment:
        return Shape(treatment["shape"])
    if not treatment.get("protected", True):
        return Shape.UNPROTECTED
    if "nonblocking" in standard:
        return of_class.nonblocking
    if "persistent" in standard:
        return of_class.persistent
    return of_class.shape


def _argument(entry: dict[str, Any]) -> Argument:
    older = OlderType(**entry["older"]) if "older" in entry else None
    return Argument(**{key: value for key, value in entry.items() if key != "older"}, older=older)


def _replicas(standard: dict[str, Any], treatment: dict[str, Any], of_class: ClassOfFunctions) -> str:
    """Nothing in runtime/replication/ takes large counts, or what a release that it does not know has."""
    given = str(treatment.get("replicas", of_class.replicas))
    return "refused" if given == "call" and ("large" in standard or "from" in standard) else given


@dataclass(frozen=True)
class _Shared:
    """The objects to which entries of functions refer by name."""

    classes: dict[str, ClassOfFunctions]
    reasons: dict[str, Reason]
    contributions: dict[str, ContributionReason]


class _Builder:
    """Turns checked JSON objects into functions."""

    def __init__(self, shared: _Shared, problems: Problems) -> None:
        self._shared = shared
        self.problems = problems

    def _contribution(self, where: str, entry: dict[str, Any] | None) -> Contribution | None:
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

    def _no_defaults(self, where: str, entry: dict[str, Any], of_class: ClassOfFunctions) -> None:
        """The spec says each fact once."""
        treatment = entry["treatment"]
        without = {**entry, "treatment": {k: v for k, v in treatment.items() if k != "shape"}}
        defaults = {
            "shape": _shape(without, of_class),
            "commit": of_class.commit,
            "usable_when_revoked": of_class.usable_when_revoked,
            "replicas": of_class.replicas,
        }
        for field, default in defaults.items():
            value = default.value if isinstance(default, Shape) else default
            if field in treatment and treatment[field] == value:
                self.problems.add(f"{where}.{field}: ({value}) is the default; leave it out.")

    def function(self, name: str, entry: dict[str, Any]) -> Function | None:
        standard, treatment = entry["standard"], entry["treatment"]
        where = f"{MAIN}: {name}: treatment"
        of_class = self._shared.classes.get(treatment["class"])
        if of_class is None:
            self.problems.add(f"{where}.class: there is no class ({treatment['class']}).")
            return None
        self._no_defaults(where, entry, of_class)
        shape = _shape(entry, of_class)
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
            arguments=tuple(_argument(argument) for argument in standard["arguments"]),
            nonblocking=standard.get("nonblocking"),
            persistent=standard.get("persistent"),
            large=standard.get("large"),
            first_release=standard.get("from"),
            last_release=standard.get("until"),
            intracommunicators_only=standard.get("intracommunicators_only", False),
            of_class=of_class,
            shape=shape,
            ranks=tuple(RankArgument(**rank) for rank in treatment.get("ranks", ())),
            policy=treatment.get("policy"),
            contribution=self._contribution(where, treatment.get("contribution")),
            shared_result=treatment.get("shared_result", False),
            commit=treatment.get("commit", of_class.commit),
            log=_log(treatment.get("log")),
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
            replicas=_replicas(standard, treatment, of_class),
        )


def _apply_overlay(shown: str, overlay: dict[str, Any], functions: dict[str, Any], problems: Problems) -> None:
    for name, fields in overlay["functions"].items():
        if name not in functions:
            problems.add(f"{shown}: {name}: there is no entry of this name in {MAIN}.")
            continue
        treatment = functions[name].setdefault("treatment", {})
        for field, value in fields.items():
            if field in treatment:
                problems.add(f"{shown}: {name}: {field}: the field stands in {MAIN} or another overlay already.")
            treatment[field] = value


def _check_headers(root: Path, classes: dict[str, Any], problems: Problems) -> None:
    for name, entry in classes.items():
        for number, header in enumerate(entry["headers"]):
            if not (root / header).is_file():
                problems.add(
                    f"spec/classes.json: {name}: headers[{number}]: there is no file ({header}) below the "
                    "root of the project."
                )


def load(root: Path) -> Spec:
    """Reads and checks spec/ below `root`; the references between entries are not checked yet."""
    data = {shown: load_checked(root, shown, schema) for shown, schema in FILES.items()}
    overlays = {shown: load_checked(root, shown, OVERLAY_SCHEMA) for shown in overlay_files(root)}
    for shown, value in [*data.items(), *overlays.items()]:
        check_text(root, shown, value)

    problems = Problems()
    _check_headers(root, data["spec/classes.json"]["classes"], problems)
    classes = {n: _class(n, e) for n, e in data["spec/classes.json"]["classes"].items()}
    reasons = {
        n: Reason(n, e["text"], e["risk"]) for n, e in data["spec/reasons.json"]["reasons"].items()
    }
    kinds = {
        n: Kind(n, e["meaning"], e.get("type"), e.get("by_address", False), tuple(e.get("others", ())), e.get("large"))
        for n, e in data["spec/kinds.json"]["kinds"].items()
    }
    contributions = {
        n: ContributionReason(n, e["policy"], e["text"])
        for n, e in data["spec/reasons.json"]["contributions"].items()
    }
    entries = data[MAIN]["functions"]
    for shown, overlay in overlays.items():
        _apply_overlay(shown, overlay, entries, problems)
    expand(entries, kinds, problems)
    problems.raise_if_any()
    builder = _Builder(_Shared(classes, reasons, contributions), problems)
    functions = [builder.function(name, entry) for name, entry in entries.items()]
    problems.raise_if_any()
    return Spec(
        headers=tuple(data[MAIN]["headers"]),
        functions=tuple(f for f in functions if f is not None),
        classes=tuple(classes.values()),
        reasons=tuple(reasons.values()),
        contribution_reasons=tuple(contributions.values()),
        kinds=kinds,
        not_interposed=data["spec/not_interposed.json"]["functions"],
    )
