#pragma once

namespace closeranks::keeper {

/// The number of processes that the kernel has killed for want of memory: in the control group of
/// this process; where that is not counted, on this machine.
class MemoryKills {
  public:
    /// Notes the present counts.
    MemoryKills();

    /// The number of further ones since then.
    [[nodiscard]] long since() const;

  private:
    [[nodiscard]] static long count();
    long before_;
};

} // namespace closeranks::keeper
