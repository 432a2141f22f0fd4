#pragma once

#include "runtime/core/recovery_state.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/injector.hpp"
#include "runtime/run/policy.hpp"
#include "runtime/run/report.hpp"
#include "runtime/support/handle_table.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/published.hpp"
#include "runtime/support/quarantined_comms.hpp"

#include <cstddef>
#include <cstdint>
#include <new>

namespace closeranks {

class Communicator;
struct Intercommunicator;

/// The one runtime object: the state that all modules share. It lasts from MPI_Init to
/// MPI_Finalize, or with sessions from the first session to the end of the process. State of one
/// module alone is kept in that module.
struct Runtime {
    bool active = false; ///< MPI is initialised and fault tolerance works in this run
    Flag armed;          ///< calls are counted, by the injector or the stall watch
    RecoveryState recovery;
    bool threads = false;    ///< MPI_THREAD_MULTIPLE: tables are locked
    bool progresses = false; ///< the MPI has a progress engine like Open MPI 5's
    /// True if collectives may be final without an agreement (docs/developers/commit.md).
    bool optimistic = false;
    int rank = 0; ///< in MPI_COMM_WORLD
    int size = 0;
    Config config;
    Report report;
    Injector injector;
    LossPolicies policies; ///< of the run
    HandleTable<MPI_Comm, Communicator> communicators;
    HandleTable<MPI_Comm, Intercommunicator> intercommunicators;

    /// The world: the protection of MPI_COMM_WORLD; nullptr unless active.
    Communicator *everyone = nullptr;

    /// The control communicator: for the library's own messages, by service_tag, and for making
    /// communicators among groups. It has the numbering of MPI_COMM_WORLD. It carries no message of
    /// the program, and is never revoked.
    Comm services;

    /// The communicator with the processes that stand for no rank, which wait until it is revoked;
    /// MPI_COMM_NULL if there are none.
    Comm spares;

    /// The program itself calls ULFM: it may have communicators that the library does not know.
    Flag calls_ulfm;
    /// The unusual way by which this process came to MPI_Finalize: " (called by exit(1))".
    const char *finalizing = "";

    QuarantinedComms quarantined_comms;
};

alignas(Runtime) extern std::byte runtime_storage[sizeof(Runtime)];

/// Part of load().
void construct_runtime() noexcept;

/// The runtime object. Constructed by load(), never destroyed: the program may call MPI from its
/// own static destructors.
[[nodiscard]] inline Runtime &runtime() noexcept {
    return *std::launder(reinterpret_cast<Runtime *>(runtime_storage));
}

} // namespace closeranks
