#pragma once

#include "runtime/replication/lane.hpp"
#include "runtime/replication/matching.hpp"
#include "runtime/replication/ring.hpp"
#include "runtime/support/function_ref.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

namespace closeranks::replication {

/// What the leader of a rank has decided and its twin repeats: which messages wildcard receives
/// got, and what came of calls that are not deterministic. Calls are numbered, the same in both.
///
/// Between processes of one host decisions go through a ring in shared memory, and are in it before
/// a call returns. Otherwise they are messages.
class Decisions {
  public:
    /// What came of a call. Empty is the usual outcome of a poll: nothing has happened yet.
    using Outcome = std::vector<std::int64_t>;

    /// In MPI_Init, when the wire is made.
    void begin();

    /// The outcome of this call: `find_out()` where the rank is led, else what it was there.
    [[nodiscard]] Outcome decide(FunctionRef<Outcome()> find_out);

    /// The same for what is asked very often, like clocks: puts into `words` what `read` has put
    /// there in the leader. `kind` says what is asked: it is the same in both processes, or they
    /// are no twins any more. At most a few hundred words.
    void repeat(std::uint64_t kind, std::span<std::uint64_t> words, FunctionRef<void()> read);

    /// Whether both processes of the rank are on one host; if it has two.
    [[nodiscard]] bool shares_memory() const noexcept { return has_ring_; }

    /// A wildcard receive got this message here.
    void tell_match(std::uint64_t wildcard, const MessageId &id);

    /// A checksum of what this process does (comparison.hpp), for the twin.
    void tell_sum(std::uint64_t name, std::uint64_t sum);
    using TakeSum = void (*)(std::uint64_t name, std::uint64_t sum);
    void on_sum(TakeSum take) noexcept { take_sum_ = take; }

    /// Hands on and takes what there is.
    void progress();
    /// Whether the twin can read all that has been decided.
    [[nodiscard]] bool is_flushed() const noexcept { return backlog_.empty(); }

    /// From another host.
    void take(const Packet &packet);

    /// The leader has died.
    void take_over();

  private:
    enum class What : std::uint32_t { match, outcome, count, sum };
    struct Decision {
        What what;
        std::uint64_t key;
        Outcome values;
    };
    void tell(Decision decision);
    void tell_count(std::uint64_t count);
    void flush();
    void drain();
    void learn(What what, std::uint64_t key, std::span<const std::byte> data);
    [[nodiscard]] bool send(const Decision &decision);
    [[nodiscard]] std::uint64_t count_of_leader() const noexcept;
    void write_reading(std::uint64_t kind, std::span<const std::uint64_t> words);
    bool take_reading(std::uint64_t kind, std::span<std::uint64_t> words);

    bool has_ring_ = false;
    Ring to_twin_;
    Ring from_leader_;
    Lane readings_to_twin_;
    Lane readings_of_leader_; ///< stays after its death until all have been read
    TakeSum take_sum_ = nullptr;
    std::deque<Decision> backlog_; ///< what the ring had no room for
    std::uint64_t calls_ = 0;
    std::uint64_t told_count_ = 0; ///< without a ring
    std::chrono::steady_clock::time_point told_at_{};

    // In the twin, and in a leader that was one.
    std::map<std::uint64_t, Outcome> outcomes_;
    std::uint64_t leaders_calls_ = 0; ///< so many calls of the leader are over, as far as is known
};

[[nodiscard]] Decisions &decisions() noexcept;

} // namespace closeranks::replication
