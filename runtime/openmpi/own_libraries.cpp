#include "runtime/openmpi/own_libraries.hpp"

#include <algorithm>
#include <array>

namespace closeranks {

bool is_library_of_the_mpi(std::string_view file) noexcept {
    constexpr std::array<std::string_view, 18> beginnings{
        "libmpi.",  "libmpi_", "libopen_mpi", "libopen-pal", "libopen-rte", "libpmix",
        "libprrte", "libprte", "libevent",    "libhwloc",    "mca_",        "pmix_",
        "libuct",   "libucp",  "libucs",      "libfabric",   "libibverbs",  "libpsm2",
    };
    return std::ranges::any_of(beginnings,
                               [&](std::string_view one) { return file.starts_with(one); });
}

bool is_fortran_layer_of_the_mpi(std::string_view file) noexcept {
    return file.starts_with("libmpi_mpifh") || file.starts_with("libmpi_usempi");
}

} // namespace closeranks
