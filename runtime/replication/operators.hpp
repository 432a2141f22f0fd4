#pragma once

namespace closeranks::replication {

/// While one of these lives, operators that the program frees stay: a reduction that it has started
/// combines later (MPI 4.1, 6.9.5).
class OperatorsInUse {
  public:
    OperatorsInUse() noexcept;
    ~OperatorsInUse();
    OperatorsInUse(const OperatorsInUse &) = delete;
    OperatorsInUse &operator=(const OperatorsInUse &) = delete;
};

} // namespace closeranks::replication
