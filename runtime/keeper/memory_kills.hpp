#pragma once

namespace closeranks::keeper {

/// How many processes the kernel has killed for want of memory: in the control group of this
/// process, and where that is not counted, on this machine.
class MemoryKills {
  public:
    /// Notes where the counters stand.
    MemoryKills();

    /// How many more there are now.
    [[nodiscard]] long since() const;

  private:
    [[nodiscard]] static long count();
    long before_;
};

} // namespace closeranks::keeper
