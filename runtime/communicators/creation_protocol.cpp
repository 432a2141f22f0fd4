#include "runtime/communicators/creation_protocol.hpp"

#include "runtime/collectives/nonblocking.hpp"
#include "runtime/collectives/request_group.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/support/device_memory.hpp"
#include "runtime/support/errors_return.hpp"

#include <memory>
#include <utility>

namespace closeranks {

void inherit_error_handler(MPI_Comm parent, MPI_Comm child) noexcept {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    if (real.Comm_get_errhandler(parent, &handler) != MPI_SUCCESS) return;
    static_cast<void>(real.Comm_set_errhandler(child, handler));
    static_cast<void>(real.Errhandler_free(&handler));
}

namespace {

/// A library that the program has loaded after other communicators were made concerns these as
/// well.
void look_for_devices(Communicator &c) noexcept {
    const auto beware = [](Communicator &other) { other.obstacles.put(Obstacles::devices, true); };
    if (find_device_memory()) runtime().communicators.for_each(beware);
    if (device_memory_exists) beware(c);
}

} // namespace

Communicator *protect(Parts parts, Numbering numbering) noexcept {
    auto c = std::make_unique<Communicator>();
    const MPI_Comm handle = parts.handle.release();
    const bool differs = static_cast<bool>(numbering.group);
    if (!differs) numbering = {group_of(handle), capture_topology(handle)};
    const bool lacks_topology = differs && numbering.topology;
    c->identity.created({.global_id = parts.name,
                         .handle = handle,
                         .group = std::move(numbering.group),
                         .topology = std::move(numbering.topology),
                         .lacks_topology = lacks_topology,
                         .format_library = parts.format_library});
    c->creation.set_origin(std::move(parts.origin));
    c->messages = std::move(parts.messages);
    c->working = WorkingComm(std::move(parts.working));
    static_cast<void>(real.Comm_set_errhandler(c->messages.get(), MPI_ERRORS_RETURN));
    static_cast<void>(real.Group_size(c->identity.group(), &c->size));
    static_cast<void>(real.Group_rank(c->identity.group(), &c->rank));
    c->collectives.set_contributors(c->size);
    c->message_ranks = map_ranks(*c, c->messages.get());
    c->working_ranks.replace(map_ranks(*c, c->working), false);
    if (!c->message_ranks.is_identity()) c->identity.made_by_survivors();
    c->obstacles.put(Obstacles::agreed, !runtime().optimistic || c->identity.spans_worlds());
    c->obstacles.put(Obstacles::missing, c->has_missing() || c->identity.lacks_topology());
    c->obstacles.put(Obstacles::returning, WayBack::is_on());
    look_for_devices(*c);
    Communicator *const result = c.release();
    runtime().communicators.insert(handle, result);
    return result;
}

int deliver(Communicator &parent, Parts parts, Numbering numbering, MPI_Comm *newcomm) noexcept {
    if (parts.code != MPI_SUCCESS) return parent.raise(parts.code);
    *newcomm = parts.handle.get();
    if (!parts.handle) return MPI_SUCCESS; // not a member
    inherit_error_handler(parent.identity.handle(), parts.handle.get());
    int size = 0;
    static_cast<void>(real.Comm_size(parts.handle.get(), &size));
    // A process alone has no other process to lose; its calls need no protection.
    if (size == 1 && !numbering.group)
        static_cast<void>(parts.handle.release());
    else {
        Communicator &made = *protect(std::move(parts), std::move(numbering));
        made.current_policies = parent.current_policies.load();
        parent.layout.inherit(made);
    }
    return MPI_SUCCESS;
}

void finish_context_ids(Communicator &parent) noexcept {
    if (parent.identity.attribute_holder() == MPI_COMM_NULL) return; // the repair ends the turn
    const ErrorsReturn guard(parent.identity.attribute_holder());
    Comm unused;
    static_cast<void>(real.Comm_shrink(parent.identity.attribute_holder(), unused.out()));
}

namespace {

/// A barrier of the library's own messages, in rounds of doubled distance. The MPI would mistake
/// its own barrier for the MPI_Barrier of members that are in another call, and let both through.
int pass_barrier(MPI_Comm working) noexcept {
    // Differs from the tags of the library's other messages; tests/in_messages/die_in_message.cpp
    // knows it.
    constexpr int tag = (1 << 28) - 1;
    int rank = 0;
    int size = 0;
    static_cast<void>(real.Comm_rank(working, &rank));
    static_cast<void>(real.Comm_size(working, &size));
    for (int distance = 1; distance < size; distance *= 2) {
        const int to = (rank + distance) % size;
        const int from = (rank + size - distance) % size;
        RequestGroup round(working);
        round.start([&](MPI_Request *request) {
            return real.Irecv(nullptr, 0, MPI_BYTE, from, tag, working, request);
        });
        round.start([&](MPI_Request *request) {
            return real.Isend(nullptr, 0, MPI_BYTE, to, tag, working, request);
        });
        if (const int code = round.finish(); code != MPI_SUCCESS) return code;
    }
    return MPI_SUCCESS;
}

} // namespace

int meet(Function function, Communicator &c, AtLoss at_loss) noexcept {
    const auto barrier = [](MPI_Comm working, int) { return pass_barrier(working); };
    Operation meeting{
        .function = function, .native = barrier, .at_loss = at_loss, .kept = agree_on()};
    return run_carefully(c, meeting);
}

namespace {

/// A duplication of a communicator that is pending as long as the object lives.
class Duplication {
  public:
    explicit Duplication(Communicator &c) noexcept : c_(c) {
        const RequestsLock lock;
        c_.lifetime.begin_duplication();
    }
    ~Duplication() {
        {
            const RequestsLock lock;
            if (!c_.lifetime.end_duplication()) return;
        }
        if (const Intercommunicator *const sides = c_.identity.sides(); sides != nullptr) {
            MPI_Comm handle = sides->handle;
            static_cast<void>(real.Comm_free(&handle));
        }
        free_handle(c_);
    }
    Duplication(const Duplication &) = delete;
    Duplication &operator=(const Duplication &) = delete;

  private:
    Communicator &c_;
};

} // namespace

int start_creation(Function function, Communicator &c, MPI_Request *request,
                   std::function<int()> create) noexcept {
    auto pending = std::make_shared<Duplication>(c); // until the task has run
    return start_nonblocking(
        function, c, request,
        [function, &c, create = std::move(create), pending = std::move(pending)] {
            const int code = WayBack::is_on() ? MPI_SUCCESS : meet(function, c);
            return code == MPI_SUCCESS ? create() : code;
        });
}

void free_handle(Communicator &c) noexcept {
    MPI_Comm handle = c.identity.handle();
    static_cast<void>(real.Comm_free(&handle));
    c.identity.freed();
}

bool keeps_handle(Communicator &c) noexcept {
    const RequestsLock lock;
    return c.lifetime.free_after_duplications();
}

int forget(Communicator &c, MPI_Comm *comm) noexcept {
    runtime().communicators.erase(c.identity.handle());
    int code = MPI_SUCCESS;
    if (keeps_handle(c)) {
        *comm = MPI_COMM_NULL;
    } else {
        code = real.Comm_free(comm);
        c.identity.freed();
    }
    const RequestsLock lock;
    release(c);
    return code;
}

} // namespace closeranks
