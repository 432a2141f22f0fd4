#pragma once

#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/revocation_flag.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/ulfm.hpp"

#include <mpi.h>

#include <array>
#include <utility>

namespace closeranks {

/// The communicators on which the collectives of one communicator of the program run: a real
/// communicator of all survivors. An intercommunicator has in addition one of this side alone.
///
/// Everything that is run, revoked, agreed on or shrunk there goes through this class.
class WorkingComm {
  public:
    WorkingComm() = default;
    explicit WorkingComm(Comm all) noexcept : all_(std::move(all)), revocation_(all_.get()) {
        return_errors(all_);
    }

    /// Adds `side`, the communicator of this side's processes. `number`: the number of that side.
    void add_side(Comm side, int number) noexcept {
        side_ = std::move(side);
        side_number_ = number;
        return_errors(side_);
    }
    [[nodiscard]] int side_number() const noexcept { return side_number_; }

    /// Makes a real call on the communicator of all, or of this side, and returns its code.
    template <typename Call, typename... Arguments>
    [[gnu::always_inline]] decltype(auto) run(const Call &call, Arguments... arguments) const {
        return call(all_.get(), arguments...);
    }
    template <typename Call> decltype(auto) run_on_side(const Call &call) const {
        return call(side_.get());
    }

    /// The error of a call on the communicator of all, as a failure's error where there is a
    /// failure.
    [[nodiscard, gnu::cold]] int as_failure(int code) const noexcept {
        return closeranks::as_failure(code, all_.get());
    }
    [[nodiscard]] bool is_revoked() const noexcept { return closeranks::is_revoked(all_.get()); }

    /// The same for callers that ask in each call: one or two instructions, which may return `true`
    /// by mistake.
    [[nodiscard, gnu::always_inline]] bool may_be_revoked() const noexcept {
        return revocation_.may_be_set();
    }
    /// While no process has failed, the MPI is not asked for failed members: that takes hundreds of
    /// instructions.
    [[nodiscard]] bool is_broken() const noexcept {
        if (FailedProcesses::none()) [[likely]]
            return may_be_revoked() && is_revoked();
        return closeranks::is_broken(all_.get());
    }

    /// The number of failed members that the MPI knows; negative: it does not say.
    [[nodiscard]] int failed() const noexcept;

    /// Revokes the communicators: each process that waits in a collective on them gets out of it.
    void revoke() noexcept;

    /// MPIX_Comm_agree and MPIX_Comm_iagree with their codes, because Open MPI agrees on these as
    /// well.
    [[nodiscard]] int agree(int *flag) noexcept { return real.Comm_agree(all_.get(), flag); }
    [[nodiscard]] int start_to_agree(int *flag, MPI_Request *request) noexcept {
        return real.Comm_iagree(all_.get(), flag, request);
    }

    /// One attempt to make `fresh` of the survivors. True: all of them have it.
    [[nodiscard]] bool shrink_to(WorkingComm &fresh) noexcept;

    /// The real communicators, for callers that free or keep them.
    [[nodiscard]] std::array<Comm *, 2> parts() noexcept { return {&all_, &side_}; }

  private:
    static void return_errors(const Comm &comm) noexcept {
        if (comm) static_cast<void>(real.Comm_set_errhandler(comm.get(), MPI_ERRORS_RETURN));
    }

    Comm all_;
    RevocationFlag revocation_; ///< of all_
    Comm side_;
    int side_number_ = 0; ///< 0 or 1, as the ranks of both sides are numbered
};

} // namespace closeranks
