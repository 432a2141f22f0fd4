"""Keeps Python's compiled form of the launcher, so that Python does not compile it again at each start.

Nothing is written beside the sources: they may belong to another user, and the list of an installation's files must
stay complete. The files go to $XDG_CACHE_HOME/closeranks/bytecode, or below ~/.cache. The folder must belong to the
user, and no other user may enter it: another user who could write there could have the user run any code. Without such
a place Python compiles all at each start.
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
    """The user's folder for caches. None if its parent folder belongs to another user, as in root's shell with
    another user's HOME: root's files would be in that user's way there."""
    cache, home = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    base, owned = (cache, cache) if os.path.isabs(cache) else (os.path.join(home, ".cache"), home)
    if not os.path.isabs(owned) or os.stat(owned).st_uid != os.geteuid():
        return None
    return base


def _opened(folder: str) -> int:
    """The folder, made if needed. Raises OSError if it is not a folder, or is a link."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    try:
        return os.open(folder, flags)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        os.mkdir(folder, 0o700)
        return os.open(folder, flags)


def place() -> str | None:
    """A name of the folder that was looked at, which stays valid whatever other users do to the path; or None."""
    try:
        base = _base()
        if base is None:
            return None
        opened = _opened(os.path.join(base, *FOLDERS))
        found = os.fstat(opened)
    except OSError:
        return None
    if found.st_uid == os.geteuid() and not stat.S_IMODE(found.st_mode) & 0o077:
        return f"/proc/self/fd/{opened}"  # open until the launcher ends, and closed in the programs that it starts
    os.close(opened)
    return None


def keep(root: str) -> None:
    """From now on, for modules in the folder `root` and below. Python's own modules stay where they are."""
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
