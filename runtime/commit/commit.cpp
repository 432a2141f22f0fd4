#include "runtime/commit/commit.hpp"

namespace closeranks {

namespace {

constinit Commit *chosen = nullptr;

} // namespace

Commit &commit() noexcept { return *chosen; }

void choose_commit(bool optimistic) noexcept {
    static AgreedCommit agreed;
    static OptimisticCommit without_messages;
    chosen = optimistic ? static_cast<Commit *>(&without_messages) : &agreed;
}

} // namespace closeranks
