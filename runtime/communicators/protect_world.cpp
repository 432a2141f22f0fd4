#include "runtime/communicators/protect_world.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/messages/partition_traffic.hpp"
#include "runtime/run/members.hpp"
#include "runtime/stall/stall_watch.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/ulfm.hpp"

#include <utility>

namespace closeranks {

Communicator *protect_world(bool serving) noexcept {
    const ErrorsReturn guard;
    const auto as_the_program_sees_it = [](MPI_Comm from, MPI_Comm *made) {
        const int rank = members().rank();
        const bool is_spare = rank == MPI_UNDEFINED;
        return real.Comm_split(from, is_spare ? MPI_UNDEFINED : 0, is_spare ? 0 : rank, made);
    };
    const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
    // Somebody may die while others are still in MPI_Init. An attempt that the survivors do not
    // agree on is redone, from then on with whoever is left.
    constexpr int attempts = 100;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        Parts parts;
        Comm survivors;
        if (attempt > 0) {
            const int code = real.Comm_shrink(MPI_COMM_WORLD, survivors.out());
            if (code != MPI_SUCCESS) static_cast<void>(survivors.release()); // see Parts::make
            if (!agree(MPI_COMM_WORLD, code == MPI_SUCCESS)) continue;
        }
        MPI_Comm from = survivors ? survivors.get() : MPI_COMM_WORLD;
        Comm carrier;
        if (!members().is_plain()) {
            parts.make(carrier, from, as_the_program_sees_it);
            if (members().has_spares()) parts.make(runtime().spares, from, dup);
            if (parts.code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(from));
            // Nobody must begin on the new one who would wait there for one that has not got it.
            if (!agree(MPI_COMM_WORLD, parts.code == MPI_SUCCESS)) continue;
            from = carrier.get();
        }
        if (members().rank() == MPI_UNDEFINED) { // which is as far as it goes with the others
            if (agree(MPI_COMM_WORLD, true)) return nullptr;
            continue;
        }
        parts.make(parts.messages, from, dup);
        parts.make(parts.working, from, dup);
        parts.make(runtime().services, from, dup);
        parts.make(partition_traffic().comm, from, dup);
        parts.make(runtime().bridge, from, dup);
        Comm mail;
        Comm stall_mail;
        parts.make(mail, from, dup);
        parts.make(stall_mail, from, dup);
        if (parts.code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(from));
        if (!agree(MPI_COMM_WORLD, parts.code == MPI_SUCCESS)) continue;
        for (const MPI_Comm own : {runtime().services.get(), partition_traffic().comm.get(),
                                   runtime().bridge.get(), mail.get(), stall_mail.get()})
            static_cast<void>(real.Comm_set_errhandler(own, MPI_ERRORS_RETURN));
        if (serving) recovery_server().start(std::move(mail));
        if (runtime().progresses) stall_watch().start(std::move(stall_mail));
        parts.handle = Comm(MPI_COMM_WORLD);
        Communicator *const everyone = protect(std::move(parts), {members().copy_of_group(), {}});
        everyone->partial = !members().is_plain();
        if (carrier) everyone->carrier = carrier.release();
        for (const MPI_Comm own : {everyone->carrier, runtime().spares.get()})
            if (own != MPI_COMM_WORLD && own != MPI_COMM_NULL)
                static_cast<void>(real.Comm_set_errhandler(own, MPI_ERRORS_RETURN));
        if (attempt > 0) static_cast<void>(notice_failures(*everyone));
        return everyone;
    }
    return nullptr;
}

} // namespace closeranks
