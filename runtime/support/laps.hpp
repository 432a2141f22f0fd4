#pragma once

#include "runtime/support/real.hpp"

namespace closeranks {

/// A phase timer: measures the durations of consecutive phases.
class Laps {
  public:
    /// Adds to `to` the seconds since the last phase ended, or since the beginning.
    void add(double &to) noexcept {
        const double now = real.Wtime();
        to += now - last_;
        last_ = now;
    }

  private:
    double last_ = real.Wtime();
};

} // namespace closeranks
