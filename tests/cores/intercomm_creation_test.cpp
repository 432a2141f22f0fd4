#include "runtime/communicators/intercomm_creation.hpp"

#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <map>

namespace closeranks {
namespace {

using test::Replaced;

TEST(NativeIntercomm, HasThePresentErrorHandler) {
    test::FakeWorld world(2, 0);
    std::map<MPI_Comm, MPI_Errhandler> handlers;
    const Replaced<&Real::Comm_get_errhandler> get([&](MPI_Comm comm, MPI_Errhandler *handler) {
        *handler = handlers[comm];
        return MPI_SUCCESS;
    });
    const Replaced<&Real::Comm_set_errhandler> set([&](MPI_Comm comm, MPI_Errhandler handler) {
        handlers[comm] = handler;
        return MPI_SUCCESS;
    });
    const Replaced<&Real::Errhandler_free> release([](MPI_Errhandler *) { return MPI_SUCCESS; });
    int made = 0;
    const Replaced<&Real::Intercomm_create> create(
        [&](MPI_Comm, int, MPI_Comm, int, int, MPI_Comm *comm) {
            ++made;
            *comm = world.make_comm({0, 1});
            return MPI_SUCCESS;
        });
    int first = 0;
    int second = 0;
    const auto handler_at = [](int &place) { return reinterpret_cast<MPI_Errhandler>(&place); };

    Communicator joint;
    world.protect(joint, {0, 1});
    Intercommunicator sides{.handle = world.make_comm({0}),
                            .peers = nullptr,
                            .joint = &joint,
                            .local = {},
                            .local_size = 1,
                            .remote_size = 1,
                            .rank = 0,
                            .by_side = {},
                            .native = {}};
    handlers[sides.handle] = handler_at(first);
    const MPI_Comm native = sides.make_native();
    EXPECT_EQ(handlers[native], handler_at(first));
    handlers[sides.handle] = handler_at(second);
    EXPECT_EQ(sides.make_native(), native);
    EXPECT_EQ(handlers[native], handler_at(second));
    EXPECT_EQ(made, 1);
}

} // namespace
} // namespace closeranks
