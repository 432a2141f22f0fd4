#include "runtime/keeper/outlet.hpp"

#include "runtime/keeper/courier.hpp"
#include "runtime/keeper/message.hpp"
#include "runtime/run/replica_map.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace closeranks::keeper {

namespace {

constexpr std::size_t most_waiting = 256 * 1024; // bytes that the launcher has not taken yet
constexpr std::size_t at_once = 64 * 1024;
constexpr int attempts = 20;    // tries to reach the launcher, each of half a second per address
constexpr int last_wait = 1000; // milliseconds, for the launcher to take the last bytes

const char *environment(const char *name) {
    const char *const value = std::getenv(name);
    return value != nullptr ? value : "";
}

void close_one(int &descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
}

void do_not_wait(int descriptor) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

bool open_pipe(int &reading, int &writing) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    reading = ends[0];
    writing = ends[1];
    return true;
}

/// An own terminal that passes each byte unchanged. Programs print by lines to a terminal, and by
/// blocks to a pipe; they have to behave as without the keeper.
bool open_terminal(int &reading, int &writing) {
    reading = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    std::array<char, 64> name{};
    if (reading < 0 || grantpt(reading) != 0 || unlockpt(reading) != 0 ||
        ptsname_r(reading, name.data(), name.size()) != 0) {
        close_one(reading);
        return false;
    }
    writing = ::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios settings{};
    if (writing < 0 || tcgetattr(writing, &settings) != 0) {
        close_one(reading);
        close_one(writing);
        return false;
    }
    cfmakeraw(&settings);
    return tcsetattr(writing, TCSANOW, &settings) == 0;
}

bool open_like(int original, int &reading, int &writing) {
    if (isatty(original) != 0 && open_terminal(reading, writing)) return true;
    return open_pipe(reading, writing);
}

int reach(const std::string &launcher, const std::string &name) {
    int socket = -1;
    for (int attempt = 0; socket < 0 && attempt < attempts; ++attempt) {
        if (attempt > 0) usleep(100'000);
        socket = reach_launcher(launcher, name);
    }
    return socket;
}

} // namespace

std::unique_ptr<Outlet> Outlet::of_this_process(std::string &problem) {
    const std::string launcher = environment(outlet_variable);
    const int process = std::atoi(environment("PMIX_RANK"));
    const int processes = std::atoi(environment("OMPI_COMM_WORLD_SIZE"));
    const auto map = ReplicaMap::read(environment(ReplicaMap::variable), processes);
    unsetenv(outlet_variable); // no other process may use the outlet of this one
    if (launcher.empty() || !map || map->twin_of(map->rank_of(process)) < 0) return nullptr;
    const int rank = map->rank_of(process);
    const std::string input = environment(outlet_input_variable);
    const bool takes_input = input == std::to_string(rank);
    const int socket = reach(launcher, "output-" + std::to_string(process));
    if (socket < 0) {
        problem = "the launcher, which writes its output, cannot be reached";
        return nullptr;
    }
    std::unique_ptr<Outlet> outlet(new Outlet(rank, map->ranks(), socket));
    if (!outlet->open(takes_input)) {
        problem = std::string("its output cannot be taken: ") + std::strerror(errno);
        return nullptr;
    }
    outlet->add_frame('b', {});
    return outlet;
}

Outlet::~Outlet() {
    close_one(socket_);
    for (Stream &stream : streams_) {
        close_one(stream.reading);
        close_one(stream.writing);
    }
    for (int &end : input_)
        close_one(end);
}

bool Outlet::open(bool takes_input) {
    if (!open_like(STDOUT_FILENO, streams_[0].reading, streams_[0].writing) ||
        !open_like(STDERR_FILENO, streams_[1].reading, streams_[1].writing))
        return false;
    for (const Stream &stream : streams_)
        do_not_wait(stream.reading);
    if (!takes_input) return true;
    if (!open_pipe(input_[0], input_[1])) return false;
    do_not_wait(input_[1]);
    has_input_ended_ = false;
    return true;
}

void Outlet::become_child() const {
    // Lines of closeranks itself bypass the program's output, because they differ in the two
    // processes of a rank.
    const int past = fcntl(STDERR_FILENO, F_DUPFD, STDERR_FILENO + 1);
    struct stat file {};
    if (past >= 0 && fstat(past, &file) == 0) {
        const std::string value = std::to_string(past) + ":" + std::to_string(file.st_ino);
        setenv(past_output_variable, value.c_str(), 1);
    }
    if (input_[0] >= 0) dup2(input_[0], STDIN_FILENO);
    dup2(streams_[0].writing, STDOUT_FILENO);
    dup2(streams_[1].writing, STDERR_FILENO);
    setenv("OMPI_COMM_WORLD_RANK", std::to_string(rank_).c_str(), 1);
}

void Outlet::become_keeper() {
    for (Stream &stream : streams_)
        close_one(stream.writing);
    close_one(input_[0]);
}

void Outlet::add_to(std::vector<pollfd> &sources) const {
    if (outgoing_.size() < most_waiting)
        for (const Stream &stream : streams_)
            if (stream.reading >= 0) sources.push_back({stream.reading, POLLIN, 0});
    const bool wants_input = !has_input_ended_ && incoming_.size() < at_once;
    const auto events =
        static_cast<short>((wants_input ? POLLIN : 0) | (outgoing_.empty() ? 0 : POLLOUT));
    if (socket_ >= 0 && events != 0) sources.push_back({socket_, events, 0});
    if (input_[1] >= 0 && !incoming_.empty()) sources.push_back({input_[1], POLLOUT, 0});
}

void Outlet::add_frame(char kind, std::string_view data) {
    if (socket_ < 0) return;
    outgoing_ += kind;
    for (unsigned shift = 0; shift < 32; shift += 8)
        outgoing_ += static_cast<char>((data.size() >> shift) & 0xffU);
    outgoing_ += data;
}

void Outlet::read_from(Stream &stream) {
    static std::array<char, at_once> data;
    while (stream.reading >= 0 && outgoing_.size() < most_waiting) {
        const ssize_t count = read(stream.reading, data.data(), data.size());
        if (count > 0) {
            add_frame(stream.kind, {data.data(), static_cast<std::size_t>(count)});
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            close_one(stream.reading); // of a terminal that no process has open: EIO
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

void Outlet::send_some() {
    while (socket_ >= 0 && !outgoing_.empty()) {
        const ssize_t count = send(socket_, outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL);
        if (count > 0) {
            outgoing_.erase(0, static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            return;
        } else if (errno != EINTR) {
            close_one(socket_); // the launcher has ended, and so has the run
            outgoing_.clear();
            has_input_ended_ = true;
        }
    }
}

void Outlet::take_input() {
    std::array<char, at_once> data{};
    if (socket_ >= 0 && !has_input_ended_ && incoming_.size() < at_once) {
        const ssize_t count = recv(socket_, data.data(), data.size(), 0);
        if (count > 0)
            incoming_.append(data.data(), static_cast<std::size_t>(count));
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            has_input_ended_ = true;
    }
    if (input_[1] < 0) {
        incoming_.clear(); // the program has closed it
    } else if (!incoming_.empty()) {
        const ssize_t count = write(input_[1], incoming_.data(), incoming_.size());
        if (count > 0)
            incoming_.erase(0, static_cast<std::size_t>(count));
        else if (errno != EAGAIN && errno != EINTR)
            close_one(input_[1]);
    }
    if (has_input_ended_ && incoming_.empty()) close_one(input_[1]);
}

void Outlet::move() {
    for (Stream &stream : streams_)
        read_from(stream);
    send_some();
    take_input();
}

void Outlet::leads() { add_frame('l', {}); }

void Outlet::finish(bool well) {
    bool is_more = true;
    while (socket_ >= 0 && (is_more || !outgoing_.empty())) {
        const std::size_t before = outgoing_.size();
        for (Stream &stream : streams_)
            read_from(stream);
        is_more = outgoing_.size() > before || outgoing_.size() >= most_waiting;
        if (!is_more && well) {
            add_frame('x', {});
            well = false;
        }
        send_some();
        pollfd wanted{socket_, POLLOUT, 0};
        if (!outgoing_.empty()) poll(&wanted, 1, -1);
    }
    if (socket_ < 0) return;
    // If input was not read, the kernel would break the connection and lose data on its way.
    shutdown(socket_, SHUT_WR);
    pollfd wanted{socket_, POLLIN, 0};
    std::array<char, at_once> data{};
    ssize_t count = 1;
    while (input_[1] >= 0 && count > 0 && poll(&wanted, 1, last_wait) == 1)
        count = recv(socket_, data.data(), data.size(), 0);
    close_one(socket_);
}

} // namespace closeranks::keeper
