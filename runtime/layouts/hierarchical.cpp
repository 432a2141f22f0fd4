#include "runtime/layouts/hierarchical.hpp"

#include "runtime/commit/recovery_server.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/layouts/composition.hpp"
#include "runtime/layouts/composition_shape.hpp"
#include "runtime/layouts/layout_parts.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/support/ulfm.hpp"

#include <utility>

namespace closeranks {

Hierarchical::Hierarchical(Communicator &own, Hierarchy parts) noexcept
    : own_(own), parts_(std::move(parts)) {
    own_.obstacles.put(Obstacles::composed, true);
}

/// No call uses the parts after the program has freed the parent.
Hierarchical::~Hierarchical() {
    if (parts_.global && !lost_ranks().empty())
        runtime().quarantined_comms.add(std::move(parts_.global));
    for (Communicator *local : parts_.locals) {
        runtime().communicators.erase(local->identity.handle());
        free_handle(*local);
        release(*local);
    }
}

void Hierarchical::prepare(const Operation &operation) noexcept {
    if (!parts_.laid_out && shape_of(operation) != CompositionShape::none) lay_out(own_, parts_);
}

bool Hierarchical::composes(const Operation &operation) const noexcept {
    return parts_.laid_out && can_compose(own_, operation);
}

void Hierarchical::compose(Operation &operation, bool kept) noexcept {
    operation.outcome = closeranks::compose(own_, parts_, operation);
    if (!kept && !is_failure(operation.outcome))
        operation.confirmation = confirm_composed(own_, parts_, operation);
}

/// No member may have given up the parent meanwhile. But the data of a broadcast may be needed, as
/// in is_final().
bool Hierarchical::is_concluded(const Operation &operation, bool kept) const noexcept {
    const int last = kept ? operation.outcome : operation.confirmation.code;
    const bool has_data = kept && operation.result_is_shared;
    return !is_failure(last) && (has_data || !own_.working.is_revoked());
}

void Hierarchical::note_lost_contributions(Operation &operation) noexcept {
    closeranks::note_lost_contributions(own_, parts_, operation);
}

/// No member waits in the parts for this process, which gives them up together with the parent.
void Hierarchical::freeze() noexcept {
    if (parts_.local != nullptr) closeranks::freeze(*parts_.local);
    if (parts_.global) static_cast<void>(real.Comm_revoke(parts_.global.get()));
}

/// The parts were made of the former members, so other parts have to be made.
void Hierarchical::begin_epoch() noexcept {
    parts_.laid_out = false;
    parts_.local = nullptr;
    parts_.members.clear();
    if (parts_.global) runtime().quarantined_comms.add(std::move(parts_.global));
}

} // namespace closeranks
