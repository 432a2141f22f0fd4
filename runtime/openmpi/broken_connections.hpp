#pragma once

namespace closeranks {

/// Quirk::sigpipe: over TCP a send to a process that has just failed raises that signal. What the
/// program has said about it stays.
void survive_broken_connections() noexcept;

} // namespace closeranks
