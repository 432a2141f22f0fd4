"""Compares the spec with the declarations in the installed mpi.h and mpi-ext.h."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass

from pycparser import c_ast, c_generator, c_parser

from generator.model import Function, Spec, release_of
from generator.problems import MAIN, Problems, SpecError

# mpi.h hides the functions that MPI 3.0 removed unless told not to; libmpi has them all the same.
_PROGRAM = """#define OMPI_OMIT_MPI1_COMPAT_DECLS 0
#define OMPI_WANT_MPI_INTERFACE_WARNING 0
#define __attribute__(x)
#define __extension__
#define __asm__(x)
#define __restrict
#include <mpi.h>
#include <mpi-ext.h>
int closeranks_header[OMPI_MAJOR_VERSION][OMPI_MINOR_VERSION][OMPI_RELEASE_VERSION];
"""
_VERSION = re.compile(r"closeranks_header\[(\d+)\]\[(\d+)\]\[(\d+)\]")
_PREFIXES = ("MPI_", "MPIX_")


def version_of(text: str) -> str:
    """The MPI that preprocessed headers belong to, as the spec names it."""
    found = _VERSION.search(text)
    return f"Open MPI {'.'.join(found.groups())}" if found else "an MPI that is not Open MPI"


@dataclass(frozen=True)
class Declaration:
    """A function as the header declares it; arguments as (name, type)."""

    returns: str
    arguments: tuple[tuple[str, str], ...]


def preprocess(mpicc: str) -> str:
    """The text of both headers as the compiler sees it."""
    # In C23, to which GCC 15 turned, the headers have words that pycparser does not know.
    command = [mpicc, "-std=gnu17", "-E", "-P", "-x", "c", "-"]
    try:
        done = subprocess.run(command, input=_PROGRAM, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SpecError(f"{mpicc}: the compiler cannot be run ({error.strerror}).") from None
    if done.returncode != 0:
        raise SpecError(f"{mpicc}: mpi.h and mpi-ext.h cannot be preprocessed.\n{done.stderr}")
    return done.stdout


def _type_text(node: c_ast.Node) -> str:
    """The type as the spec writes it: "const int []", "char ***"."""
    arrays, pointers = "", ""
    while isinstance(node, c_ast.ArrayDecl):
        length = c_generator.CGenerator().visit(node.dim) if node.dim is not None else ""
        arrays += f"[{length}]"
        node = node.type
    while isinstance(node, c_ast.PtrDecl):
        pointers = "*" + "".join(f" {q}" for q in node.quals) + pointers
        node = node.type
    if not isinstance(node, c_ast.TypeDecl) or not isinstance(node.type, c_ast.IdentifierType):
        return "a type without a name"
    base = " ".join([*node.quals, *node.type.names])
    return " ".join(part for part in (base, pointers, arrays) if part)


def _declaration(function: c_ast.FuncDecl) -> Declaration:
    arguments = []
    for parameter in function.args.params if function.args else []:
        if isinstance(parameter, c_ast.EllipsisParam):
            arguments.append(("...", "..."))
        elif _type_text(parameter.type) != "void":
            arguments.append((parameter.name or "", _type_text(parameter.type)))
    return Declaration(_type_text(function.type), tuple(arguments))


def declared_functions(text: str) -> dict[str, Declaration]:
    """The functions of MPI in preprocessed C."""
    try:
        tree = c_parser.CParser().parse(text, "mpi.h")
    except Exception as error:  # pycparser raises a ParseError of its own kind for each version
        raise SpecError(f"mpi.h: the declarations cannot be parsed ({error}).") from None
    return {
        node.name: _declaration(node.type)
        for node in tree.ext
        if isinstance(node, c_ast.Decl)
        and isinstance(node.type, c_ast.FuncDecl)
        and node.name.startswith(_PREFIXES)
    }


def _compare(function: Function, declared: Declaration, release: int, problems: Problems) -> None:
    where = f"{MAIN}: {function.name}: standard"
    if function.returns != declared.returns:
        problems.add(f"{where}.returns: mpi.h says ({declared.returns}), not ({function.returns}).")
    if len(function.arguments) != len(declared.arguments):
        problems.add(
            f"{where}.arguments: mpi.h has {len(declared.arguments)} arguments, "
            f"not {len(function.arguments)}."
        )
        return
    for number, (argument, (name, type_)) in enumerate(
        zip(function.arguments, declared.arguments, strict=True)
    ):
        field = f"{where}.arguments[{number}] ({argument.name})"
        if not argument.is_varargs and argument.name != name:
            problems.add(f"{field}.name: mpi.h calls it ({name}).")
        if argument.type_in(release) != type_:
            problems.add(f"{field}.type: mpi.h says ({type_}), not ({argument.type_in(release)}).")


def compare(spec: Spec, declared: dict[str, Declaration], header: str) -> list[str]:
    """Raises for every contradiction; returns the warnings.

    A header that the spec describes must declare exactly the functions that have an entry for it. Any
    other version may have more or fewer, with a warning.
    """
    problems = Problems()
    missing, presence = [], Problems()
    release = release_of(header)
    for function in spec.functions:
        if function.name in declared:
            _compare(function, declared[function.name], release, problems)
            if not function.is_in(release):
                presence.add(f"{MAIN}: {function.name}: mpi.h of {header} declares it; see from and until.")
        elif function.is_in(release):
            missing.append(function.name)
            presence.add(f"{MAIN}: {function.name}: mpi.h declares no function of this name.")
    known = {function.name for function in spec.functions}
    new = [n for n in sorted(declared) if n not in known and not spec.leaves_alone(n)]
    for name in new:
        presence.add(f"{MAIN}: {name}: the entry is missing; mpi.h declares this function.")
    problems.raise_if_any()
    if header in spec.headers:
        presence.raise_if_any()
    warnings = []
    about = f"{MAIN} describes {' and '.join(spec.headers)}; mpi.h of {header}"
    if new:
        warnings.append(f"{about} also declares, and a protected communicator is refused there: {', '.join(new)}.")
    if missing:
        warnings.append(f"{about} does not declare: {', '.join(missing)}.")
    return warnings


def check(spec: Spec, mpicc: str) -> list[str]:
    """The warnings about the headers that `mpicc` finds."""
    text = preprocess(mpicc)
    return compare(spec, declared_functions(text), version_of(text))
