#pragma once

#include "runtime/support/real.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace closeranks {

/// Counts of any size. MPI 4 has two forms of each call with a count: MPI_Send with an int, and
/// MPI_Send_c with an MPI_Count. A large form has a wrapper of its own (generated/wrappers/, the
/// files that end in _large); both use the same functions of the runtime, which count in MPI_Count.

/// CLOSERANKS_LARGE(Irecv)(buf, count, ...) is the MPI's own call for a count of any size. Before
/// Open MPI 6 there are no large forms, so that no program gives a count beyond an int.
#if CLOSERANKS_MPI_RELEASE >= 6
#define CLOSERANKS_LARGE(name) real.name##_c
inline constexpr bool has_large_forms = true;
#else
#define CLOSERANKS_LARGE(name) real.name
inline constexpr bool has_large_forms = false;
#endif

/// A count in these calls, and the element type of their arrays.
using LargeCount = std::conditional_t<has_large_forms, MPI_Count, int>;
using LargeDisplacement = std::conditional_t<has_large_forms, MPI_Aint, int>;

/// An array of counts or of displacements. Its elements are int, those of a large form, or
/// MPI_Aint, which MPI_Neighbor_alltoallw has always taken.
class NumberArray {
  public:
    NumberArray() noexcept = default;
    NumberArray(std::nullptr_t) noexcept {}
    NumberArray(const int array[]) noexcept : at_(array) {}
    NumberArray(const MPI_Count array[]) noexcept : at_(array), large_(true) {}
    template <typename Element>
    requires std::is_same_v<Element, MPI_Aint> &&
        (!std::is_same_v<MPI_Aint, MPI_Count>)NumberArray(const Element array[]) noexcept
        : at_(array), large_(true) {}

    [[nodiscard]] explicit operator bool() const noexcept { return at_ != nullptr; }

    template <typename Index> [[nodiscard]] MPI_Count operator[](Index i) const noexcept {
        if (!large_) return static_cast<const int *>(at_)[i];
        static_assert(sizeof(MPI_Count) == sizeof(MPI_Aint));
        MPI_Count number; // deliberately not initialised
        std::memcpy(&number, static_cast<const std::byte *>(at_) + i * sizeof number,
                    sizeof number);
        return number;
    }

  private:
    const void *at_ = nullptr;
    bool large_ = false;
};

} // namespace closeranks
