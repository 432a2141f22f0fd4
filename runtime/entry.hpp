#pragma once

#include "runtime/sides.hpp"
#include "runtime/world.hpp"

#include <utility>

namespace closeranks {

/// One call of the program inside the library, from entering to leaving.
///
/// Calls that MPI makes back into us (ROMIO through the PLT, reduction operators, attribute copy
/// functions, error handlers) are nested: they find no communicator and pass straight through.
/// Thread safety: the depth is per thread.
class Entry {
  public:
    explicit Entry(Function function) noexcept : function_(function) {
        if (depth_++ == 0 && world().armed) [[unlikely]]
            world().injector.entering(function);
    }
    ~Entry() {
        if (--depth_ == 0 && world().armed) [[unlikely]]
            world().injector.leaving(function_);
    }
    Entry(const Entry &) = delete;
    Entry &operator=(const Entry &) = delete;

    [[nodiscard]] Function function() const noexcept { return function_; }

    /// What protects `comm`, or nullptr when the call has to pass straight through: a nested call,
    /// a communicator we do not protect (of one process, or made by an unprotected function), an
    /// invalid handle, or a run without fault tolerance.
    [[nodiscard]] Communicator *find(MPI_Comm comm) const noexcept {
        return depth_ == 1 ? world().communicators.find(comm) : nullptr;
    }

    /// Changes how deep the program's calls are nested here, for what runs on a stack of its own.
    static int exchange_depth(int depth) noexcept { return std::exchange(depth_, depth); }
    /// The same for a call about messages: of an intercommunicator, what stands for its remote
    /// side.
    [[nodiscard]] Communicator *find_peers(MPI_Comm comm) const noexcept {
        if (depth_ != 1) return nullptr;
        Communicator *const c = world().communicators.find(comm);
        if (c != nullptr) [[likely]]
            return c;
        const Intercommunicator *const sides = world().intercommunicators.search(comm);
        return sides != nullptr ? sides->peers : nullptr;
    }

    /// What protects `comm`, an intercommunicator; else nullptr.
    [[nodiscard]] Intercommunicator *find_sides(MPI_Comm comm) const noexcept {
        return depth_ == 1 ? world().intercommunicators.search(comm) : nullptr;
    }

    [[nodiscard]] static bool nested() noexcept { return depth_ > 1; }

  private:
    static constinit thread_local int depth_;
    Function function_;
};

} // namespace closeranks
