#include "runtime/replication/message_wait.hpp"

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/giving_up.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/synchronous.hpp"
#include "runtime/replication/transport.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace closeranks::replication {

namespace {

/// True if all messages are here that the leader has ever got.
bool has_all_of_leader() {
    const auto arrived = arrived_messages();
    return std::ranges::equal(arrived, decisions().messages_of_leader(),
                              [](std::uint64_t here, std::int64_t there) {
                                  return here >= static_cast<std::uint64_t>(there);
                              });
}

/// The wait of a twin whose leader has ended.
class LastWait {
  public:
    void go_on() {
        if (has_all_of_leader()) {
            constexpr int most = 1000; // a collective takes some rounds to use what has arrived
            if (++rounds_ > most && !synchronous_sends().awaits_any())
                give_up_twin(makes_more_calls);
        } else if (static bool has_asked = false; !has_asked && Clock::now() > begin_ + patience) {
            has_asked = true;
            ask_leaders_for_messages();
        }
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds patience{1}; // mostly the message is under way
    Clock::time_point begin_ = Clock::now();
    int rounds_ = 0;
};

} // namespace

void wait_for_message(FunctionRef<bool()> has_come) {
    std::optional<LastWait> last;
    wait_until([&] {
        if (has_come()) return true;
        if (!decisions().has_leader_ended() || i_lead()) return false;
        if (!last) last.emplace();
        last->go_on();
        return false;
    });
}

} // namespace closeranks::replication
