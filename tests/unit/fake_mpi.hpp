#pragma once

#include "runtime/support/real.hpp"

#include <functional>
#include <utility>

namespace closeranks::test {

template <auto entry> class Replaced;

/// A real entry point of the MPI that does something else while this lives:
///
///     const Replaced<&Real::Comm_agree> agree([&](MPI_Comm, int *flag) { ... return MPI_SUCCESS;
///     });
///
/// The runtime makes every call of the MPI through the table `real`, so whatever others would have
/// to do, in another process or after a death, can be played to it in one process.
template <typename Result, typename... Arguments, Result (*Real::*entry)(Arguments...)>
class Replaced<entry> {
  public:
    explicit Replaced(std::function<Result(Arguments...)> function)
        : function_before_(std::exchange(current(), std::move(function))),
          entry_before_(std::exchange(real.*entry, &call)) {}
    ~Replaced() {
        real.*entry = entry_before_;
        current() = std::move(function_before_);
    }
    Replaced(const Replaced &) = delete;
    Replaced &operator=(const Replaced &) = delete;

  private:
    static std::function<Result(Arguments...)> &current() {
        static std::function<Result(Arguments...)> function;
        return function;
    }
    static Result call(Arguments... arguments) { return current()(arguments...); }

    std::function<Result(Arguments...)> function_before_;
    Result (*entry_before_)(Arguments...);
};

} // namespace closeranks::test
