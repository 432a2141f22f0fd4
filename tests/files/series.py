"""A series of files, each written by all ranks by a library that writes a format, from which rank 2 is lost on the way.

    series.py hdf5|netcdf4 COUNT LIBRARY

File n has a dataset x of 4 rows: row r has n * 10 + r in each of its 100 places, or the fill value -1 where rank r was
not there to write it. That rank kills itself before file 2. LIBRARY is NetCDF's.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from ctypes import byref, c_int, c_size_t, c_void_p

from mpi4py import MPI

WIDTH = 100
RANKS = 4


def handle(of: object) -> c_void_p:
    """As C has it."""
    return c_void_p.from_address(MPI._addressof(of))


class Library:
    """One in C, all of whose functions return 0."""

    def __init__(self, name: str) -> None:
        self._library = ctypes.CDLL(name)

    def __call__(self, function: str, *arguments: object) -> None:
        code = getattr(self._library, function)(*arguments)
        if code != 0:
            raise RuntimeError(f"{function} returned {code}")


def write_hdf5(name: str, comm: MPI.Comm, value: float) -> None:
    import h5py
    import numpy

    with h5py.File(name, "w", driver="mpio", comm=comm) as file:
        data = file.create_dataset("x", (RANKS, WIDTH), dtype="f8", fillvalue=-1.0)
        data[comm.rank] = numpy.full(WIDTH, value)


def write_netcdf4(name: str, comm: MPI.Comm, value: float) -> None:
    nc = Library(sys.argv[3])
    file, row, column, x = c_int(), c_int(), c_int(), c_int()
    nc("nc_create_par", name.encode(), 0x1000, handle(comm), handle(MPI.INFO_NULL), byref(file))  # NC_NETCDF4
    nc("nc_def_dim", file, b"row", c_size_t(RANKS), byref(row))
    nc("nc_def_dim", file, b"column", c_size_t(WIDTH), byref(column))
    nc("nc_def_var", file, b"x", 6, 2, (c_int * 2)(row.value, column.value), byref(x))  # NC_DOUBLE
    nc("nc_def_var_fill", file, x, 0, byref(ctypes.c_double(-1)))
    nc("nc_enddef", file)
    nc("nc_var_par_access", file, x, 1)  # NC_COLLECTIVE
    begin, count = (c_size_t * 2)(comm.rank, 0), (c_size_t * 2)(1, WIDTH)
    nc("nc_put_vara_double", file, x, begin, count, (ctypes.c_double * WIDTH)(*[value] * WIDTH))
    nc("nc_close", file)


def main() -> None:
    write = {"hdf5": write_hdf5, "netcdf4": write_netcdf4}[sys.argv[1]]
    comm = MPI.COMM_WORLD
    for number in range(int(sys.argv[2])):
        if number == 2 and comm.rank == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        write(f"{sys.argv[1]}-{number}", comm, number * 10.0 + comm.rank)
    print(f"rank {comm.rank} of {comm.size}: written", flush=True)


main()
