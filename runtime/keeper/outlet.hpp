#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks::keeper {

/// Takes what a process prints, and brings it to the launcher, where a rank has two processes
/// (docs/reference/replication.md): both print the same, and the launcher (output_once.py) writes
/// each byte once. It gives the process its standard input as well, if that is for its rank.
///
/// What goes to the launcher are frames: one letter, four bytes that are the length, the smallest
/// first, and so many bytes. `o` and `e`: printed to stdout and stderr; `l`: this process leads its
/// rank from now on; `x`: it has ended by itself, with status 0. What comes are the bytes of stdin.
class Outlet {
  public:
    /// That of this process; nullptr: its output goes where mpirun has it, for its rank has no
    /// other process. `problem`: why there is none although there should be one.
    [[nodiscard]] static std::unique_ptr<Outlet> of_this_process(std::string &problem);

    ~Outlet();
    Outlet(const Outlet &) = delete;
    Outlet &operator=(const Outlet &) = delete;

    /// In the child: its three standard descriptors; the rank and size that it sees in variables of
    /// the environment are those of the program.
    void become_child() const;

    /// In the keeper, after the child has been made.
    void become_keeper();

    /// For poll(2): what to wait for.
    void add_to(std::vector<pollfd> &sources) const;

    /// Does what can be done without waiting.
    void move();

    /// This process leads its rank from now on.
    void leads();

    /// The child has ended, `well` if by itself and with status 0: brings what is left.
    void finish(bool well);

  private:
    Outlet(int rank, int ranks, int socket) : rank_(rank), ranks_(ranks), socket_(socket) {}
    struct Stream {
        char kind;
        int reading = -1;
        int writing = -1; ///< the child's end
    };
    [[nodiscard]] bool open(bool takes_input);
    void read_from(Stream &stream);
    void add_frame(char kind, std::string_view data);
    void send_some();
    void take_input();

    int rank_;
    int ranks_;
    int socket_;
    std::array<Stream, 2> streams_{Stream{'o'}, Stream{'e'}};
    std::array<int, 2> input_{-1, -1}; ///< the pipe of stdin, if this process gets one
    bool has_input_ended_ = true;
    std::string outgoing_;
    std::string incoming_;
};

/// Of the environment: how to reach the launcher's outlet, as launcher_variable has it; and which
/// rank gets standard input by it, if one does.
constexpr const char *outlet_variable = "CLOSERANKS_OUTLET";
constexpr const char *outlet_input_variable = "CLOSERANKS_OUTLET_INPUT";

} // namespace closeranks::keeper
