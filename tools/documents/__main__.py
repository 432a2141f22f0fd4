"""Writes man pages and completions into FOLDER."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import completion, man, words


def outputs(edition: man.Edition) -> dict[str, str]:
    commands = words.all_commands()
    run, *others = commands
    texts = {"man/closeranks.1": man.launcher(run, others, edition)}
    texts |= {f"man/closeranks-{other.name}.1": man.subcommand(other, edition) for other in others}
    texts["completion/closeranks.bash"] = completion.bash(commands)
    texts["completion/_closeranks"] = completion.zsh(commands)
    texts["completion/closeranks.fish"] = completion.fish(commands)
    return texts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m documents", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", default="")
    parser.add_argument("--date", default="")
    parser.add_argument("--print-outputs", action="store_true", help="only name the files")
    given = parser.parse_args()
    for name, text in outputs(man.Edition(given.version, given.date)).items():
        path = given.folder / name
        if given.print_outputs:
            print(path)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main()
