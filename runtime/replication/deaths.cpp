#include "runtime/replication/deaths.hpp"

#include "runtime/replication/ends.hpp"
#include "runtime/replication/giving_up.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/run/replica_report.hpp"

#include <string>

namespace closeranks::replication {

namespace {

constexpr int status_of_loss = 84; // as for a policy that ends the program

} // namespace

void note_death(ProcessId process, bool has_finished, bool my_leader_has_finished) {
    const World &all = world();
    const int rank = all.rank_of(process);
    replica_report().process_lost(rank, number_of(process));
    const bool is_promoted = rank == my_rank() && all.plane_of(process) < all.plane_of(all.self());
    if (is_promoted) replica_report().promoted();
    if (all.leader_of(rank) || has_finished) return;
    const std::string number = std::to_string(rank);
    if (!all.i_lead() && my_leader_has_finished) {
        const std::string why = "it lacks messages of rank " + number +
                                ", which has no process any more, and its leader has finished";
        give_up_twin(why.c_str());
    }
    const std::string why = "rank " + number + " has lost its last process";
    end_job(status_of_loss, why.c_str()); // the launcher reports it
}

} // namespace closeranks::replication
