"""numpy, where it is installed: the launcher itself starts without the packages of the system."""

from __future__ import annotations

import site
from typing import Any

from ..options import UsageError


def numpy(what: str) -> Any:
    """Raises UsageError. `what` needs it, for the message."""
    try:
        import numpy as found
    except ImportError:
        site.main()  # tools/closeranks is started with -S
        try:
            import numpy as found
        except ImportError:
            raise UsageError(f"{what} needs numpy (Debian: python3-numpy), which is not installed; all else works without.") from None
    return found
