#pragma once

namespace closeranks::replication {

/// One line on stderr, after "closeranks: "; printf-like.
[[gnu::format(printf, 1, 2)]] void say(const char *format, ...) noexcept;

/// The same, but of the processes of a rank only the one that leads says it.
[[gnu::format(printf, 1, 2)]] void say_for_rank(const char *format, ...) noexcept;

} // namespace closeranks::replication
