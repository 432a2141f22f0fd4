#include "runtime/replication/call.hpp"

namespace closeranks::replication {

constinit thread_local bool is_in_call = false;

} // namespace closeranks::replication
