#include "runtime/store/directory.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <span>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace closeranks::store {

namespace {

constexpr std::array<char, 8> magic{'c', 'r', 's', 't', 'o', 'r', 'e', '1'};

struct Head {
    std::array<char, 8> name = magic;
    std::uint64_t size = 0;
    std::uint32_t checksum = 0;
    std::uint32_t unused = 0;
};

class File {
  public:
    File(const std::filesystem::path &path, int flags)
        : number_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
    ~File() {
        if (number_ >= 0) ::close(number_);
    }
    File(const File &) = delete;
    File &operator=(const File &) = delete;

    [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }

    [[nodiscard]] bool write(std::span<const std::byte> bytes) const noexcept {
        while (!bytes.empty()) {
            const ssize_t done = ::write(number_, bytes.data(), bytes.size());
            if (done < 0 && errno != EINTR) return false;
            bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(done, 0)));
        }
        return true;
    }
    [[nodiscard]] bool read(std::span<std::byte> bytes) const noexcept {
        while (!bytes.empty()) {
            const ssize_t done = ::read(number_, bytes.data(), bytes.size());
            if (done == 0 || (done < 0 && errno != EINTR)) return false;
            bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(done, 0)));
        }
        return true;
    }
    [[nodiscard]] bool sync() const noexcept { return fsync(number_) == 0; }

  private:
    int number_;
};

std::string problem(const char *what, const std::filesystem::path &path) {
    return std::string(what) + " " + path.string() + ": " + std::strerror(errno);
}

std::filesystem::path beside_of(std::filesystem::path path) { return path += ".new"; }

/// Replaces `path` by a file with `parts`, in one step.
std::string replace(const std::filesystem::path &path,
                    std::initializer_list<std::span<const std::byte>> parts) {
    const std::filesystem::path beside = beside_of(path);
    {
        const File file(beside, O_WRONLY | O_CREAT | O_TRUNC);
        bool is_written = file.is_open();
        for (const auto part : parts)
            is_written = is_written && file.write(part);
        if (!is_written || !file.sync()) return problem("cannot write", beside);
    }
    if (std::rename(beside.c_str(), path.c_str()) != 0) return problem("cannot rename", beside);
    // From here on the file counts. Some file systems cannot sync a folder, and need not.
    const File folder(path.parent_path(), O_RDONLY | O_DIRECTORY);
    if (folder.is_open()) static_cast<void>(folder.sync());
    return {};
}

} // namespace

std::string Directory::prepare(int rank) const {
    std::error_code failed;
    std::filesystem::create_directories(path_, failed);
    if (failed) return "cannot make " + path_.string() + ": " + failed.message();
    const std::filesystem::path trial = path_ / ("rank-" + std::to_string(rank) + ".trial");
    if (std::string why = replace(trial, {}); !why.empty()) return why;
    std::filesystem::remove(trial, failed);
    return {};
}

std::filesystem::path Directory::file_of(int rank, long long stamp) const {
    return path_ / ("rank-" + std::to_string(rank) + ".stamp-" + std::to_string(stamp));
}

std::string Directory::write(int rank, long long stamp, const Image &image) const {
    Head head;
    head.size = image.bytes().size();
    head.checksum = image.checksum();
    return replace(file_of(rank, stamp), {std::as_bytes(std::span(&head, 1)), image.bytes()});
}

std::string Directory::read(int rank, long long stamp, Image &image) const {
    const std::filesystem::path path = file_of(rank, stamp);
    const File file(path, O_RDONLY);
    if (!file.is_open()) return problem("cannot read", path);
    Head head;
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    if (!file.read(std::as_writable_bytes(std::span(&head, 1))) || head.name != magic || failed ||
        size != sizeof head + head.size)
        return path.string() + " is not what was written: its beginning or its length is wrong";
    Image::Bytes bytes(head.size);
    if (!file.read(bytes)) return problem("cannot read", path);
    image = Image(std::move(bytes), head.checksum);
    return image.is_whole() ? std::string()
                            : path.string() + " is not what was written: its checksum differs";
}

std::string Directory::commit(const std::vector<Committed> &all) const {
    std::string text = "closeranks store 1\n";
    for (const Committed &one : all) {
        text += "stamp " + std::to_string(one.stamp) + "\nranks " + std::to_string(one.ranks) +
                "\nmissing " + std::to_string(one.missing.size());
        for (const int rank : one.missing)
            text += " " + std::to_string(rank);
        text += "\n";
    }
    return replace(path_ / "committed", {std::as_bytes(std::span(text))});
}

namespace {

/// The next entry in the list of stamps that count, if it can be read.
std::optional<Directory::Committed> read_one(std::istream &file) {
    Directory::Committed one;
    std::string stamp;
    std::string ranks;
    std::string missing;
    int count = 0;
    file >> stamp >> one.stamp >> ranks >> one.ranks >> missing >> count;
    for (int rank = 0; count > 0 && file >> rank; --count)
        one.missing.push_back(rank);
    const bool is_right = file && stamp == "stamp" && ranks == "ranks" && missing == "missing" &&
                          one.stamp >= 0 && one.ranks > 0;
    return is_right ? std::optional(one) : std::nullopt;
}

} // namespace

std::string Directory::committed(std::vector<Committed> &all) const {
    all.clear();
    const std::filesystem::path path = path_ / "committed";
    std::error_code failed;
    if (!std::filesystem::exists(path, failed)) // or it cannot be known
        return failed ? path.string() + ": " + failed.message() : std::string();
    std::ifstream file(path);
    if (!file) return problem("cannot read", path);
    std::string closeranks;
    std::string store;
    int version = 0;
    file >> closeranks >> store >> version;
    bool is_right = file && closeranks == "closeranks" && store == "store" && version == 1;
    while (is_right && !(file >> std::ws).eof()) {
        const std::optional<Committed> one = read_one(file);
        is_right = one && (all.empty() || one->stamp < all.back().stamp);
        if (is_right) all.push_back(*one);
    }
    if (is_right) return {};
    all.clear();
    return path.string() + " is not what was written";
}

void Directory::remove(int rank, long long stamp) const noexcept {
    std::error_code ignored;
    const std::filesystem::path path = file_of(rank, stamp);
    std::filesystem::remove(path, ignored);
    std::filesystem::remove(beside_of(path), ignored);
}

} // namespace closeranks::store
