#pragma once

namespace closeranks::replication {

/// While an object lives, operators that the program frees stay, because a reduction that was
/// started combines later (MPI 4.1, 6.9.5).
class OperatorsInUse {
  public:
    OperatorsInUse() noexcept;
    ~OperatorsInUse();
    OperatorsInUse(const OperatorsInUse &) = delete;
    OperatorsInUse &operator=(const OperatorsInUse &) = delete;
};

} // namespace closeranks::replication
