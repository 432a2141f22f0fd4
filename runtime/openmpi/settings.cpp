#include "runtime/openmpi/settings.hpp"

#include "runtime/openmpi/launch.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

namespace closeranks {

bool sets(std::istream &parameters, std::string_view name) {
    constexpr std::string_view blanks = " \t";
    for (std::string line; std::getline(parameters, line);) {
        const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
        const std::string_view rest = std::string_view(line).substr(begin);
        if (!rest.starts_with(name)) continue;
        const std::size_t after = rest.find_first_not_of(blanks, name.size());
        if (after != std::string_view::npos && rest[after] == '=') return true;
    }
    return false;
}

namespace {

/// True if a file of parameters of the MPI sets `name`: the user's own file, or that of this
/// machine, by which an administrator or a distribution chooses transports. (The MPI itself would
/// prefer the value in the environment.)
bool is_set_in_file(std::string_view name) {
    const char *const home = std::getenv("HOME");
    std::ifstream own(std::string(home != nullptr ? home : "") + "/.openmpi/mca-params.conf");
    std::ifstream of_machine(CLOSERANKS_MPI_SYSCONFDIR "/openmpi-mca-params.conf");
    return sets(own, name) || sets(of_machine, name);
}

/// Chooses how bytes are transported between processes. Users who know their network choose
/// otherwise.
void choose_transports() {
    constexpr int keep = 0;
    if (!is_set_in_file("btl")) // Quirk::btl_not_tolerant
        setenv("OMPI_MCA_btl", "^ofi,uct", keep);
    if (!is_set_in_file("reachable")) // Quirk::netlink_finds_no_loop
        setenv("OMPI_MCA_reachable", "weighted", keep);
}

} // namespace

void make_settings() noexcept {
    constexpr int keep = 0;
    choose_transports();
    setenv("OMPI_MCA_async_mpi_finalize", "1", keep); // Quirk::finalize_fence
    setenv("OMPI_MCA_coll", "^han", keep);            // Quirk::han_not_tolerant
    // Quirk::slow_events: microseconds between looks for events, of which a failure is one.
    setenv("OMPI_MCA_mpi_event_tick_rate", "500", keep);
    // Quirk::lost_fragments: pending messages in shared memory (the default: 512).
    setenv("OMPI_MCA_btl_sm_free_list_max", "2048", keep);
    setenv("OMPI_MCA_topo", "^treematch", keep); // Quirk::treematch_hangs
    // Quirk::put_from_dead: the default without "put" (mca_pml_ob1_recv_request_process_pending).
    setenv("OMPI_MCA_btl_tcp_flags", "send,inplace,need-ack,need-csum,hetero-rdma", keep);
}

namespace {

enum class FaultTolerance : std::uint8_t { missing, off, on };

// Reads it by the MPI tools interface (MPI 4.1, 15.3): the one official way to read a setting.
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

// This component makes shared file pointers only where a program asks for them by info.
void avoid_shared_file_pointers() noexcept { setenv("OMPI_MCA_sharedfp", "individual", 0); }

} // namespace closeranks
