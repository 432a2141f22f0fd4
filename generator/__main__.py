"""spec/ -> generated/ and the tables in docs/.

Without a mode: writes what has changed. All paths are relative to the root of the project.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from generator import api, headers, library, link, load, options, quirks, render, reserved, unknown
from generator.model import Spec
from generator.problems import SpecError

ROOT = Path(__file__).resolve().parent.parent


def _read(root: Path) -> Spec:
    spec = load.load(root)
    link.check(spec)
    reserved.check(root, spec)
    return spec


def _differing(root: Path, texts: dict[str, str]) -> list[str]:
    def current(path: str) -> str | None:
        file = root / path
        return file.read_text(encoding="utf-8") if file.exists() else None

    return [path for path, text in texts.items() if current(path) != text]


def _leftovers(root: Path, texts: dict[str, str]) -> list[str]:
    """Files in generated/ that nothing generates any more."""
    files = (path for path in (root / "generated").rglob("*") if path.is_file())
    present = {path.relative_to(root).as_posix() for path in files}
    return sorted(present - set(texts))


def write(root: Path) -> None:
    texts = render.outputs(root, _read(root))
    for path in _differing(root, texts):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(texts[path], encoding="utf-8")
        print(f"wrote {path}")
    for path in _leftovers(root, texts):
        (root / path).unlink()
        print(f"removed {path}")


def verify(root: Path) -> None:
    texts = render.outputs(root, _read(root))
    problems = [
        f"{path}: the file differs from what the spec generates; run `python3 -m generator`."
        for path in _differing(root, texts)
    ]
    problems += [f"{path}: nothing generates this file." for path in _leftovers(root, texts)]
    if problems:
        raise SpecError(*problems)


def print_outputs(root: Path) -> None:
    print("\n".join(sorted(render.outputs(root, _read(root)))))


def print_dependencies(root: Path) -> None:
    paths = {*load.inputs(root), *render.inputs(root), *options.inputs(), *quirks.inputs(), *api.inputs()}
    print("\n".join(sorted(paths)))


def format_spec(root: Path) -> None:
    for path in load.format_files(root):
        print(f"wrote {path}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m generator", description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the project (default: this one)")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--verify", action="store_true", help="write nothing; name what differs")
    modes.add_argument("--format", action="store_true", help="put the spec files in order")
    modes.add_argument("--print-outputs", action="store_true", help="every file that is generated")
    modes.add_argument("--print-deps", action="store_true", help="every file that is read")
    modes.add_argument("--check-headers", metavar="MPICC", help="compare the spec with mpi.h")
    modes.add_argument(
        "--guard-unknown", nargs=2, metavar=("MPICC", "INTO"), help="guards for functions that the spec does not know"
    )
    modes.add_argument("--check-library", metavar="LIB", help="compare the spec with the symbols")
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    root: Path = arguments.root
    try:
        if arguments.verify:
            verify(root)
        elif arguments.format:
            format_spec(root)
        elif arguments.print_outputs:
            print_outputs(root)
        elif arguments.print_deps:
            print_dependencies(root)
        elif arguments.check_headers:
            for warning in headers.check(_read(root), arguments.check_headers):
                print(f"warning: {warning}", file=sys.stderr)
        elif arguments.guard_unknown:
            mpicc, into = arguments.guard_unknown
            unknown.write(_read(root), mpicc, Path(into))
        elif arguments.check_library:
            library.check(_read(root), arguments.check_library)
        else:
            write(root)
    except SpecError as error:
        for problem in error.problems:
            print(f"error: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
