#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/layout.hpp"
#include "runtime/layouts/hierarchy.hpp"

namespace closeranks {

/// The role of a parent: a communicator whose layout is hierarchical (docs/developers/layouts.md).
/// Its collectives are composed of operations of its parts, where that is not slower.
class Hierarchical final : public LayoutRole {
  public:
    /// `parts`: the numbering of the subcommunicators. The first operation that is composed makes
    /// them.
    Hierarchical(Communicator &own, Hierarchy parts) noexcept;
    ~Hierarchical() override;

    void inherit(Communicator &made) const noexcept override; // arrangement.cpp
    void prepare(const Operation &operation) noexcept override;
    [[nodiscard]] bool composes(const Operation &operation) const noexcept override;
    void compose(Operation &operation, bool kept) noexcept override;
    [[nodiscard]] bool is_concluded(const Operation &operation, bool kept) const noexcept override;
    void note_lost_contributions(Operation &operation) noexcept override;
    /// A subcommunicator may have lost members that had not entered.
    [[nodiscard]] bool may_end_early() const noexcept override { return true; }
    void freeze() noexcept override;
    void begin_epoch() noexcept override;

    [[nodiscard]] const Hierarchy &parts() const noexcept { return parts_; }

  private:
    Communicator &own_;
    Hierarchy parts_;
};

} // namespace closeranks
