#pragma once

namespace closeranks::replication {

/// One line on stderr, after "closeranks: "; printf-like.
[[gnu::format(printf, 1, 2)]] void say(const char *format, ...) noexcept;

/// The same, but only the leader of a rank prints it.
[[gnu::format(printf, 1, 2)]] void say_for_rank(const char *format, ...) noexcept;

} // namespace closeranks::replication
