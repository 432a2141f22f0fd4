#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace closeranks {

/// The constructor of a datatype (MPI_COMBINER_VECTOR, ...), also of one that was made with large
/// counts. MPI_UNDEFINED for a datatype that the MPI does not know.
[[nodiscard]] int combiner_of(MPI_Datatype type) noexcept;

/// True for a datatype that the program cannot free, and for MPI_DATATYPE_NULL.
[[nodiscard]] bool is_predefined(MPI_Datatype type) noexcept;

/// The arguments of the constructor of a datatype (MPI 5.0, 5.1.13). They are in the same places
/// for constructors with large counts and without: bytes are in `places`, all other numbers in
/// `integers`. Without arguments, `combiner` is MPI_COMBINER_NAMED.
class DatatypeContents {
  public:
    explicit DatatypeContents(MPI_Datatype type) noexcept;
    ~DatatypeContents(); ///< frees the handles in `types`, which are new ones
    DatatypeContents(const DatatypeContents &) = delete;
    DatatypeContents &operator=(const DatatypeContents &) = delete;

    int combiner = MPI_COMBINER_NAMED;
    std::vector<std::int64_t> integers;
    std::vector<std::int64_t> places;
    std::vector<MPI_Datatype> types;
};

/// Moves large counts to where the form with ints has these arguments: the arguments of `combiner`
/// that MPI_Type_get_contents_c returns as large counts are spread over `integers`, which holds the
/// integers of such a type, and `places`.
void spread_large_counts(int combiner, const std::vector<std::int64_t> &large,
                         std::vector<std::int64_t> &integers, std::vector<std::int64_t> &places);

} // namespace closeranks
