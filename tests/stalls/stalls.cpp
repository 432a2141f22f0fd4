// Programs that bare MPI would have ended at a death, and in which the survivors then wait for what
// only the dead could do (docs/explanation/stalls.md). They know nothing of closeranks:
//
//     stalls SCENARIO
//
// With the policy `*/stall=ignore` each comes to its end, checks its values, and every survivor
// prints "ok: SCENARIO". Rank 2 is killed from outside, in its first MPI_Send or MPI_Bcast.

#include "farm.hpp"

#include <mpi.h>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr int nothing = -1;

/// What everybody but the master does in a farm: one answer, and the end.
void work() {
    const int answer = answer_of(rank);
    MPI_Send(&answer, 1, MPI_INT, 0, answer_tag, MPI_COMM_WORLD);
}

/// The master has got the answers of all survivors; it had counted on one more.
void check_answers(const std::vector<int> &got) {
    int sum = 0;
    for (int worker = 1; worker < size; ++worker)
        if (worker != mortal) sum += answer_of(worker);
    check(std::accumulate(got.begin(), got.end(), 0) == sum, "the answers are not the survivors'");
}

/// `receive()` returns one answer, or `nothing`.
void farm(const std::function<int()> &receive) {
    if (rank != 0) return work();
    std::vector<int> got;
    for (int i = 1; i < size; ++i)
        if (const int answer = receive(); answer != nothing) got.push_back(answer);
    check_answers(got);
}

int receive(int source) {
    int answer = nothing;
    MPI_Status status;
    MPI_Recv(&answer, 1, MPI_INT, source, answer_tag, MPI_COMM_WORLD, &status);
    check((answer == nothing) == (status.MPI_SOURCE == MPI_PROC_NULL), "the status is wrong");
    return answer;
}

int probe_and_receive() {
    MPI_Status status;
    MPI_Probe(MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE == MPI_PROC_NULL ? nothing : receive(status.MPI_SOURCE);
}

int match_and_receive() {
    int answer = nothing;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Mprobe(MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&answer, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    return answer;
}

int poll_for_message() {
    MPI_Status status;
    for (int found = 0; !found;) {
        MPI_Iprobe(MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD, &found, &status);
        if (!found) usleep(1000);
    }
    return status.MPI_SOURCE == MPI_PROC_NULL ? nothing : receive(status.MPI_SOURCE);
}

/// A master that looks at the status: what came from nobody is no answer, so it waits on.
void count_real_answers(const std::function<int()> &receive_one) {
    if (rank != 0) return work();
    for (int answers = 0; answers < size - 1;)
        if (receive_one() != nothing) ++answers;
    std::printf("all answers came\n");
}

/// With one request a worker; `complete(requests)` returns those that are complete now.
void farm_of_requests(const std::function<std::vector<int>(std::vector<MPI_Request> &)> &complete) {
    if (rank != 0) return work();
    const auto workers = static_cast<std::size_t>(size - 1);
    std::vector<int> answers(workers, nothing);
    std::vector<MPI_Request> requests(workers);
    for (std::size_t i = 0; i < workers; ++i)
        MPI_Irecv(&answers[i], 1, MPI_INT, MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD,
                  &requests[i]);
    for (std::size_t left = workers; left > 0;)
        left -= complete(requests).size();
    std::vector<int> got;
    for (const int answer : answers)
        if (answer != nothing) got.push_back(answer);
    check_answers(got);
}

std::vector<int> wait_any(std::vector<MPI_Request> &requests) {
    int index = 0;
    MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &index, MPI_STATUS_IGNORE);
    return {index};
}

std::vector<int> wait_some(std::vector<MPI_Request> &requests) {
    int count = 0;
    std::vector<int> indices(requests.size());
    MPI_Waitsome(static_cast<int>(requests.size()), requests.data(), &count, indices.data(),
                 MPI_STATUSES_IGNORE);
    indices.resize(static_cast<std::size_t>(count));
    return indices;
}

std::vector<int> wait_all(std::vector<MPI_Request> &requests) {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return std::vector<int>(requests.size());
}

std::vector<int> test_all(std::vector<MPI_Request> &requests) {
    std::vector<int> complete;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        int flag = 0;
        if (requests[i] == MPI_REQUEST_NULL) continue;
        MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
        if (flag) complete.push_back(static_cast<int>(i));
    }
    if (complete.empty()) usleep(1000);
    return complete;
}

/// A large message has arrived long ago, but the program has not asked yet whether it has left.
void unasked() {
    std::vector<int> data(100'000, rank);
    const int count = static_cast<int>(data.size());
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1)
        MPI_Isend(data.data(), count, MPI_INT, 0, answer_tag + 1, MPI_COMM_WORLD, &request);
    if (rank == 0)
        MPI_Recv(data.data(), count, MPI_INT, 1, answer_tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    farm([] { return receive(MPI_ANY_SOURCE); });
    if (rank != 1) return;
    check(receive(MPI_ANY_SOURCE) == nothing, "there was a message");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// Each worker has several answers, and the master counts on all of them.
void many_answers() {
    constexpr int each = 20;
    if (rank != 0)
        for (int i = 0; i < each; ++i)
            work();
    int got = 0;
    for (int i = 0; rank == 0 && i < each * (size - 1); ++i)
        if (receive(MPI_ANY_SOURCE) != nothing) ++got;
    if (rank == 0) check(got == each * (size - 2), "the answers are not the survivors'");
}

/// A value goes from rank to rank, each of which takes it from anybody.
void pipeline() {
    int value = rank;
    if (rank != 0)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank + 1 < size) MPI_Send(&value, 1, MPI_INT, rank + 1, answer_tag, MPI_COMM_WORLD);
    // Whoever stood behind the dead has got nothing, and handed on what it had: its own rank.
    check(value == (rank < mortal ? 0 : mortal + 1), "the value is wrong");
}

/// The one who deals the tasks dies before it has dealt any.
void dealer() {
    int task = 1;
    if (rank == mortal)
        for (int worker = 0; worker < size; ++worker)
            MPI_Send(&task, 1, MPI_INT, worker, answer_tag, MPI_COMM_WORLD);
    check(receive(MPI_ANY_SOURCE) == nothing, "there was a task");
}

/// Rank 0 waits for what the dead would have told all, and all others wait for rank 0 first.
void announcer() {
    int news = 0;
    if (rank != 0 && rank != mortal) check(receive(0) == answer_of(0), "another's answer");
    MPI_Bcast(&news, 1, MPI_INT, mortal, MPI_COMM_WORLD);
    const int answer = answer_of(0);
    for (int other = 1; rank == 0 && other < size; ++other)
        if (other != mortal) MPI_Send(&answer, 1, MPI_INT, other, answer_tag, MPI_COMM_WORLD);
}

/// One rank skips a long broadcast whose root has died, and waits in what comes next.
void skipped_long_bcast() {
    std::vector<int> data(100'000, rank);
    const int count = static_cast<int>(data.size());
    if (rank != 1) MPI_Bcast(data.data(), count, MPI_INT, mortal, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

/// One rank ends its part after the repair, while the others wait for all.
void early_end() {
    if (rank == mortal) work();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 1) MPI_Barrier(MPI_COMM_WORLD);
}

/// The even ranks are a farm that loses a worker; the odd ones work on and count.
void halves() {
    MPI_Comm half = MPI_COMM_NULL;
    int here = 0;
    int members = 0;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &here);
    MPI_Comm_size(half, &members);
    if (rank % 2 == 0) {
        int answer = rank;
        if (here != 0) MPI_Send(&answer, 1, MPI_INT, 0, answer_tag, half);
        for (int i = 1; here == 0 && i < members; ++i) {
            answer = nothing;
            MPI_Recv(&answer, 1, MPI_INT, MPI_ANY_SOURCE, answer_tag, half, MPI_STATUS_IGNORE);
            check(answer != mortal, "the dead has answered");
        }
    } else {
        int sum = 0;
        for (int round = 0; round < 30; ++round) {
            usleep(50'000);
            const int one = 1;
            MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half);
            check(sum == members, "the sum is wrong");
        }
        std::printf("the odd ranks are done\n");
        std::fflush(stdout);
    }
    MPI_Comm_free(&half);
}

/// A farm whose master has its workers on the other side of an intercommunicator.
void between() {
    MPI_Comm side = MPI_COMM_NULL;
    MPI_Comm workers = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, answer_tag, &workers);
    const int answer = answer_of(rank);
    if (rank != 0) MPI_Send(&answer, 1, MPI_INT, 0, answer_tag, workers);
    std::vector<int> got;
    for (int i = 1; rank == 0 && i < size; ++i) {
        int one = nothing;
        MPI_Recv(&one, 1, MPI_INT, MPI_ANY_SOURCE, answer_tag, workers, MPI_STATUS_IGNORE);
        if (one != nothing) got.push_back(one);
    }
    if (rank == 0) check_answers(got);
    MPI_Comm_free(&workers);
    MPI_Comm_free(&side);
}

/// Looks for a message that nobody sends, for so many milliseconds.
void poll_for_nothing(int milliseconds) {
    const double end = MPI_Wtime() + milliseconds / 1000.0;
    while (MPI_Wtime() < end) {
        int found = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, answer_tag + 2, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
        check(found == 0, "there is a message");
        usleep(1000);
    }
}

/// Nobody is stuck here: the survivors only let each other wait for `pause` microseconds, before
/// which the one that they wait for polls for some milliseconds.
void slow(useconds_t pause, int polling) {
    int token = 0;
    const int last = size - 1;
    if (rank == mortal) MPI_Send(&token, 1, MPI_INT, 0, answer_tag + 1, MPI_COMM_WORLD);
    for (int round = 0; round < 3; ++round) {
        if (rank == last) {
            poll_for_nothing(polling);
            usleep(pause);
            for (int to = 0; to < last; ++to)
                MPI_Ssend(&round, 1, MPI_INT, to, answer_tag, MPI_COMM_WORLD);
        } else {
            check(receive(round % 2 == 0 ? MPI_ANY_SOURCE : last) == round, "a round is missing");
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/// A message that takes long, with nothing else going on.
void large() {
    constexpr int count = 40'000'000;
    int token = 0;
    if (rank == mortal) MPI_Send(&token, 1, MPI_INT, 0, answer_tag + 1, MPI_COMM_WORLD);
    std::vector<int> data(rank < 2 ? count : 1, rank);
    for (int round = 0; round < 3; ++round) {
        if (rank == 0) MPI_Send(data.data(), count, MPI_INT, 1, answer_tag, MPI_COMM_WORLD);
        if (rank == 1)
            MPI_Recv(data.data(), count, MPI_INT, MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    check(data[0] == (rank == 1 ? 0 : rank), "the message is wrong");
}

/// Ranks 0 and 1 wait for each other, by rank.
void by_rank() {
    if (rank < mortal)
        static_cast<void>(receive(1 - rank));
    else
        work();
}

/// Rank 0 sends what rank 1 does not receive: each is at a message of the other's, but with another
/// tag.
void by_tag(bool blocking) {
    if (rank >= mortal) return work();
    std::vector<int> data(100'000, rank);
    const int count = static_cast<int>(data.size());
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (rank == 1) {
        static_cast<void>(receive(0));
    } else if (blocking) {
        MPI_Send(data.data(), count, MPI_INT, 1, answer_tag + 1, MPI_COMM_WORLD);
    } else {
        MPI_Isend(data.data(), count, MPI_INT, 1, answer_tag + 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(data.data(), count, MPI_INT, 1, answer_tag + 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    }
}

/// Rank 0 waits for anybody, and sends something meanwhile that takes long to arrive.
void busy_exchange() {
    int token = 0;
    if (rank >= mortal) return work();
    constexpr int count = 20'000'000;
    MPI_Datatype every_other = MPI_DATATYPE_NULL;
    MPI_Type_vector(count, 1, 2, MPI_CHAR, &every_other);
    MPI_Type_commit(&every_other);
    std::vector<char> data(2 * std::size_t{count}, static_cast<char>('a' + rank));
    if (rank == 0) {
        MPI_Sendrecv(data.data(), 1, every_other, 1, answer_tag, &token, 1, MPI_INT, MPI_ANY_SOURCE,
                     answer_tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(token == answer_of(1), "the answer is wrong");
    } else {
        MPI_Recv(data.data(), 1, every_other, 0, answer_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(data[0] == 'a' && data[1] == 'b', "the message is wrong");
        token = answer_of(1);
        MPI_Send(&token, 1, MPI_INT, 0, answer_tag + 1, MPI_COMM_WORLD);
    }
    MPI_Type_free(&every_other);
}

const std::map<std::string, std::function<void()>> scenarios = {
    {"by_rank", by_rank},
    {"by_tag", [] { by_tag(true); }},
    {"by_tag_pending", [] { by_tag(false); }},
    {"busy_exchange", busy_exchange},
    {"receive", [] { farm([] { return receive(MPI_ANY_SOURCE); }); }},
    {"probe", [] { farm(probe_and_receive); }},
    {"mprobe", [] { farm(match_and_receive); }},
    {"iprobe", [] { farm(poll_for_message); }},
    {"waitany", [] { farm_of_requests(wait_any); }},
    {"waitsome", [] { farm_of_requests(wait_some); }},
    {"waitall", [] { farm_of_requests(wait_all); }},
    {"test", [] { farm_of_requests(test_all); }},
    {"counts_real_answers", [] { count_real_answers([] { return receive(MPI_ANY_SOURCE); }); }},
    {"polls_real_answers", [] { count_real_answers(poll_for_message); }},
    {"many_answers", many_answers},
    {"unasked", unasked},
    {"pipeline", pipeline},
    {"dealer", dealer},
    {"announcer", announcer},
    {"skipped_long_bcast", skipped_long_bcast},
    {"early_end", early_end},
    {"halves", halves},
    {"between", between},
    {"slow", [] { slow(700'000, 0); }},
    {"slower", [] { slow(1'600'000, 500); }},
    {"large", large},
};

} // namespace

int main(int argc, char **argv) {
    const bool threads = argc > 2 && std::string(argv[2]) == "threads";
    int provided = 0;
    MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::string name = argc > 1 ? argv[1] : "";
    const auto scenario = scenarios.find(name);
    if (scenario == scenarios.end()) {
        std::fprintf(stderr, "stalls: there is no scenario (%s)\n", name.c_str());
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    scenario->second();
    MPI_Finalize();
    if (mistakes == 0) std::printf("ok: %s\n", name.c_str());
    return mistakes == 0 ? 0 : 1;
}
