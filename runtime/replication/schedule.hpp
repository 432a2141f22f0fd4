#pragma once

#include "runtime/replication/communicator.hpp"
#include "runtime/replication/messages.hpp"
#include "runtime/replication/operators.hpp"
#include "runtime/support/kept_datatype.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace closeranks::replication {

/// The way in which a collective is run. All three ways run the same description.
enum class Way { blocking, nonblocking, persistent };

/// Elements in memory.
struct Elements {
    void *at = nullptr;
    int count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;

    [[nodiscard]] bool no_bytes() const noexcept;
};

/// The steps of this process in one collective, as rounds: first all messages of a round, then its
/// local steps, then the next round (Hoefler, Lumsdaine and Rehm, SC 2007).
///
/// **Only blocking collectives have more than one round with messages.** A later round starts when
/// messages have arrived. That time differs in the two processes of a rank. The numbers of the
/// messages must not differ. In a blocking call nothing else is sent meanwhile, so the numbers are
/// the same. All other ways send in the program's own call.
class Schedule {
  public:
    Schedule(Communicator &c, Way way) noexcept;

    [[nodiscard]] Communicator &communicator() noexcept { return *communicator_; }
    [[nodiscard]] bool may_have_rounds() const noexcept { return way_ == Way::blocking; }

    /// Adds to the current round. Places are those of the other side in an intercommunicator.
    void send(const Elements &what, int place);
    void receive(const Elements &what, int place);
    /// The same; does nothing if there are no bytes, which both ends know.
    void send_if_any(const Elements &what, int place);
    void receive_if_any(const Elements &what, int place);
    /// Copies `from` to `to`, whose type has the same signature.
    void copy(const Elements &from, const Elements &to);
    /// Sets `into` to `left` op `into`.
    void combine(const Elements &left, const Elements &into, MPI_Op op);
    void next_round() { rounds_.emplace_back(); }

    /// Memory for `count` elements, with the gaps of their type, for as long as the schedule.
    [[nodiscard]] Elements room(int count, MPI_Datatype type);

    /// Starts the rounds up to and including the first with messages. May be called again when the
    /// schedule has ended.
    [[nodiscard]] int start();
    /// Progresses. True when all is done; then code() is the outcome.
    [[nodiscard]] bool is_done();
    /// Waits until all is done.
    [[nodiscard]] int finish();
    [[nodiscard]] int code() const noexcept { return code_; }

  private:
    struct Message {
        Elements what;
        int place;
        bool incoming;
    };
    struct Step {
        Elements from;
        Elements to;
        MPI_Op op; ///< MPI_OP_NULL: a copy
    };
    struct Round {
        std::vector<Message> messages;
        std::vector<Step> steps;
    };

    [[nodiscard]] Elements hold(const Elements &what);
    void note(int code) noexcept;
    void start_messages(const Round &round);
    void begin_rounds();
    void end_round();
    void compare(const Step &step, std::size_t place) const;

    std::shared_ptr<Communicator> communicator_;
    Way way_;
    int tag_;
    int code_ = MPI_SUCCESS;
    std::vector<Round> rounds_;
    std::uint64_t starts_ = 0;
    std::size_t current_ = 0; ///< the current round; the number of rounds when all are done
    std::vector<std::unique_ptr<Pending>> pending_;
    std::vector<std::unique_ptr<std::byte[]>> rooms_;
    struct Held {
        MPI_Datatype of;
        KeptDatatype kept;
    };
    std::vector<Held> held_;
    std::optional<OperatorsInUse> operators_; ///< set if a later step needs an operator
};

} // namespace closeranks::replication
