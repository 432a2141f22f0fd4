#include "runtime/processes/world_model.hpp"

#include "runtime/communicators/self_attributes.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/processes/bypass.hpp"
#include "runtime/processes/lifecycle.hpp"
#include "runtime/processes/loading.hpp"
#include "runtime/processes/sessions.hpp"

#include <optional>

namespace closeranks {

int init(int *argc, char ***argv) noexcept {
    load();
    mpi_is_reached();
    prepare_environment(); // this may run in a constructor before that of the library
    Entry entry(Function::Init);
    if (sessions().begin_world_model()) return MPI_SUCCESS;
    return begin_mpi([&] { return real.Init(argc, argv); });
}

int init_thread(int *argc, char ***argv, int required, int *provided) noexcept {
    load();
    mpi_is_reached();
    prepare_environment(); // this may run in a constructor before that of the library
    Entry entry(Function::Init_thread);
    if (sessions().begin_world_model()) return real.Query_thread(provided);
    return begin_mpi([&] { return real.Init_thread(argc, argv, required, provided); });
}

int finalize() noexcept {
    Runtime &w = runtime();
    if (w.active) self_attributes().delete_all();
    if (const std::optional<int> code = sessions().end_world_model()) return *code;
    return end_mpi();
}

} // namespace closeranks
