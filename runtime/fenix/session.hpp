#pragma once

#include <fenix.h>

#include <csetjmp>
#include <vector>

namespace closeranks::fenix {

/// The rank of each process. All processes compute it in the same way from the data on which they
/// have agreed.
struct Places {
    std::vector<int> active; ///< by rank of the resilient communicator
    std::vector<int> spares; ///< in the order in which they are taken

    struct Change {
        std::vector<int> died;     ///< former ranks; spares have the numbers behind these
        std::vector<int> replaced; ///< present ranks that have another process
        bool is_short = false;     ///< there were too few spares: the ranks moved up
    };
    /// Removes processes that do not live, and puts spares in their places.
    Change keep(const std::vector<bool> &lives);
};

/// From Fenix_Init to Fenix_Finalize: the ranks of the processes, and the actions after a failure.
///
/// The resilient communicator is one of the MPI's own, made by MPIX_Comm_shrink, which closeranks
/// passes through. Its error handler hears of a failure at once, and revokes the communicator, so
/// that no process waits in it for one that has left. That is the way of ULFM and Fenix. All data
/// that has to be the same at all processes is exchanged on `everyone_`, a communicator that
/// closeranks protects. So a failure during a recovery only costs one more round.
///
/// No process may wait for the others on `everyone_` (or in a store) while one of them waits in the
/// resilient communicator, because nothing ends that wait. So all first agree on their places
/// (MPIX_Comm_agree, which works on a revoked communicator as well). If they are not in one place,
/// some are about to recover, and then all do.
class Session {
  public:
    /// The place to which a rank is about to go together with all others.
    enum class Place : int { recovery = 1, end = 2, data = 4 };

    [[nodiscard]] bool is_open() const noexcept { return is_open_; }
    void begin(int *role, MPI_Comm comm, MPI_Comm *newcomm, int spares, MPI_Info info, int *error,
               jmp_buf *here);
    /// Calls the callbacks; from now on errors are noticed.
    void resumed();
    void end();

    /// True if all ranks are about to go to the same place. If not, the caller has to call
    /// recover().
    [[nodiscard]] bool meet(Place place);
    /// Runs until all processes have a repaired communicator.
    void recover();
    /// Called after recover(): continues at the place that the program has asked for, and so may
    /// not return. No object with a destructor may be on the stack.
    void go_on();
    [[nodiscard]] bool jumps() const noexcept { return jumps_; }

    /// MPI's error handler has been called.
    void hear(MPI_Comm comm, int code);
    [[nodiscard]] int look_for_deaths(bool recovers);
    [[nodiscard]] bool is_lost(MPI_Request *request, MPI_Status *status);

    void add_callback(void (*function)(MPI_Comm, int, void *), void *data) {
        callbacks_.push_back({function, data});
    }
    [[nodiscard]] bool drop_callback() noexcept {
        if (callbacks_.empty()) return false;
        callbacks_.pop_back();
        return true;
    }

    [[nodiscard]] MPI_Comm resilient() const noexcept { return resilient_; }
    /// The communicator of the same ranks that is protected: a store can be made on it.
    [[nodiscard]] MPI_Comm active() const noexcept { return active_; }
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return static_cast<int>(places_.active.size()); }
    [[nodiscard]] int recoveries() const noexcept { return recoveries_; }
    [[nodiscard]] int role_of(int rank) const noexcept;
    [[nodiscard]] std::vector<int> &died() noexcept { return died_; }

  private:
    struct Callback {
        void (*function)(MPI_Comm, int, void *);
        void *data;
    };

    void read(MPI_Info info);
    [[nodiscard]] std::vector<int> tell(int what);
    [[nodiscard]] bool make_communicators(MPI_Comm &active, MPI_Comm &resilient, MPI_Comm &alarm);
    void build();
    [[nodiscard]] Places::Change take_places(const Places &before, const std::vector<int> &told);
    void put_in_place(MPI_Comm active, MPI_Comm resilient, MPI_Comm alarm);
    [[nodiscard]] int agree(int &flag) const;
    void wait_as_spare();
    [[noreturn]] void leave_as_spare();
    [[nodiscard]] bool is_spare() const noexcept { return rank_ < 0; }

    bool is_open_ = false;
    bool is_deaf_ = true; ///< the calling code handles errors, not the handler
    bool is_protected_ = false;
    bool jumps_ = true;
    bool tells_others_ = false; ///< errors that are no failures are reported on stderr
    jmp_buf *here_ = nullptr;
    int *role_ = nullptr;
    int *error_ = nullptr;
    MPI_Comm *newcomm_ = nullptr;
    MPI_Comm everyone_ = MPI_COMM_NULL;  ///< includes spares; protected
    MPI_Comm active_ = MPI_COMM_NULL;    ///< protected
    MPI_Comm resilient_ = MPI_COMM_NULL; ///< the MPI's own
    MPI_Comm alarm_ = MPI_COMM_NULL;     ///< of all processes: its revocation wakes the spares
    MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
    std::vector<MPI_Comm> retired_;
    Places places_;
    int number_ = 0; ///< of this process
    int rank_ = -1;  ///< of the resilient communicator; -1: this is a spare
    int recoveries_ = 0;
    std::vector<int> replaced_;
    std::vector<int> died_;
    int result_ = FENIX_SUCCESS;
    std::vector<Callback> callbacks_;
};

/// The session of this process.
Session &session() noexcept;

} // namespace closeranks::fenix
