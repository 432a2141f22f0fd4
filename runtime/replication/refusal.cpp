#include "runtime/replication/refusal.hpp"

#include "runtime/replication/ends.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/say.hpp"
#include "runtime/support/real.hpp"

#include <bitset>
#include <cstdlib>

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

} // namespace

int refuse(Function function, MPI_Comm comm) {
    static std::bitset<function_count> said;
    const auto i = static_cast<std::size_t>(function);
    if (!said[i])
        say_for_rank("the program calls %s, which replicated runs do not support yet; start it "
                     "without --replicate",
                     function_name(function));
    said[i] = true;
    if (!can_raise()) end_job(EXIT_FAILURE);
    return raise(comm, MPI_ERR_UNSUPPORTED_OPERATION);
}

} // namespace closeranks::replication
