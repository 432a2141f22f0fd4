/* Ranks 2i and 2i+1 exchange messages, and nobody else's. One of a pair dies, and the process that
 * comes back does not get to the resume point before another pair has made so many exchanges more,
 * for which all of its messages have to pass while everybody else repairs (closeranks/local.hpp,
 * with MPI_THREAD_MULTIPLE). Where these wait for the repair the program stops itself.
 *
 *     pairs ROUNDS VICTIM DIRECTORY [SECOND]
 *
 * SECOND dies, too, while the first one is on its way.
 */
#include <closeranks/local.hpp>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

[[noreturn]] void stop(const std::string &why) {
    std::fprintf(stderr, "pairs: %s\n", why.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

/// Files that tell all processes how far it has come.
class Marks {
  public:
    explicit Marks(std::string folder) : folder_(std::move(folder)) {}

    /// False: it has been set before.
    bool set(const std::string &name) const {
        const int file = open(path(name).c_str(), O_CREAT | O_EXCL, 0600);
        return file >= 0 && close(file) == 0;
    }
    /// Without the MPI.
    void await(const std::string &name, const char *why_not) const {
        constexpr int patience = 30'000; // milliseconds
        for (int i = 0; access(path(name).c_str(), F_OK) != 0; ++i) {
            if (i == patience) stop(why_not);
            usleep(1000);
        }
    }

  private:
    [[nodiscard]] std::string path(const std::string &name) const { return folder_ + "/" + name; }

    std::string folder_;
};

struct Plan {
    int rounds, victim, second;
    Marks marks;
};

/// What a rank sends in a round: some are long.
std::vector<std::int64_t> message(int rank, int round) {
    const std::size_t size = round % 16 == 0 ? 20'000 : 4;
    return std::vector<std::int64_t>(size, 1'000'000LL * rank + round);
}

class Pair {
  public:
    Pair(const Plan &plan, int rank, int size)
        : plan_(plan), rank_(rank), far_(plan.victim < 2 ? size - 2 : 0),
          local_(MPI_COMM_WORLD, "buddy:copies=2") {
        local_.member(0, std::span(&round_, 1));
        local_.use_thread();
    }

    void run() {
        local_.run([this](long long stamp) {
            if (stamp < 0) round_ = 0;
            for (; round_ < plan_.rounds; ++round_)
                exchange();
            tell_the_victim();
            local_.commit(1);
        });
    }

    void report() const {
        std::printf("rank %d: %d exchanges, lived through %d, sent %lld again, dropped %lld\n",
                    rank_, exchanges_, local_.recoveries(), local_.sent_again(), local_.dropped());
    }

  private:
    void exchange() {
        const int partner = rank_ ^ 1;
        if (round_ == plan_.rounds / 2) half_way();
        const auto sent = message(rank_, round_);
        const auto expected = message(partner, round_);
        std::vector<std::int64_t> got(expected.size());
        local_.send(partner, 0, std::span(sent));
        if (local_.receive(partner, 0, std::span(got)) != got.size() || got != expected)
            stop("a message is wrong");
        ++exchanges_;
    }

    void half_way() const {
        if (rank_ == plan_.victim && plan_.marks.set("death.0")) std::raise(SIGKILL);
        const bool waits = rank_ == far_ || rank_ == plan_.second;
        if (waits) plan_.marks.await("come", "nobody has come back while a rank computed");
        if (rank_ == plan_.second && plan_.marks.set("death.1")) std::raise(SIGKILL);
    }

    /// What is sent to it while it is on its way, it gets.
    void tell_the_victim() {
        std::int64_t told = 42;
        if (rank_ == far_) {
            local_.send(plan_.victim, 1, std::span(&told, 1));
            plan_.marks.set("far");
            std::printf("rank %d has made %d exchanges while rank %d was on its way\n", rank_,
                        plan_.rounds - plan_.rounds / 2, plan_.victim);
        } else if (rank_ == plan_.victim) {
            told = 0;
            if (local_.receive(far_, 1, std::span(&told, 1)) != 1 || told != 42)
                stop("what was sent on the way is wrong");
        }
    }

    const Plan &plan_;
    int rank_;
    int far_; ///< a pair that does not know the victim
    int round_ = 0;
    int exchanges_ = 0;
    closeranks::LocalRecovery local_;
};

} // namespace

int main(int argc, char **argv) {
    int rank = 0;
    int size = 0;
    int level = 0;
    int returning = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 4 || size % 2 != 0) stop("ROUNDS VICTIM DIRECTORY [SECOND]");
    const Plan plan{std::atoi(argv[1]), std::atoi(argv[2]), argc > 4 ? std::atoi(argv[4]) : -1,
                    Marks(argv[3])};
    closeranks_returning(&returning);
    if (returning) {
        plan.marks.set("come");
        plan.marks.await("far", "messages of others do not pass while a rank is on its way");
    }
    {
        Pair pair(plan, rank, size);
        pair.run();
        pair.report();
    }
    MPI_Finalize();
    return 0;
}
