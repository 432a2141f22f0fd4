#pragma once

#include <string>
#include <vector>

namespace closeranks {

/// The way in which this process's program was started, so that it can be started once more.
struct ProgramLine {
    std::string command; ///< an absolute path
    std::string folder;  ///< where it was started; empty: not known
    std::vector<std::string> words;

    /// Makes `other` start it, if `other` is not empty.
    void put_before(const std::string &other);

    /// For MPI_Comm_spawn: the `words`, valid as long as this object lives, and a null pointer.
    [[nodiscard]] char **arguments();

  private:
    std::vector<char *> pointers_;
};

/// The line of this process, as the system tells it.
[[nodiscard]] ProgramLine own_program();

/// A variable of the environment with which this process was started, or that was handed on to it.
struct Variable {
    std::string setting; ///< NAME=value
    /// The daemon that started this process has no such variable: the user gave it to mpirun.
    bool is_given;
};
[[nodiscard]] std::vector<Variable> own_environment();

} // namespace closeranks
