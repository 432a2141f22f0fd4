// Several duplicates of one communicator at once, at ranks that have other context ids free: an MPI
// must find an id for each, though the ranks propose others in each round, and though half of them
// are in MPI_Comm_dup already, which the others call when they have their duplicates
// (tools/openmpi-patches/29-several-idups.patch).

#include "survivors.hpp"

#include <array>
#include <random>

namespace {

constexpr int duplicates = 24;

/// Communicators of this rank alone: they take its context ids, but for some in between.
class Taken {
  public:
    explicit Taken(unsigned seed) : random_(seed) {}

    void take() {
        comms_.resize(50, MPI_COMM_NULL);
        for (MPI_Comm &comm : comms_)
            MPI_Comm_dup(MPI_COMM_SELF, &comm);
        for (int i = 0; i < 20; ++i)
            free(comms_[random_() % comms_.size()]);
    }
    void give_back() {
        for (MPI_Comm &comm : comms_)
            free(comm);
    }

  private:
    static void free(MPI_Comm &comm) {
        if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    }

    std::minstd_rand random_;
    std::vector<MPI_Comm> comms_;
};

/// As `--rounds N` says, or so many as protected ones get through in a few seconds.
int count_rounds(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string(argv[i]) == "--rounds") return std::atoi(argv[i + 1]);
    return 6;
}

/// A sum on each of them, which would be another one if ranks had different duplicates.
void duplicate(survivors::Program &p) {
    std::array<MPI_Comm, duplicates> copies{};
    std::array<MPI_Request, duplicates> requests{};
    for (int i = 0; i < duplicates; ++i)
        MPI_Comm_idup(MPI_COMM_WORLD, &copies[i], &requests[i]);
    MPI_Comm one_more = MPI_COMM_NULL;
    if (p.rank % 2 == 0) MPI_Comm_dup(MPI_COMM_WORLD, &one_more);
    for (MPI_Request &request : requests)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (p.rank % 2 != 0) MPI_Comm_dup(MPI_COMM_WORLD, &one_more);
    MPI_Comm_free(&one_more);
    for (int i = 0; i < duplicates; ++i) {
        int sum = 0;
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, copies[i]);
        p.check(sum == i * (p.size - p.count_missing()), "duplicate %d: a sum of %d", i, sum);
        MPI_Comm_free(&copies[i]);
    }
}

} // namespace

int main(int argc, char **argv) {
    const int rounds = count_rounds(argc, argv);
    survivors::Program p(argc, argv, "duplicates_at_once");
    Taken taken(static_cast<unsigned>(p.rank) + 1);
    for (int round = 0; round < rounds; ++round) {
        if (round == rounds / 2) p.deaths_when_all_are_here();
        if (p.rank >= 2) taken.take(); // the others are as if they had come later
        duplicate(p);
        taken.give_back();
    }
    return p.finish();
}
