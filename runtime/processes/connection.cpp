#include "runtime/processes/connection.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/processes/failure_news.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/ulfm.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <unistd.h>

namespace closeranks {

namespace {

/// An intracommunicator of both sides, side 0 first. Returns nothing when a process lacks it. The
/// agreement comes last (Quirk::agreement_stops_intercomm).
Comm merge(MPI_Comm intercomm, int number) noexcept {
    Comm both;
    const int code = real.Intercomm_merge(intercomm, number, both.out());
    if (code != MPI_SUCCESS) {
        static_cast<void>(both.release());              // see Parts::make
        static_cast<void>(real.Comm_revoke(intercomm)); // other processes wait for this one in the
                                                        // merge
    }
    // An agreement on an intercommunicator gives each side the result of the other side (MPI 5.0,
    // MPI_Comm_agree). So the second agreement returns what the other side heard of this one.
    const bool others_have_it = agree(intercomm, code == MPI_SUCCESS);
    const bool own_side_has_it = agree(intercomm, others_have_it);
    if (!others_have_it || !own_side_has_it) both.reset();
    if (both) static_cast<void>(real.Comm_set_errhandler(both.get(), MPI_ERRORS_RETURN));
    return both;
}

/// Every process sends a message to all processes of the other side. Open MPI looks up the address
/// of a process of another world when it first sends to it. It never gets an answer when a process
/// of that world has failed before (Quirk::unknown_address, PMIx_Get in mca_btl_tcp_proc_create).
void get_acquainted(MPI_Comm both, int number, int front_size) noexcept {
    int size = 0;
    static_cast<void>(real.Comm_size(both, &size));
    const int first = number == 0 ? front_size : 0;
    const int end = number == 0 ? size : front_size;
    constexpr int tag = 0;
    std::vector<MPI_Request> requests;
    for (int peer = first; peer < end; ++peer) {
        MPI_Request &sent = requests.emplace_back(MPI_REQUEST_NULL);
        static_cast<void>(real.Isend(nullptr, 0, MPI_BYTE, peer, tag, both, &sent));
        MPI_Request &received = requests.emplace_back(MPI_REQUEST_NULL);
        static_cast<void>(real.Irecv(nullptr, 0, MPI_BYTE, peer, tag, both, &received));
    }
    static_cast<void>(
        real.Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

/// Both sides as one, where each process can reach all processes of the other side.
Comm meet(MPI_Comm intercomm, int number) noexcept {
    Comm both = merge(intercomm, number);
    if (!both) return both;
    int own_size = 0;
    int other_size = 0;
    static_cast<void>(real.Comm_size(intercomm, &own_size));
    static_cast<void>(real.Comm_remote_size(intercomm, &other_size));
    get_acquainted(both.get(), number, number == 0 ? own_size : other_size);
    return both;
}

/// A name that no other world uses (Identity::global_id).
std::uint64_t new_name() noexcept {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return mix(static_cast<std::uint64_t>(now.count()), static_cast<std::uint64_t>(getpid()));
}

/// The parts of the intercommunicator, among the live processes of `both`; nothing when Open MPI is
/// beyond repair. As for MPI_COMM_WORLD, each failure meanwhile costs an attempt.
std::optional<SidedParts> make_parts(MPI_Comm both, int number) noexcept {
    constexpr int attempts = 100;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        Comm survivors;
        if (attempt > 0) {
            const int code = real.Comm_shrink(both, survivors.out());
            if (code != MPI_SUCCESS) static_cast<void>(survivors.release());
            if (!agree(both, code == MPI_SUCCESS)) continue;
        }
        SidedParts parts;
        const MPI_Comm from = survivors ? survivors.get() : both;
        parts.make_members(from, number);
        parts.make_own_handle(); // also when the other side has no survivor
        if (parts.joint.code == MPI_SUCCESS) {
            std::uint64_t name = new_name();
            constexpr int root = 0;
            parts.joint.code = real.Bcast(&name, 1, MPI_UINT64_T, root, parts.joint.working.get());
            parts.give_name(name);
        }
        if (parts.joint.code != MPI_SUCCESS) {
            static_cast<void>(real.Comm_revoke(from));
            parts.conclude();
        }
        if (agree(both, parts.joint.code == MPI_SUCCESS)) return parts;
        // Other processes may have sent messages on it that no process will receive.
        if (survivors) runtime().quarantined_comms.add(std::move(survivors));
    }
    return std::nullopt;
}

/// Copies the name that the MPI has set for an intercommunicator that it has made.
void copy_name(MPI_Comm from, MPI_Comm to) noexcept {
    std::array<char, MPI_MAX_OBJECT_NAME> name{};
    int length = 0;
    static_cast<void>(real.Comm_get_name(from, name.data(), &length));
    if (length != 0) static_cast<void>(real.Comm_set_name(to, name.data()));
}

int stays_unprotected() noexcept {
    if (runtime().rank == 0)
        runtime().report.say(
            "the intercommunicator with processes of another MPI_COMM_WORLD is not protected: "
            "a process died while it was made, or is not protected");
    return MPI_SUCCESS;
}

} // namespace

Comm join_sides(MPI_Comm intercomm, int number) noexcept {
    const ErrorsReturn guard(intercomm);
    Group local;
    static_cast<void>(real.Comm_group(intercomm, local.out()));
    const FailureNews news(std::move(local));
    return meet(intercomm, number);
}

std::optional<int> try_to_protect_connection(MPI_Comm *intercomm, int number, bool able) noexcept {
    Comm both;
    std::optional<SidedParts> parts;
    {
        const ErrorsReturn guard(*intercomm);
        Group local;
        static_cast<void>(real.Comm_group(*intercomm, local.out()));
        const FailureNews news(std::move(local));
        both = meet(*intercomm, number);
        if (!both) return std::nullopt;
        if (!agree(both.get(), able)) return stays_unprotected();
        parts = make_parts(both.get(), number);
    }
    if (!parts) return stays_unprotected();
    SidedNumbering numbering{{}, {}, number};
    static_cast<void>(real.Comm_group(*intercomm, numbering.local.out()));
    static_cast<void>(real.Comm_remote_group(*intercomm, numbering.remote.out()));
    Comm native(*intercomm);
    const MPI_Comm handle = parts->handle.get();
    copy_name(native.get(), handle);
    const MPI_Comm inherits_from = native.get();
    foreign_processes().add(handle, {std::move(both), std::move(native)});
    return deliver_sides(*runtime().everyone, *std::move(parts), std::move(numbering),
                         inherits_from, intercomm);
}

int protect_connection(MPI_Comm *intercomm, int number, bool able) noexcept {
    const std::optional<int> code = try_to_protect_connection(intercomm, number, able);
    return code ? *code : stays_unprotected();
}

} // namespace closeranks
