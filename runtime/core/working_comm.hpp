#pragma once

#include "runtime/openmpi/revocation_flag.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/ulfm.hpp"

#include <mpi.h>

#include <array>
#include <utility>

namespace closeranks {

/// Where the collectives of one communicator of the program run: a real communicator of all that
/// are left. That of an intercommunicator, which has both sides, has beside it one of this side
/// alone.
///
/// Everything that is run, revoked, agreed on or shrunk there goes through here.
class WorkingComm {
  public:
    WorkingComm() = default;
    explicit WorkingComm(Comm all) noexcept : all_(std::move(all)), revocation_(all_.get()) {
        return_errors(all_);
    }

    /// From now on `side`, too: this side's processes. `number`: which side that is.
    void add_side(Comm side, int number) noexcept {
        side_ = std::move(side);
        side_number_ = number;
        return_errors(side_);
    }
    [[nodiscard]] int side_number() const noexcept { return side_number_; }

    /// Makes a real call, among all or on this side, and returns what it returns.
    template <typename Call, typename... Arguments>
    [[gnu::always_inline]] decltype(auto) run(const Call &call, Arguments... arguments) const {
        return call(all_.get(), arguments...);
    }
    template <typename Call> decltype(auto) run_on_side(const Call &call) const {
        return call(side_.get());
    }

    /// The error of a call that was run among all, as a failure's where there is one.
    [[nodiscard, gnu::cold]] int as_failure(int code) const noexcept {
        return closeranks::as_failure(code, all_.get());
    }
    [[nodiscard]] bool is_revoked() const noexcept { return closeranks::is_revoked(all_.get()); }

    /// The same for who asks always: in an instruction or two, which may say `true` by mistake.
    [[nodiscard, gnu::always_inline]] bool may_be_revoked() const noexcept {
        return revocation_.may_be_set();
    }
    [[nodiscard]] bool is_broken() const noexcept { return closeranks::is_broken(all_.get()); }

    /// How many members have failed that the MPI knows of; negative: it does not say.
    [[nodiscard]] int failed() const noexcept;

    /// Whoever waits inside of a collective gets out of it.
    void revoke() noexcept;

    /// MPIX_Comm_agree and MPIX_Comm_iagree, with their codes: Open MPI agrees on these, too.
    [[nodiscard]] int agree(int *flag) noexcept { return real.Comm_agree(all_.get(), flag); }
    [[nodiscard]] int start_to_agree(int *flag, MPI_Request *request) noexcept {
        return real.Comm_iagree(all_.get(), flag, request);
    }

    /// One attempt to make `fresh` of those who are left. True: all of them have it.
    [[nodiscard]] bool shrink_to(WorkingComm &fresh) noexcept;

    /// The real communicators, for who frees or keeps them.
    [[nodiscard]] std::array<Comm *, 2> parts() noexcept { return {&all_, &side_}; }

  private:
    static void return_errors(const Comm &comm) noexcept {
        if (comm) static_cast<void>(real.Comm_set_errhandler(comm.get(), MPI_ERRORS_RETURN));
    }

    Comm all_;
    RevocationFlag revocation_; ///< of all_
    Comm side_;
    int side_number_ = 0; ///< 0 or 1, as the ranks of both are numbered
};

} // namespace closeranks
