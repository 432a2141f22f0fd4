#pragma once

#include "runtime/store/checkpoint.hpp"
#include "runtime/store/groups.hpp"
#include "runtime/store/segments.hpp"

#include <span>

namespace closeranks::store {

/// A checkpoint whose ranks are in groups that keep parity, as RAID-5 does with disks.
///
/// In a group of g each rank cuts its data into g - 1 segments and gives one to each other member;
/// the number of the segment is the place of that member in the group, without the rank itself.
/// Each member keeps the exclusive or of the segments that it got. When a member has failed, the
/// others send their segments once more. From these and its kept parity, each of them makes its
/// segment of the failed rank's data, and the source puts the segments together. (Plank, Li,
/// Puening: "Diskless Checkpointing", IEEE TPDS 9(10), 1998; as laid out in SCR's XOR sets: Moody
/// et al., SC 2010.)
class WithParity : public Checkpoint {
  public:
    WithParity(long long stamp, int since_files, const std::vector<int> &stored,
               std::span<const std::uint64_t> hosts, int size)
        : Checkpoint(stamp, since_files, stored), groups_(stored, hosts, size) {}

    void offer(Image own, Ranks &ranks) override;
    [[nodiscard]] bool keep() override;
    [[nodiscard]] std::vector<int> to_rebuild(const std::vector<int> &ranks,
                                              const std::vector<int> &alive) const override;
    [[nodiscard]] bool rebuild(const std::vector<int> &ranks, const std::vector<int> &alive,
                               Ranks &reached) override;
    void have_rebuilt(const std::vector<int> &ranks, const std::vector<int> &alive) override;
    void forget_rebuilt() noexcept override { rebuilt_.clear(); }
    [[nodiscard]] std::string why_lost(int rank, const std::vector<int> &alive) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;

  private:
    [[nodiscard]] int source_of_dead(int rank, const std::vector<int> &alive) const override;
    [[nodiscard]] std::vector<int> dead_of(int rank, const std::vector<int> &alive) const;
    [[nodiscard]] int first_other(int rank, const std::vector<int> &alive) const;
    [[nodiscard]] Segment segment(std::size_t size, int of, int at) const;
    [[nodiscard]] std::size_t give_segments(Transfer &transfer, int mine, int without) const;
    [[nodiscard]] bool exchange(Parity &parity, int without, Ranks &ranks);
    [[nodiscard]] bool put_together(int dead, const Parity &parity, int source, Ranks &ranks);
    [[nodiscard]] bool collect(int dead, const Parity &parity, Transfer &transfer, int source);

    Groups groups_;
    std::map<int, Seal> seals_;  ///< of the data of the others in this rank's group
    std::size_t lacking_ = 0;    ///< number of segments that this rank will get
    Parity parity_;              ///< of the segments that this rank got
    std::map<int, int> rebuilt_; ///< by failed rank: the rank that has its data again
};

} // namespace closeranks::store
