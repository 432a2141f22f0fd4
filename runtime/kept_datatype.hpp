#pragma once

#include "runtime/handles.hpp"

namespace closeranks {

/// A datatype for later: the program may free its own at any time. Named ones it cannot free, and
/// they are kept as they are.
class KeptDatatype {
  public:
    KeptDatatype() = default;
    explicit KeptDatatype(MPI_Datatype datatype) noexcept : datatype_(datatype) {
        int integers = 0;
        int addresses = 0;
        int datatypes = 0;
        int combiner = MPI_COMBINER_NAMED;
        static_cast<void>(
            real.Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner));
        if (combiner != MPI_COMBINER_NAMED &&
            real.Type_dup(datatype, duplicate_.out()) == MPI_SUCCESS)
            datatype_ = duplicate_.get();
    }

    [[nodiscard]] MPI_Datatype get() const noexcept { return datatype_; }

  private:
    Type duplicate_;
    MPI_Datatype datatype_ = MPI_DATATYPE_NULL;
};

} // namespace closeranks
