#include "runtime/replication/progress.hpp"

#include <sched.h>

namespace closeranks::replication {

namespace {

void (*one_step)() = nullptr;
void (*after_step)() = nullptr;
bool is_in_step = false;

} // namespace

void set_progress(void (*step)()) noexcept { one_step = step; }

void set_after_progress(void (*step)()) noexcept { after_step = step; }

void progress() {
    if (is_in_step || one_step == nullptr) return;
    is_in_step = true;
    one_step();
    is_in_step = false;
    if (after_step != nullptr) after_step();
}

void wait_until(FunctionRef<bool()> is_true) {
    constexpr int spins = 64; // about as long as a message takes between two processes
    for (int round = 0; !is_true(); ++round) {
        progress();
        if (round >= spins) static_cast<void>(sched_yield());
    }
}

} // namespace closeranks::replication
