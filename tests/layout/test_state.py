"""The state of a communicator is changed by its owners alone. _OWNED names for each member whose type has private fields
the rooms that call a changing function of it; _ASSIGNED names for each other member the files that change it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from test_rooms import RUNTIME, part_of, sources

# Of members of Communicator or Runtime: the header of its type, the type, and the rooms that may change it.
_OWNED = {
    "abandoned_receives": ("core/abandoned_receives.hpp", "AbandonedReceives", {"requests", "messages"}),
    "collectives": ("core/collective_state.hpp", "CollectiveState", {"commit", "layouts"}),
    "creation": ("core/creation_record.hpp", "CreationRecord", {"communicators", "layouts", "windows"}),
    "fast": ("core/obstacles.hpp", "FastAttempt", {"commit"}),
    "identity": ("core/identity.hpp", "Identity", {"communicators", "processes"}),
    "commit_messages": ("core/collective_state.hpp", "CommitMessages", {"commit"}),
    "layout": ("core/layout.hpp", "Layout", {"core", "layouts"}),
    "lifetime": (
        "core/lifetime.hpp",
        "Lifetime",
        {"core", "requests", "messages", "commit", "collectives", "communicators"},
    ),
    "obstacles": ("core/obstacles.hpp", "Obstacles", {"core", "commit", "communicators", "layouts"}),
    "pace": ("core/pace.hpp", "Pace", {"commit"}),
    "recovery": ("core/recovery_state.hpp", "RecoveryState", {"communicators", "processes"}),
}
# The members of Communicator whose types are plain, or that change as a whole.
_ASSIGNED = {
    "current_policies": {
        "communicators/creation_protocol",
        "communicators/intercomm_creation",
        "communicators/own_error_handlers",
        "communicators/remaking",
        "communicators/returning",
    },
    "failures_seen": {"commit/operation_log", "commit/repair"},
    "log": {"commit/catch_up", "commit/commit_agreed", "commit/operation_log", "communicators/creation_protocol"},
    "message_ranks": {"communicators/creation_protocol", "communicators/sided_parts"},
    "messages": {"communicators/creation_protocol", "communicators/sided_parts", "core/intercommunicator"},
    "rank": {"communicators/creation_protocol", "communicators/sided_parts"},
    "sequence": {"core/communicator"},
    "size": {"communicators/creation_protocol", "communicators/sided_parts"},
    "tasks": {"core/nonblocking_tasks"},
    "working": {"commit/repair", "communicators/creation_protocol", "communicators/sided_parts"},
    "working_ranks": {"commit/repair", "communicators/creation_protocol"},
}
# Changes by other rooms: they make the communicator.
_BEGINNINGS = {("communicators/creation_protocol", "collectives", "set_contributors")}

_CHANGING = "set|replace|store|cut|append|add_side|push_back|pop_front|erase|insert|clear"
# Other types have members of the same names, so here the names of the variables count as well.
_COMMON = {"log", "messages", "rank", "size", "working"}
_VARIABLES = r"(?:\bc|\bjoint|\bmade|\bother|\bparent|\bpeers)"

_COMMENT = re.compile(r"//[^\n]*")
_FUNCTION = re.compile(r"^    (?:template <[^>]*> )?(?:\[\[\w+\]\] )?[\w:<>&*, ]*?[ &*](\w+)\([^;{)]*\)([^;{]*)\{", re.M)


def changes(header: str, type_name: str) -> set[str]:
    """The public functions of the type that are not const."""
    found = re.search(rf"^class {type_name} \{{\n(.*?)^(?:  private:|\}};)", _COMMENT.sub("", header), re.M | re.S)
    assert found is not None, type_name
    return {name for name, kind in _FUNCTION.findall(found.group(1)) if "const" not in kind.split()}


def changed_elsewhere(parts: Iterable[tuple[str, str]], member: str, names: set[str], rooms: set[str]) -> set[str]:
    called = re.compile(rf"[.>]{member}(?:\.({'|'.join(sorted(names))})\(| = )")
    return {
        f"{part}: {member}.{name or 'operator='}"
        for part, text in parts
        for name in called.findall(text)
        if part.split("/")[0] not in rooms and (part, member, name) not in _BEGINNINGS
    }


def assigning(parts: Iterable[tuple[str, str]], member: str) -> set[str]:
    """The files that assign to the member, change it by a function, move from it, or give its address away."""
    variable = _VARIABLES if member in _COMMON else r"[\w)\]]"
    place = rf"{variable}(?:\.|->){member}\b"
    change = re.compile(
        rf"{place}(?: [-+]?=\s|\.(?:{_CHANGING})\(|\+\+)|&{place}(?!\.)|\+\+{place}|move\([^()]*{place}\)"
        rf"|^        {member}\.set\(",
        re.M,
    )
    return {part for part, text in parts if change.search(_COMMENT.sub("", text))}


def fields_of(header: str, type_name: str) -> set[str]:
    """The public members of the class."""
    found = re.search(rf"^class [^\n]*{type_name} \{{\n(.*?)^  private:", _COMMENT.sub("", header), re.M | re.S)
    assert found is not None, type_name
    declared = re.compile(r"^    (?! |return|using|static)[\w:<>, *]*?[ *>](\w+)(?:\{[^;\n]*\}| = [^;\n]*)? *;", re.M)
    return set(declared.findall(found.group(1)))


def test_each_field_of_a_communicator_has_owners() -> None:
    fields = fields_of((RUNTIME / "core/communicator.hpp").read_text(encoding="utf-8"), "Communicator")
    assert fields == (set(_OWNED) - {"recovery"}) | set(_ASSIGNED)


@pytest.mark.parametrize("member", _ASSIGNED)
def test_a_plain_field_is_changed_in_the_files_that_are_named(member: str) -> None:
    texts = [(part_of(path), path.read_text(encoding="utf-8")) for path in sources()]
    assert assigning(texts, member) == _ASSIGNED[member]


def test_a_changed_field_is_found() -> None:
    parts = [
        ("a", "c->tasks.push_back(&task);"),
        ("b", "other.tasks = {}; // all"),
        ("c", "read(c.tasks.front(), w.tasks == none);"),
        ("d", "fill(&c.tasks); take(std::move(parent.tasks));"),
        ("e", "// c.tasks.clear()"),
    ]
    assert assigning(parts, "tasks") == {"a", "b", "d"}
    assert assigning([("a", "w.size = 1;"), ("b", "c->size = 2;"), ("c", "f(&c->size);")], "size") == {"b", "c"}


def test_only_the_owners_change_a_state() -> None:
    texts = [(part_of(path), path.read_text(encoding="utf-8")) for path in sources()]
    for member, (header, type_name, rooms) in _OWNED.items():
        names = changes((RUNTIME / header).read_text(encoding="utf-8"), type_name)
        assert names, type_name
        assert changed_elsewhere(texts, member, names, rooms) == set()
        # None of them stands for nothing.
        assert {name for name in names if any(f"{member}.{name}(" in text for _, text in texts)} == names


def test_a_change_by_another_room_is_found() -> None:
    header = """class Counts {
  public:
    [[nodiscard]] int sent() const noexcept { return sent_; }
    [[nodiscard]] int take() noexcept { return std::exchange(sent_, 0); }
    void count(int n) noexcept {
        sent_ += n;
    }

  private:
    void hidden() noexcept {}
    int sent_ = 0;
};
"""
    names = changes(header, "Counts")
    assert names == {"take", "count"}
    parts = [("stall/x", "c.counts.count(1); c.counts.sent(); c.accounts.take();"), ("commit/y", "c.counts.take();")]
    parts.append(("core/z", "c.counts = {}; if (c.counts == d.counts) return;"))
    assert changed_elsewhere(parts, "counts", names, {"commit"}) == {"stall/x: counts.count", "core/z: counts.operator="}
