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

/// The part of one checkpoint in memory: this rank's own data, and the data that it keeps so that
/// data of other ranks is not lost with them. The derived classes define the latter.
///
/// All live ranks call the functions that communicate. All decisions follow from the live ranks,
/// which are the same at all; `alive` has these, in ascending order.
class Checkpoint {
  public:
    /// The way to reach the ranks. Each round of messages has another number.
    struct Ranks {
        MPI_Comm comm;
        int mine;
        std::uint64_t round;
    };

    /// `stored`: the ranks that have data in the checkpoint, in ascending order.
    Checkpoint(long long stamp, int since_files, std::vector<int> stored)
        : stamp_(stamp), since_files_(since_files), stored_(std::move(stored)) {}
    virtual ~Checkpoint() = default;
    Checkpoint(const Checkpoint &) = delete;
    Checkpoint &operator=(const Checkpoint &) = delete;

    [[nodiscard]] long long stamp() const noexcept { return stamp_; }
    /// The number of checkpoints since one that was written to files; 0: this one was.
    [[nodiscard]] int since_files() const noexcept { return since_files_; }
    [[nodiscard]] const std::vector<int> &stored() const noexcept { return stored_; }
    [[nodiscard]] bool has_stored(int rank) const { return contains(stored_, rank); }

    /// Has other ranks keep the data that they need of `own`, and keeps the data that this rank
    /// needs of theirs. False: a rank failed that had to send data. Throws std::bad_alloc where
    /// there is no room, once all other ranks have got the data that they need.
    [[nodiscard]] bool protect(Image own, Ranks &ranks) {
        offer(std::move(own), ranks);
        return keep();
    }

    /// The two halves of protect(). With `start` in between, data is on its way while the program
    /// continues.
    virtual void offer(Image own, Ranks &ranks) = 0;
    void start() { transfer_->start(); }
    [[nodiscard]] virtual bool keep() = 0;
    /// True if none of its messages is on its way any more.
    [[nodiscard]] bool is_over() { return !transfer_ || transfer_->is_over(); }

    /// The rank that has the data of `rank`, or will have it after rebuild(); -1: none.
    [[nodiscard]] int source_of(int rank, const std::vector<int> &alive) const;

    /// The ranks among `ranks` whose data has to be rebuilt at their sources.
    [[nodiscard]] virtual std::vector<int> to_rebuild(const std::vector<int> &ranks,
                                                      const std::vector<int> &alive) const;

    /// Rebuilds the data of the failed `ranks`. Returns and throws as `protect` does.
    [[nodiscard]] virtual bool rebuild(const std::vector<int> &ranks, const std::vector<int> &alive,
                                       Ranks &reached);

    /// All ranks have rebuilt their part: from now on the data is at its source.
    virtual void have_rebuilt(const std::vector<int> &ranks, const std::vector<int> &alive);

    /// Forgets rebuilt data. A replacement process does not know of it, so no rank may use it,
    /// because all have to decide alike.
    virtual void forget_rebuilt() noexcept {}

    /// Why no rank has the data of `rank`.
    [[nodiscard]] virtual std::string why_lost(int rank, const std::vector<int> &alive) const = 0;

    /// The image of this rank, or of a rank whose source this rank is.
    [[nodiscard]] const Image &image(int rank) const { return images_.at(rank); }

    [[nodiscard]] virtual std::size_t bytes() const noexcept;

  protected:
    /// The rank that has the data of a failed rank.
    [[nodiscard]] virtual int source_of_dead(int rank, const std::vector<int> &alive) const = 0;

    [[nodiscard]] Transfer &new_transfer(Ranks &ranks) {
        return transfer_.emplace(ranks.comm, ++ranks.round);
    }
    /// Waits for the data that was offered, and passes arriving data to `take`. False: less than
    /// `expected` arrived.
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
