#pragma once

#include "runtime/keeper/courier.hpp"

#include <string>
#include <string_view>

namespace closeranks::keeper {

/// One record, a JSON object in a line, in the form of the ranks' records
/// (docs/reference/report.md).
class Record {
  public:
    explicit Record(std::string_view event);
    Record &field(std::string_view name, std::string_view text);
    Record &field(std::string_view name, long number);
    Record &flag(std::string_view name, bool value);

    /// The record with its time and a newline.
    [[nodiscard]] std::string line() const;

  private:
    void begin(std::string_view name);
    std::string text_ = "{";
};

/// A file of records about one process. It never stops its writer: records that cannot be written
/// are missing, and `error` tells why.
class Records {
  public:
    /// `prefix`: the beginning of the file's name, which names the writer.
    explicit Records(std::string_view prefix) : prefix_(prefix) {}
    ~Records();
    Records(const Records &) = delete;
    Records &operator=(const Records &) = delete;

    /// Opens <folder>/<prefix>rank-<rank>.jsonl, for spawned processes
    /// <prefix>job<k>-rank-<rank>.jsonl, and reserves room for the last records in case the disk
    /// gets full. Where there is no such folder, the records go to `launcher`, if that is not
    /// empty.
    void open(const std::string &folder, std::string_view job, std::string_view rank,
              std::string launcher);
    void append(const Record &record);

    /// The errno for which the first record was not written; 0: all were written.
    [[nodiscard]] int error() const noexcept { return error_; }

  private:
    std::string prefix_;
    Courier courier_;
    int file_ = -1;
    int error_ = 0;
};

} // namespace closeranks::keeper
