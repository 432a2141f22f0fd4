// Calls that a failure breaks off have right results also where the MPI says nothing of it, or
// gives some other error (odd_mpi.hpp). The call meets a communicator that somebody has given up
// before anybody has died, and then the deaths.
//
//     odd_errors --call allgather|allreduce|barrier|scan|comm_dup [--die RANK]...

#include "odd_mpi.hpp"
#include "survivors.hpp"

#include <cstring>

using namespace survivors;

namespace {

/// What the survivors give, in the order of their ranks; blocks of the missing stay untouched.
std::vector<int> all_values(const Program &p) {
    std::vector<int> values;
    for (int r = 0; r < p.size; ++r)
        values.push_back(p.is_missing(r) ? untouched : value(r, 0, 0));
    return values;
}

int sum_until(const Program &p, int last) {
    int sum = 0;
    for (int r = 0; r <= last; ++r)
        sum += p.is_missing(r) ? 0 : value(r, 0, 0);
    return sum;
}

void call_it(Program &p, const std::string &call, MPI_Comm comm) {
    const int mine = value(p.rank, 0, 0);
    int got = untouched;
    if (call == "allgather") {
        std::vector<int> all(at(p.size), untouched);
        MPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, comm);
        p.check_equal(all, all_values(p), "allgather");
    } else if (call == "allreduce") {
        MPI_Allreduce(&mine, &got, 1, MPI_INT, MPI_SUM, comm);
        p.check_equal({got}, {sum_until(p, p.size - 1)}, "allreduce");
    } else if (call == "scan") {
        MPI_Scan(&mine, &got, 1, MPI_INT, MPI_SUM, comm);
        p.check_equal({got}, {sum_until(p, p.rank)}, "scan");
    } else if (call == "barrier") {
        MPI_Barrier(comm);
    } else if (call == "comm_dup") {
        MPI_Comm copy = MPI_COMM_NULL;
        MPI_Comm_dup(comm, &copy);
        behave(Oddity::none);
        call_it(p, "allgather", copy);
        MPI_Comm_free(&copy);
    } else {
        p.check(false, "no such call: %s", call.c_str());
    }
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "odd_errors");
    std::string call;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::strcmp(argv[i], "--call") == 0) call = argv[i + 1];

    // Creations are agreed on anyhow; a success that hides an error is no context id for anybody.
    if (call != "comm_dup") {
        behave(p.rank == 0 ? Oddity::gives_up : Oddity::drops_error);
        call_it(p, call, MPI_COMM_WORLD);
        behave(Oddity::none);
        call_it(p, call, MPI_COMM_WORLD);
    }
    p.deaths_when_all_are_here(); // until then all values are there
    behave(Oddity::renames_errors);
    call_it(p, call, MPI_COMM_WORLD);
    behave(Oddity::none);
    call_it(p, call, MPI_COMM_WORLD);
    return p.finish();
}
