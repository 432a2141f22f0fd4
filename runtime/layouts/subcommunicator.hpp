#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/layout.hpp"

namespace closeranks {

/// The role of a subcommunicator of a hierarchical layout. Its members repair it by themselves
/// (docs/developers/layouts.md). They can do so while its leader and the root of the operation live
/// and the parent is in use. Otherwise its members leave it, and the parent is repaired.
class Subcommunicator final : public LayoutRole {
  public:
    /// `current`: the subcommunicator of the parent's repair epoch (Hierarchy::local).
    Subcommunicator(const Communicator &own, Communicator &parent,
                    Communicator *const &current) noexcept
        : own_(own), parent_(parent), current_(current) {}

    [[nodiscard]] Communicator *parent() const noexcept override { return &parent_; }

    [[nodiscard]] bool is_given_up() const noexcept override {
        return current_ != &own_ || parent_.obstacles.has(Obstacles::frozen) ||
               parent_.working.is_revoked();
    }

    [[nodiscard]] bool has_to_leave(int root) const noexcept override {
        constexpr int leader = 0;
        const RankMap &ranks = *own_.working_ranks;
        return ranks.live(root) == RankMap::missing || ranks.live(leader) == RankMap::missing ||
               is_given_up();
    }

  private:
    const Communicator &own_;
    Communicator &parent_;
    Communicator *const &current_;
};

} // namespace closeranks
