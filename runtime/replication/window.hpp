#pragma once

#include "runtime/replication/communicator.hpp"
#include "runtime/replication/matching.hpp"
#include "runtime/support/kept_datatype.hpp"
#include "runtime/support/typed_data.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace closeranks::replication {

/// The place of data that an operation fetches.
struct FetchedTo {
    FetchedTo(const TypedData &at, std::size_t size) : to(at), type(at.type), bytes(size) {
        to.type = type.get();
    }
    TypedData to;
    KeptDatatype type;
    std::size_t bytes; ///< of the data
};

/// The operations of this rank on one target.
struct Outbox {
    std::vector<std::byte> operations;          ///< not sent yet
    std::vector<FetchedTo> results;             ///< of these, in their order
    std::size_t fetched = 0;                    ///< bytes of these results
    std::deque<std::vector<FetchedTo>> awaited; ///< by answer that the target has to send
    std::uint64_t answers = 0;                  ///< that have been taken
};

/// The way in which this rank may access a target (MPI 4.1, 12.5).
enum class Access : std::uint8_t {
    none,
    fenced,    ///< until the next MPI_Win_fence
    started,   ///< until MPI_Win_complete
    locked,    ///< until MPI_Win_unlock or MPI_Win_unlock_all
    unchecked, ///< the same, with MPI_MODE_NOCHECK: the target knows of no lock
};

/// What a target knows of the accesses of others, by the requests that it has served.
struct Exposure {
    int exclusive = any;       ///< the origin that has the exclusive lock
    int shared = 0;            ///< shared locks
    std::set<int> posted = {}; ///< origins of MPI_Win_post that have not completed
    /// Their operations that wait for MPI_Win_wait.
    std::map<int, std::vector<Arrived>> deferred = {};
};

/// A window of the program.
///
/// *Each process has memory of its own.* A call of the program packs an operation; both processes
/// of the target carry it out, each within a call of the program. So no memory changes while the
/// program runs, and the two processes of a rank see the same bytes.
struct Window {
    struct Member {
        std::int64_t size; ///< of its memory, in bytes
        std::int64_t unit; ///< of displacements
    };

    /// The program's handle: a window of this process alone. It carries attributes, name, info and
    /// error handler, and the memory of MPI_Win_allocate.
    MPI_Win handle = MPI_WIN_NULL;
    std::shared_ptr<Communicator> communicator = nullptr; ///< without a handle
    std::byte *base = nullptr;
    std::vector<Member> members = {};  ///< by place
    std::vector<Outbox> outboxes = {}; ///< by place of the target
    bool is_fenced = false;
    std::set<int> started = {};       ///< targets of MPI_Win_start
    std::map<int, Access> locks = {}; ///< of this rank, by target
    Exposure exposure = {};
    bool is_posted = false; ///< from MPI_Win_post to MPI_Win_wait
    int next_origin = 0;    ///< whose request is served next, in the leader

    [[nodiscard]] bool has(int place) const noexcept {
        return place >= 0 && place < communicator->size();
    }
    [[nodiscard]] Outbox &outbox(int place) noexcept {
        return outboxes[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] Access access_to(int place) const noexcept {
        if (const auto lock = locks.find(place); lock != locks.end()) return lock->second;
        if (started.contains(place)) return Access::started;
        return is_fenced ? Access::fenced : Access::none;
    }
};

/// Tags of the messages between members of a window.
enum : int {
    tag_of_operations, ///< more of them follow
    tag_of_last_operations,
    tag_of_answer, ///< the data that operations have fetched
    // Requests, which may carry operations.
    tag_of_shared_lock,
    tag_of_exclusive_lock,
    tag_of_unlock,
    tag_of_flush,
    tag_of_started_operations,
    tag_of_completion, ///< MPI_Win_complete
};

/// The window with that handle; nullptr: the program has no such window.
[[nodiscard]] Window *find(MPI_Win handle) noexcept;

[[nodiscard]] Window *find_by_context(std::uint64_t context) noexcept;
void for_each_window(void (*use)(Window &));
[[nodiscard]] bool has_windows() noexcept;

/// Makes a window known that has its handle.
void publish(std::unique_ptr<Window> window);
void forget(MPI_Win handle) noexcept;

/// Raises the error on the window; MPI_WIN_NULL: on none. Returns the code.
[[nodiscard]] int raise(MPI_Win handle, int code, const char *function = "a window call");

/// Calls `use(window)`, and raises its error on the window.
template <typename Use> [[nodiscard]] int on_window(MPI_Win handle, Use use) {
    Window *const window = find(handle);
    return window == nullptr ? raise(MPI_WIN_NULL, MPI_ERR_WIN) : raise(handle, use(*window));
}

/// Sends the noted operations to a target with that tag. `is_answered`: the target answers even if
/// they fetch nothing.
[[nodiscard]] int send_operations(Window &window, int place, int tag, Talk talk, bool is_answered);

/// The same as a request that is answered in any case: all but those of MPI_Win_start.
[[nodiscard]] int send_request(Window &window, int place, int tag);

/// Writes the data of the oldest awaited answer of a target to its places.
[[nodiscard]] int take_answer(Outbox &outbox, std::span<const std::byte> fetched);

/// Takes the answers to requests that have arrived. Waits until all have.
[[nodiscard]] int take_arrived_answers(Window &window, int place);
[[nodiscard]] int take_all_answers(Window &window, int place);

[[nodiscard]] inline std::span<const std::byte> data_of(const Arrived &message) noexcept {
    return {message.packet->payload(), message.packet->size()};
}

} // namespace closeranks::replication
