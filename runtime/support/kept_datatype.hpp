#pragma once

#include "runtime/support/datatype_contents.hpp"
#include "runtime/support/handles.hpp"

namespace closeranks {

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
