#include "runtime/replication/refusal.hpp"

#include "runtime/replication/ends.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/say.hpp"
#include "runtime/support/real.hpp"

#include <bitset>

namespace closeranks::replication {

namespace {

/// False before MPI_Init and after MPI_Finalize, where only a session is allowed: a communicator's
/// error handler cannot be called there.
bool can_raise() {
    int has_begun = 0;
    int has_ended = 0;
    static_cast<void>(real.Initialized(&has_begun));
    static_cast<void>(real.Finalized(&has_ended));
    return has_begun != 0 && has_ended == 0;
}

/// An error in a thread of its own may end that thread alone, and the first one would wait for it
/// for ever, as in pools of mpi4py.futures.
bool is_first_thread() {
    int flag = 1;
    static_cast<void>(real.Is_thread_main(&flag));
    return flag != 0;
}

} // namespace

int refuse(Function function, MPI_Comm comm) {
    static constexpr const char *sentence =
        "the program calls %s, which replicated runs do not support yet; start it "
        "without --replicate";
    static std::bitset<function_count> said;
    if (!can_raise() || !is_first_thread()) end_job_for_error(sentence, function_name(function));
    const auto i = static_cast<std::size_t>(function);
    if (!said[i]) say_for_rank(sentence, function_name(function));
    said[i] = true;
    return raise(comm, MPI_ERR_UNSUPPORTED_OPERATION);
}

} // namespace closeranks::replication
