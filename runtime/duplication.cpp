#include "runtime/duplication.hpp"

#include "runtime/creation.hpp"
#include "runtime/parts.hpp"
#include "runtime/pending.hpp"

namespace closeranks {

namespace {

const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };

/// A request that is complete already.
int completed_request(MPI_Request *request) noexcept {
    return real.Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, request);
}

} // namespace

int start_duplicate(Entry &entry, Communicator &parent, MPI_Comm *newcomm,
                    MPI_Request *request) noexcept {
    if (parent.has_missing() || parent.is_partial()) {
        const int code = duplicate(entry, parent, newcomm, dup);
        return code == MPI_SUCCESS ? completed_request(request) : code;
    }
    auto pending = std::make_unique<Duplication>(Duplication{.newcomm = newcomm});
    int code = real.Comm_idup(parent.working.get(), &pending->messages, &pending->messages_request);
    if (code == MPI_SUCCESS)
        code = real.Comm_idup(parent.working.get(), &pending->working, &pending->working_request);
    if (code == MPI_SUCCESS) code = real.Comm_idup(parent.handle, newcomm, request);
    if (code != MPI_SUCCESS) {
        // Nobody else can complete it either, so that all meet in the duplication anew.
        code = finish_duplicate(parent, pending.release(), code);
        return code == MPI_SUCCESS ? completed_request(request) : code;
    }
    remember(*request, {.communicator = &parent,
                        .peer = MPI_PROC_NULL,
                        .function = entry.function(),
                        .persistent = false,
                        .absent = false,
                        .duplication = pending.release()});
    return MPI_SUCCESS;
}

int finish_duplicate(Communicator &parent, Duplication *duplication, int code) noexcept {
    const std::unique_ptr<Duplication> pending(duplication);
    // All members have started these, too, so they end without anybody's help.
    const int messages = real.Wait(&pending->messages_request, MPI_STATUS_IGNORE);
    const int working = real.Wait(&pending->working_request, MPI_STATUS_IGNORE);
    Parts parts;
    parts.code = code != MPI_SUCCESS ? code : messages != MPI_SUCCESS ? messages : working;
    if (!parts.completed()) {
        Entry entry(Function::Comm_idup);
        return duplicate(entry, parent, pending->newcomm, dup);
    }
    if (parts.code == MPI_SUCCESS) {
        parts.handle = Comm(*pending->newcomm);
        parts.messages = Comm(pending->messages);
        parts.working = Comm(pending->working);
    }
    return deliver(parent, std::move(parts), Numbering{}, pending->newcomm);
}

} // namespace closeranks
