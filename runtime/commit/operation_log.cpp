#include "runtime/commit/operation_log.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/support/datatype_copy.hpp"

#include <mpi-ext.h>

namespace closeranks {

std::size_t AnyType::size_of(const Communicator &c, LogPlan::Elements elements) noexcept {
    if (elements.count <= 0) return 0;
    if (const std::size_t size = known_sizes.find(elements.type); size != 0)
        return static_cast<std::size_t>(elements.count) * size;
    if (check_elements(elements.buffer, elements.count, elements.type, c.messages.get()) !=
        MPI_SUCCESS)
        return 0;
    return packed_size(elements.count, elements.type);
}

void AnyType::copy_out(LogPlan::Elements elements, std::size_t size, std::byte *place) noexcept {
    if (size != 0) pack_elements(elements.buffer, elements.count, elements.type, place);
}

double measure_pace(Communicator &c) noexcept {
    constexpr double microsecond = 1e-6;
    return c.pace.measure(c.sequence.get() + 1, real.Wtime(),
                          runtime().config.run_ahead * microsecond);
}

Confirmation confirm(Communicator &c, LogPlan::What what, bool result_is_shared) noexcept {
    Confirmation result;
    // No member may take an operation that a failure has spoilt for confirmed.
    constexpr bool call_alone = true;
    if (!is_final(c, result_is_shared, call_alone)) {
        result.code = MPIX_ERR_REVOKED;
        return result;
    }
    result.entered = true;
    if (is_paced(what)) {
        const double mine = measure_pace(c);
        result.code = c.working.run([&](MPI_Comm on) {
            return real.Allreduce(&mine, &result.slowest, 1, MPI_DOUBLE, MPI_MAX, on);
        });
    } else {
        result.code = c.working.run(real.Barrier);
    }
    if (result.code != MPI_SUCCESS) result.code = c.working.as_failure(result.code);
    return result;
}

void log_confirmed(Communicator &c, LogPlan::What what, double slowest) noexcept {
    const std::uint64_t number = c.count();
    if (!is_paced(what)) {
        c.log.cut(number + 1);
        return;
    }
    // A member that has not yet received the run-ahead limit needs it before anything else.
    c.log.cut(number);
    std::memcpy(c.log.append(0, sizeof(slowest), 1), &slowest, sizeof(slowest));
    c.pace.change(number, real.Wtime(), slowest);
}

void keep_with_gaps(Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    keep(c, operation, bytes);
    // An operation that lacks blocks synchronizes all members, so earlier missing contributions are
    // no longer needed.
    if (operation.silent != nullptr && !operation.silent->empty())
        c.collectives.replace_gaps({c.sequence.get(), *operation.silent});
}

bool cold::is_unbroken(Communicator &c) noexcept {
    const int failures = FailedProcesses::count();
    const bool broken =
        failures == c.failures_seen ? c.working.is_revoked() : c.working.is_broken();
    if (broken) return false;
    c.failures_seen = failures; // all of them elsewhere
    return true;
}

} // namespace closeranks
