#include "runtime/world.hpp"

namespace closeranks {

const Policies &Communicator::policies() const noexcept {
    const Policies *const own = own_policies.load(std::memory_order_acquire);
    return own != nullptr ? *own : world().policies;
}

void Communicator::assess() noexcept {
    const bool now =
        world().service.active() && !foreign && !frozen && !has_missing() && tasks.empty();
    if (calm != now) calm = now; // with several threads it never is, and nobody may write
}

int Communicator::raise(int code) noexcept {
    if (world().background.inside()) return code; // who completes the request raises it
    // Without a handle (freed while requests are pending) Open MPI, too, has nobody to ask.
    if (code != MPI_SUCCESS && handle != MPI_COMM_NULL)
        static_cast<void>(real.Comm_call_errhandler(handle, code));
    return code;
}

void release(Communicator &c) noexcept {
    if (--c.references != 0) return;
    if (!world().missing.empty()) {
        world().retired.add(std::move(c.messages));
        world().retired.add(std::move(c.working));
        if (c.side) world().retired.add(std::move(c.side));
    }
    delete &c;
}

} // namespace closeranks
