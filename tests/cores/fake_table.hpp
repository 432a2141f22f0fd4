#pragma once

#include "generated/tables/real_entries.hpp"
#include "runtime/support/real.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace closeranks::test {

template <typename Result> Result refuse(const char *name) {
    ADD_FAILURE() << name << " was called, and the test has no answer to it";
    if constexpr (std::is_same_v<Result, int>)
        return MPI_ERR_OTHER;
    else
        return Result();
}

/// The fake of one entry of the table `real`: a call of it fails the test.
template <auto entry> class Fake {
  public:
    static void put(const char *name) {
        name_ = name;
        real.*entry = refusing(entry);
    }

  private:
    template <typename Result, typename... Arguments>
    static auto refusing(Result (*Real::* /*entry*/)(Arguments...)) -> Result (*)(Arguments...) {
        return [](Arguments...) { return refuse<Result>(name_); };
    }
    using Variadic = int (*)(int, ...); ///< MPI_Pcontrol
    static Variadic refusing(Variadic Real::* /*entry*/) { return &refuse_pcontrol; }
    static int refuse_pcontrol(int, ...) { return refuse<int>(name_); }
    static inline const char *name_ = "";
};

/// Puts a fake in every entry of the table `real`. Then no call reaches the MPI, which need not be
/// initialised. A test gives the answers to the calls that it expects (Replaced).
inline void put_fakes() {
    for_each_real_entry(
        []<auto entry, Function function>(const char *name) { Fake<entry>::put(name); });
}

} // namespace closeranks::test
