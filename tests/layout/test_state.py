"""The state of a communicator is changed by its owners alone: of each type with private fields, certain rooms."""

from __future__ import annotations

import re
from collections.abc import Iterable

from test_rooms import RUNTIME, part_of, sources

# Of each member of Communicator or Runtime: the header of its type, the type, and the rooms that may change it.
_OWNED = {
    "collectives": ("core/collective_state.hpp", "CollectiveState", {"commit", "layouts"}),
    "creation": ("core/creation_record.hpp", "CreationRecord", {"communicators", "layouts", "windows"}),
    "identity": ("core/identity.hpp", "Identity", {"communicators", "processes"}),
    "commit_messages": ("core/collective_state.hpp", "CommitMessages", {"commit"}),
    "lifetime": (
        "core/lifetime.hpp",
        "Lifetime",
        {"core", "requests", "messages", "commit", "collectives", "communicators"},
    ),
    "recovery": ("core/recovery_state.hpp", "RecoveryState", {"communicators", "processes"}),
}
# Changes by other rooms: they make the communicator.
_BEGINNINGS = {("communicators/creation_protocol", "collectives", "set_contributors")}

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
