"""Man pages, completions and the module file: installed where programs look for them, and right by those programs; and that
an installation can be taken away again.

What a machine does not have (zsh, fish, mandoc, Tcl) is left out here; tools/setup --with-tests installs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ["CLOSERANKS_BUILD"])
PAGES = ("closeranks", "closeranks-report", "closeranks-doctor", "closeranks-plan")

sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import options  # noqa: E402
from documents import man  # noqa: E402


def must(*words: str | Path, **variables: str) -> str:
    result = subprocess.run(
        words, env=os.environ | variables, capture_output=True, text=True, errors="replace", timeout=120
    )
    assert result.returncode == 0, f"{words}: {result.stdout}\n{result.stderr}"
    return result.stdout


def needs(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"there is no {program}")
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As installed. Beside it: the manifest of this installation."""
    folder = tmp_path_factory.mktemp("documents") / "with space"
    must("cmake", "--install", BUILD, "--prefix", folder)
    shutil.copy(BUILD / "install_manifest.txt", folder.with_name("manifest"))
    return folder


@pytest.fixture(scope="module")
def prefix(first: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it elsewhere."""
    copy = tmp_path_factory.mktemp("moved") / "with space"
    shutil.copytree(first, copy, symlinks=True)
    return copy


# ---- man pages ----


@pytest.mark.parametrize("name", PAGES)
def test_pages_render_without_warnings(prefix: Path, name: str) -> None:
    groff = needs("groff")
    page = prefix / f"share/man/man1/{name}.1"
    result = subprocess.run([groff, "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_clean(prefix: Path, name: str) -> None:
    must(needs("mandoc"), "-T", "lint", "-W", "warning", prefix / f"share/man/man1/{name}.1")


def test_man_finds_them_by_path(prefix: Path) -> None:
    where = must(needs("man"), "-w", *PAGES, PATH=f"{prefix}/bin:{os.environ['PATH']}", MANPATH="")
    assert where.splitlines() == [f"{prefix}/share/man/man1/{name}.1" for name in PAGES]


def test_every_option_has_its_paragraph(prefix: Path) -> None:
    page = (prefix / "share/man/man1/closeranks.1").read_text()
    for option in options.load():
        if option.has_flag:
            assert f"\n.TP\n\\fB{man.escaped(option.flag)}\\fR" in page
            assert man.escaped(option.environment) in page
    for status in ("82", "83", "84", "85", "86"):
        assert f"\n.TP\n\\fB{status}\\fR\n" in page


def test_the_page_of_doctor_has_its_statuses(prefix: Path) -> None:
    page = (prefix / "share/man/man1/closeranks-doctor.1").read_text()
    assert "\\fB87\\fR\nA problem was found." in page and "\\fB\\-\\-timeout\\fR \\fISECONDS\\fR" in page


@pytest.mark.parametrize(
    ("text", "roff"),
    [
        (".dot", "\\&.dot"),
        ("'quote", "\\&'quote"),
        ("a\n.b", "a\n\\&.b"),
        ("C:\\x --y", "C:\\ex \\-\\-y"),
        ("see [x](y.md#z) and `--a`", "see x and \\fB\\-\\-a\\fR"),
        ("- item", "\\- item"),
    ],
)
def test_texts_mean_nothing_to_roff(text: str, roff: str) -> None:
    assert man.marked(text) == roff


# ---- completion ----

BASH = """
source "$1"; shift
[[ $(complete -p "${1##*/}") == *" -F _closeranks ${1##*/}" ]] || exit 1
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_closeranks
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (["closeranks", "--kill"], ["--kill", "--kill-again", "--kill-random"]),
        (["closeranks", "run", "--kill-r"], ["--kill-random"]),
        (["closeranks", "--commit", ""], ["agreed", "optimistic"]),
        (["closeranks", "--commit", "=", "o"], ["optimistic"]),
        (["closeranks", "--commit", "="], ["agreed", "optimistic"]),
        (["closeranks", "--kill", "1@1s", "-n", "4", "--stri"], ["--strict"]),
        (["closeranks", "--map-by", "node", "--stri"], ["--strict"]),
        (["closeranks", "-n", "4", "./program", "--stri"], []),
        (["closeranks", "--config", "/e"], []),  # files: bash's own
        (["closeranks", "report", "--sv"], ["--svg"]),
        (["closeranks", "doctor", "--no"], ["--no-trials"]),
        (["/opt/x/closeranks-report", "--sv"], ["--svg"]),
    ],
)
def test_bash_completes(prefix: Path, line: list[str], wanted: list[str]) -> None:
    name = Path(line[0]).name
    script = prefix / "share/bash-completion/completions" / name
    said = must("bash", "--norc", "-c", BASH, "bash", script, *line)
    assert sorted(filter(None, said.splitlines())) == sorted(wanted)


def test_bash_completes_subcommands(prefix: Path) -> None:
    script = prefix / "share/bash-completion/completions/closeranks"
    assert "doctor" in must("bash", "--norc", "-c", BASH, "bash", script, "closeranks", "doc").splitlines()


FISH = """
source $argv[1]
complete -C "$argv[2]"
"""


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("closeranks --kill-r", "--kill-random"),
        ("closeranks --commit ", "agreed"),
        ("closeranks doctor --no", "--no-trials"),
        ("closeranks doc", "doctor"),
        ("closeranks-report --sv", "--svg"),
    ],
)
def test_fish_completes(prefix: Path, tmp_path: Path, line: str, wanted: str) -> None:
    script = prefix / "share/fish/vendor_completions.d/closeranks.fish"
    said = must(needs("fish"), "-N", "-c", FISH, script, line, HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path))
    assert wanted in [row.partition("\t")[0] for row in said.splitlines()]


ZSH = r"""
zmodload zsh/zpty
zpty inner "$1 -f -i"
zpty -w inner "fpath=(${(q)2} \$fpath); autoload -U compinit; compinit -D -u; PS1=; bindkey '^I' complete-word; stty -echo; print rea''dy"
local out all=
read_until() { all=; repeat 100; do while zpty -r -t inner out; do all+=$out; done; [[ $all == *$1* ]] && return; sleep 0.1; done }
read_until ready
zpty -w -n inner "$3"$'\t'
read_until "$4"
print -r -- "${all//[^[:print:]]/ }"
zpty -d inner
"""


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("closeranks --kill-r", "--kill-random"),
        ("closeranks --commit opt", "optimistic"),
        ("closeranks doctor --no-t", "--no-trials"),
        ("closeranks doct", "closeranks doctor"),
        ("closeranks-report --sv", "--svg"),
    ],
)
def test_zsh_completes(prefix: Path, tmp_path: Path, line: str, wanted: str) -> None:
    zsh = needs("zsh")
    folder = prefix / "share/zsh/site-functions"
    said = must(zsh, "-f", "-c", ZSH, "zsh", zsh, folder, line, wanted, HOME=str(tmp_path), TERM="dumb")
    assert wanted in said and "error" not in said


# ---- the module file ----

MODULES = """
proc prepend-path {name value} { puts "$name $value" }
proc module-whatis {text} { puts "whatis $text" }
proc conflict {name} {}
if {[lindex $argv 1] eq "named"} { set ModulesCurrentModulefile [lindex $argv 0] }
source [lindex $argv 0]
"""


@pytest.mark.parametrize("how", ["named", "sourced"])
def test_the_module_file(prefix: Path, tmp_path: Path, how: str) -> None:
    (file,) = (prefix / "share/modulefiles/closeranks").iterdir()
    (tmp_path / "run.tcl").write_text(MODULES)
    said = must(needs("tclsh"), tmp_path / "run.tcl", file, how).splitlines()
    assert f"PATH {prefix}/bin" in said and f"CMAKE_PREFIX_PATH {prefix}" in said
    assert any(line.startswith("PKG_CONFIG_PATH ") and Path(line.split(" ", 1)[1]).is_dir() for line in said)
    assert file.read_text().startswith("#%Module1.0\n")


# ---- taking it away ----


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()}


def uninstall(first: Path) -> Sequence[str]:
    manifest = first.with_name("manifest")
    return must("cmake", f"-DMANIFEST={manifest}", "-P", ROOT / "cmake/uninstall.cmake").splitlines()


def test_uninstall_takes_away_what_was_installed_and_nothing_else(first: Path, prefix: Path) -> None:
    assert files(first)
    others = {first / "share/man/man1/other.1", first / "lib/libother.so", first / "share/closeranks/notes.txt"}
    for path in others:
        path.touch()
    uninstall(first)
    assert files(first) == others
    assert not (first / "lib/closeranks").exists() and not (first / "share/closeranks/spec").exists()
    assert not first.with_name("manifest").exists()


def test_uninstall_of_nothing(tmp_path: Path) -> None:
    result = subprocess.run(
        ["cmake", f"-DMANIFEST={tmp_path}/none", "-P", ROOT / "cmake/uninstall.cmake"], capture_output=True, text=True
    )
    assert result.returncode != 0 and "nothing has been installed" in result.stderr
