#pragma once

#include "runtime/core/abandoned_receives.hpp"
#include "runtime/core/foreign_processes.hpp"
#include "runtime/core/hierarchy.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/obstacles.hpp"
#include "runtime/core/pace.hpp"
#include "runtime/core/vote_news.hpp"
#include "runtime/core/working_comm.hpp"
#include "runtime/run/policy.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/published.hpp"
#include "runtime/support/rank_map.hpp"
#include "runtime/support/topology.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace closeranks {

struct Intercommunicator;
struct Task;

/// A member that has completed `number` collectives, and is frozen; number 0: nobody is known.
struct Witness {
    int rank = -1; ///< application rank
    std::uint64_t number = 0;
};

/// Whose contributions this process's result of scan or Allgather `number` lacks: members of the
/// working communicator, by application rank.
struct Gap {
    std::uint64_t number;
    std::vector<int> ranks;
};

/// Where a communicator comes from: how those who come back find theirs (docs/reference/spares.md).
struct Origin {
    std::uint64_t self = 0;   ///< Communicator::global_id at first
    std::uint64_t parent = 0; ///< the `self` of what it was made from
    std::uint64_t order = 0;  ///< the number of the creation there, from 1; 0: not to be made again
    std::optional<Function> made_by = {}; ///< the call, where it is to be the same on all paths
    std::string in_words = {}; ///< the call: "MPI_Comm_dup on MPI_COMM_WORLD"; empty: not known
};

/// Whose a communicator is. The program knows its own ones only. `none`: it was freed, or is a part
/// of another one.
enum class Use : std::uint8_t { program, none, file, window };

/// Everything we keep about one communicator of the program.
///
/// Three real communicators stand behind it:
/// - `handle`: what the program holds. It carries the program's attributes, name, info, topology
///   and error handler, and only local calls ever run on it (and the dup that must run attribute
///   callbacks). Nothing is sent on it, so no failure can raise the program's error handler.
/// - `messages`: where point-to-point runs. Never revoked, never shrunk: messages between
///   survivors are undisturbed by a repair.
/// - `working`: where collectives run; repaired after failures.
/// Point-to-point and collectives are apart, for a collective that a failure broke would lose later
/// messages (Quirk::poisoned_messages, docs/developers/design.md).
class alignas(64) Communicator {
  public:
    // What collectives on the fast path, and messages, look at comes first: two lines of the cache.
    WorkingComm working;
    Log log;
    Pace pace;
    Published<std::uint64_t> sequence{0}; ///< collectives completed so far
    int size = 0;                         ///< the program's view
    int rank = 0;                         ///< the program's view
    int failures_seen = 0; ///< failed processes when the working communicator was last all right
    Obstacles obstacles;   ///< on the fast path of collectives
    FastAttempt fast;      ///< this process is on that path
    /// What the program set for this communicator or one that it was made from, or the run's.
    std::atomic<const LossPolicies *> current_policies{policies_of_the_run()};
    Comm messages;

    MPI_Comm handle = MPI_COMM_NULL;
    /// Carries the attributes, and duplicates are made from it: the handle, unless that is an
    /// MPI_COMM_WORLD in which the MPI has other processes, or an order of them, than the program.
    /// MPI_COMM_NULL where members have come back: nothing has both them and the attributes.
    MPI_Comm carrier = MPI_COMM_NULL;
    /// Of MPI_COMM_WORLD: what carries its attributes; the first carrier, whoever came back since.
    MPI_Comm attributes = MPI_COMM_NULL;
    Intercommunicator *sides = nullptr;   ///< the intercommunicator that this one serves
    std::unique_ptr<Hierarchy> hierarchy; ///< nullptr: its layout is flat
    Communicator *whole = nullptr;        ///< the communicator of which this one is a local
    RankMap message_ranks;                ///< application rank -> rank in `messages`; changes never
    AbandonedReceives abandoned_receives; ///< receives on `messages`, by application rank
    Group group;                ///< the program's view: all application ranks, the missing included
    Topology topology;          ///< the program's view; Topology::none for most
    std::uint64_t local_id = 0; ///< for messages and reports: order of creation on this rank
    std::uint64_t global_id =
        0; ///< the same at all members, and of no other communicator of theirs

    /// What has the members, for calls of the program that are not protected.
    [[nodiscard]] MPI_Comm unprotected() const noexcept {
        return carrier != MPI_COMM_NULL ? carrier : working.run([](MPI_Comm all) { return all; });
    }

    int recoveries_told = 0; ///< so many there were when somebody was last said not to be in it
    Origin origin;
    std::uint64_t creations = 0;                      ///< from it, by the program
    std::map<Function, std::uint64_t> creating_calls; ///< the same, by the call

    /// Application rank -> rank in `working`; changes at each repair. The thread of the collective
    /// that repairs replaces it, while messages of other threads ask it who is missing.
    Versioned<RankMap> working_ranks;

    // Collectives change these and the sequence, and other threads of the program may ask for them
    // meanwhile.
    Published<std::uint32_t> epoch{0}; ///< repairs so far
    Published<int> contributors{0};    ///< ranks in the latest collective's result on this process

    // For the optimistic commit (docs/developers/commit.md).
    bool attempting =
        false; ///< as `fast`, beside that path: inside a real call whose success would be final
    bool voting = false;               ///< inside a vote
    std::uint32_t votes = 0;           ///< joined in this epoch
    VoteNews vote_news;                ///< of this epoch
    Witness witness;                   ///< of this epoch
    Letters letters;                   ///< since the last repair
    Published<bool> unrepaired{false}; ///< the program was told of a loss since then, by an error
    std::vector<int> mail_ranks;       ///< application rank -> rank in Runtime::services
    std::vector<Gap> gaps;             ///< of this epoch
    std::deque<Task *> tasks;          ///< nonblocking collectives that have not ended, in order
    int references = 1;                ///< the program's handle plus the pending requests

    /// True when `handle` itself cannot answer for the program's numbering, because this
    /// communicator was made when ranks were missing already, or see `carrier`.
    bool partial = false;
    [[nodiscard]] bool is_partial() const noexcept { return partial; }

    /// One more collective is complete: returns its number.
    std::uint64_t count() noexcept {
        sequence.set(sequence.get() + 1);
        return sequence.get();
    }

    /// True when the working communicator lacks application ranks.
    [[nodiscard]] bool has_missing() const noexcept { return !working_ranks->is_identity(); }

    /// The working communicator has not got the topology: neighbourhood collectives are made of
    /// messages, and of a duplicate the handle cannot say which topology it has.
    bool bare = false;

    /// Application ranks that the working communicator lacks.
    [[nodiscard]] int absent() const noexcept {
        const RankMap &ranks = *working_ranks;
        return ranks.is_identity() ? 0 : size - static_cast<int>(ranks.survivors().size());
    }

    /// Some members are of other MPI_COMM_WORLDs (runtime/core/foreign_processes.hpp). Its
    /// collectives are always agreed on: the service reaches nobody outside of MPI_COMM_WORLD.
    bool foreign = false;
    Connections connections; ///< with these

    /// The library that has made it to write files ("HDF5"), or nullptr
    /// (communicators/format_library.hpp).
    const char *format_library = nullptr;

    Use use = Use::program;
    Communicator **holder = nullptr; ///< where the file or the window has it
    /// What who comes back has to know of the window before it meets the others.
    std::vector<std::uint64_t> note;
    /// While a window is made whose members have all come back together: they can meet.
    bool all_new = false;
    [[nodiscard]] bool is_internal() const noexcept { return use != Use::program; }

    /// Raises the program's error handler on the program's communicator with a genuine error (I6)
    /// and returns what the call has to return.
    [[nodiscard]] int raise(int code) noexcept;

  private:
    [[nodiscard]] static const LossPolicies *policies_of_the_run() noexcept;
};

/// For release(): nobody refers to it any more (core/intercommunicator.cpp, for the joint of one).
void destroy(Communicator &c) noexcept;

/// Gives up one reference; the last one frees our communicators (a local operation in Open MPI)
/// and the object. The program's handle is not touched.
inline void release(Communicator &c) noexcept {
    if (--c.references == 0) [[unlikely]]
        destroy(c);
}

} // namespace closeranks
