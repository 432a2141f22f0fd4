#include "runtime/duplication.hpp"

#include "runtime/creation.hpp"
#include "runtime/intercommunicator.hpp"
#include "runtime/pending.hpp"

#include <algorithm>

namespace closeranks {

namespace {

int query(void *, MPI_Status *status) {
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    status->MPI_TAG = MPI_ANY_TAG;
    static_cast<void>(real.Status_set_elements(status, MPI_BYTE, 0));
    return real.Status_set_cancelled(status, 0);
}
int free_nothing(void *) { return MPI_SUCCESS; }
int cancel_nothing(void *, int) { return MPI_SUCCESS; }

} // namespace

int start_duplicate(Entry &entry, Communicator &parent, MPI_Comm *newcomm,
                    MPI_Request *request) noexcept {
    const int code = real.Grequest_start(query, free_nothing, cancel_nothing, nullptr, request);
    if (code != MPI_SUCCESS) return parent.raise(code);
    auto *const duplication =
        new Duplication{.parent = &parent, .newcomm = newcomm, .request = *request};
    ++world().duplications;
    parent.duplications.push_back(duplication);
    parent.assess();
    remember(*request, {.communicator = &parent,
                        .peer = MPI_PROC_NULL,
                        .function = entry.function(),
                        .persistent = false,
                        .absent = false,
                        .duplication = duplication});
    return MPI_SUCCESS;
}

void carry_out(Duplication &duplication) noexcept {
    if (duplication.done) return;
    duplication.done = true;
    Communicator &parent = *duplication.parent;
    std::erase(parent.duplications, &duplication);
    parent.assess();
    const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
    Entry entry(Function::Comm_idup);
    duplication.code = parent.sides != nullptr
                           ? duplicate_sides(entry, *parent.sides, duplication.newcomm, dup)
                           : duplicate(entry, parent, duplication.newcomm, dup);
    static_cast<void>(real.Grequest_complete(duplication.request));
}

void carry_out_all(Communicator &parent) noexcept {
    while (!parent.duplications.empty())
        carry_out(*parent.duplications.front());
}

int end(Duplication *duplication) noexcept {
    const int code = duplication->code;
    --world().duplications;
    delete duplication;
    return code;
}

} // namespace closeranks
