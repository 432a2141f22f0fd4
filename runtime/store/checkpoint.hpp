#pragma once

#include "runtime/store/image.hpp"
#include "runtime/store/transfer.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace closeranks::store {

/// What is in memory of one checkpoint: this rank's own data, and what it keeps so that those of
/// others are not lost with them. What that is, the derived classes say.
///
/// Those functions that communicate are called by all living ranks. All that they decide follows
/// from who lives, which is the same at all; `alive` is that, in ascending order.
class Checkpoint {
  public:
    /// How the ranks are reached. Each round of messages has another number.
    struct Ranks {
        MPI_Comm comm;
        int mine;
        std::uint64_t round;
    };

    /// `stored`: the ranks that have data in it, in ascending order.
    Checkpoint(long long stamp, int since_files, std::vector<int> stored)
        : stamp_(stamp), since_files_(since_files), stored_(std::move(stored)) {}
    virtual ~Checkpoint() = default;
    Checkpoint(const Checkpoint &) = delete;
    Checkpoint &operator=(const Checkpoint &) = delete;

    [[nodiscard]] long long stamp() const noexcept { return stamp_; }
    /// How many since one that went to files; 0: it did.
    [[nodiscard]] int since_files() const noexcept { return since_files_; }
    [[nodiscard]] const std::vector<int> &stored() const noexcept { return stored_; }
    [[nodiscard]] bool has_stored(int rank) const { return contains(stored_, rank); }

    /// Has others keep what they need of `own`, and keeps what it has to of theirs. False: somebody
    /// died who was to send something. Throws std::bad_alloc where there is no room, once all
    /// others have got what they need.
    [[nodiscard]] bool protect(Image own, Ranks &ranks) {
        offer(std::move(own), ranks);
        return keep();
    }

    /// The two halves of it. With `start` in between, data are on their way while the program goes
    /// on.
    virtual void offer(Image own, Ranks &ranks) = 0;
    void start() { transfer_->start(); }
    [[nodiscard]] virtual bool keep() = 0;
    /// Whether nothing of it is on its way any more.
    [[nodiscard]] bool is_over() { return !transfer_ || transfer_->is_over(); }

    /// Who has the data of `rank`, or will when they are rebuilt; -1: nobody.
    [[nodiscard]] int source_of(int rank, const std::vector<int> &alive) const;

    /// Which of `ranks` have to be rebuilt at their sources.
    [[nodiscard]] virtual std::vector<int> to_rebuild(const std::vector<int> &ranks,
                                                      const std::vector<int> &alive) const;

    /// Rebuilds the data of the dead `ranks`. As `protect`.
    [[nodiscard]] virtual bool rebuild(const std::vector<int> &ranks, const std::vector<int> &alive,
                                       Ranks &reached);

    /// All have rebuilt what they had to: from now on it is at its source.
    virtual void have_rebuilt(const std::vector<int> &ranks, const std::vector<int> &alive);

    /// Who has come back does not know of it: then nobody may go by it, for all have to decide
    /// alike.
    virtual void forget_rebuilt() noexcept {}

    /// Why nobody has the data of `rank`.
    [[nodiscard]] virtual std::string why_lost(int rank, const std::vector<int> &alive) const = 0;

    /// Of this rank, or of one whose source it is.
    [[nodiscard]] const Image &image(int rank) const { return images_.at(rank); }

    [[nodiscard]] virtual std::size_t bytes() const noexcept;

  protected:
    /// Who has the data of a dead rank.
    [[nodiscard]] virtual int source_of_dead(int rank, const std::vector<int> &alive) const = 0;

    [[nodiscard]] Transfer &new_transfer(Ranks &ranks) {
        return transfer_.emplace(ranks.comm, ++ranks.round);
    }
    /// Waits for what was offered, and gives what comes to `take`. False: less than `expected`
    /// came.
    [[nodiscard]] bool finish(std::size_t expected,
                              const std::function<void(int from, Piece piece)> &take);

    void put(int rank, Image image) { images_.insert_or_assign(rank, std::move(image)); }

    [[nodiscard]] static bool contains(const std::vector<int> &ascending, int rank) {
        return std::binary_search(ascending.begin(), ascending.end(), rank);
    }

  private:
    long long stamp_;
    int since_files_;
    std::vector<int> stored_;
    std::map<int, Image> images_; ///< by rank
    std::optional<Transfer> transfer_;
};

} // namespace closeranks::store
