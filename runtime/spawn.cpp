#include "runtime/spawn.hpp"

#include "runtime/collective.hpp"
#include "runtime/creating.hpp"
#include "runtime/handles.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace closeranks {

namespace {

// Open MPI hands its own settings to children, and only those: ours travel as one of them.
constexpr const char *luggage = "OMPI_MCA_closeranks_settings";
// The key of the info argument whose value is added to the children's environment. Open MPI 5 also
// takes "env", but prints that it is deprecated.
constexpr const char *environment_key = "PMIX_ENVAR";

/// Settings that concern one MPI_COMM_WORLD alone: whom to kill in it, and where its records go.
bool is_for_children(std::string_view setting) {
    constexpr std::array<std::string_view, 3> own{"KILL", "REPORT", "RECORDS"};
    constexpr std::string_view prefix = "CLOSERANKS_";
    if (!setting.starts_with(prefix)) return false;
    setting.remove_prefix(prefix.size());
    return std::none_of(own.begin(), own.end(),
                        [&](std::string_view name) { return setting.starts_with(name); });
}

void pack_luggage() {
    std::string packed;
    for (char **setting = environ; *setting != nullptr; ++setting)
        if (is_for_children(*setting)) packed.append(*setting).push_back('\n');
    setenv(luggage, packed.c_str(), 1);
}

/// A copy of an info argument that has the children load what this process was started with.
class ChildInfo {
  public:
    explicit ChildInfo(MPI_Info given) noexcept : info_(given) {
        const char *const preload = getenv("LD_PRELOAD");
        if (preload == nullptr) return;
        const int code =
            given == MPI_INFO_NULL ? real.Info_create(&copy_) : real.Info_dup(given, &copy_);
        if (code != MPI_SUCCESS) return; // the call itself judges its argument
        std::array<char, MPI_MAX_INFO_VAL + 1> value{};
        int found = 0;
        static_cast<void>(
            real.Info_get(copy_, environment_key, MPI_MAX_INFO_VAL, value.data(), &found));
        std::string text = found != 0 ? value.data() + std::string("\n") : std::string();
        text.append("LD_PRELOAD=").append(preload);
        // Too long a list is left out: the children then run without us, as they would have.
        if (text.size() < MPI_MAX_INFO_VAL &&
            real.Info_set(copy_, environment_key, text.c_str()) == MPI_SUCCESS)
            info_ = copy_;
    }
    ChildInfo(ChildInfo &&other) noexcept
        : info_(other.info_), copy_(std::exchange(other.copy_, MPI_INFO_NULL)) {}
    ~ChildInfo() {
        if (copy_ != MPI_INFO_NULL) static_cast<void>(real.Info_free(&copy_));
    }
    ChildInfo(const ChildInfo &) = delete;
    ChildInfo &operator=(const ChildInfo &) = delete;
    ChildInfo &operator=(ChildInfo &&) = delete;

    [[nodiscard]] MPI_Info get() const noexcept { return info_; }

  private:
    MPI_Info info_;
    MPI_Info copy_ = MPI_INFO_NULL;
};

/// Makes `call(comm, root)` among the survivors of `comm`.
template <typename Call>
int among_survivors(Function function, MPI_Comm comm, int root, MPI_Comm *intercomm,
                    Call call) noexcept {
    Communicator *const c = Entry::nested() ? nullptr : world().communicators.find(comm);
    if (c == nullptr) return call(comm, root);
    const auto barrier = [](MPI_Comm working, int) { return real.Barrier(working); };
    Operation meeting{.function = function, .native = barrier, .kept = agree_on()};
    if (const int code = run_carefully(*c, meeting); code != MPI_SUCCESS) return code;
    if (!c->has_missing()) return call(comm, root);
    const int live = c->working_ranks.live(root);
    if (live == RankMap::missing) {
        *intercomm = MPI_COMM_NULL;
        return apply_policy(*c, function, root);
    }
    const int code = call(c->working.get(), live);
    if (code != MPI_SUCCESS) return c->raise(code);
    inherit_error_handler(c->handle, *intercomm);
    return code;
}

} // namespace

int spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm,
          MPI_Comm *intercomm, int array_of_errcodes[]) noexcept {
    pack_luggage();
    return among_survivors(
        Function::Comm_spawn, comm, root, intercomm, [&](MPI_Comm parents, int live_root) {
            int rank = 0;
            static_cast<void>(real.Comm_rank(parents, &rank));
            const ChildInfo child(rank == live_root ? info : MPI_INFO_NULL); // significant there
            return real.Comm_spawn(command, argv, maxprocs, child.get(), live_root, parents,
                                   intercomm, array_of_errcodes);
        });
}

int spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[],
                   const int array_of_maxprocs[], const MPI_Info array_of_info[], int root,
                   MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) noexcept {
    pack_luggage();
    return among_survivors(
        Function::Comm_spawn_multiple, comm, root, intercomm, [&](MPI_Comm parents, int live_root) {
            int rank = 0;
            static_cast<void>(real.Comm_rank(parents, &rank));
            std::vector<ChildInfo> children;
            std::vector<MPI_Info> infos;
            for (int i = 0; rank == live_root && i < count; ++i)
                infos.push_back(children.emplace_back(array_of_info[i]).get());
            return real.Comm_spawn_multiple(count, array_of_commands, array_of_argv,
                                            array_of_maxprocs,
                                            infos.empty() ? array_of_info : infos.data(), live_root,
                                            parents, intercomm, array_of_errcodes);
        });
}

void inherit_settings() noexcept {
    const char *const packed = getenv(luggage);
    if (packed == nullptr || getenv("OMPI_PARENT_PORT") == nullptr) return;
    std::istringstream settings{std::string(packed)};
    for (std::string setting; std::getline(settings, setting);)
        if (const std::size_t equals = setting.find('='); equals != std::string::npos)
            setenv(setting.substr(0, equals).c_str(), setting.c_str() + equals + 1, 0);
}

} // namespace closeranks
