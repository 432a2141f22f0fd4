#include "runtime/promised_comm.hpp"

#include "runtime/real.hpp"

#include <map>
#include <mutex>
#include <utility>

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

/// The promise of this thread's latest call, unless it has asked for an integer since.
constinit thread_local int latest = 0;

} // namespace

PromisedComm::PromisedComm(MPI_Comm *variable) noexcept {
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    integer_ = p.next++;
    p.all.emplace(integer_, Promise{.variable = variable});
    *variable = MPI_COMM_NULL;
    latest = integer_;
}

void PromisedComm::settle(MPI_Comm made) const noexcept {
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    const auto promise = p.all.find(integer_);
    if (!promise->second.by_fortran) *promise->second.variable = made;
    if (latest == integer_) latest = 0;
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
    const int promised = std::exchange(latest, 0);
    if (comm != MPI_COMM_NULL || promised == 0) return real.Comm_c2f(comm);
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    const auto promise = p.all.find(promised);
    if (promise == p.all.end()) return real.Comm_c2f(comm);
    promise->second.by_fortran = true;
    return promised;
}

MPI_Comm comm_from_fortran(int integer) noexcept {
    if (integer < Promises::first) return real.Comm_f2c(integer);
    Promises &p = promises();
    const std::scoped_lock lock(p.mutex);
    const auto promise = p.all.find(integer);
    return promise != p.all.end() ? promise->second.made : MPI_COMM_NULL;
}

} // namespace closeranks
