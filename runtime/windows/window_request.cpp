#include "runtime/windows/window_request.hpp"

#include "runtime/support/typed_data.hpp"
#include "runtime/windows/window.hpp"

#include <cerrno>
#include <cstring>

namespace closeranks {

namespace {

using Word = WindowControl::Word;

std::uint32_t name_of(int rank) noexcept { return static_cast<std::uint32_t>(rank) + 1; }

/// Changes a word from one value to another while it lives. Does nothing if the word has not that
/// value.
class Turned {
  public:
    Turned(Word *word, std::uint32_t from, std::uint32_t to, std::uint32_t back) noexcept
        : word_(word), found_(from), back_(back) {
        turned_ = word == nullptr || word->compare_exchange_strong(found_, to);
    }
    ~Turned() {
        if (word_ != nullptr && turned_) word_->store(back_);
    }
    Turned(const Turned &) = delete;
    Turned &operator=(const Turned &) = delete;

    [[nodiscard]] explicit operator bool() const noexcept { return turned_; }
    [[nodiscard]] std::uint32_t found() const noexcept { return found_; }

  private:
    Word *word_;
    std::uint32_t found_;
    std::uint32_t back_;
    bool turned_;
};

/// Reads the remaining part of a message.
class Reader {
  public:
    explicit Reader(std::span<const std::byte> message) noexcept : left_(message) {}

    template <typename T> void read(T *into, std::size_t count) noexcept {
        const std::size_t bytes = std::min(count * sizeof(T), left_.size());
        if (bytes != 0) std::memcpy(into, left_.data(), bytes);
        left_ = left_.subspan(bytes);
    }
    [[nodiscard]] std::span<const std::byte> rest() const noexcept { return left_; }

  private:
    std::span<const std::byte> left_;
};

class Carrying {
  public:
    Carrying(Window &window, int origin, std::span<const std::byte> message) noexcept
        : window_(window), origin_(origin), control_(window.own_control()) {
        Reader reader(message);
        reader.read(&request_, 1);
        segments_.resize(request_.segments);
        reader.read(segments_.data(), segments_.size());
        row_ = reader.rest();
        for (const Segment &segment : segments_)
            bytes_ += segment.length;
    }

    [[nodiscard]] std::vector<std::byte> answer() noexcept {
        act();
        std::vector<std::byte> message(sizeof(answer_) + reply_.size());
        std::memcpy(message.data(), &answer_, sizeof(answer_));
        std::copy(reply_.begin(), reply_.end(), message.begin() + sizeof(answer_));
        return message;
    }

  private:
    using Kind = WindowRequest::Kind;

    void act() noexcept {
        switch (request_.kind) {
        case Kind::read:
            read_into(reply_);
            return;
        case Kind::write:
        case Kind::combine:
        case Kind::swap:
            change();
            return;
        case Kind::load:
            answer_.value = word().load();
            return;
        case Kind::store:
            word().store(request_.value);
            return;
        case Kind::exchange:
            answer_.value = request_.expected;
            word().compare_exchange_strong(answer_.value, request_.value);
            return;
        case Kind::find_holder:
            answer_.value = static_cast<std::uint32_t>(
                control_.next_holder(static_cast<int>(request_.place), window_.size));
            return;
        }
    }

    [[nodiscard]] Word &word() noexcept { return control_.word(request_.place); }

    /// A request that was sent under a lock is not carried out after the lock went to another
    /// process, because then the origin had failed. Meanwhile the lock goes to no other process.
    void change() noexcept {
        const auto lock = static_cast<Window::Lock>(request_.claim);
        const std::uint32_t origin = name_of(origin_);
        const std::uint32_t self = name_of(window_.rank);
        Word *const exclusive =
            lock == Window::Lock::exclusive ? &control_.word(WindowControl::exclusive) : nullptr;
        Word *const holds =
            lock == Window::Lock::shared ? &control_.word(WindowControl::holds(origin_)) : nullptr;
        const Turned alone(exclusive, origin, self, origin);
        const Turned among_others(holds, WindowControl::held, WindowControl::served,
                                  WindowControl::held);
        if (!alone || !among_others)
            answer_.error = ESRCH;
        else if (request_.kind == Kind::write)
            answer_.error = write(row_);
        else
            accumulate(self);
    }

    /// All accumulating calls exclude each other. A process that finds another one there tries
    /// again, or learns that the other has failed.
    void accumulate(std::uint32_t self) noexcept {
        Word &mutex = control_.word(WindowControl::accumulating);
        const bool is_relieved = mutex.load() == request_.expected;
        const Turned alone(&mutex, is_relieved ? request_.expected : 0, self, 0);
        if (!alone) {
            answer_.error = EBUSY;
            answer_.value = alone.found();
        } else if (request_.kind == Kind::swap) {
            swap();
        } else {
            combine();
        }
    }

    void swap() noexcept {
        read_into(reply_);
        if (answer_.error != 0 || row_.size() < 2 * bytes_) return;
        if (std::memcmp(reply_.data(), row_.data(), bytes_) == 0)
            answer_.error = write(row_.subspan(bytes_, bytes_));
    }

    void combine() noexcept {
        const MPI_Op op = real.Op_f2c(request_.op);
        const bool reads = request_.fetches != 0 || (op != MPI_REPLACE && op != MPI_NO_OP);
        std::vector<std::byte> data;
        if (reads) read_into(data);
        if (request_.fetches != 0) reply_ = data;
        if (answer_.error != 0 || op == MPI_NO_OP) return;
        if (op == MPI_REPLACE) {
            answer_.error = write(row_);
            return;
        }
        answer_.code =
            combine_data(row_.data(), data.data(), bytes_, real.Type_f2c(request_.type), op);
        if (answer_.code == MPI_SUCCESS) answer_.error = write(data);
    }

    /// Calls `copy(address, offset in the row, length)` for each segment; 0 or an errno.
    template <typename Copy> [[nodiscard]] int for_each(Copy copy) noexcept {
        std::size_t at = 0;
        for (const Segment &segment : segments_) {
            const int error = copy(request_.address + segment.offset, at, segment.length);
            if (error != 0) return error;
            at += segment.length;
        }
        return 0;
    }

    // In a dynamic window the program may name memory that does not exist: the system detects that.
    void read_into(std::vector<std::byte> &row) noexcept {
        row.resize(bytes_);
        const RemoteMemory *const careful = window_.peer(window_.rank).elsewhere.get();
        answer_.error = for_each([&](std::uintptr_t from, std::size_t at, std::size_t length) {
            const Segment segment{.offset = 0, .length = length};
            if (careful != nullptr) return careful->read(&row[at], from, {&segment, 1});
            std::memcpy(&row[at], reinterpret_cast<const void *>(from), length);
            return 0;
        });
        if (answer_.error != 0) row.clear();
    }
    [[nodiscard]] int write(std::span<const std::byte> row) noexcept {
        if (row.size() < bytes_) return EINVAL;
        const RemoteMemory *const careful = window_.peer(window_.rank).elsewhere.get();
        return for_each([&](std::uintptr_t to, std::size_t at, std::size_t length) {
            const Segment segment{.offset = 0, .length = length};
            if (careful != nullptr) return careful->write(&row[at], to, {&segment, 1});
            std::memcpy(reinterpret_cast<void *>(to), &row[at], length);
            return 0;
        });
    }

    Window &window_;
    int origin_;
    WindowControl &control_;
    WindowRequest request_;
    std::vector<Segment> segments_;
    std::span<const std::byte> row_;
    std::size_t bytes_ = 0;
    WindowAnswer answer_;
    std::vector<std::byte> reply_;
};

} // namespace

std::vector<std::byte> carry_out(Window &window, int origin,
                                 std::span<const std::byte> message) noexcept {
    return Carrying(window, origin, message).answer();
}

} // namespace closeranks
