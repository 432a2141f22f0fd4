// Dealing out the work of a round: positions 0, 1, ..., count - 1, each to the rank that asks next.
//
// The dealer may die, and so may any rank that asks. No rank counts answers, and none needs to know
// which ranks are lost: a rank that gets no position from the dealer stops asking, and all meet at
// the end of the round.

#ifndef SCREENING_DEAL_HPP
#define SCREENING_DEAL_HPP

#include <mpi.h>

#include <array>
#include <cstdio>

namespace screening {

struct Round {
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank = 0;
    int dealer = 0;     ///< the same at all ranks
    bool alone = false; ///< no other rank is left to deal to
    int count = 0;
};

/// The content of a buffer beforehand, and so afterwards when its sender or target is lost.
constexpr int nothing_came = -1;

/// Takes positions from `ask` until the round is over or the dealer is lost. Returns how many
/// positions are known to be dealt, to any rank.
template <typename Ask, typename Take> int take_all(int count, const Ask &ask, const Take &take) {
    for (int dealt = 0;;) {
        const int position = ask();
        if (position == nothing_came) return dealt;
        if (position >= count) return count;
        take(position);
        dealt = position + 1;
    }
}

/// The dealer answers messages and takes nothing itself, unless it is alone.
class Messages {
  public:
    template <typename Take> int deal(const Round &round, const Take &take) {
        if (round.alone) {
            int next = 0;
            return take_all(
                round.count, [&] { return next++; }, take);
        }
        if (round.rank == round.dealer) return serve(round);
        const int dealt = take_all(
            round.count, [&] { return ask(round); }, take);
        MPI_Request all_have_stopped = MPI_REQUEST_NULL;
        MPI_Ibarrier(round.comm, &all_have_stopped);
        MPI_Wait(&all_have_stopped, MPI_STATUS_IGNORE);
        return dealt;
    }

  private:
    enum Tag { question, answer };

    static int ask(const Round &round) {
        int position = nothing_came;
        MPI_Send(nullptr, 0, MPI_INT, round.dealer, question, round.comm);
        MPI_Recv(&position, 1, MPI_INT, round.dealer, answer, round.comm, MPI_STATUS_IGNORE);
        return position;
    }

    /// Answers until all other ranks have stopped asking. A nonblocking barrier tells that: it is
    /// complete when all survivors have entered it, so no rank waits for the questions of the
    /// dead.
    static int serve(const Round &round) {
        enum { asked, all_have_stopped, events };
        std::array<MPI_Request, events> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        bool others = true;
        int next = 0;
        for (;;) {
            if (others && requests[asked] == MPI_REQUEST_NULL)
                MPI_Irecv(nullptr, 0, MPI_INT, MPI_ANY_SOURCE, question, round.comm,
                          &requests[asked]);
            if ((!others || next >= round.count) && requests[all_have_stopped] == MPI_REQUEST_NULL)
                MPI_Ibarrier(round.comm, &requests[all_have_stopped]);
            int event = asked;
            MPI_Status status;
            MPI_Waitany(events, requests.data(), &event, &status);
            if (event == all_have_stopped) break;
            others = status.MPI_SOURCE != MPI_PROC_NULL;
            if (!others) continue;
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, answer, round.comm);
            next += next < round.count ? 1 : 0;
        }
        if (others) {
            MPI_Cancel(&requests[asked]);
            MPI_Wait(&requests[asked], MPI_STATUS_IGNORE);
        }
        return next;
    }
};

/// Every rank has a counter. All ranks fetch and add at the dealer's, and the dealer works like all
/// other ranks.
class Counter {
  public:
    explicit Counter(MPI_Comm comm) {
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &counter_, &window_);
    }
    Counter(const Counter &) = delete;
    Counter &operator=(const Counter &) = delete;
    ~Counter() { MPI_Win_free(&window_); }

    template <typename Take> int deal(const Round &round, const Take &take) {
        MPI_Win_lock_all(0, window_);
        if (round.rank == round.dealer) fetch_and(MPI_REPLACE, 0, round.dealer);
        MPI_Barrier(round.comm);
        const auto ask = [&] { return fetch_and(MPI_SUM, 1, round.dealer); };
        const int dealt = take_all(round.count, ask, take);
        MPI_Win_unlock_all(window_);
        return dealt;
    }

  private:
    int fetch_and(MPI_Op operation, int operand, int target) {
        int fetched = nothing_came;
        MPI_Fetch_and_op(&operand, &fetched, MPI_INT, target, 0, operation, window_);
        MPI_Win_flush(target, window_);
        return fetched;
    }

    int *counter_ = nullptr;
    MPI_Win window_ = MPI_WIN_NULL;
};

} // namespace screening

#endif
