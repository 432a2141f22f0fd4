"""Whether JSON that may be damaged has the fields that readers need."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Check = Callable[[object], bool]
Fields = Mapping[str, Check]


_MOST = 1 << 63  # what no clock, process or file comes to; larger ones cannot be computed with


def text(value: object) -> bool:
    return isinstance(value, str)


def integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MOST


def number(value: object) -> bool:
    return integer(value) or (isinstance(value, float) and abs(value) < _MOST)  # nor a NaN


def boolean(value: object) -> bool:
    return isinstance(value, bool)


def optional(check: Check) -> Check:
    """null, or not there, or that."""
    return lambda value: value is None or check(value)


def list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def table_of(check: Check) -> Check:
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def fields(wanted: Fields) -> Check:
    """An object with these fields; it may have others."""
    checks = tuple(wanted.items())
    return lambda value: isinstance(value, dict) and all([check(value.get(name)) for name, check in checks])


def objects(**wanted: Check) -> Check:
    return list_of(fields(wanted))


def wrong_fields(value: Mapping[str, object], wanted: Fields) -> list[str]:
    return [name for name, check in wanted.items() if not check(value.get(name))]
