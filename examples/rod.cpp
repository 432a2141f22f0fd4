// Heat in a rod, as in heat.c, but only a rank that dies goes back. The survivors keep their
// results, and send the replacement process the messages since its checkpoint again.
//
//     closeranks --spares 2 -n 8 ./rod [CELLS [STEPS [EVERY [LOG]]]]
//
// CELLS: of each rank (default 1,000); EVERY: steps from one checkpoint to the next (default 200);
// LOG: how many bytes of messages a rank keeps for that. The line with the result is the same
// to the last bit, whichever ranks die and however often.
#include <closeranks/local.hpp>

#include <mpi.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

namespace {

class Rod {
  public:
    Rod(int count, int steps, int every, std::size_t log_bytes)
        : count_(count), steps_(steps), every_(every), local_(MPI_COMM_WORLD, "buddy", log_bytes) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        cells_.resize(count_ + 2); // with a cell of each neighbour at the ends
        local_.member(0, std::span(cells_));
        local_.member(1, std::span(&step_, 1));
        local_.use_thread(); // survivors continue during a recovery
    }

    void run() {
        local_.run([this](long long checkpoint) {
            from_ = checkpoint;
            if (checkpoint < 0) begin(); // else cells and step have the values of the checkpoint
            while (step_ < steps_) {
                advance();
                ++step_;
                ++computed_;
                if (step_ % every_ == 0 || step_ == steps_) local_.commit(step_);
            }
            local_.collective([this] { collect(); });
        });
        if (rank_ == 0) print();
        if (computed_ != steps_)
            std::printf("rank %d went back to step %lld\n", rank_, from_ < 0 ? 0 : from_);
    }

  private:
    void begin() {
        step_ = 0;
        for (int i = 1; i <= count_; ++i) {
            const double place = (rank_ * double(count_) + i) / (size_ * double(count_));
            cells_[i] = 100.0 * std::sin(9.0 * place) * place;
        }
    }

    void advance() {
        const int left = rank_ > 0 ? rank_ - 1 : MPI_PROC_NULL;
        const int right = rank_ + 1 < size_ ? rank_ + 1 : MPI_PROC_NULL;
        const std::span all(cells_);
        local_.send(left, 0, all.subspan(1, 1));
        local_.send(right, 1, all.subspan(count_, 1));
        local_.receive(right, 0, all.subspan(count_ + 1, 1));
        local_.receive(left, 1, all.subspan(0, 1));
        double before = cells_[0];
        for (int i = 1; i <= count_; ++i) {
            const double old = cells_[i];
            cells_[i] = old + 0.25 * (before - 2 * old + cells_[i + 1]);
            before = old;
        }
    }

    void collect() {
        whole_.resize(rank_ == 0 ? std::size_t(count_) * size_ : 0);
        MPI_Gather(&cells_[1], count_, MPI_DOUBLE, whole_.data(), count_, MPI_DOUBLE, 0,
                   MPI_COMM_WORLD);
    }

    /// With the fingerprint of Fowler, Noll and Vo: of all bits of all cells.
    void print() const {
        std::uint64_t hash = 14695981039346656037U;
        for (const std::byte byte : std::as_bytes(std::span(whole_)))
            hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 1099511628211U;
        std::printf("after %d steps of %d ranks: %.17g in the middle, fingerprint %016llx\n", step_,
                    size_, whole_[whole_.size() / 2], static_cast<unsigned long long>(hash));
    }

    int rank_ = 0, size_ = 0;
    int count_, steps_, every_;
    int step_ = 0;     ///< the number of completed steps
    int computed_ = 0; ///< the steps that this process has computed
    long long from_ = -1;
    std::vector<double> cells_, whole_;
    closeranks::LocalRecovery local_;
};

} // namespace

int main(int argc, char **argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 2000;
    const int every = argc > 3 ? std::atoi(argv[3]) : 200;
    const std::size_t log_bytes = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 64U << 20U;
    if (count < 1 || steps < 1 || every < 1) {
        std::fprintf(stderr, "rod [CELLS [STEPS [EVERY [LOG]]]]: numbers are 1 or more\n");
        return 2;
    }
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    try {
        Rod(count, steps, every, log_bytes).run();
    } catch (const closeranks::NobodyLeft &error) {
        std::fprintf(stderr, "rod: %s\n", error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
