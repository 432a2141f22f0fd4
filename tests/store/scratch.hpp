#pragma once

#include <mpi.h>

#include <filesystem>
#include <string>
#include <unistd.h>

/// A text of where a store is, with a directory of this run for "@", which goes at the end.
class Scratch {
  public:
    explicit Scratch(std::string where) : where_(std::move(where)) {
        const std::size_t place = where_.find('@');
        if (place == std::string::npos) return;
        const auto folder_of = [](int process) {
            return "/dev/shm/checkpoints." + std::to_string(process);
        };
        int unique = static_cast<int>(getpid());
        remove(folder_of(unique)); // another process of this number may have left one
        MPI_Bcast(&unique, 1, MPI_INT, 0, MPI_COMM_WORLD);
        folder_ = folder_of(unique);
        where_.replace(place, 1, folder_);
    }
    ~Scratch() {
        MPI_Barrier(MPI_COMM_WORLD);
        if (!folder_.empty()) remove(folder_); // all do so at once
    }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;

    [[nodiscard]] const std::string &where() const noexcept { return where_; }
    [[nodiscard]] bool has_folder() const noexcept { return !folder_.empty(); }
    [[nodiscard]] const std::string &folder() const noexcept { return folder_; }

  private:
    static void remove(const std::string &folder) {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }

    std::string where_;
    std::string folder_;
};
