// The file of results: a record for each molecule, at the place that its number says. A molecule
// without a result has zeros.

#ifndef SCREENING_RESULTS_HPP
#define SCREENING_RESULTS_HPP

#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

#include "file.hpp"

namespace screening {

constexpr int record_bytes = 20;

inline std::string record(int molecule, double score) {
    char text[64];
    const int length = std::snprintf(text, sizeof text, "%9d %9.3f\n", molecule, score);
    return {text, static_cast<std::size_t>(length)};
}

/// Records of molecules of consecutive numbers.
struct Block {
    int first = 0;
    std::string records;
};

class Results {
  public:
    /// Collective. An older file is emptied.
    Results(MPI_Comm comm, const std::string &name, int molecules)
        : file_(comm, name, MPI_MODE_CREATE | MPI_MODE_WRONLY) {
        MPI_File_set_size(file_.get(), 0);
        MPI_File_set_size(file_.get(), MPI_Offset{molecules} * record_bytes);
        MPI_Type_contiguous(record_bytes, MPI_CHAR, &record_);
        MPI_Type_commit(&record_);
    }
    Results(const Results &) = delete;
    Results &operator=(const Results &) = delete;
    ~Results() { MPI_Type_free(&record_); }

    /// Collective: each rank writes its blocks, in ascending order, in one call.
    void write(const std::vector<Block> &blocks) {
        std::string text;
        std::vector<int> lengths, places;
        for (const Block &block : blocks) {
            text += block.records;
            lengths.push_back(static_cast<int>(block.records.size()) / record_bytes);
            places.push_back(block.first);
        }
        MPI_Datatype mine = record_; // a rank without results needs a view, too
        if (!blocks.empty())
            MPI_Type_indexed(static_cast<int>(blocks.size()), lengths.data(), places.data(),
                             record_, &mine);
        MPI_Type_commit(&mine);
        MPI_File_set_view(file_.get(), 0, record_, mine, "native", MPI_INFO_NULL);
        if (!blocks.empty()) MPI_Type_free(&mine);
        const int records = static_cast<int>(text.size()) / record_bytes;
        if (MPI_File_write_all(file_.get(), text.data(), records, record_, MPI_STATUS_IGNORE) !=
            MPI_SUCCESS)
            fail("cannot write the results");
    }

  private:
    File file_;
    MPI_Datatype record_ = MPI_DATATYPE_NULL;
};

} // namespace screening

#endif
