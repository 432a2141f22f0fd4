#pragma once

namespace closeranks {

/// Repairs of Open MPI 6.0.0 while it runs. With other releases nothing is done.

/// Called before MPI_Init: gives intercommunicators the nonblocking agreement that coll/ftagree
/// takes from them (Quirk::null_iagree).
void mend_intercomm_agreement() noexcept;

} // namespace closeranks
