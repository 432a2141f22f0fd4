#include "runtime/openmpi/deferred_failures.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace closeranks {
namespace {

template <typename Function> Function of_libevent(const char *name) {
    return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

struct Class {
    const char *name;
};
struct Agreement {
    Class *its_class;
    int references;
};

int happened = 0;

/// As in Open MPI, the event is the callback's to free.
void note(int, short, void *event) {
    ++happened;
    std::free(event);
}

/// Assigns an event with this agreement, lets `meanwhile` happen, and then the event.
template <typename Meanwhile> void defer(Agreement &agreement, Meanwhile meanwhile) {
    const std::size_t size = of_libevent<std::size_t (*)()>("event_get_struct_event_size")();
    auto *const event = static_cast<std::byte *>(std::calloc(1, size + 2 * sizeof(void *)));
    const Agreement *const its = &agreement;
    std::memcpy(event + size, &its, sizeof its);
    void *const base = of_libevent<void *(*)()>("event_base_new")();
    ASSERT_EQ(DeferredFailures::assign(event, base, -1, 0, note, event), 0);
    meanwhile();
    constexpr int timeout = 1;
    constexpr int once = 1;
    of_libevent<void (*)(void *, int, short)>("event_active")(event, timeout, 0);
    of_libevent<int (*)(void *, int)>("event_base_loop")(base, once);
    of_libevent<void (*)(void *)>("event_base_free")(base);
}

class DeferredFailuresTest : public testing::Test {
  protected:
    DeferredFailuresTest() { happened = 0; }

    char name[40] = "ompi_coll_ftagree_era_agreement_info_t";
    Class its_class{name};
    Agreement agreement{&its_class, 1};
};

TEST_F(DeferredFailuresTest, HappenWhileTheirAgreementIsAtWork) {
    defer(agreement, [&] { EXPECT_EQ(agreement.references, 2); });
    EXPECT_EQ(happened, 1);
    EXPECT_EQ(agreement.references, 1);
}

TEST_F(DeferredFailuresTest, AreDroppedWhenTheirAgreementHasEnded) {
    defer(agreement, [&] { --agreement.references; });
    EXPECT_EQ(happened, 0);
    EXPECT_EQ(agreement.references, 1) << "nothing destroys it";
}

TEST_F(DeferredFailuresTest, AreTheOnlyEventsThatAreChanged) {
    name[0] = 'O';
    defer(agreement, [&] { EXPECT_EQ(agreement.references, 1); });
    EXPECT_EQ(happened, 1);
}

} // namespace
} // namespace closeranks
