#pragma once

#include "runtime/store/checkpoint.hpp"
#include "runtime/store/placement.hpp"

#include <span>

namespace closeranks::store {

/// A checkpoint of which other ranks hold copies: as many as the placement says, or none.
class Mirrored : public Checkpoint {
  public:
    Mirrored(long long stamp, int since_files, const std::vector<int> &stored,
             std::span<const std::uint64_t> hosts, int copies)
        : Checkpoint(stamp, since_files, stored), placement_(stored, hosts, copies) {}

    void offer(Image own, Ranks &ranks) override;
    [[nodiscard]] bool keep() override;
    [[nodiscard]] std::string why_lost(int rank, const std::vector<int> &alive) const override;

  private:
    [[nodiscard]] int source_of_dead(int rank, const std::vector<int> &alive) const override;

    Placement placement_;
    std::size_t held_ = 0; ///< number of copies that this rank has to hold
};

} // namespace closeranks::store
