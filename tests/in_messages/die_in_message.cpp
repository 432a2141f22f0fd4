// Ends a process by SIGKILL instead of one of the messages that Open MPI's collectives are made of,
// so that a test can have a death at every place inside of them, and has it there each time. To be
// preloaded behind libcloseranks.so.
//
// DIE_IN_MESSAGE=RANK:N[:TAG] names the process (its number in the first job) and which of its
// messages, from 1 on: of all of collectives, or of those with the tag TAG
// (ompi/mca/coll/base/coll_tags.h); TAG 1 stands for those of closeranks' own consensus
// (runtime/communicators/consensus.hpp). COUNT_MESSAGES=FOLDER has each process write into
// FOLDER/NUMBER how many there were, by tag.
//
// All messages go through the table `mca_pml` (ompi/mca/pml/pml.h). Two functions of it are
// replaced, by their places in Open MPI 5.0.

#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace {

using Isend = int (*)(const void *, std::size_t, MPI_Datatype, int, int, int, MPI_Comm,
                      MPI_Request *);
using Send = int (*)(const void *, std::size_t, MPI_Datatype, int, int, int, MPI_Comm);
constexpr int place_of_isend = 11;
constexpr int place_of_send = 12;

constexpr int any_tag = 0;
constexpr int consensus_tag = 1;
int wanted = 0; ///< which message; 0: this process lives
int wanted_tag = any_tag;
int seen = 0;
std::map<int, long> &by_tag() {
    static auto *const counts = new std::map<int, long>;
    return *counts;
}
Isend real_isend = nullptr;
Send real_send = nullptr;

/// Its number in the job that mpirun has been started with; none for those who are spawned.
const char *number_in_first_job() {
    const char *const job = std::getenv("PMIX_NAMESPACE");
    const bool is_first = job != nullptr && std::string_view(job).ends_with("@1");
    return is_first ? std::getenv("PMIX_RANK") : nullptr;
}

/// What the tag of a message stands for here; any_tag: it is none of interest.
int meaning_of(int tag) {
    constexpr int lowest_of_consensus = 1 << 29; // runtime/communicators/group_creation.hpp
    constexpr int meeting = (1 << 28) - 1;       // runtime/communicators/creation_protocol.cpp
    constexpr int barrier = -16;                 // its tag in Open MPI
    if (tag < 0) return tag;                     // of a collective
    if (tag == meeting) return barrier;
    return tag >= lowest_of_consensus ? consensus_tag : any_tag;
}

void pass(int sent_tag) {
    const int tag = meaning_of(sent_tag);
    if (tag == any_tag) return;
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    ++by_tag()[tag];
    if (wanted_tag == any_tag ? tag == consensus_tag : tag != wanted_tag) return;
    if (++seen != wanted) return;
    constexpr std::string_view mark = "killed in a message\n"; // who judges looks for it
    static_cast<void>(!write(STDERR_FILENO, mark.data(), mark.size()));
    kill(getpid(), SIGKILL);
}

int isend(const void *at, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
          MPI_Comm comm, MPI_Request *request) {
    pass(tag);
    return real_isend(at, count, type, to, tag, mode, comm, request);
}

int send(const void *at, std::size_t count, MPI_Datatype type, int to, int tag, int mode,
         MPI_Comm comm) {
    pass(tag);
    return real_send(at, count, type, to, tag, mode, comm);
}

void count_messages() {
    const char *const folder = std::getenv("COUNT_MESSAGES");
    const char *const number = number_in_first_job();
    if (folder == nullptr || number == nullptr) return;
    std::FILE *const file = std::fopen((std::string(folder) + "/" + number).c_str(), "w");
    if (file == nullptr) return;
    for (const auto &[tag, count] : by_tag())
        std::fprintf(file, "%d %ld\n", tag, count);
    std::fclose(file);
}

/// Open MPI has chosen its `pml` when PMPI_Init is over.
int after_init(int code) {
    auto **const table = static_cast<void **>(dlsym(RTLD_DEFAULT, "mca_pml"));
    if (table == nullptr) {
        std::fputs("wrong: this Open MPI has no table mca_pml\n", stderr);
        _exit(EXIT_FAILURE);
    }
    real_isend = reinterpret_cast<Isend>(table[place_of_isend]);
    real_send = reinterpret_cast<Send>(table[place_of_send]);
    table[place_of_isend] = reinterpret_cast<void *>(&isend);
    table[place_of_send] = reinterpret_cast<void *>(&send);
    const char *const plan = std::getenv("DIE_IN_MESSAGE");
    const char *const number = number_in_first_job();
    int rank = -1;
    int which = 0;
    int tag = any_tag;
    if (plan != nullptr && number != nullptr &&
        std::sscanf(plan, "%d:%d:%d", &rank, &which, &tag) >= 2 && rank == std::atoi(number)) {
        wanted_tag = tag;
        wanted = which;
    }
    return code;
}

template <typename Function> Function next(const char *name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

int PMPI_Init(int *argc, char ***argv) {
    return after_init(next<decltype(&PMPI_Init)>("PMPI_Init")(argc, argv));
}

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    return after_init(
        next<decltype(&PMPI_Init_thread)>("PMPI_Init_thread")(argc, argv, required, provided));
}

int PMPI_Finalize(void) {
    count_messages();
    return next<decltype(&PMPI_Finalize)>("PMPI_Finalize")();
}
}
