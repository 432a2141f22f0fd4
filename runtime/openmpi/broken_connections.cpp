#include "runtime/openmpi/broken_connections.hpp"

#include <csignal>

namespace closeranks {

void survive_broken_connections() noexcept {
    struct sigaction current {};
    if (sigaction(SIGPIPE, nullptr, &current) != 0 || (current.sa_flags & SA_SIGINFO) != 0 ||
        current.sa_handler != SIG_DFL)
        return;
    current.sa_handler = SIG_IGN;
    static_cast<void>(sigaction(SIGPIPE, &current, nullptr));
}

} // namespace closeranks
