#include "runtime/promised_comm.hpp"

#include "runtime/real.hpp"

#include <cstdint>
#include <map>
#include <mutex>

namespace closeranks {

namespace {

struct Promise {
    MPI_Comm *variable;
    MPI_Comm made = MPI_COMM_NULL;
    bool by_fortran = false; ///< the program has the integer, and the variable is gone
};

/// By their integers, which are far above those that Open MPI gives out.
struct Promises {
    std::mutex mutex;
    std::map<int, Promise> all;
    int next = first;

    static constexpr int first = 1 << 30;
};

Promises &promises() noexcept {
    static Promises &known = *new Promises; // a rank may still make calls while it exits
    return known;
}

/// No handle is odd: in Open MPI they are addresses.
MPI_Comm promise_of(int integer) noexcept {
    return reinterpret_cast<MPI_Comm>(2 * static_cast<std::uintptr_t>(integer) + 1);
}
bool is_promise(MPI_Comm comm) noexcept { return reinterpret_cast<std::uintptr_t>(comm) % 2 != 0; }
int integer_of(MPI_Comm promise) noexcept {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(promise) / 2);
}

} // namespace

PromisedComm::PromisedComm(MPI_Comm *variable) noexcept {
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    integer_ = p.next++;
    p.all.emplace(integer_, Promise{.variable = variable});
    *variable = promise_of(integer_);
}

void PromisedComm::settle(MPI_Comm made) const noexcept {
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    const auto promise = p.all.find(integer_);
    if (!promise->second.by_fortran) *promise->second.variable = made;
    promise->second.made = made;
    if (made == MPI_COMM_NULL) p.all.erase(promise);
}

void forget_promise(MPI_Comm comm) noexcept {
    if (comm == MPI_COMM_NULL) return;
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    std::erase_if(p.all, [&](const auto &entry) { return entry.second.made == comm; });
}

int comm_to_fortran(MPI_Comm comm) noexcept {
    if (!is_promise(comm)) return real.Comm_c2f(comm);
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    const auto promise = p.all.find(integer_of(comm));
    if (promise != p.all.end()) promise->second.by_fortran = true;
    return integer_of(comm);
}

MPI_Comm comm_from_fortran(int integer) noexcept {
    if (integer < Promises::first) return real.Comm_f2c(integer);
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    const auto promise = p.all.find(integer);
    return promise != p.all.end() ? promise->second.made : MPI_COMM_NULL;
}

} // namespace closeranks
