#pragma once

namespace closeranks {

/// What closeranks mends in Open MPI 6.0.0 while it runs. With other releases nothing is done.

/// Before MPI_Init: gives intercommunicators the nonblocking agreement that coll/ftagree takes from
/// them (Quirk::null_iagree).
void mend_intercomm_agreement() noexcept;

} // namespace closeranks
