#pragma once

#include "runtime/windows/window.hpp"
#include "runtime/windows/window_request.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace closeranks::test {

/// A window of `size` ranks as rank `rank` has it, with this process's control block and memory.
struct FakeWindow : Window {
    FakeWindow(int ranks, int own_rank) {
        size = ranks;
        rank = own_rank;
        peers = std::vector<Peer>(static_cast<std::size_t>(ranks));
        for (int i = 0; i < ranks; ++i)
            peer(i).world_rank = i;
        for (Peer &one : peers)
            one.exists = true;
        peer(rank).mapping = Mapping(make_memory(), WindowControl::bytes(ranks));
    }

    [[nodiscard]] std::uint64_t address_of(std::size_t place) const {
        return reinterpret_cast<std::uintptr_t>(&values[place]);
    }

    std::vector<int> values{10, 11, 12, 13};
};

/// A request as it is sent: segments and rows behind it.
class SentRequest {
  public:
    explicit SentRequest(WindowRequest request) : request_(request) {}

    SentRequest &segment(std::size_t place, std::size_t count) {
        segments_.push_back({place * sizeof(int), count * sizeof(int)});
        return *this;
    }
    SentRequest &row(const std::vector<int> &values) {
        row_.insert(row_.end(), values.begin(), values.end());
        return *this;
    }
    [[nodiscard]] std::vector<std::byte> bytes() const {
        WindowRequest request = request_;
        request.segments = static_cast<std::uint32_t>(segments_.size());
        std::vector<std::byte> message;
        add(message, &request, sizeof request);
        add(message, segments_.data(), segments_.size() * sizeof(Segment));
        add(message, row_.data(), row_.size() * sizeof(int));
        return message;
    }

  private:
    static void add(std::vector<std::byte> &message, const void *data, std::size_t bytes) {
        const auto *const from = static_cast<const std::byte *>(data);
        message.insert(message.end(), from, from + bytes);
    }

    WindowRequest request_;
    std::vector<Segment> segments_;
    std::vector<int> row_;
};

/// The answer, and the row behind it.
struct ReadAnswer : WindowAnswer {
    explicit ReadAnswer(const std::vector<std::byte> &bytes)
        : row((bytes.size() - sizeof(WindowAnswer)) / sizeof(int)) {
        std::memcpy(static_cast<void *>(static_cast<WindowAnswer *>(this)), bytes.data(),
                    sizeof(WindowAnswer));
        if (!row.empty())
            std::memcpy(row.data(), bytes.data() + sizeof(WindowAnswer), row.size() * sizeof(int));
    }
    std::vector<int> row;
};

} // namespace closeranks::test
