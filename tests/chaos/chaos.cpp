// A random mix of MPI calls that all ranks make in the same random order: the seed decides alone.
// It knows nothing of closeranks. Ranks are killed in it at any time; the survivors must come to
// the end, and must have got the same results wherever the standard says that results are equal.

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Ranks = std::uint64_t; // bit r is world rank r

struct Rank {
    int rank = 0;
    int size = 1;
    bool wrong = false;
    std::uint64_t digest = 1; ///< of all results that are equal everywhere

    void expect(bool right, const char *what, int step) {
        if (right) return;
        wrong = true;
        std::printf("wrong: rank %d, step %d: %s\n", rank, step, what);
        std::fflush(stdout);
    }
    void mix(std::uint64_t result) { digest = (digest ^ result) * 0x100000001b3ULL; }
};

/// A communicator of the program, and whether every rank has it.
struct Made {
    MPI_Comm comm;
    bool everybody;
};

/// What one step of the mix works with.
struct Step {
    Rank &me;
    int number;
    MPI_Comm comm;
    bool everybody;
    int rank;
    int size;
    int length; ///< of the vectors
    int root;

    void shared(std::uint64_t result) const {
        if (everybody) me.mix(result);
    }
};

long factor(const Step &step, int i) { return 1 + (step.number * 31 + i) % 97; }

std::vector<long> contribution(const Step &step) {
    std::vector<long> values(static_cast<std::size_t>(step.length));
    for (int i = 0; i < step.length; i++)
        values[static_cast<std::size_t>(i)] = (1L << step.me.rank) * factor(step, i);
    return values;
}

/// The ranks whose contributions are in the sum; every element must say the same.
Ranks judge_sum(const Step &step, const std::vector<long> &sum, bool with_own) {
    const Ranks present = static_cast<Ranks>(sum[0] / factor(step, 0));
    bool right = true;
    for (int i = 0; i < step.length; i++)
        right &= sum[static_cast<std::size_t>(i)] == static_cast<long>(present) * factor(step, i);
    step.me.expect(right, "a sum that is none", step.number);
    if (with_own) step.me.expect((present >> step.me.rank & 1) != 0, "left out", step.number);
    return present;
}

void allreduce(const Step &step) {
    std::vector<long> values = contribution(step);
    MPI_Allreduce(MPI_IN_PLACE, values.data(), step.length, MPI_LONG, MPI_SUM, step.comm);
    step.shared(judge_sum(step, values, true));
}

void reduce(const Step &step) {
    const std::vector<long> values = contribution(step);
    std::vector<long> sum(values.size());
    MPI_Reduce(values.data(), sum.data(), step.length, MPI_LONG, MPI_SUM, step.root, step.comm);
    if (step.rank == step.root) judge_sum(step, sum, true);
}

void scan(const Step &step) {
    const std::vector<long> values = contribution(step);
    std::vector<long> sum(values.size());
    MPI_Scan(values.data(), sum.data(), step.length, MPI_LONG, MPI_SUM, step.comm);
    judge_sum(step, sum, true);
}

void bcast(const Step &step) {
    std::vector<long> values(static_cast<std::size_t>(step.length), -1);
    if (step.rank == step.root) values.assign(values.size(), step.number);
    MPI_Bcast(values.data(), step.length, MPI_LONG, step.root, step.comm);
    bool right = true;
    for (const long value : values)
        right &= value == values[0];
    right &= values[0] == step.number || values[0] == -1;
    step.me.expect(right, "a broadcast of something else", step.number);
    step.shared(static_cast<std::uint64_t>(values[0]));
}

/// Each block holds its sender's world rank, or is untouched.
Ranks judge_blocks(const Step &step, const std::vector<long> &blocks) {
    Ranks present = 0;
    bool right = true;
    for (std::size_t i = 0; i < blocks.size(); i += static_cast<std::size_t>(step.length)) {
        for (std::size_t j = i; j < i + static_cast<std::size_t>(step.length); j++)
            right &= blocks[j] == blocks[i];
        if (blocks[i] >= 0) present |= Ranks{1} << blocks[i];
    }
    step.me.expect(right, "a torn block", step.number);
    step.me.expect((present >> step.me.rank & 1) != 0, "left out", step.number);
    return present;
}

void allgather(const Step &step) {
    const std::vector<long> mine(static_cast<std::size_t>(step.length), step.me.rank);
    std::vector<long> all(mine.size() * static_cast<std::size_t>(step.size), -1);
    MPI_Allgather(mine.data(), step.length, MPI_LONG, all.data(), step.length, MPI_LONG, step.comm);
    step.shared(judge_blocks(step, all));
}

void gather(const Step &step) {
    const std::vector<long> mine(static_cast<std::size_t>(step.length), step.me.rank);
    std::vector<long> all(mine.size() * static_cast<std::size_t>(step.size), -1);
    MPI_Gather(mine.data(), step.length, MPI_LONG, all.data(), step.length, MPI_LONG, step.root,
               step.comm);
    if (step.rank == step.root) judge_blocks(step, all);
}

void scatter(const Step &step) {
    const std::size_t length = static_cast<std::size_t>(step.length);
    std::vector<long> all;
    for (int to = 0; to < step.size; to++)
        all.insert(all.end(), length, to + step.number);
    std::vector<long> mine(length, -1);
    MPI_Scatter(all.data(), step.length, MPI_LONG, mine.data(), step.length, MPI_LONG, step.root,
                step.comm);
    bool right = true;
    for (const long value : mine)
        right &= value == mine[0];
    right &= mine[0] == step.rank + step.number || mine[0] == -1;
    step.me.expect(right, "somebody else's block", step.number);
}

void alltoall(const Step &step) {
    const std::size_t total =
        static_cast<std::size_t>(step.length) * static_cast<std::size_t>(step.size);
    const std::vector<long> mine(total, step.me.rank);
    std::vector<long> all(total, -1);
    MPI_Alltoall(mine.data(), step.length, MPI_LONG, all.data(), step.length, MPI_LONG, step.comm);
    judge_blocks(step, all);
}

void barrier(const Step &step) { MPI_Barrier(step.comm); }

void ring(const Step &step) {
    const std::vector<long> mine(static_cast<std::size_t>(step.length), step.number);
    std::vector<long> theirs(mine.size(), -1);
    std::array<MPI_Request, 2> requests{};
    std::array<MPI_Status, 2> statuses{};
    const int right = (step.rank + 1) % step.size;
    const int left = (step.rank + step.size - 1) % step.size;
    const int tag = step.number % 30000;
    MPI_Irecv(theirs.data(), step.length, MPI_LONG, left, tag, step.comm, &requests[0]);
    MPI_Isend(mine.data(), step.length, MPI_LONG, right, tag, step.comm, &requests[1]);
    MPI_Waitall(2, requests.data(), statuses.data());
    const bool came = statuses[0].MPI_SOURCE == left;
    step.me.expect(came || statuses[0].MPI_SOURCE == MPI_PROC_NULL, "a stranger's message",
                   step.number);
    step.me.expect(!came || theirs == mine, "a message of something else", step.number);
}

/// Neighbours in pairs exchange their ranks.
void pairs(const Step &step) {
    const int partner = step.rank ^ 1;
    if (partner >= step.size) return;
    long got = -1;
    const long mine = step.rank;
    MPI_Status status;
    MPI_Sendrecv(&mine, 1, MPI_LONG, partner, 7, &got, 1, MPI_LONG, partner, 7, step.comm, &status);
    step.me.expect(got == partner || (got == -1 && status.MPI_SOURCE == MPI_PROC_NULL),
                   "a message of somebody else", step.number);
}

/// Two collectives are pending beside a message around the ring; all end in any order.
void pending(const Step &step) {
    std::vector<long> sum = contribution(step);
    const std::vector<long> mine(static_cast<std::size_t>(step.length), step.me.rank);
    std::vector<long> all(mine.size() * static_cast<std::size_t>(step.size), -1);
    std::array<MPI_Request, 4> requests{};
    long got = -1;
    const long number = step.number;
    MPI_Iallreduce(MPI_IN_PLACE, sum.data(), step.length, MPI_LONG, MPI_SUM, step.comm,
                   &requests[0]);
    MPI_Irecv(&got, 1, MPI_LONG, (step.rank + step.size - 1) % step.size, 9, step.comm,
              &requests[1]);
    MPI_Iallgather(mine.data(), step.length, MPI_LONG, all.data(), step.length, MPI_LONG, step.comm,
                   &requests[2]);
    MPI_Isend(&number, 1, MPI_LONG, (step.rank + 1) % step.size, 9, step.comm, &requests[3]);
    if (step.number % 3 == 0) {
        const std::size_t first = static_cast<std::size_t>(step.rank) % requests.size();
        for (std::size_t i = 0; i < requests.size(); i++)
            MPI_Wait(&requests[(first + i) % requests.size()], MPI_STATUS_IGNORE);
    } else if (step.number % 3 == 1) {
        for (int done = 0; !done;)
            MPI_Testall(4, requests.data(), &done, MPI_STATUSES_IGNORE);
    } else {
        MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
    }
    step.shared(judge_sum(step, sum, true));
    step.shared(judge_blocks(step, all));
    step.me.expect(got == number || got == -1, "a message of something else", step.number);
}

/// Persistent requests of a collective and of a ring, started twice.
void restarted(const Step &step) {
    const std::vector<long> mine = contribution(step);
    std::vector<long> sum(mine.size());
    std::array<MPI_Request, 3> requests{};
    long got = -1;
    const long number = step.number;
    MPI_Allreduce_init(mine.data(), sum.data(), step.length, MPI_LONG, MPI_SUM, step.comm,
                       MPI_INFO_NULL, &requests[0]);
    MPI_Recv_init(&got, 1, MPI_LONG, (step.rank + step.size - 1) % step.size, 10, step.comm,
                  &requests[1]);
    MPI_Send_init(&number, 1, MPI_LONG, (step.rank + 1) % step.size, 10, step.comm, &requests[2]);
    for (int i = 0; i < 2; i++) {
        MPI_Startall(3, requests.data());
        MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
        step.shared(judge_sum(step, sum, true));
        step.me.expect(got == number || got == -1, "a message of something else", step.number);
    }
    for (MPI_Request &request : requests)
        MPI_Request_free(&request);
}

/// A duplicate that is made while a sum is pending on it.
void duplicated(const Step &step) {
    std::array<MPI_Request, 2> requests{};
    std::vector<long> sum = contribution(step);
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_idup(step.comm, &copy, &requests[0]);
    MPI_Iallreduce(MPI_IN_PLACE, sum.data(), step.length, MPI_LONG, MPI_SUM, step.comm,
                   &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    step.shared(judge_sum(step, sum, true));
    int size = 0;
    MPI_Comm_size(copy, &size);
    step.me.expect(size == step.size, "a duplicate of another size", step.number);
    MPI_Comm_free(&copy);
}

constexpr std::array calls{allreduce, reduce,   scan,    bcast, allgather,
                           gather,    alltoall, barrier, ring,  pairs};

/// For streams: hardly anything that makes ranks wait for each other, so that they drift apart.
constexpr std::array rooted_calls{bcast, reduce, gather, scatter,   bcast, reduce,  gather, scatter,
                                  bcast, reduce, gather, allreduce, bcast, barrier, reduce, pairs};

/// Blocking calls, and all that can be pending.
constexpr std::array mixed_calls{allreduce, pending, reduce,  restarted, bcast,   pending,
                                 allgather, gather,  pending, barrier,   pairs,   restarted,
                                 ring,      scan,    pending, restarted, pending, duplicated};

/// The communicators that the mix has made so far; the first is the world.
class Communicators {
  public:
    explicit Communicators(Rank &me) : me_(me) { made_.push_back({MPI_COMM_WORLD, true}); }

    [[nodiscard]] const Made &pick(unsigned draw) const { return made_[draw % made_.size()]; }

    /// Makes one more of the world's, or frees the last.
    void change(unsigned draw, int step) {
        constexpr std::size_t most = 6;
        if (made_.size() == most || (made_.size() > 1 && draw % 4 == 0)) {
            if (made_.back().comm != MPI_COMM_NULL) MPI_Comm_free(&made_.back().comm);
            made_.pop_back();
            return;
        }
        MPI_Comm comm = MPI_COMM_NULL;
        const bool dup = draw % 4 == 1;
        const int colours = 1 + static_cast<int>(draw / 4 % 3);
        if (dup) {
            int size = 0;
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
            MPI_Comm_size(comm, &size);
            me_.expect(size == me_.size, "a duplicate of another size", step);
        } else {
            MPI_Comm_split(MPI_COMM_WORLD, me_.rank % colours, 0, &comm);
        }
        // After a failure the survivors of a split are numbered anew, but all of them are there.
        made_.push_back({comm, dup || colours == 1});
    }

    void free_all() {
        for (; made_.size() > 1; made_.pop_back())
            MPI_Comm_free(&made_.back().comm);
    }

  private:
    Rank &me_;
    std::vector<Made> made_;
};

} // namespace

int main(int argc, char **argv) {
    const bool streams = argc == 4 && std::string_view(argv[3]) == "streams";
    const bool mixed = argc == 4 && std::string_view(argv[3]) == "mixed";
    if (argc != 3 && !streams && !mixed) {
        std::fputs("usage: chaos SEED STEPS [streams|mixed]\n", stderr);
        return 2;
    }
    std::mt19937 random(static_cast<unsigned>(std::atoi(argv[1])));
    const int steps = std::atoi(argv[2]);
    MPI_Init(&argc, &argv);
    Rank me;
    MPI_Comm_rank(MPI_COMM_WORLD, &me.rank);
    std::mt19937 own(static_cast<unsigned>(me.rank)); // where ranks differ
    MPI_Comm_size(MPI_COMM_WORLD, &me.size);
    {
        Communicators communicators(me);
        for (int number = 1; number <= steps; number++) {
            const auto what = static_cast<unsigned>(random());
            const auto where = static_cast<unsigned>(random());
            const auto detail = static_cast<unsigned>(random());
            if (what % 16 == 0) communicators.change(detail, number);
            const Made &made = communicators.pick(where);
            Step step{me, number, made.comm, made.everybody, 0, 0, 0, 0};
            MPI_Comm_rank(made.comm, &step.rank);
            MPI_Comm_size(made.comm, &step.size);
            step.length = detail % 8 == 0 ? 2500 : 1 + static_cast<int>(detail / 8 % 16);
            step.root = static_cast<int>(detail / 1024) % step.size;
            if (streams)
                rooted_calls[what / 16 % rooted_calls.size()](step);
            else if (mixed)
                mixed_calls[what / 16 % mixed_calls.size()](step);
            else
                calls[what / 16 % calls.size()](step);
            if (streams && own() % 64 == 0)
                std::this_thread::sleep_for(std::chrono::microseconds(own() % 4000));
            if (detail % 32 == 0) // now and then somebody computes
                std::this_thread::sleep_for(std::chrono::microseconds(500 * (me.rank + 1)));
        }
        communicators.free_all();
    }
    std::printf("digest: %llx\n", static_cast<unsigned long long>(me.digest));
    std::fflush(stdout);
    MPI_Finalize();
    if (me.wrong) return 1;
    std::printf("ok: chaos\n");
    return 0;
}
