"""docs/reference/c-api.md has every function of closeranks.h as it is declared, and every one of the module closeranks."""

from __future__ import annotations

import ast
import re

import pytest

from examples.run import ROOT

PAGE = (ROOT / "docs/reference/c-api.md").read_text()
HEADER = (ROOT / "runtime/include/closeranks.h").read_text()
MODULES = [ast.parse((ROOT / f"runtime/python/closeranks/{name}.py").read_text()) for name in ("__init__", "_functions")]


def declarations(text: str) -> set[str]:
    """Functions and types, whatever their spacing and comments."""
    bare = re.sub(r"/\*.*?\*/|^#.*?$", "", text, flags=re.DOTALL | re.MULTILINE).replace('extern "C" {', "")
    found = re.findall(r"(?:int|typedef)\b[^;{]*(?:\{[^}]*\}[^;]*)?;", bare)
    return {" ".join(re.sub(r"([(){},*])", r" \1 ", one).split()) for one in found}


def is_deprecated(declaration: str) -> bool:
    """Whether it gives a type of functions another name."""
    return re.fullmatch(r"typedef \w+_function \w+;", declaration) is not None


def test_it_has_every_declaration_of_the_header() -> None:
    declared = declarations(HEADER)
    assert len(declared) == 24, declared  # eighteen functions, four types, and two deprecated names of types
    shown = "".join(re.findall(r"^```c\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    assert declarations(shown) == {one for one in declared if not is_deprecated(one)}


def test_the_page_of_the_store_has_every_declaration_of_its_header() -> None:
    declared = declarations((ROOT / "runtime/include/closeranks_store.h").read_text())
    page = (ROOT / "docs/reference/store.md").read_text()
    assert len(declared) == 31, declared  # functions that return a number, types of functions with their older names, the errors, and the handle
    shown = "".join(re.findall(r"^```c\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    assert declarations(shown) | {one for one in declared if one.startswith("typedef")} == declared


def test_the_page_of_local_recovery_has_every_declaration_of_its_header() -> None:
    declared = declarations((ROOT / "runtime/include/closeranks_local.h").read_text())
    page = (ROOT / "docs/reference/local-recovery.md").read_text()
    assert len(declared) == 14, declared  # functions that return a code, and the handle
    shown = "".join(re.findall(r"^```c\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    assert {one for one in declared if not one.startswith("typedef")} <= declarations(shown)


def test_it_has_every_public_header() -> None:
    """Those in `detail` are no part of the interface (docs/developers/abi.md), and say so."""
    include = ROOT / "runtime/include"
    shown = set(re.findall(r"`(closeranks[\w/*]*\.(?:h|hpp))`", PAGE)) | {"closeranks_version.h"}  # which closeranks.h includes
    headers = {str(path.relative_to(include)) for path in include.rglob("*.h*")}
    inner = {name for name in headers if name.startswith("closeranks/detail/")}
    assert {re.sub(r"fenix/\w+", "fenix/*", name) for name in headers - inner} == shown
    for name in inner:
        assert re.search(r"A\s(?:/// )?program includes\s(?:/// )?\w+\.hpp\s(?:/// )?instead", (include / name).read_text()), name


@pytest.mark.parametrize("name", ["closeranks", "closeranks_store", "closeranks_local"])
def test_fortran_has_every_function(name: str) -> None:
    header = (ROOT / f"runtime/include/{name}.h").read_text()
    module = (ROOT / f"runtime/fortran/{name}.f90").read_text()
    functions = set(re.findall(r"^(?:int|const char \*) ?(closeranks_\w+)\(", header, re.MULTILINE))
    shown = re.sub(r"&\n *", "", module)
    assert set(re.findall(r"bind\(c, name='(closeranks_\w+)'\)", shown)) == functions
    public = {one for line in re.findall(r"^ *public :: (.*)$", shown, re.MULTILINE) for one in line.split(", ")}
    assert functions <= public


def test_it_has_every_function_for_python() -> None:
    nodes = [node for module in MODULES for node in module.body if isinstance(node, ast.FunctionDef)]
    signatures = {f"{one.name}({', '.join(argument.arg for argument in one.args.args)})" for one in nodes if not one.name.startswith("_")}
    of_python_alone = set(re.findall(r"^\| `(\w+\(.*?\))` \|", PAGE, re.MULTILINE))
    shown = {re.sub(r": (?:Callable.*None|[^,)]*)(?=[,)])", "", one) for one in re.findall(r"^- Python: `(\w+\(.*\)) ->", PAGE, re.MULTILINE)}
    assert of_python_alone | shown == signatures
