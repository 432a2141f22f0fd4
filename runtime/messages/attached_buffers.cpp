#include "runtime/messages/attached_buffers.hpp"

#if CLOSERANKS_MPI_RELEASE >= 6

#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/messages/buffered.hpp"
#include "runtime/requests/polled_operation.hpp"

#include <limits>

namespace closeranks {

namespace {

using Owner = BufferedSends::Owner;

/// A buffer without a limit, which the MPI enlarges as it needs.
constexpr MPI_Count no_limit = std::numeric_limits<MPI_Count>::max();

int attach(Owner owner, bool of_session, void *buffer, MPI_Count size, int code) noexcept {
    if (code == MPI_SUCCESS)
        note_attached(owner, buffer == MPI_BUFFER_AUTOMATIC ? no_limit : size, of_session);
    return code;
}

/// `real_call` is the MPI's own detachment.
template <typename Call> int detach(Owner owner, Call real_call) noexcept {
    drain_buffer(owner);
    const int code = real_call();
    if (code == MPI_SUCCESS) note_detached(owner);
    return code;
}

/// The request of a flush during which messages of the library are still on their way.
class Flush final : public PolledOperation {
  public:
    explicit Flush(Owner owner) noexcept : owner_(owner) {}

    void begin(MPI_Request *request) noexcept {
        PolledOperation::begin(request, *runtime().everyone, MPI_PROC_NULL, Entry::function());
    }
    void advance() noexcept override {
        if (has_drained(owner_)) complete();
    }
    int end() noexcept override {
        delete this;
        return MPI_SUCCESS;
    }
    void abandon() noexcept override { // the messages continue without the request
        complete();
        delete this;
    }

  private:
    Owner owner_;
};

/// `real_call` starts the MPI's own flush. It has nothing to wait for, because the library holds
/// the messages.
template <typename Call>
int start_flush(Owner owner, MPI_Request *request, Call real_call) noexcept {
    if (runtime().everyone == nullptr || has_drained(owner)) return real_call();
    (new Flush(owner))->begin(request);
    return MPI_SUCCESS;
}

} // namespace

int detach_buffer(void *buffer_addr, MPI_Count *size) noexcept {
    return detach(nullptr, [&] { return real.Buffer_detach_c(buffer_addr, size); });
}

int flush_buffer() noexcept {
    drain_buffer(nullptr);
    return real.Buffer_flush();
}

int start_flush_buffer(MPI_Request *request) noexcept {
    return start_flush(nullptr, request, [&] { return real.Buffer_iflush(request); });
}

int attach_comm_buffer(MPI_Comm comm, void *buffer, MPI_Count size) noexcept {
    return attach(comm, false, buffer, size, real.Comm_attach_buffer_c(comm, buffer, size));
}

int detach_comm_buffer(MPI_Comm comm, void *buffer_addr, int *size) noexcept {
    return detach(comm, [&] { return real.Comm_detach_buffer(comm, buffer_addr, size); });
}

int detach_comm_buffer(MPI_Comm comm, void *buffer_addr, MPI_Count *size) noexcept {
    return detach(comm, [&] { return real.Comm_detach_buffer_c(comm, buffer_addr, size); });
}

int flush_comm_buffer(MPI_Comm comm) noexcept {
    drain_buffer(comm);
    return real.Comm_flush_buffer(comm);
}

int start_flush_comm_buffer(MPI_Comm comm, MPI_Request *request) noexcept {
    return start_flush(comm, request, [&] { return real.Comm_iflush_buffer(comm, request); });
}

int attach_session_buffer(MPI_Session session, void *buffer, MPI_Count size) noexcept {
    return attach(session, true, buffer, size, real.Session_attach_buffer_c(session, buffer, size));
}

int detach_session_buffer(MPI_Session session, void *buffer_addr, int *size) noexcept {
    return detach(session, [&] { return real.Session_detach_buffer(session, buffer_addr, size); });
}

int detach_session_buffer(MPI_Session session, void *buffer_addr, MPI_Count *size) noexcept {
    return detach(session,
                  [&] { return real.Session_detach_buffer_c(session, buffer_addr, size); });
}

int flush_session_buffer(MPI_Session session) noexcept {
    drain_buffer(session);
    return real.Session_flush_buffer(session);
}

int start_flush_session_buffer(MPI_Session session, MPI_Request *request) noexcept {
    return start_flush(session, request,
                       [&] { return real.Session_iflush_buffer(session, request); });
}

} // namespace closeranks

#endif
