# SPDX-License-Identifier: BSD-3-Clause
# Generated from spec/api_local.json by generator/, do not edit.
"""The functions in C, as ctypes has to know them."""

from __future__ import annotations

import ctypes

LOCAL_LOG = 67108864


def declare(library: ctypes.CDLL) -> None:
    """Tells ctypes the types of arguments and results, which it would take for int."""
    library.closeranks_local_create.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_longlong, ctypes.POINTER(ctypes.c_void_p)]
    library.closeranks_local_member.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p]
    library.closeranks_local_use_thread.argtypes = [ctypes.c_void_p]
    library.closeranks_local_free.argtypes = [ctypes.POINTER(ctypes.c_void_p)]
    library.closeranks_local_start.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_local_send.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p]
    library.closeranks_local_receive.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_local_poll.argtypes = [ctypes.c_void_p]
    library.closeranks_local_commit.argtypes = [ctypes.c_void_p, ctypes.c_longlong]
    library.closeranks_local_enter_collective.argtypes = [ctypes.c_void_p]
    library.closeranks_local_leave_collective.argtypes = [ctypes.c_void_p]
    library.closeranks_local_finish.argtypes = [ctypes.c_void_p]
    library.closeranks_local_recoveries.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    library.closeranks_local_explain.argtypes = [ctypes.c_void_p]
    library.closeranks_local_explain.restype = ctypes.c_char_p
