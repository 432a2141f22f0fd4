"""The kinds of arguments: how each language writes one. Types of spec/api.json are kinds, too."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """An argument that is no result: its type in C, in Fortran, in the interface of Fortran to C, and in Python."""

    c: str
    fortran: str
    binding: str
    python: str
    ctypes: str


KINDS = {
    "comm": Kind("MPI_Comm", "integer", "type(c_ptr)", "MPI.Comm", "c_void_p"),
    "group": Kind("MPI_Group", "integer", "type(c_ptr)", "MPI.Group", "c_void_p"),
    "int": Kind("int", "integer", "integer(c_int)", "int", "c_int"),
    "length": Kind("int", "integer", "integer(c_int)", "int", "c_int"),
    "ranks": Kind("int", "integer", "integer(c_int)", "list[int]", "c_int"),
    "large": Kind("MPI_Count", "integer(MPI_COUNT_KIND)", "integer(c_long_long)", "int", "c_longlong"),
    "elements": Kind("MPI_Count", "integer(MPI_COUNT_KIND)", "integer(c_long_long)", "int", "c_longlong"),
    "counts": Kind("MPI_Count", "integer(MPI_COUNT_KIND)", "integer(c_long_long)", "list[int]", "c_longlong"),
    "stamp": Kind("long long", "integer(int64)", "integer(c_long_long)", "int", "c_longlong"),
    "stamps": Kind("long long", "integer(int64)", "integer(c_long_long)", "list[int]", "c_longlong"),
    "datatype": Kind("MPI_Datatype", "integer", "type(c_ptr)", "MPI.Datatype", "c_void_p"),
    "data": Kind("void *", "type(*), dimension(..)", "type(c_ptr)", "object", "c_void_p"),
    "const_data": Kind("const void *", "type(*), dimension(..)", "type(c_ptr)", "object", "c_void_p"),
    "flag": Kind("int", "logical", "integer(c_int)", "bool", "c_int"),
    "real": Kind("double", "real(c_double)", "real(c_double)", "float", "c_double"),
    "text": Kind("const char *", "character(len=*)", "character(kind=c_char)", "str", "c_char_p"),
    "context": Kind("void *", "type(c_ptr)", "type(c_ptr)", "object", "c_void_p"),
}

DATA = ("data", "const_data")
"""Memory of the program: elements of a datatype, whose number is of the kind `elements`."""

ARRAYS = ("ranks", "stamps", "counts")
"""Results with as many entries as a `length` says."""

HANDLES = {"comm": "MPI_Comm", "group": "MPI_Group", "datatype": "MPI_Datatype"}
"""Kinds whose type depends on the module of MPI that a Fortran program uses: its name in mpi_f08."""
