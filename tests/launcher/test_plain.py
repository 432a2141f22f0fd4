"""That our dataclass is as the standard library's, as far as we use it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from closeranks_launcher import plain


def _made(module: Any) -> SimpleNamespace:
    @module.dataclass(frozen=True)
    class Frozen:
        first: int
        second: str = "two"
        shared = "of the class"

        @property
        def both(self) -> str:
            return f"{self.first} {self.second}"

    @module.dataclass
    class Changing:
        first: int
        more: list[int] = module.field(default_factory=list)

    class Derived(Changing):
        pass

    return SimpleNamespace(Frozen=Frozen, Changing=Changing, Derived=Derived, module=module)


def _change(made: SimpleNamespace) -> None:
    made.Frozen(1).first = 2


def _not_the_same_list(made: SimpleNamespace) -> bool:
    one, other = made.Changing(1), made.Changing(1)
    one.more.append(5)
    return bool(other.more == [] and one.more == [5] and one != other)


CASES: list[Callable[[SimpleNamespace], object]] = [
    lambda made: vars(made.Frozen(1)),
    lambda made: vars(made.Frozen(second="x", first=3)),
    lambda made: made.Frozen(1).both,
    lambda made: made.Frozen(1) == made.Frozen(1, "two"),
    lambda made: made.Frozen(1) == made.Frozen(2),
    lambda made: made.Frozen(1) == 1,
    lambda made: made.Changing(1) == made.Derived(1),
    lambda made: len({made.Frozen(1), made.Frozen(1), made.Frozen(2)}),
    lambda made: repr(made.Frozen(1)).rpartition(".")[2],
    lambda made: vars(made.module.replace(made.Frozen(1), first=4)),
    lambda made: vars(made.Derived(1, [2])),
    lambda made: made.Frozen.second,
    _not_the_same_list,
    lambda made: made.Frozen(),
    lambda made: made.Frozen(1, "two", 3),
    lambda made: made.Frozen(1, first=1),
    lambda made: made.Frozen(1, third=1),
    lambda made: made.module.replace(made.Frozen(1), third=4),
    lambda made: hash(made.Changing(1)),
    lambda made: made.Changing.more,
    _change,
]


def _outcome(case: Callable[[SimpleNamespace], object], module: Any) -> object:
    """The value, or the kind of error."""
    try:
        return case(_made(module))
    except (TypeError, AttributeError) as error:
        return type(error).__name__


@pytest.mark.parametrize("case", CASES)
def test_like_the_standard_librarys(case: Callable[[SimpleNamespace], object]) -> None:
    assert _outcome(case, plain) == _outcome(case, dataclasses)
