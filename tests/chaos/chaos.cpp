// A random mix of MPI calls that all ranks make in the same random order: the seed decides alone.
// It knows nothing of closeranks. Ranks are killed in it at any time; the survivors must come to
// the end, and must have got the same results wherever the standard says that results are equal.

#include "step.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

namespace {

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
    const int tag = step.tag();
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

constexpr std::array calls{allreduce, reduce,   scan,    bcast, allgather,
                           gather,    alltoall, barrier, ring,  pairs};

/// For streams: hardly anything that makes ranks wait for each other, so that they drift apart.
constexpr std::array rooted_calls{bcast, reduce, gather, scatter,   bcast, reduce,  gather, scatter,
                                  bcast, reduce, gather, allreduce, bcast, barrier, reduce, pairs};

/// Blocking calls, and all that can be pending.
constexpr std::array mixed_calls{allreduce, pending, reduce,  restarted, bcast,   pending,
                                 allgather, gather,  pending, barrier,   pairs,   restarted,
                                 ring,      scan,    pending, restarted, pending, duplicated};

/// The intercommunicator of the even and the odd ranks; MPI_COMM_NULL where a death prevents it.
MPI_Comm connect_even_and_odd(const Rank &me) {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm between = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, me.rank % 2, 0, &half);
    // A side that has lost members is led by its lowest survivor: the other one has to know.
    int rank = -1;
    std::vector<int> ranks(static_cast<std::size_t>(me.size), -1);
    MPI_Comm_rank(half, &rank);
    MPI_Allgather(&rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, MPI_COMM_WORLD);
    int leader = 1 - me.rank % 2;
    while (leader < me.size && ranks[static_cast<std::size_t>(leader)] != 0)
        leader += 2;
    if (leader < me.size) MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, leader, 1, &between);
    MPI_Comm_free(&half);
    return between;
}

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

/// Blocking calls, what can be pending, and all the rest.
Call draw_from_families(unsigned draw) {
    const auto number = std::size_t{draw};
    return draw % 2 == 0 ? mixed_calls[number / 2 % mixed_calls.size()]
                         : family_calls()[number / 2 % family_calls().size()];
}

/// Half of the calls are those that need all ranks.
Call draw_for_replicas(unsigned draw) {
    const auto number = std::size_t{draw} / 4;
    if (draw % 4 == 1) return complete_calls()[number % complete_calls().size()];
    if (draw % 4 == 3) return memory_calls()[number % memory_calls().size()];
    return draw_from_families(draw / 2);
}

/// The same for the bare MPI, whose first partitioned call is a collective of all ranks.
Call draw_for_reference(unsigned draw) {
    const Call call = draw_for_replicas(draw);
    return call == partitioned ? barrier : call;
}

/// What a thread does on a communicator that it shares: collectives, those in the background, too,
constexpr std::array shared_collectives{allreduce, pending, reduce,  restarted,  bcast,  allgather,
                                        gather,    scatter, pending, barrier,    scan,   alltoall,
                                        allreduce, bcast,   pending, duplicated, reduce, restarted};

/// and what another one does there at the same time.
Call draw_message(unsigned draw) {
    constexpr std::array own{ring, pairs, ring};
    const auto number = std::size_t{draw};
    return draw % 2 == 0 ? own[number / 2 % own.size()]
                         : message_calls()[number / 2 % message_calls().size()];
}

enum class Mix { plain, streams, mixed, families, replicas, reference, threads, shared };

bool read_mix(int argc, char **argv, Mix &mix) {
    const std::string_view name = argc == 4 ? argv[3] : "plain";
    if (name == "streams") mix = Mix::streams;
    if (name == "mixed") mix = Mix::mixed;
    if (name == "families") mix = Mix::families;
    if (name == "replicas") mix = Mix::replicas;
    if (name == "reference") mix = Mix::reference;
    if (name == "threads") mix = Mix::threads;
    if (name == "shared") mix = Mix::shared;
    return argc == 3 || (argc == 4 && mix != Mix::plain);
}

Call draw_call(Mix mix, unsigned draw) {
    switch (mix) {
    case Mix::streams:
        return rooted_calls[draw % rooted_calls.size()];
    case Mix::mixed:
        return mixed_calls[draw % mixed_calls.size()];
    case Mix::families:
        return draw_from_families(draw);
    case Mix::replicas:
        return draw_for_replicas(draw);
    case Mix::reference:
        return draw_for_reference(draw);
    default:
        return calls[draw % calls.size()];
    }
}

/// Most vectors are short. One in eight is too long for the log of the optimistic commit, and
/// another one fits into it a few times only.
int draw_length(unsigned draw) {
    if (draw % 8 == 0) return 2500;
    if (draw % 8 == 1) return 1200;
    return 1 + static_cast<int>(draw / 8 % 16);
}

/// Random calls at communicators that are made and freed on the way.
void run_steps(Rank &me, unsigned seed, int steps, Mix mix, MPI_Comm between) {
    std::mt19937 random(seed);
    std::mt19937 own(static_cast<unsigned>(me.rank)); // where ranks differ
    Communicators communicators(me);
    for (int number = 1; number <= steps; number++) {
        const auto what = static_cast<unsigned>(random());
        const auto where = static_cast<unsigned>(random());
        const auto detail = static_cast<unsigned>(random());
        if (what % 16 == 0) communicators.change(detail, number);
        const Made &made = communicators.pick(where);
        Step step{me, number, made.comm, made.everybody, 0, 0, 0, 0, between};
        MPI_Comm_rank(made.comm, &step.rank);
        MPI_Comm_size(made.comm, &step.size);
        step.length = draw_length(detail);
        step.root = static_cast<int>(detail / 1024) % step.size;
        draw_call(mix, what / 16)(step);
        if (mix == Mix::streams && own() % 64 == 0)
            std::this_thread::sleep_for(std::chrono::microseconds(own() % 4000));
        if (detail % 32 == 0) // now and then somebody computes
            std::this_thread::sleep_for(std::chrono::microseconds(500 * (me.rank + 1)));
    }
    communicators.free_all();
}

/// What thread `i` does: on a communicator of its own anything, on a shared one every other thread
/// makes the collectives, and the next one sends messages beside them.
Call draw_call_of_thread(Mix mix, std::size_t i, unsigned draw) {
    if (mix != Mix::shared) return draw_call(mix, draw);
    return i % 2 == 0 ? shared_collectives[draw % shared_collectives.size()] : draw_message(draw);
}

/// The same of several threads at once, each at a communicator of its own or in pairs at one.
void run_threads(Rank &me, unsigned seed, int steps, Mix mix) {
    const std::size_t count = mix == Mix::shared ? 4 : 3;
    const std::size_t threads_at_one = mix == Mix::shared ? 2 : 1;
    std::vector<Rank> results(count);
    std::vector<std::thread> threads(count);
    std::vector<MPI_Comm> comms(count / threads_at_one);
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (std::size_t i = 0; i < count; i++) {
        results[i] = {.rank = me.rank, .size = me.size};
        threads[i] = std::thread([&, i] {
            std::mt19937 random(seed * static_cast<unsigned>(count) + static_cast<unsigned>(i));
            for (int number = 1; number <= steps; number++) {
                const auto what = static_cast<unsigned>(random());
                const int unique = number * static_cast<int>(count) + static_cast<int>(i);
                Step step{results[i], unique,  comms[i / threads_at_one],
                          true,       me.rank, me.size,
                          0,          0,       MPI_COMM_NULL};
                step.length = 1 + static_cast<int>(what % 16);
                step.root = static_cast<int>(what / 16 % 64) % step.size;
                draw_call_of_thread(mix, i, what / 1024)(step);
            }
        });
    }
    for (std::size_t i = 0; i < count; i++) {
        threads[i].join();
        me.wrong |= results[i].wrong;
        me.mix(results[i].digest);
    }
    for (MPI_Comm &comm : comms)
        MPI_Comm_free(&comm);
}

} // namespace

int main(int argc, char **argv) {
    Mix mix = Mix::plain;
    if (!read_mix(argc, argv, mix)) {
        std::fputs(
            "usage: chaos SEED STEPS [streams|mixed|families|replicas|reference|threads|shared]\n",
            stderr);
        return 2;
    }
    const auto seed = static_cast<unsigned>(std::atoi(argv[1]));
    const int steps = std::atoi(argv[2]);
    int provided = MPI_THREAD_SINGLE;
    const bool threads = mix == Mix::threads || mix == Mix::shared;
    MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    Rank me;
    MPI_Comm_rank(MPI_COMM_WORLD, &me.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &me.size);
    const bool connects = mix == Mix::families || mix == Mix::replicas || mix == Mix::reference;
    MPI_Comm between = connects ? connect_even_and_odd(me) : MPI_COMM_NULL;
    if (threads)
        run_threads(me, seed, steps, mix);
    else
        run_steps(me, seed, steps, mix, between);
    if (between != MPI_COMM_NULL) MPI_Comm_free(&between);
    std::printf("digest: %llx\n", static_cast<unsigned long long>(me.digest));
    std::fflush(stdout);
    MPI_Finalize();
    if (me.wrong) return 1;
    std::printf("ok: chaos\n");
    return 0;
}
