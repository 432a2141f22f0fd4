"""Names that an argument cannot have: those of C++, and those that the code of its wrapper uses."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from generator.model import Function, Spec
from generator.problems import MAIN, Problems

_KEYWORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
    char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export extern
    false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr
    operator or or_eq private protected public register reinterpret_cast requires return short signed
    sizeof static static_assert static_cast struct switch template this thread_local throw true try
    typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq""".split()
)
_INCLUDE = re.compile(r'\{% include "([^"]+)"')
_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_IDENTIFIER = re.compile(r"(?<![\w.:>])[A-Za-z_]\w*")  # but no member


@cache
def _names_in(templates: Path, name: str) -> frozenset[str]:
    """The names that the text of the template, and of templates that it includes, calls unqualified."""
    text = (templates / name).read_text(encoding="utf-8")
    names = frozenset(_IDENTIFIER.findall(_TAG.sub(" ", text)))
    return names.union(*(_names_in(templates, included) for included in _INCLUDE.findall(text)))


def _names_of(root: Path, function: Function) -> frozenset[str]:
    called = (function.implemented_by, function.between_sides, function.compacted_by, function.described_by)
    names = _names_in(root / "templates", f"wrappers/{function.shape.value}.cpp.j2")
    return names | {"real", *(name for name in called if name is not None)}


def check(root: Path, spec: Spec) -> None:
    """Raises when an argument has such a name."""
    problems = Problems()
    for function in spec.functions:
        names = _names_of(root, function)
        for number, argument in enumerate(function.arguments):
            field = f"{MAIN}: {function.name}: standard.arguments[{number}] ({argument.name}).name"
            if argument.name in _KEYWORDS:
                problems.add(f"{field}: it is a keyword of C++.")
            elif argument.name in names:
                problems.add(f"{field}: the wrapper, of shape {function.shape.value}, uses it for something else.")
    problems.raise_if_any()
