"""Keeps what Python compiles of the launcher, so that this is not done anew at each start.

Nothing is written beside the sources: they may be somebody else's, and what was installed is to go away with its list
of files. It goes to $XDG_CACHE_HOME/closeranks/bytecode, or below ~/.cache, and only if that folder is the user's own
and nobody else can enter it: who could write there would have the user run what they like. Where there is no such place
all is compiled at each start.
"""

from __future__ import annotations

import os
import stat
import sys
from importlib.machinery import FileFinder, SourceFileLoader

TYPE_CHECKING = False  # plain.py tells why
if TYPE_CHECKING:
    from types import CodeType

FOLDERS = ("closeranks", "bytecode")


def _base() -> str | None:
    """The user's folder for caches; None if what it would be in is not theirs, as in root's shell with another user's
    HOME: files of root's would be in their way there."""
    cache, home = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    base, owned = (cache, cache) if os.path.isabs(cache) else (os.path.join(home, ".cache"), home)
    if not os.path.isabs(owned) or os.stat(owned).st_uid != os.geteuid():
        return None
    return base


def _opened(folder: str) -> int:
    """The folder, made if need be. Raises OSError if it is none, or a link."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    try:
        return os.open(folder, flags)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        os.mkdir(folder, 0o700)
        return os.open(folder, flags)


def place() -> str | None:
    """A name of the folder which stays that of the folder that was looked at, whatever others do to the path; or None."""
    try:
        base = _base()
        if base is None:
            return None
        opened = _opened(os.path.join(base, *FOLDERS))
        found = os.fstat(opened)
    except OSError:
        return None
    if found.st_uid == os.geteuid() and not stat.S_IMODE(found.st_mode) & 0o077:
        return f"/proc/self/fd/{opened}"  # open until the launcher ends, and not in what it starts
    os.close(opened)
    return None


def keep(root: str) -> None:
    """From now on, for modules in the folder `root` and below. Those of Python's own are read where they are."""
    folder = place()
    if folder is None:
        return
    writes = not sys.flags.dont_write_bytecode

    class Loader(SourceFileLoader):
        def get_code(self, fullname: str) -> CodeType | None:
            usual = sys.pycache_prefix, sys.dont_write_bytecode
            sys.pycache_prefix, sys.dont_write_bytecode = folder, not writes
            try:
                return super().get_code(fullname)
            finally:
                sys.pycache_prefix, sys.dont_write_bytecode = usual

    def finder(path: str) -> FileFinder:
        if not f"{path}/".startswith(f"{root}/"):
            raise ImportError  # as hooks say that they are not for a path
        return FileFinder(path, (Loader, [".py"]))

    sys.path_hooks.insert(0, finder)
    for path in [path for path in sys.path_importer_cache if f"{path}/".startswith(f"{root}/")]:
        del sys.path_importer_cache[path]  # this module came by them
