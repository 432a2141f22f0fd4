// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// The data of a rank in the checkpoints of closeranks/local.hpp. A program includes local.hpp
/// instead of this header.
#ifndef CLOSERANKS_DETAIL_LOCAL_MEMBERS_HPP
#define CLOSERANKS_DETAIL_LOCAL_MEMBERS_HPP

#include <closeranks/store.hpp>

#include <mpi.h>

#include <map>

/// @cond
namespace closeranks::local_detail {

/// Elements of the program. The datatype is a copy, because the program may free its own meanwhile.
struct Member {
    Member(void *at, MPI_Count how_many, MPI_Datatype of) : data(at), count(how_many) {
        MPI_Type_dup(of, &type);
    }
    ~Member() { MPI_Type_free(&type); }
    Member(const Member &) = delete;
    Member &operator=(const Member &) = delete;

    void *data;
    MPI_Count count;
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// The members of a store, which one rank can read alone: closeranks_store_restore() needs all
/// ranks.
class Members {
  public:
    void set(closeranks_store store, int id, void *data, MPI_Count count, MPI_Datatype type) {
        const int code = closeranks_store_member(store, id, data, count, type);
        if (code != MPI_SUCCESS) throw StoreError(code, detail::text_of(code));
        members_.erase(id);
        if (count > 0) members_.try_emplace(id, data, count, type);
    }

    /// Local, because the store has given this rank its data. False: a member cannot be read.
    [[nodiscard]] bool load(closeranks_store store, long long stamp) const {
        for (const auto &[id, member] : members_) {
            MPI_Count got = 0;
            const int code = closeranks_store_read(store, stamp, id, member.data, member.count,
                                                   member.type, &got);
            if (code != MPI_SUCCESS) return false;
        }
        return true;
    }

  private:
    std::map<int, Member> members_;
};

} // namespace closeranks::local_detail
/// @endcond

#endif
