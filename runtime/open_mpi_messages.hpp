#pragma once

namespace closeranks {

/// From now on keeps back what Open MPI says about deaths that closeranks repairs, and about
/// modules that closeranks does not use after a failure. Its own settings cannot silence these.
void quieten_open_mpi() noexcept;

} // namespace closeranks
