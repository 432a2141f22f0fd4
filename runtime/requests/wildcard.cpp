#include "runtime/requests/wildcard.hpp"

#include "runtime/requests/request.hpp"

#include <utility>

namespace closeranks {

Wildcard *keep_wildcard(void *buf, MPI_Count count, MPI_Datatype datatype, int tag) noexcept {
    Wildcard *wildcard = nullptr;
    {
        const RequestsLock lock;
        if (Wildcard *&unused = request_table().unused_wildcards; unused != nullptr)
            wildcard = std::exchange(unused, unused->next);
    }
    if (wildcard == nullptr) wildcard = new Wildcard;
    *wildcard = {buf, KeptDatatype(datatype), count, tag, nullptr};
    return wildcard;
}

void let_go(Wildcard *wildcard) noexcept {
    wildcard->datatype = {};
    wildcard->next = std::exchange(request_table().unused_wildcards, wildcard);
}

int matched_source(MPI_Request request) noexcept {
    return request_table().status.matched_source(request);
}

} // namespace closeranks
