#include "runtime/replication/giving_up.hpp"

#include "runtime/keeper/message.hpp"
#include "runtime/replication/ends.hpp"
#include "runtime/replication/say.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/run/keeper_link.hpp"

#include <exception>
#include <string>

namespace closeranks::replication {

void give_up_twin(const char *why) noexcept {
    constexpr int status_of_difference = 85;
    try {
        // With a keeper the launcher reports it.
        if (!tell_keeper(keeper::Kind::because, std::string("given up, because ") + why))
            say("rank %d: its twin (process %d) is given up, because %s", my_rank(),
                number_of(world().self()), why);
    } catch (const std::exception &) { // no memory for the text
        leave_now(status_of_difference);
    }
    leave_now(status_of_difference);
}

} // namespace closeranks::replication
