#include "generated/replicas/calls.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/real.hpp"

#include <bit>
#include <cstring>

/// Results that differ between processes: the leader's result is that of the rank.

namespace closeranks::replication::calls {

double wtime() {
    if (world().ranks() == 0) return real.Wtime(); // before MPI_Init
    return std::bit_cast<double>(decisions().decide(
        [] { return Decisions::Outcome{std::bit_cast<std::int64_t>(real.Wtime())}; })[0]);
}

int get_processor_name(char *name, int *resultlen) {
    const Decisions::Outcome told = decisions().decide([] {
        Decisions::Outcome text(1 + MPI_MAX_PROCESSOR_NAME / sizeof(std::int64_t));
        int length = 0;
        static_cast<void>(real.Get_processor_name(reinterpret_cast<char *>(text.data()), &length));
        text.push_back(length);
        return text;
    });
    *resultlen = static_cast<int>(told.back());
    std::memcpy(name, told.data(), static_cast<std::size_t>(*resultlen) + 1);
    return MPI_SUCCESS;
}

} // namespace closeranks::replication::calls
