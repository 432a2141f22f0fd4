#include "runtime/replication/handed_descriptors.hpp"

#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/shared_ring.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace closeranks::replication {

namespace {

/// A socket of the library. The program may have closed its descriptor, and opened another file
/// with that number.
class Socket {
  public:
    explicit Socket(int descriptor = -1) noexcept : descriptor_(descriptor), inode_(inode()) {}
    [[nodiscard]] bool is_there() const noexcept { return inode_ != 0 && inode() == inode_; }
    [[nodiscard]] int get() const noexcept { return descriptor_; }

  private:
    [[nodiscard]] ino_t inode() const noexcept {
        struct stat found {};
        return descriptor_ >= 0 && ::fstat(descriptor_, &found) == 0 ? found.st_ino : 0;
    }
    int descriptor_;
    ino_t inode_;
};

struct Handing {
    Socket door;   ///< in a twin: where the leader knocks
    Socket socket; ///< between both
    bool has_tried = false;
    std::int64_t handed = 0;
};

Handing &handing() noexcept {
    static Handing one;
    return one;
}

int new_socket() noexcept {
    const int made = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return made < 0 ? -1 : moved_up(made);
}

/// A name in no folder, which ends with the socket. A long one loses its beginning.
struct Address {
    Address() {
        const std::string name = name_of_shared_memory();
        address.sun_family = AF_UNIX;
        const std::size_t length = std::min(name.size(), sizeof(address.sun_path) - 1);
        std::memcpy(address.sun_path + 1, name.data() + name.size() - length, length);
        size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
    }
    sockaddr_un address{};
    socklen_t size = 0;
    [[nodiscard]] const sockaddr *get() const noexcept {
        return reinterpret_cast<const sockaddr *>(&address);
    }
};

/// Another user may have taken the name.
bool is_of_this_user(int socket) noexcept {
    ucred other{};
    socklen_t size = sizeof(other);
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 &&
           other.uid == ::geteuid();
}

/// The socket to the other process of the rank, made at its first use.
int handing_socket() {
    Handing &all = handing();
    if (!all.has_tried) {
        all.has_tried = true;
        int made = -1;
        if (all.door.is_there()) {
            made = ::accept4(all.door.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (made >= 0) made = moved_up(made);
        } else if (made = new_socket(); made >= 0) {
            const Address address;
            if (::connect(made, address.get(), address.size) != 0) {
                static_cast<void>(CLOSERANKS_NEXT(close)(made));
                made = -1;
            }
        }
        if (made >= 0 && is_of_this_user(made))
            all.socket = Socket(made);
        else if (made >= 0)
            static_cast<void>(CLOSERANKS_NEXT(close)(made));
    }
    return all.socket.is_there() ? all.socket.get() : -1;
}

/// A message with a number, and with room for one descriptor.
struct HandedMessage {
    explicit HandedMessage(std::int64_t sent = 0) noexcept : number(sent) {
        head.msg_iov = &data;
        head.msg_iovlen = 1;
        head.msg_control = beside;
        head.msg_controllen = sizeof(beside);
    }
    HandedMessage(const HandedMessage &) = delete;
    HandedMessage &operator=(const HandedMessage &) = delete;

    std::int64_t number;
    iovec data{&number, sizeof(number)};
    alignas(cmsghdr) std::byte beside[CMSG_SPACE(sizeof(int))] = {};
    msghdr head{};
};

/// The next descriptor that has come, and its number; -1: there is none.
int receive(int socket, std::int64_t &number) noexcept {
    HandedMessage message;
    if (::recvmsg(socket, &message.head, MSG_CMSG_CLOEXEC) <= 0) return -1;
    cmsghdr *const beside = CMSG_FIRSTHDR(&message.head);
    if (beside == nullptr || beside->cmsg_type != SCM_RIGHTS) return -1;
    number = message.number;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(beside), sizeof(descriptor));
    return descriptor;
}

} // namespace

void offer_to_take_descriptors() {
    if (!world().my_other() || i_lead()) return;
    const int made = new_socket();
    if (made < 0) return;
    const Address address;
    if (::bind(made, address.get(), address.size) == 0 && ::listen(made, 1) == 0)
        handing().door = Socket(made);
    else
        static_cast<void>(CLOSERANKS_NEXT(close)(made));
}

std::int64_t hand_descriptor(int descriptor) noexcept {
    const int socket = handing_socket();
    if (socket < 0) return 0;
    HandedMessage message(handing().handed + 1);
    cmsghdr *const beside = CMSG_FIRSTHDR(&message.head);
    beside->cmsg_len = CMSG_LEN(sizeof(int));
    beside->cmsg_level = SOL_SOCKET;
    beside->cmsg_type = SCM_RIGHTS;
    std::memcpy(CMSG_DATA(beside), &descriptor, sizeof(descriptor));
    if (::sendmsg(socket, &message.head, MSG_NOSIGNAL) < 0) return 0;
    return handing().handed = message.number;
}

int take_descriptor(std::int64_t number) noexcept {
    const int socket = number == 0 ? -1 : handing_socket();
    if (socket < 0) return -1;
    std::int64_t found = 0;
    int descriptor = receive(socket, found);
    while (descriptor >= 0 && found < number) { // the twin has not asked for that one
        static_cast<void>(CLOSERANKS_NEXT(close)(descriptor));
        descriptor = receive(socket, found);
    }
    return descriptor < 0 ? -1 : moved_up(descriptor);
}

int moved_up(int descriptor) noexcept {
    constexpr int first = 256;
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, first);
    if (moved < 0) return descriptor;
    static_cast<void>(CLOSERANKS_NEXT(close)(descriptor));
    return moved;
}

} // namespace closeranks::replication
