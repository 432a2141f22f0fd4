# SPDX-License-Identifier: BSD-3-Clause
# Generated from spec/api_store.json by generator/, do not edit.
"""The functions in C, as ctypes has to know them."""

from __future__ import annotations

import ctypes

NEWEST = -1
ERRORS = {"rank_lost": 0, "storage": 1, "rolled_back": 2, "no_process": 3, "rule_broken": 4}
SIZE_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_longlong, ctypes.c_void_p)
SAVE_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p)
LOAD_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p)


def declare(library: ctypes.CDLL) -> None:
    """Tells ctypes the types of arguments and results, which it would take for int."""
    library.closeranks_error_code.argtypes = [ctypes.c_int]
    library.closeranks_error_class.argtypes = [ctypes.c_int]
    library.closeranks_store_create.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]
    library.closeranks_store_member.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p]
    library.closeranks_store_member_callbacks.argtypes = [ctypes.c_void_p, ctypes.c_int, SIZE_FUNCTION, SAVE_FUNCTION, LOAD_FUNCTION, ctypes.c_void_p]
    library.closeranks_store_move.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]
    library.closeranks_store_free.argtypes = [ctypes.POINTER(ctypes.c_void_p)]
    library.closeranks_store_commit.argtypes = [ctypes.c_void_p, ctypes.c_longlong]
    library.closeranks_store_begin.argtypes = [ctypes.c_void_p, ctypes.c_longlong]
    library.closeranks_store_complete.argtypes = [ctypes.c_void_p]
    library.closeranks_store_forget.argtypes = [ctypes.c_void_p, ctypes.c_longlong]
    library.closeranks_store_drop.argtypes = [ctypes.c_void_p, ctypes.c_longlong]
    library.closeranks_store_restore.argtypes = [ctypes.c_void_p, ctypes.c_longlong]
    library.closeranks_store_read.argtypes = [ctypes.c_void_p, ctypes.c_longlong, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_store_restore_from.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_store_restore_from_at.argtypes = [ctypes.c_void_p, ctypes.c_longlong, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_store_restore_spread.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong), ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_store_restore_spread_at.argtypes = [ctypes.c_void_p, ctypes.c_longlong, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong), ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_store_missing.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)]
    library.closeranks_store_newest.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_store_stamps.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_longlong), ctypes.POINTER(ctypes.c_int)]
    library.closeranks_store_sizes.argtypes = [ctypes.c_void_p, ctypes.c_longlong, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_longlong), ctypes.POINTER(ctypes.c_int)]
    library.closeranks_store_memory.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong)]
    library.closeranks_store_explain.argtypes = [ctypes.c_void_p]
    library.closeranks_store_explain.restype = ctypes.c_char_p
