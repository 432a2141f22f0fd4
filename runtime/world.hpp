#pragma once

#include "runtime/announcement.hpp"
#include "runtime/background.hpp"
#include "runtime/buffered_sends.hpp"
#include "runtime/communicator.hpp"
#include "runtime/config.hpp"
#include "runtime/connected.hpp"
#include "runtime/handle_table.hpp"
#include "runtime/injector.hpp"
#include "runtime/known_sizes.hpp"
#include "runtime/missing_ranks.hpp"
#include "runtime/mutex.hpp"
#include "runtime/open_mpi_waits.hpp"
#include "runtime/partition_traffic.hpp"
#include "runtime/policy.hpp"
#include "runtime/ports.hpp"
#include "runtime/promised_comm.hpp"
#include "runtime/report.hpp"
#include "runtime/request.hpp"
#include "runtime/retired.hpp"
#include "runtime/self_attributes.hpp"
#include "runtime/service.hpp"
#include "runtime/sessions.hpp"
#include "runtime/shared_memory.hpp"
#include "runtime/spare_memory.hpp"
#include "runtime/window_service.hpp"

#include <atomic>
#include <cstddef>
#include <map>
#include <new>
#include <vector>

namespace closeranks {

class Commit;
class File;
class Window;

/// The one runtime object: everything that lives from MPI_Init to MPI_Finalize, or for sessions
/// from the first of them to the end of the process.
struct World {
    bool active = false;     ///< MPI is initialised and fault tolerance works in this run
    Flag armed;              ///< calls are counted, by the injector or the stall watch
    bool threads = false;    ///< MPI_THREAD_MULTIPLE: tables are locked
    bool progresses = false; ///< the MPI has a progress engine like Open MPI 5's
    int rank = 0;            ///< in MPI_COMM_WORLD
    int size = 0;
    Config config;
    Report report;
    Injector injector;
    Policies policies = default_policies;
    PolicyTables policy_tables;
    HandleTable<MPI_Comm, Communicator> communicators;
    std::vector<Communicator *> parting; ///< freed by the program, until nobody needs us there
    HandleTable<MPI_File, File> files;
    HandleTable<MPI_Win, Window> windows;
    HandleTable<MPI_Comm, Intercommunicator> intercommunicators;
    RequestTable requests;
    Promises promises;
    BufferedSends buffered;
    PartitionTraffic partitions;
    SelfAttributes self_attributes;
    Sessions sessions;
    SpareMemory spare_memory;
    OtherMemories other_memories;
    WindowService window_service;
    Background background;
    OpenMpiWaits waits;
    std::atomic<bool> windows_pass_through = false; ///< some do, and that was said
    std::atomic<int> driven = 0;                    ///< pending operations that go on in our calls
    Commit *commit = nullptr; ///< how collectives become final (config: commit)

    /// The protection of MPI_COMM_WORLD; nullptr unless active.
    Communicator *everyone = nullptr;

    /// For messages among ourselves, in the numbering of MPI_COMM_WORLD. Never revoked.
    Comm services;

    /// For making communicators among groups: no message of the program is on it.
    Comm bridge;

    /// Active under the optimistic commit.
    Service service;
    KnownSizes known_sizes;

    /// Creations among groups so far, by group and purpose: for Communicator::name.
    std::map<std::uint64_t, std::uint64_t> made_among_groups;
    Mutex<LockRank::leaf> made_among_groups_mutex;

    std::atomic<std::uint64_t> next_communicator_id = 0;

    Connected connected;
    Ports ports;
    MissingRanks missing;
    RepairCallback on_repair;
    Retired retired;
};

alignas(World) extern std::byte world_storage[sizeof(World)];

/// Part of load().
void construct_world() noexcept;

/// The runtime object. Constructed by load(), never destroyed: the program may call MPI from its
/// own static destructors.
[[nodiscard]] inline World &world() noexcept {
    return *std::launder(reinterpret_cast<World *>(world_storage));
}

/// What `function` does on `c` when something of that kind is missing; by default, the rank that
/// the call is about.
[[nodiscard]] inline Policy policy_of(const Communicator &c, Function function,
                                      PolicyKind kind = PolicyKind::peer) noexcept {
    return c.policies().of(function, kind);
}

/// The rank in MPI_COMM_WORLD of application rank `rank` of `c`, or MPI_UNDEFINED (a local query).
/// Connected processes have theirs behind those of MPI_COMM_WORLD (runtime/connected.hpp).
[[nodiscard]] int world_rank_of(const Communicator &c, int rank) noexcept;

/// The world ranks of everybody in `group`, in its order (a local query).
[[nodiscard]] std::vector<int> world_ranks_of(MPI_Group group);

/// Asks Open MPI who failed (a local query, about 25 ns), tells the report about the newly failed,
/// and acknowledges them on `c`'s messages communicator so that wildcard receives go on. Returns
/// true when there were new ones.
bool notice_failures(Communicator &c) noexcept;

/// True when application rank `rank` of `c` is known to have failed.
[[nodiscard]] bool is_missing(const Communicator &c, int rank) noexcept;

} // namespace closeranks
