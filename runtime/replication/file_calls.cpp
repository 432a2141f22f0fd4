#include "runtime/replication/file_calls.hpp"

#include "runtime/replication/call.hpp"
#include "runtime/replication/ends.hpp"
#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/posix_streams.hpp"

namespace closeranks::replication {

void begin_file_calls() noexcept {
    follow_files();
    call_before_exit(end_file_calls);
}

void end_file_calls() {
    if (!are_files_followed()) return;
    {
        const ProgramScope writes_buffered_data; // in this thread, as the program's calls
        flush_streams();
    }
    follow_files_no_more();
}

} // namespace closeranks::replication
