#pragma once

#include "runtime/replication/lane.hpp"
#include "runtime/replication/matching.hpp"
#include "runtime/replication/ring.hpp"
#include "runtime/support/function_ref.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace closeranks::replication {

/// The decisions of a rank's leader, which its twin repeats: the messages that wildcard receives
/// got, and the outcomes of calls that are not deterministic. Calls are numbered, the same in both
/// processes.
///
/// Between processes of one host decisions go through a ring in shared memory, and are in it before
/// a call returns. Otherwise they are sent as messages.
class Decisions {
  public:
    /// The outcome of a call. Empty is the usual outcome of a poll: nothing has happened yet.
    using Outcome = std::vector<std::int64_t>;

    /// Called in MPI_Init, when the wire is made.
    void begin();

    /// A piece of the memory that both processes of the rank share, in MPI_Init. It is zero. Empty:
    /// they are on different hosts, or there is only one.
    [[nodiscard]] std::span<std::byte> share(std::size_t bytes) noexcept;

    /// The outcome of this call: that of `find_out()` in the leader; the twin takes the leader's.
    [[nodiscard]] Outcome decide(FunctionRef<Outcome()> find_out);

    /// The same for frequent calls, like those of clocks: the twin gets in `words` the values that
    /// `read` has put there in the leader. `kind` names the call: it is the same in both processes,
    /// unless they differ. At most a few hundred words.
    void repeat(std::uint64_t kind, std::span<std::uint64_t> words, FunctionRef<void()> read);

    /// Called in find_out(): waits until the twin has come to this call, too.
    void wait_for_twin();

    /// True if the rank has two processes, on one host.
    [[nodiscard]] bool shares_memory() const noexcept { return has_ring_; }

    /// A wildcard receive got this message in this process.
    void tell_match(std::uint64_t wildcard, const MessageId &id);

    /// Gives the twin a checksum of this process's data (comparison.hpp).
    void tell_sum(std::uint64_t name, std::uint64_t sum);
    using TakeSum = void (*)(std::uint64_t name, std::uint64_t sum);
    void on_sum(TakeSum take) noexcept { take_sum_ = take; }

    /// This process serves a request of one-sided communication in that call (service.hpp).
    void tell_service(std::uint64_t call, std::uint64_t window, int origin);
    using TakeService = void (*)(std::uint64_t call, std::uint64_t window, int origin);
    void on_service(TakeService take) noexcept { take_service_ = take; }

    /// Says to the other process how far this one is (run_ahead.hpp), between different hosts.
    void tell_run_ahead(std::int64_t word, std::uint64_t calls);
    using TakeRunAhead = void (*)(std::int64_t word, std::uint64_t calls);
    void on_run_ahead(TakeRunAhead take) noexcept { take_run_ahead_ = take; }

    /// Whether a leader that has died has told nothing of the calls that come.
    [[nodiscard]] bool is_behind_none() const noexcept {
        return outcomes_.empty() && calls_ >= leaders_calls_;
    }

    /// Sends and takes pending decisions.
    void progress();
    /// True if the twin can read all decisions.
    [[nodiscard]] bool is_flushed() const noexcept { return backlog_.empty(); }

    /// Takes a decision from another host.
    void take(const Packet &packet);

    /// The leader has failed, and this process leads.
    void take_over();

    /// In MPI_Finalize: this process makes no more calls while the processes are connected. A
    /// leader tells it, with the numbers of messages that it has got, by channel. A twin that makes
    /// more calls or fewer calls than its leader is given up; otherwise the two could wait for each
    /// other.
    void tell_end(std::span<const std::uint64_t> messages);

    /// True in a twin whose leader has told its end.
    [[nodiscard]] bool has_leader_ended() const noexcept { return has_leader_ended_; }
    /// The numbers that it told.
    [[nodiscard]] const Outcome &messages_of_leader() const noexcept { return messages_; }

    /// In MPI_Finalize: the processes of the rank are not connected any more. On one host later
    /// calls, as of MPI_Wtime, still get the leader's answer, if it gives one.
    void end();

  private:
    enum class What : std::uint32_t {
        match,
        outcome,
        count,
        sum,
        wait,
        reached,
        service,
        run_ahead,
        messages,
        ended
    };
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
    void answer_leader();
    void look_for_more_calls();
    [[nodiscard]] Outcome decide_at_the_end(FunctionRef<Outcome()> find_out);
    void write_reading(std::uint64_t kind, std::span<const std::uint64_t> words);
    bool take_reading(std::uint64_t kind, std::span<std::uint64_t> words);

    bool has_ring_ = false;
    bool has_taken_over_ = false;
    bool has_ended_ = false; ///< in MPI_Finalize
    bool is_over_ = false;
    Ring to_twin_;
    Ring from_leader_;
    Lane readings_to_twin_;
    Lane readings_of_leader_; ///< stays after the leader's failure until all have been read
    TakeSum take_sum_ = nullptr;
    TakeService take_service_ = nullptr;
    TakeRunAhead take_run_ahead_ = nullptr;
    std::deque<Decision> backlog_; ///< decisions for which the ring had no room
    std::uint64_t calls_ = 0;
    // Without a ring: the call at which the leader waits for its twin, and the twin's last call.
    std::optional<std::uint64_t> awaited_;
    std::uint64_t reached_ = 0;
    std::uint64_t told_count_ = 0; ///< used without a ring
    std::chrono::steady_clock::time_point told_at_{};

    // In the twin, and in a leader that was one.
    std::map<std::uint64_t, Outcome> outcomes_;
    bool has_leader_ended_ = false;
    Outcome messages_;
    std::uint64_t leaders_calls_ = 0; ///< calls of the leader that have ended, as far as is known
};

[[nodiscard]] Decisions &decisions() noexcept;

} // namespace closeranks::replication
