#pragma once

#include "runtime/support/real.hpp"

namespace closeranks {

/// Tells how long the parts of something take that come one after the other.
class Laps {
  public:
    /// Adds the seconds since the last part was over, or since the beginning.
    void add(double &to) noexcept {
        const double now = real.Wtime();
        to += now - last_;
        last_ = now;
    }

  private:
    double last_ = real.Wtime();
};

} // namespace closeranks
