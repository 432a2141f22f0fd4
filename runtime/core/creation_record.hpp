#pragma once

#include "generated/tables/functions.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace closeranks {

class Communicator;

/// The creation id of a communicator. By it replacement processes find their communicator
/// (docs/reference/spares.md).
struct Origin {
    std::uint64_t self = 0;   ///< Identity::global_id at first
    std::uint64_t parent = 0; ///< the `self` of the communicator from which it was made
    std::uint64_t order = 0;  ///< the number of the creation there, from 1; 0: not to be made again
    /// The creating call, if it has to be the same on all paths.
    std::optional<Function> made_by = {};
    /// The creating call in words: "MPI_Comm_dup on MPI_COMM_WORLD"; empty: not known.
    std::string in_words = {};
};

/// The owner of a communicator. The program knows only its own ones. `none`: it is a part of
/// another communicator.
enum class Use : std::uint8_t { program, none, file, window };

/// How a communicator was made and what it is for: all that a recovery needs to make it again. The
/// room `communicators` changes it; `layouts` and `windows` set some fields. A comment names the
/// function that makes each change.
class CreationRecord {
  public:
    [[nodiscard]] const Origin &origin() const noexcept { return origin_; }
    /// protect().
    void set_origin(Origin origin) noexcept { origin_ = std::move(origin); }

    /// Communicators that the program has made from it.
    [[nodiscard]] std::uint64_t children() const noexcept { return children_; }
    struct Numbers {
        std::uint64_t of_all;  ///< from 1
        std::uint64_t of_call; ///< among those that the same call has made
    };
    /// next_origin(): the program makes one more, by `call`.
    [[nodiscard]] Numbers count_child(Function call) {
        return {++children_, ++children_by_call_[call]};
    }

    [[nodiscard]] Use use() const noexcept { return use_; }
    /// The place where the owning file or window refers to it; nullptr: there is none.
    [[nodiscard]] Communicator **holder() const noexcept { return holder_; }
    /// A file or window owns it (object_comm.hpp).
    void give_to(Use use, Communicator **holder) noexcept {
        use_ = use;
        holder_ = holder;
    }
    /// dissolve_members(): it is about to be freed.
    void take_from_holder() noexcept { holder_ = nullptr; }
    /// lay_out(): it is a part of another communicator. protect_again(): as before the recovery.
    void set_use(Use use) noexcept { use_ = use; }

    /// The attachment of a window: a replacement process has to know it before it meets the other
    /// members.
    [[nodiscard]] const std::vector<std::uint64_t> &attachment() const noexcept {
        return attachment_;
    }
    /// note_common() of the window; protect_again().
    void attach(std::vector<std::uint64_t> numbers) noexcept { attachment_ = std::move(numbers); }

    /// True while a window is made whose members are all replacement processes: they can meet.
    [[nodiscard]] bool is_all_new() const noexcept { return is_all_new_; }
    /// protect_again() sets it; the window clears it when it is made.
    void set_all_new(bool all_new) noexcept { is_all_new_ = all_new; }

    /// take_over(): `now` stands for the communicator of which this is the record. The use is that
    /// of `now` already.
    void take_over(CreationRecord &before, Communicator &now) noexcept {
        attachment_ = std::move(before.attachment_);
        holder_ = before.holder_;
        if (holder_ != nullptr) *holder_ = &now;
        origin_ = before.origin_;
        children_ = before.children_;
        children_by_call_ = std::move(before.children_by_call_);
    }

  private:
    Origin origin_;
    std::uint64_t children_ = 0;
    std::map<Function, std::uint64_t> children_by_call_;
    Communicator **holder_ = nullptr;
    std::vector<std::uint64_t> attachment_;
    Use use_ = Use::program;
    bool is_all_new_ = false;
};

} // namespace closeranks
