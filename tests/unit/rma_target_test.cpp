#include "runtime/windows/rma_target.hpp"

#include "runtime/support/handles.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace closeranks {
namespace {

/// The memory of another process, which others write as well: no byte may be read and written back.
class OtherMemory final : public RemoteMemory {
  public:
    [[nodiscard]] int read(std::byte *, std::uintptr_t,
                           std::span<const Segment>) const noexcept override {
        ++reads;
        return 0;
    }
    [[nodiscard]] int write(const std::byte *image, std::uintptr_t address,
                            std::span<const Segment> segments) const noexcept override {
        for (const Segment &segment : segments)
            std::memcpy(reinterpret_cast<std::byte *>(address) + segment.offset,
                        image + segment.offset, segment.length);
        written.assign(segments.begin(), segments.end());
        return 0;
    }
    mutable int reads = 0;
    mutable std::vector<Segment> written;
};

TEST(Target, WritesThePlacesOfShortDataAlone) {
    const std::array places{2, 0};
    Type type;
    ASSERT_EQ(real.Type_create_indexed_block(2, 1, places.data(), MPI_INT, type.out()),
              MPI_SUCCESS);
    MPI_Datatype handle = type.get();
    ASSERT_EQ(real.Type_commit(&handle), MPI_SUCCESS);
    const auto memory = std::make_shared<const OtherMemory>();
    std::array<int, 6> there{10, 11, 12, 13, 14, 15};
    Window::Peer peer;
    peer.base = reinterpret_cast<std::uintptr_t>(there.data());
    peer.elsewhere = memory;
    const Target target(peer, 0, 2, handle); // the places 2, 0, 5, 3
    const std::array data{1, 2, 3};
    ASSERT_EQ(target.write(reinterpret_cast<const std::byte *>(data.data()), sizeof data),
              MPI_SUCCESS);
    EXPECT_EQ(there, (std::array{2, 11, 1, 13, 14, 3}));
    EXPECT_EQ(memory->reads, 0);
    std::size_t bytes = 0;
    for (const Segment &segment : memory->written)
        bytes += segment.length;
    EXPECT_EQ(bytes, sizeof data);
}

} // namespace
} // namespace closeranks
