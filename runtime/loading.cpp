#include "runtime/loading.hpp"

#include "runtime/real.hpp"
#include "runtime/world.hpp"

namespace closeranks {

void load() noexcept {
    [[maybe_unused]] static const bool once = [] {
        construct_world();
        resolve_real_entry_points(); // last: from now on nobody comes by here
        return true;
    }();
}

namespace {

// 101 is the first priority the system leaves to programs: before every ordinary constructor of
// this library, but not of those that the dynamic linker initialises before it.
[[gnu::constructor(101)]] void load_early() { load(); }

} // namespace

} // namespace closeranks
