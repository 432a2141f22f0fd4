#pragma once

#include "runtime/support/handles.hpp"

namespace closeranks {

/// True for a datatype that the program cannot free, and for MPI_DATATYPE_NULL.
[[nodiscard]] inline bool is_predefined(MPI_Datatype type) noexcept {
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = MPI_COMBINER_NAMED;
    return type == MPI_DATATYPE_NULL ||
           real.Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS ||
           combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

/// A copy of a datatype for later use, because the program may free its own at any time. The
/// program cannot free predefined ones, so they are kept as they are.
class KeptDatatype {
  public:
    KeptDatatype() = default;
    explicit KeptDatatype(MPI_Datatype datatype) noexcept : datatype_(datatype) {
        if (!is_predefined(datatype) && real.Type_dup(datatype, duplicate_.out()) == MPI_SUCCESS)
            datatype_ = duplicate_.get();
    }

    [[nodiscard]] MPI_Datatype get() const noexcept { return datatype_; }

  private:
    Type duplicate_;
    MPI_Datatype datatype_ = MPI_DATATYPE_NULL;
};

} // namespace closeranks
