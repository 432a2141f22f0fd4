#include "runtime/openmpi/library_calls.hpp"

#include "runtime/support/real.hpp"

#include <gtest/gtest.h>

#include <array>
#include <unistd.h>

namespace closeranks {
namespace {

int calls = 0;

int counting_gethostname(char *name, std::size_t size) noexcept {
    ++calls;
    return gethostname(name, size);
}

TEST(LibraryCalls, AreRedirectedInOneLibrary) {
    const auto *const inside = reinterpret_cast<const void *>(real.Init);
    ASSERT_NE(inside, nullptr);
    redirect_calls(inside, "there_is_no_such_function", nullptr);
    redirect_calls(inside, "gethostname", reinterpret_cast<void *>(counting_gethostname));
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    static_cast<void>(gethostname(name.data(), name.size()));
    EXPECT_EQ(calls, 0) << "calls from elsewhere stay as they are";
    int length = 0;
    EXPECT_EQ(MPI_Get_processor_name(name.data(), &length), MPI_SUCCESS); // by gethostname
    EXPECT_EQ(calls, 1);
    redirect_calls(inside, "gethostname", reinterpret_cast<void *>(gethostname));
}

} // namespace
} // namespace closeranks
