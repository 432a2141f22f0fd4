# SPDX-License-Identifier: BSD-3-Clause
"""python -m closeranks.futures: runs a script on rank 0, and the other ranks work for its executors.

They import the script before, as `__worker__`, to know its functions: code below
`if __name__ == "__main__":` is for rank 0. A script that imports mpi4py.futures gets closeranks.futures in its place.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn

import mpi4py
from mpi4py import MPI

from . import worker
from .dealer import Dealer
from .executor import share

_USAGE = """\
usage: python3 -m closeranks.futures <pyfile> [arg] ...
   or: python3 -m closeranks.futures -m <module> [arg] ...
   or: python3 -m closeranks.futures -c <string> [arg] ..."""


def _module_spec(name: str) -> ModuleSpec:
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        spec = importlib.util.find_spec(f"{name}.__main__")
    if spec is None or spec.loader is None:
        raise ImportError(f"There is no module {name} to run.")
    return spec


def _from_module(name: str, module: ModuleType) -> CodeType:
    spec = _module_spec(name)
    code: CodeType = spec.loader.get_code(spec.name)  # type: ignore[union-attr]
    module.__spec__, module.__package__, module.__file__ = spec, spec.parent, spec.origin
    sys.argv[0] = spec.origin or name
    return code


def _program(words: list[str], module: ModuleType) -> CodeType:
    """The code to run. It prepares `module`, sys.argv and sys.path as Python does."""
    code: CodeType
    if words[0] in ("-m", "-c"):
        option, what, *arguments = words
        sys.argv[:] = [option, *arguments]
        sys.path.insert(0, "")
        if option == "-m":
            return _from_module(what, module)
        code = compile(what, "<string>", "exec")
        return code
    script = Path(words[0])
    sys.argv[:] = words
    sys.path.insert(0, str(script.resolve().parent))
    module.__file__ = words[0]
    code = compile(script.read_bytes(), words[0], "exec")
    return code


def _run(words: list[str], name: str) -> None:
    """Runs the program as the module `name`. Every look-up of `__main__` finds this module too, so that both sides
    find what was pickled."""
    module = ModuleType(name)
    sys.modules["__main__"] = sys.modules["__worker__"] = module
    exec(_program(words, module), module.__dict__)


def _work(words: list[str]) -> None:
    try:
        _run(words, "__worker__")
    except SystemExit:  # below that point the script has nothing for workers
        pass
    worker.serve(MPI.COMM_WORLD, 0)


def _master(words: list[str]) -> None:
    dealer = Dealer(MPI.COMM_WORLD if MPI.COMM_WORLD.Get_size() > 1 else None)
    share(dealer)
    try:
        _run(words, "__main__")
    finally:
        dealer.close()


def _stand_for_mpi4py() -> None:
    package = sys.modules[__package__ or ""]
    sys.modules["mpi4py.futures"] = package
    vars(mpi4py)["futures"] = package


def _usage(words: list[str]) -> str:
    """The fault of the command line. Empty: there is none."""
    if not words:
        return "No path specified for execution"
    if words[0] in ("-m", "-c"):
        return "" if len(words) > 1 else f"Argument expected for option: {words[0]}"
    if words[0].startswith("-"):
        return f"Unknown option: {words[0]}"
    return "" if Path(words[0]).exists() else f"Path does not exist: {words[0]}"


def _abort(status: int) -> NoReturn:
    """The program has failed: all processes end, so that none waits for another one."""
    sys.stdout.flush()
    sys.stderr.flush()
    MPI.COMM_WORLD.Abort(status)
    raise SystemExit(status)


def main() -> None:
    words = sys.argv[1:]
    is_master = MPI.COMM_WORLD.Get_rank() == 0
    if words[:1] in (["-h"], ["--help"]):
        if is_master:
            print(_USAGE)
        return
    if wrong := _usage(words):
        if is_master:
            print(f"{wrong}\n{_USAGE}", file=sys.stderr)
        raise SystemExit(1)
    _stand_for_mpi4py()
    try:
        _master(words) if is_master else _work(words)
    except SystemExit as end:
        if not isinstance(end.code, int):
            if end.code is not None:
                print(end.code, file=sys.stderr)
                _abort(1)
        elif end.code != 0:
            _abort(end.code)
    except BaseException:
        traceback.print_exc()
        _abort(1)


if __name__ == "__main__":
    main()
