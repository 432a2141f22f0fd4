#pragma once

#include "tests/unit/fake_mpi.hpp"

namespace closeranks::test {

/// Each datatype is one of MPI's own ones.
#if CLOSERANKS_MPI_RELEASE >= 6
struct NamedTypes {
    Replaced<&Real::Type_get_envelope_c> envelope{
        [](MPI_Datatype, MPI_Count *, MPI_Count *, MPI_Count *, MPI_Count *, int *combiner) {
            *combiner = MPI_COMBINER_NAMED;
            return MPI_SUCCESS;
        }};
};
#else
struct NamedTypes {
    Replaced<&Real::Type_get_envelope> envelope{
        [](MPI_Datatype, int *, int *, int *, int *combiner) {
            *combiner = MPI_COMBINER_NAMED;
            return MPI_SUCCESS;
        }};
};
#endif

} // namespace closeranks::test
