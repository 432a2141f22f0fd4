#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/service_tag.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace closeranks {

/// One side of a future intercommunicator.
struct Side {
    std::vector<int> members; ///< ranks in MPI_COMM_WORLD, in the order of the program's numbering
    int leader = 0;           ///< place in `members`
    std::uint64_t ticket = 0; ///< the same at all members, for this attempt only
    Origin origin;            ///< the intercommunicator's creation id as its members know it

    /// The tag with which its members send in settlements.
    [[nodiscard]] int tag() const noexcept { return service_tag::of_call(ticket); }
};

/// The message of a leader to its side, whose head it also sends to the other leader.
class SideMessage {
  public:
    enum Word : int {
        nobody,     ///< the leader has failed
        known,      ///< the message has the other side
        leaderless, ///< the other side's leader, of this rank in MPI_COMM_WORLD, has failed
        pass,       ///< not protected: all processes have to make the MPI's own call
        strangers,  ///< the same: the other side is of another MPI_COMM_WORLD, and protected
        wrong,      ///< the call fails with this error code
    };
    SideMessage() : words_(header + static_cast<std::size_t>(runtime().size), 0) {}
    /// `detail`: the leader's rank in MPI_COMM_WORLD, or the error code.
    explicit SideMessage(Word word, int detail = MPI_UNDEFINED) : SideMessage() {
        words_[0] = word;
        words_[2] = detail;
    }
    SideMessage(Word word, const Side &side) : SideMessage(word) {
        words_[1] = static_cast<int>(side.members.size());
        words_[2] = side.leader;
        const Numbers numbers{side.ticket, side.origin.parent, side.origin.order};
        std::memcpy(&words_[3], numbers.data(), sizeof numbers);
        std::copy(side.members.begin(), side.members.end(), words_.begin() + header);
    }
    /// The text of another process may be anything: then the word is `wrong`.
    [[nodiscard]] Word word() const noexcept {
        return is_sound() ? static_cast<Word>(words_[0]) : wrong;
    }
    [[nodiscard]] int detail() const noexcept { return is_sound() ? words_[2] : MPI_ERR_OTHER; }
    /// Of a message whose word is `known`.
    [[nodiscard]] Side side() const {
        Side result;
        result.members.assign(words_.begin() + header, words_.begin() + header + words_[1]);
        result.leader = words_[2];
        Numbers numbers{};
        std::memcpy(numbers.data(), &words_[3], sizeof numbers);
        result.ticket = numbers[0];
        result.origin = {.parent = numbers[1], .order = numbers[2]};
        return result;
    }
    [[nodiscard]] int *data() noexcept { return words_.data(); }
    /// The same length in all processes of one MPI_COMM_WORLD.
    [[nodiscard]] int length() const noexcept { return static_cast<int>(words_.size()); }
    /// The length of the part that processes need which will not meet the other side.
    static constexpr int word_only = 1;

  private:
    using Numbers = std::array<std::uint64_t, 3>;
    static constexpr std::ptrdiff_t header = 3 + sizeof(Numbers) / sizeof(int);

    [[nodiscard]] bool is_sound() const noexcept {
        if (words_[0] < nobody || words_[0] > wrong) return false;
        if (words_[0] != known) return true;
        const int most = static_cast<int>(words_.size() - header);
        const int count = words_[1];
        const int leader = words_[2];
        const auto is_rank = [&](int rank) { return rank >= 0 && rank < most; };
        return count > 0 && count <= most && leader >= 0 && leader < count &&
               std::all_of(words_.begin() + header, words_.begin() + header + count, is_rank);
    }
    std::vector<int> words_;
};

} // namespace closeranks
