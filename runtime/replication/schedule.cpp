#include "runtime/replication/schedule.hpp"

#include "runtime/replication/call.hpp"
#include "runtime/replication/comparison.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/known_sizes.hpp"

#include <algorithm>

namespace closeranks::replication {

namespace {

/// Tags of persistent collectives, which may be started in any order, are those of their
/// initialisation. They have a range of their own, because they live long.
constexpr int tag_range = 1 << 29;

int next_tag(Communicator &c, Way way) noexcept {
    if (way == Way::persistent)
        return tag_range + static_cast<int>(c.persistent_collectives++ % tag_range);
    return static_cast<int>(c.collectives++ % tag_range);
}

/// Copies between types of the same signature.
int copy_between(const Elements &from, const Elements &to) noexcept {
    if (from.no_bytes()) return MPI_SUCCESS;
    if (from.type == to.type && from.count <= to.count) {
        if (from.at != to.at) copy_elements(from.at, to.at, from.count, from.type);
        return MPI_SUCCESS;
    }
    return real.Sendrecv(from.at, from.count, from.type, 0, 0, to.at, to.count, to.type, 0, 0,
                         quiet_self(), MPI_STATUS_IGNORE);
}

} // namespace

bool Elements::no_bytes() const noexcept {
    if (count == 0) return true;
    if (const std::size_t size = known_sizes.find(type); size != 0) return false;
    MPI_Count size = 0;
    return real.Type_size_x(type, &size) == MPI_SUCCESS && size == 0;
}

Schedule::Schedule(Communicator &c, Way way) noexcept
    : communicator_(c.shared_from_this()), way_(way), tag_(next_tag(c, way)), rounds_(1) {}

Elements Schedule::hold(const Elements &what) {
    if (way_ == Way::blocking || known_sizes.find(what.type) != 0) return what;
    const auto found =
        std::find_if(held_.begin(), held_.end(), [&](const Held &h) { return h.of == what.type; });
    if (found != held_.end()) return {what.at, what.count, found->kept.get()};
    held_.push_back({what.type, KeptDatatype(what.type)});
    return {what.at, what.count, held_.back().kept.get()};
}

void Schedule::send(const Elements &what, int place) {
    rounds_.back().messages.push_back({hold(what), place, false});
}

void Schedule::receive(const Elements &what, int place) {
    rounds_.back().messages.push_back({hold(what), place, true});
}

void Schedule::send_if_any(const Elements &what, int place) {
    if (!what.no_bytes()) send(what, place);
}

void Schedule::receive_if_any(const Elements &what, int place) {
    if (!what.no_bytes()) receive(what, place);
}

void Schedule::copy(const Elements &from, const Elements &to) {
    rounds_.back().steps.push_back({hold(from), hold(to), MPI_OP_NULL});
}

void Schedule::combine(const Elements &left, const Elements &into, MPI_Op op) {
    if (way_ != Way::blocking && !operators_) operators_.emplace();
    rounds_.back().steps.push_back({hold(left), hold(into), op});
}

Elements Schedule::room(int count, MPI_Datatype type) {
    const DatatypeExtent layout = extent_of(type);
    const MPI_Aint span =
        count == 0 ? 0 : layout.true_extent + (count - 1) * std::max<MPI_Aint>(layout.extent, 0);
    rooms_.push_back(
        std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(span) + 1));
    return {rooms_.back().get() - layout.true_lower_bound, count, type};
}

void Schedule::note(int code) noexcept {
    if (code_ == MPI_SUCCESS) code_ = code;
}

void Schedule::start_messages(const Round &round) {
    pending_.reserve(round.messages.size());
    // Receives first, so that arriving messages go to their place at once.
    for (const bool incoming : {true, false})
        for (const Message &m : round.messages) {
            if (m.incoming != incoming) continue;
            std::unique_ptr<Pending> pending;
            note(incoming ? start_receive(m.what.at, m.what.count, m.what.type, m.place, tag_,
                                          *communicator_, Talk::collective, pending)
                          : start_send(m.what.at, m.what.count, m.what.type, m.place, tag_,
                                       *communicator_, Talk::collective, pending));
            if (pending != nullptr) pending_.push_back(std::move(pending));
        }
}

void Schedule::end_round() {
    pending_.clear();
    const std::vector<Step> &steps = rounds_[current_].steps;
    for (const Step &step : steps) {
        // The other members need the messages of later rounds, but results are invalid now.
        if (code_ != MPI_SUCCESS) break;
        note(step.op == MPI_OP_NULL ? copy_between(step.from, step.to)
                                    : real.Reduce_local(step.from.at, step.to.at, step.to.count,
                                                        step.to.type, step.op));
        if (comparison_is_on && step.op != MPI_OP_NULL && code_ == MPI_SUCCESS)
            compare(step, static_cast<std::size_t>(&step - steps.data()));
    }
    ++current_;
}

/// Compares the result of a reduction step with the leader's.
void Schedule::compare(const Step &step, std::size_t place) const {
    std::uint64_t name = checksum(communicator_->context, static_cast<std::uint64_t>(tag_));
    for (const std::uint64_t part : {starts_, std::uint64_t{current_}, std::uint64_t{place}})
        name = checksum(part, name);
    std::vector<std::byte> packed(packed_size(step.to.count, step.to.type));
    pack_elements(step.to.at, step.to.count, step.to.type, packed.data());
    comparison().combined(name, checksum(packed, 1));
}

void Schedule::begin_rounds() {
    while (current_ < rounds_.size()) {
        start_messages(rounds_[current_]);
        if (!pending_.empty()) return;
        end_round();
    }
}

int Schedule::start() {
    current_ = 0;
    code_ = MPI_SUCCESS;
    ++starts_;
    begin_rounds();
    return MPI_SUCCESS;
}

bool Schedule::is_done() {
    if (current_ == rounds_.size()) return true;
    while (!pending_.empty()) {
        if (!replication::is_done(*pending_.back())) return false;
        note(wait(*pending_.back(), MPI_STATUS_IGNORE));
        pending_.pop_back();
    }
    end_round();
    begin_rounds();
    return current_ == rounds_.size();
}

int Schedule::finish() {
    while (current_ < rounds_.size()) {
        for (const std::unique_ptr<Pending> &pending : pending_)
            note(wait(*pending, MPI_STATUS_IGNORE));
        end_round();
        begin_rounds();
    }
    return code_;
}

} // namespace closeranks::replication
