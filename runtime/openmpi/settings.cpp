#include "runtime/openmpi/settings.hpp"

#include "runtime/openmpi/launch.hpp"

#include <mpi.h>

#include <cstdint>
#include <cstdlib>

namespace closeranks {

void make_settings() noexcept {
    constexpr int keep = 0;
    setenv("OMPI_MCA_async_mpi_finalize", "1", keep);
    setenv("OMPI_MCA_coll", "^han", keep);
    // Microseconds between looks for events, of which a failure is one (the default: 10,000).
    setenv("OMPI_MCA_mpi_event_tick_rate", "500", keep);
    // Messages under way in shared memory (the default: 512). Those to a process that died are
    // under way for ever, and once all are, nothing can be sent to anybody.
    setenv("OMPI_MCA_btl_sm_free_list_max", "2048", keep);
    // MPI_Dist_graph_create with this one hangs now and then, also without any failure.
    setenv("OMPI_MCA_topo", "^treematch", keep);
    // The default without "put": a long message over TCP whose sender dies within it would crash
    // the receiver (mca_pml_ob1_recv_request_process_pending).
    setenv("OMPI_MCA_btl_tcp_flags", "send,inplace,need-ack,need-csum,hetero-rdma", keep);
}

namespace {

enum class FaultTolerance : std::uint8_t { missing, off, on };

// By the MPI tools interface (MPI 4.1, 15.3): the one official way to read a setting.
FaultTolerance fault_tolerance(int level) noexcept {
    using enum FaultTolerance;
    if (MPI_T_init_thread(level, &level) != MPI_SUCCESS) return missing;
    int index = 0;
    int count = 0;
    int value = 0;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    const bool is_there = MPI_T_cvar_get_index("mpi_ft_enable", &index) == MPI_SUCCESS &&
                          MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) == MPI_SUCCESS;
    if (is_there) {
        static_cast<void>(MPI_T_cvar_read(handle, &value)); // a bool: writes the first byte only
        static_cast<void>(MPI_T_cvar_handle_free(&handle));
    }
    static_cast<void>(MPI_T_finalize());
    if (!is_there) return missing;
    return value != 0 ? on : off;
}

} // namespace

bool fault_tolerance_is_on(int level) noexcept {
    return fault_tolerance(level) == FaultTolerance::on;
}

const char *way_to_fault_tolerance(int level) noexcept {
    if (fault_tolerance(level) == FaultTolerance::missing)
        return "this MPI has none: run the program with an Open MPI 5 that has ULFM "
               "(tools/setup --build-mpi builds one), its libraries first in LD_LIBRARY_PATH";
    if (is_launched_by_older_mpirun())
        return "this mpirun is older than Open MPI 5 and has none: start with the closeranks "
               "launcher, or with mpirun --with-ft ulfm of an Open MPI 5 (tools/setup --build-mpi "
               "builds one)";
    return "add the option --with-ft ulfm to mpirun, or start with the closeranks launcher";
}

// This component keeps them only where a program asks for it by info.
void avoid_shared_file_pointers() noexcept { setenv("OMPI_MCA_sharedfp", "individual", 0); }

} // namespace closeranks
