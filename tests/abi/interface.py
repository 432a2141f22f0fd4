#!/usr/bin/env python3
"""The interface that programs are compiled against, as libabigail sees it: all functions and variables of the installed
headers, with their types. Made of the headers, because the library itself is built without information on types.

    tests/abi/interface.py MPICC    writes it anew, to tests/abi/interface.abi (docs/developers/abi.md)
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parents[1] / "runtime/include"
STORED = HERE / "interface.abi"

# Which library has the functions of which headers.
HEADERS = {
    "libcloseranks.so": ("closeranks.h", "closeranks/step_out.h"),
    "libcloseranks_store.so": ("closeranks_store.h", "closeranks_local.h"),
    "libcloseranks_fenix.so": ("closeranks/fenix/fenix.h", "closeranks/fenix/fenix_data.h"),
}

_VARIABLE = re.compile(r"^extern ((?:const )?\w+ (\w+));", re.MULTILINE)
_FUNCTION = re.compile(r"^((?:const )?[a-z]+[ *]+)((?:closeranks_|_*[Ff]enix_)\w+)(\([^;{]*\));", re.MULTILINE)


def declared(include: Path, headers: tuple[str, ...]) -> dict[str, str]:
    """The names of functions and variables that the headers declare, each with a definition that does nothing."""
    found: dict[str, str] = {}
    for header in headers:
        text = re.sub(r"/\*.*?\*/", "", (include / header).read_text(), flags=re.DOTALL)
        text = re.sub(r"__attribute__\(\(.*?\)\)", "", text)
        found |= {name: f"{returned}{name}{arguments} {{ for (;;) {{}} }}" for returned, name, arguments in _FUNCTION.findall(text)}
        found |= {name: f"{definition};" for definition, name in _VARIABLE.findall(text)}
    return found


def dump(mpicc: str, include: Path, place: Path) -> Path:
    """A description of the interface by abidw."""
    headers = tuple(header for some in HEADERS.values() for header in some)
    lines = [f"#include <{header}>" for header in headers] + list(declared(include, headers).values())
    (place / "interface.c").write_text("\n".join(lines) + "\n")
    flags = ["-g", "-gdwarf-4", "-O0", "-shared", "-fPIC", "-w", f"-I{include}"]
    subprocess.run([mpicc, *flags, "interface.c", "-o", "libinterface.so"], check=True, cwd=place)
    options = ["--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--type-id-style", "hash", "--no-elf-needed"]
    subprocess.run(["abidw", *options, "--out-file", "interface.abi", "libinterface.so"], check=True, cwd=place)
    return place / "interface.abi"


def difference(old: Path, new: Path, *, but_more: bool = False) -> str:
    """What abidiff finds; nothing: no difference. `but_more`: functions that have come do not count."""
    options = ["--no-architecture"] + ["--no-added-syms"] * but_more
    done = subprocess.run(["abidiff", *options, old, new], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        STORED.write_text(dump(sys.argv[1], INCLUDE, Path(folder)).read_text())
