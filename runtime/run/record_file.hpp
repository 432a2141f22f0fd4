#pragma once

#include "runtime/support/process_id.hpp"

#include <string>
#include <string_view>

namespace closeranks {

/// The file of this process's records: one JSON object per line. Each line is appended by one
/// write(2), so a failing process never leaves half a line in the file. All lines that it has
/// written are there although nothing was flushed.
class RecordFile {
  public:
    RecordFile() = default;
    ~RecordFile();
    RecordFile(const RecordFile &) = delete;
    RecordFile &operator=(const RecordFile &) = delete;

    /// Opens <directory>/rank-<rank>.jsonl; for processes spawned by MPI_Comm_spawn
    /// <directory>/job<k>-rank-<rank>.jsonl. Returns 0 or an errno.
    [[nodiscard]] int open(const std::string &directory, int rank);

    [[nodiscard]] bool is_open() const noexcept { return file_ >= 0; }

    /// Appends `line`, which ends with a newline. Returns 0 or an errno. Safe in signal handlers.
    [[nodiscard]] int append(std::string_view line) const noexcept;

  private:
    int file_ = -1;
};

/// The number of a job in its mpirun: the part after the last @ of PMIx's name for it,
/// "prterun-host-12@1". The first job has 1.
[[nodiscard]] int number_of_job(std::string_view job);

/// The name of the file in `directory`; `job` is PMIx's name for the job.
[[nodiscard]] std::string record_path(const std::string &directory, std::string_view job, int rank);

/// The same for the records of a process's keeper (runtime/keeper), which knows no ranks.
[[nodiscard]] std::string keeper_record_path(const std::string &directory, std::string_view job,
                                             ProcessId process);

/// The same for the file of the rank's last call (runtime/run/last_call.hpp).
[[nodiscard]] std::string last_call_path(const std::string &directory, std::string_view job,
                                         int rank);

} // namespace closeranks
