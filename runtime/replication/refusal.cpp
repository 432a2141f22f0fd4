#include "runtime/replication/refusal.hpp"

#include "runtime/replication/raising.hpp"
#include "runtime/replication/say.hpp"

#include <bitset>

namespace closeranks::replication {

int refuse(Function function, MPI_Comm comm) {
    static std::bitset<function_count> said;
    const auto i = static_cast<std::size_t>(function);
    if (!said[i])
        say_for_rank("the program calls %s, which replicated runs do not support yet; start it "
                     "without --replicate",
                     function_name(function));
    said[i] = true;
    return raise(comm, MPI_ERR_UNSUPPORTED_OPERATION);
}

} // namespace closeranks::replication
