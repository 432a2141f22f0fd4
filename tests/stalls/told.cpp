// The policy `*/stall=error` (docs/explanation/stalls.md): a wait for any rank that nobody can end
// any more raises MPIX_ERR_PROC_FAILED_PENDING, once, and the program continues:
//
//     told SCENARIO
//
// A master waits for as many answers as it has workers. Rank 2 is killed from outside, in its first
// MPI_Send. When the master is told of that, it asks rank 1 for one answer more. What raised the
// error then gets that answer: the call when it is made again, a request because it is pending
// still.

#include "farm.hpp"

#include <mpi.h>

#include <mpi-ext.h>

#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr int helper = 1; // answers twice
constexpr int more_tag = 8;

int told = 0; // how often an error was raised

void work() {
    const int answer = answer_of(rank);
    int more = 0;
    MPI_Send(&answer, 1, MPI_INT, 0, answer_tag, MPI_COMM_WORLD);
    MPI_Recv(&more, 1, MPI_INT, 0, more_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (more != 0) MPI_Send(&answer, 1, MPI_INT, 0, answer_tag, MPI_COMM_WORLD);
}

/// True when the call is done; false when it is to be made again, because it raised the error.
bool done(int code) {
    if (code == MPI_SUCCESS) return true;
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    check(error_class == MPIX_ERR_PROC_FAILED_PENDING, "the error is another one");
    ++told;
    for (int worker = 1; worker < size; ++worker) {
        const int more = worker == helper ? 1 : 0;
        if (worker != mortal) MPI_Send(&more, 1, MPI_INT, worker, more_tag, MPI_COMM_WORLD);
    }
    return false;
}

/// Makes the call until it is done.
void insist(const std::function<int()> &call) {
    while (told < 2 && !done(call())) {
    }
}

int receive(int source) {
    int answer = 0;
    insist([&] {
        return MPI_Recv(&answer, 1, MPI_INT, source, answer_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    return answer;
}

int probe_and_receive() {
    MPI_Status status;
    insist([&] { return MPI_Probe(MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD, &status); });
    return receive(status.MPI_SOURCE);
}

int match_and_receive() {
    int answer = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    insist([&] {
        return MPI_Mprobe(MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    });
    MPI_Mrecv(&answer, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    return answer;
}

int poll_for_message() {
    MPI_Status status;
    for (int found = 0; !found;) {
        insist([&] {
            return MPI_Iprobe(MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD, &found, &status);
        });
        if (!found) usleep(1000);
    }
    return receive(status.MPI_SOURCE);
}

void one_by_one(const std::function<int()> &next, std::vector<int> &answers) {
    for (int &answer : answers)
        answer = next();
}

/// With one request for each answer; `complete(requests)` says how many it has completed.
void by_requests(const std::function<int(std::vector<MPI_Request> &)> &complete,
                 std::vector<int> &answers) {
    std::vector<MPI_Request> requests;
    for (int &answer : answers)
        MPI_Irecv(&answer, 1, MPI_INT, MPI_ANY_SOURCE, answer_tag, MPI_COMM_WORLD,
                  &requests.emplace_back());
    for (int left = size - 1; left > 0;)
        left -= complete(requests);
    for (const MPI_Request request : requests)
        check(request == MPI_REQUEST_NULL, "a request is left");
}

int wait(std::vector<MPI_Request> &requests) {
    for (MPI_Request &request : requests)
        insist([&] { return MPI_Wait(&request, MPI_STATUS_IGNORE); });
    return static_cast<int>(requests.size());
}

int wait_all(std::vector<MPI_Request> &requests) {
    insist([&] {
        return MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    });
    return static_cast<int>(requests.size());
}

int wait_any(std::vector<MPI_Request> &requests) {
    int index = 0;
    insist([&] {
        return MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &index,
                           MPI_STATUS_IGNORE);
    });
    return 1;
}

int wait_some(std::vector<MPI_Request> &requests) {
    int count = 0;
    std::vector<int> indices(requests.size());
    insist([&] {
        return MPI_Waitsome(static_cast<int>(requests.size()), requests.data(), &count,
                            indices.data(), MPI_STATUSES_IGNORE);
    });
    return count;
}

int test_any(std::vector<MPI_Request> &requests) {
    int index = 0;
    int flag = 0;
    insist([&] {
        return MPI_Testany(static_cast<int>(requests.size()), requests.data(), &index, &flag,
                           MPI_STATUS_IGNORE);
    });
    if (!flag) usleep(1000);
    return flag;
}

const std::map<std::string, std::function<void(std::vector<int> &)>> scenarios = {
    {"receive", [](auto &answers) { one_by_one([] { return receive(MPI_ANY_SOURCE); }, answers); }},
    {"probe", [](auto &answers) { one_by_one(probe_and_receive, answers); }},
    {"mprobe", [](auto &answers) { one_by_one(match_and_receive, answers); }},
    {"iprobe", [](auto &answers) { one_by_one(poll_for_message, answers); }},
    {"wait", [](auto &answers) { by_requests(wait, answers); }},
    {"waitall", [](auto &answers) { by_requests(wait_all, answers); }},
    {"waitany", [](auto &answers) { by_requests(wait_any, answers); }},
    {"waitsome", [](auto &answers) { by_requests(wait_some, answers); }},
    {"testany", [](auto &answers) { by_requests(test_any, answers); }},
};

void lead(const std::function<void(std::vector<int> &)> &collect) {
    std::vector<int> answers(static_cast<std::size_t>(size - 1));
    collect(answers);
    int expected = answer_of(helper) - answer_of(mortal);
    for (int worker = 1; worker < size; ++worker)
        expected += answer_of(worker);
    const int sum = std::accumulate(answers.begin(), answers.end(), 0);
    std::printf("told %d times, sum %d\n", told, sum);
    check(told == 1, "it was not told once");
    check(sum == expected, "the answers are not the survivors'");
}

} // namespace

int main(int argc, char **argv) {
    int provided = 0;
    const std::string level = argc > 2 ? argv[2] : "";
    MPI_Init_thread(&argc, &argv, level == "threads" ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::string name = argc > 1 ? argv[1] : "";
    const auto scenario = scenarios.find(name);
    if (scenario == scenarios.end()) {
        std::fprintf(stderr, "told: there is no scenario (%s)\n", name.c_str());
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        lead(scenario->second);
    else
        work();
    MPI_Finalize();
    if (mistakes == 0) std::printf("ok: %s\n", name.c_str());
    return mistakes == 0 ? 0 : 1;
}
