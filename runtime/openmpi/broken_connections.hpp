#pragma once

namespace closeranks {

/// Quirk::sigpipe: over TCP a send to a process that has just failed raises SIGPIPE. The program's
/// own setting for that signal stays.
void survive_broken_connections() noexcept;

} // namespace closeranks
