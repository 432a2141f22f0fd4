#pragma once

namespace closeranks {

/// A failure that comes while the MPI is at work on an agreement is deferred by an event, which
/// keeps a pointer to the agreement (Quirk::deferred_failure). If that ends first, the MPI follows
/// the pointer into freed memory. Here such an event keeps the agreement, and is dropped if nothing
/// else does any more.
class DeferredFailures {
  public:
    using Callback = void (*)(int file, short what, void *argument);

    /// Does what libevent's event_assign() does.
    static int assign(void *event, void *base, int file, short what, Callback callback,
                      void *argument) noexcept;
};

/// Where the MPI has the fault, its events go by the function above from now on.
void mend_deferred_failures() noexcept;

} // namespace closeranks
