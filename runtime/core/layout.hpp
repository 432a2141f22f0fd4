#pragma once

#include <memory>
#include <utility>

namespace closeranks {

class Communicator;
struct Operation;

/// The role of a communicator in a layout that is not flat (docs/developers/layouts.md): a parent
/// or a subcommunicator of it. The room `layouts` has the roles. Layout says what each question
/// means; the answers here are those of a communicator without a role.
class LayoutRole {
  public:
    LayoutRole() = default;
    virtual ~LayoutRole() = default;
    LayoutRole(const LayoutRole &) = delete;
    LayoutRole &operator=(const LayoutRole &) = delete;

    virtual void inherit(Communicator & /*made*/) const noexcept {}
    virtual void prepare(const Operation & /*operation*/) noexcept {}
    [[nodiscard]] virtual bool composes(const Operation & /*operation*/) const noexcept {
        return false;
    }
    virtual void compose(Operation & /*operation*/, bool /*kept*/) noexcept {}
    [[nodiscard]] virtual bool is_concluded(const Operation & /*operation*/,
                                            bool /*kept*/) const noexcept {
        return false;
    }
    virtual void note_lost_contributions(Operation & /*operation*/) noexcept {}
    [[nodiscard]] virtual bool may_end_early() const noexcept { return false; }
    virtual void freeze() noexcept {}
    virtual void begin_epoch() noexcept {}

    [[nodiscard]] virtual Communicator *parent() const noexcept { return nullptr; }
    [[nodiscard]] virtual bool is_given_up() const noexcept { return false; }
    [[nodiscard]] virtual bool has_to_leave(int /*root*/) const noexcept { return false; }
};

/// Where the collectives of one communicator run, and who repairs it. All other rooms ask here, and
/// none of them knows the layouts. In a flat layout a question costs one test of a pointer.
class Layout {
  public:
    /// Gives the communicator `role`, before its first use, or takes the role away at its end.
    void set(std::unique_ptr<LayoutRole> role) noexcept {
        role_ = std::move(role);
        parent_ = role_ ? role_->parent() : nullptr;
    }

    /// Gives `made`, which was just made from the communicator, the same kind of layout.
    void inherit(Communicator &made) const noexcept {
        if (role_) [[unlikely]]
            role_->inherit(made);
    }

    // For the commit, about an operation of the communicator.

    /// Called before the first attempt. All members call it for the same operations.
    void prepare(const Operation &operation) const noexcept {
        if (role_) [[unlikely]]
            role_->prepare(operation);
    }

    /// True when the next attempt is not one real call on the working communicator: compose() makes
    /// it instead.
    [[nodiscard]] bool composes(const Operation &operation) const noexcept {
        return role_ && role_->composes(operation);
    }

    /// One attempt, with the same meaning as the real call, and the confirmation of an operation
    /// that is not `kept`.
    void compose(Operation &operation, bool kept) const noexcept {
        role_->compose(operation, kept);
    }

    /// True when the result of such an attempt is final.
    [[nodiscard]] bool is_concluded(const Operation &operation, bool kept) const noexcept {
        return role_->is_concluded(operation, kept);
    }

    /// Notes the members of the working communicator that are not in the result of such an attempt,
    /// as far as this process knows them.
    void note_lost_contributions(Operation &operation) const noexcept {
        role_->note_lost_contributions(operation);
    }

    /// True when a member may complete a synchronizing operation before all members have entered
    /// it.
    [[nodiscard]] bool may_end_early() const noexcept { return role_ && role_->may_end_early(); }

    // For repairs.

    /// Called when this process gives up the working communicator: no other process may wait for it
    /// anywhere else either.
    void freeze() const noexcept {
        if (role_) role_->freeze();
    }

    /// Called when the communicator has a new working communicator.
    void begin_epoch() const noexcept {
        if (role_) role_->begin_epoch();
    }

    /// True when a repair changes the communicator alone: it has no parts and is no part.
    [[nodiscard]] bool stands_alone() const noexcept { return !role_; }

    // For a part that the library made of a communicator of the program.

    /// The communicator of the program whose part this communicator is; nullptr: it is none.
    [[nodiscard]] Communicator *parent() const noexcept { return parent_; }
    [[nodiscard]] bool is_part() const noexcept { return parent_ != nullptr; }

    /// True when the members of a part may no longer wait for each other in it, because the parent
    /// was given up. A member that has seen this comes to no operation of the part. The parent's
    /// working communicator is revoked, and so tells all members.
    [[nodiscard]] bool is_given_up() const noexcept { return role_ && role_->is_given_up(); }

    /// True when an operation with that `root` (application rank) cannot continue in the part.
    [[nodiscard]] bool has_to_leave(int root) const noexcept {
        return role_ && role_->has_to_leave(root);
    }

  private:
    std::unique_ptr<LayoutRole> role_; ///< nullptr: the layout is flat, and this is no part
    Communicator *parent_ = nullptr;   ///< LayoutRole::parent(), for callers on the calm path
};

} // namespace closeranks
