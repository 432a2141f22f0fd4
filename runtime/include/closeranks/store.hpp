// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// Checkpoints that survive failures, for programs in C++: closeranks_store.h with objects that end
/// by themselves, and exceptions. Header only, C++20. Link as for closeranks_store.h.
///
///     closeranks::Store store(MPI_COMM_WORLD, "buddy");
///     store.member(0, cells);                  // a std::vector or a std::span of numbers
///     store.member(1, tree);                   // any type for which there is closeranks::Saving
///     try {
///         store.commit(step);
///     } catch (const closeranks::RankDied &) {
///         store.restore();
///     }
#ifndef CLOSERANKS_STORE_HPP
#define CLOSERANKS_STORE_HPP

#include <closeranks/resume.hpp>
#include <closeranks_store.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace closeranks {

/// A call of the store has failed. The contents of the store are unchanged.
class StoreError : public std::runtime_error {
  public:
    /// @param code  an error of MPI
    /// @param why  the sentence of closeranks_store_explain()
    StoreError(int code, const std::string &why) : std::runtime_error(why), code_(code) {}
    /// @return the error of MPI
    [[nodiscard]] int code() const noexcept { return code_; }

  private:
    int code_;
};

/// Ranks have failed since the call before, or all ranks that had the requested data have failed.
class RankDied : public StoreError, public RankLoss {
    using StoreError::StoreError;
};

/// The conversion of an object to bytes. Specialize it for a type of the program:
///
///     template <> struct closeranks::Saving<Tree> {
///         static std::vector<std::byte> save(const Tree &tree);
///         static Tree load(std::span<const std::byte> bytes);
///     };
template <typename T> struct Saving;

/// A store. The object ends its store; all ranks must end it at the same place, as they make it.
///
/// Each function that calls the store throws RankDied for CLOSERANKS_ERR_RANK_LOST and StoreError
/// for any other error; closeranks_store.h has the errors of each function. After an exception of
/// other code the ranks may be at different places. Then the destructor does not end the store.
/// @par Threads
/// One at a time for a store.
class Store {
  public:
    /// Makes a store. Collective.
    /// @param comm  the ranks of the store
    /// @param where  the place of checkpoints (closeranks_store_create())
    /// @throw RankDied  ranks have failed during the call
    /// @throw StoreError  the store cannot be made; a line on stderr gives the reason
    Store(MPI_Comm comm, const std::string &where) {
        const int code = closeranks_store_create(comm, where.c_str(), &store_);
        const char *const why = "the store is not made: see stderr";
        if (code == CLOSERANKS_ERR_RANK_LOST) throw RankDied(code, why);
        if (code != MPI_SUCCESS) throw StoreError(code, why);
    }
    ~Store() {
        if (std::uncaught_exceptions() == exceptions_) closeranks_store_free(&store_);
    }
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    /// From now on checkpoints contain these elements, which must not move. Local.
    /// @param id  the number of the member
    /// @param elements  numbers, or structures that can be copied byte by byte
    template <typename T, std::size_t Size> void member(int id, std::span<T, Size> elements) {
        const Bytes<T> type;
        check(closeranks_store_member(store_, id, elements.data(),
                                      static_cast<MPI_Count>(elements.size()), type.get()));
    }

    /// From now on checkpoints contain this object. Local. For a std::vector of numbers they
    /// contain its elements at that time, and a restore resizes it. For other types they contain
    /// the result of Saving.
    /// @param id  the number of the member
    /// @param object  the object, which must not move
    template <typename T> void member(int id, T &object) {
        static_assert(!std::is_const_v<T>, "a restore writes to it");
        auto kept = std::make_unique<ObjectOf<T>>(object);
        check(closeranks_store_member_callbacks(store_, id, Object::size, Object::save,
                                                Object::load, kept.get()));
        objects_[id] = std::move(kept);
    }

    /// Takes a checkpoint. Collective.
    /// @param stamp  the number of the checkpoint, 0 or more and greater than the newest
    /// @throw RankDied  ranks have failed since the call before, or during this one
    /// @throw StoreError  the checkpoint cannot be taken
    void commit(long long stamp) { check(closeranks_store_commit(store_, stamp)); }

    /// Begins a checkpoint, which is sent while the program continues. Collective.
    /// @param stamp  the number of the checkpoint, as for commit()
    /// @throw RankDied  ranks have failed since the call before
    /// @throw StoreError  the checkpoint cannot be begun
    void begin(long long stamp) { check(closeranks_store_begin(store_, stamp)); }

    /// Completes the checkpoint that was begun: from here on it counts. Collective.
    /// @throw RankDied  ranks have failed
    /// @throw StoreError  the checkpoint cannot be taken, or none was begun
    void complete() { check(closeranks_store_complete(store_)); }

    /// Writes this rank's data in a checkpoint into its members. Collective.
    /// @param stamp  the stamp of the checkpoint
    /// @throw RankDied  the ranks could not agree
    /// @throw StoreError  the checkpoint cannot be read
    void restore(long long stamp = CLOSERANKS_NEWEST) {
        check(closeranks_store_restore(store_, stamp));
    }

    /// Gets a member of any rank. Collective.
    /// @param rank  the rank whose member it is; MPI_PROC_NULL: none
    /// @param id  the number of the member
    /// @param into  the memory for its elements
    /// @param stamp  the stamp of the checkpoint
    /// @return the number of received elements
    /// @throw RankDied  all ranks that had the data have failed
    /// @throw StoreError  the member cannot be read
    template <typename T, std::size_t Size>
    MPI_Count restore_from(int rank, int id, std::span<T, Size> into,
                           long long stamp = CLOSERANKS_NEWEST) {
        const Bytes<T> type;
        MPI_Count got = 0;
        check(closeranks_store_restore_from_at(store_, stamp, rank, id, into.data(),
                                               static_cast<MPI_Count>(into.size()), type.get(),
                                               &got));
        return got;
    }

    /// @return the failed ranks, as the latest commit has found
    [[nodiscard]] std::vector<int> missing() {
        int count = 0;
        check(closeranks_store_missing(store_, 0, nullptr, &count));
        std::vector<int> ranks(static_cast<std::size_t>(count));
        check(closeranks_store_missing(store_, count, ranks.data(), &count));
        return ranks;
    }

    /// @return the stamps of all checkpoints that are kept, the newest first
    [[nodiscard]] std::vector<long long> stamps() {
        int count = 0;
        check(closeranks_store_stamps(store_, 0, nullptr, &count));
        std::vector<long long> all(static_cast<std::size_t>(count));
        check(closeranks_store_stamps(store_, count, all.data(), &count));
        return all;
    }

    /// @return the store, for all other functions of closeranks_store.h
    [[nodiscard]] closeranks_store get() const noexcept { return store_; }

  private:
    /// An element as MPI sees it.
    template <typename T> class Bytes {
        static_assert(std::is_trivially_copyable_v<T>, "it cannot be copied byte by byte");

      public:
        Bytes() {
            MPI_Type_contiguous(static_cast<int>(sizeof(T)), MPI_BYTE, &type_);
            MPI_Type_commit(&type_);
        }
        ~Bytes() { MPI_Type_free(&type_); }
        Bytes(const Bytes &) = delete;
        Bytes &operator=(const Bytes &) = delete;
        [[nodiscard]] MPI_Datatype get() const noexcept { return type_; }

      private:
        MPI_Datatype type_ = MPI_DATATYPE_NULL;
    };

    /// The object behind the functions of the member; no exception leaves through them.
    struct Object {
        Object() = default;
        virtual ~Object() = default;
        Object(const Object &) = delete;
        Object &operator=(const Object &) = delete;
        /// The stored bytes, valid until `release`.
        virtual std::span<const std::byte> pack() = 0;
        virtual void release() noexcept {}
        virtual void unpack(std::span<const std::byte> bytes) = 0;

        static long long size(void *object) noexcept {
            auto &self = *static_cast<Object *>(object);
            self.failed = false;
            try {
                self.packed = self.pack();
            } catch (const std::exception &) {
                self.packed = {};
                self.failed = true;
            }
            return static_cast<long long>(self.packed.size());
        }
        static int save(void *bytes, long long size, void *object) noexcept {
            auto &self = *static_cast<Object *>(object);
            if (size > 0) std::memcpy(bytes, self.packed.data(), static_cast<std::size_t>(size));
            self.release();
            return std::exchange(self.failed, false) ? 1 : 0;
        }
        static int load(const void *bytes, long long size, void *object) noexcept {
            try {
                static_cast<Object *>(object)->unpack(
                    {static_cast<const std::byte *>(bytes), static_cast<std::size_t>(size)});
                return 0;
            } catch (const std::exception &) {
                return 1;
            }
        }

      private:
        std::span<const std::byte> packed{};
        bool failed = false;
    };

    template <typename T> struct ObjectOf : Object {
        explicit ObjectOf(T &of) : object(of) {}
        std::span<const std::byte> pack() override { return saved = Saving<T>::save(object); }
        void release() noexcept override { saved = {}; }
        void unpack(std::span<const std::byte> bytes) override { object = Saving<T>::load(bytes); }
        T &object;
        std::vector<std::byte> saved{};
    };

    /// The object's bytes are stored as they are in memory: they are copied once, and not moved
    /// without need.
    template <typename T>
    requires requires(T &object) { Saving<T>::view(object); }
    struct ObjectOf<T> : Object {
        explicit ObjectOf(T &of) : object(of) {}
        std::span<const std::byte> pack() override { return Saving<T>::view(object); }
        void unpack(std::span<const std::byte> bytes) override { Saving<T>::load(bytes, object); }
        T &object;
    };

    void check(int code) const {
        if (code == MPI_SUCCESS) return;
        const std::string why = closeranks_store_explain(store_);
        if (code == CLOSERANKS_ERR_RANK_LOST) throw RankDied(code, why);
        throw StoreError(code, why);
    }

    closeranks_store store_ = nullptr;
    int exceptions_ = std::uncaught_exceptions();
    std::map<int, std::unique_ptr<Object>> objects_;
};

/// The conversion of a std::vector whose elements can be copied byte by byte.
template <typename T> struct Saving<std::vector<T>> {
    static_assert(std::is_trivially_copyable_v<T>, "its elements cannot be copied byte by byte");

    /// @param elements  the stored elements
    /// @return their bytes
    [[nodiscard]] static std::vector<std::byte> save(const std::vector<T> &elements) {
        const std::span<const std::byte> bytes = view(elements);
        return {bytes.begin(), bytes.end()};
    }
    /// @param elements  the stored elements
    /// @return their bytes, in place
    [[nodiscard]] static std::span<const std::byte> view(const std::vector<T> &elements) {
        return std::as_bytes(std::span(elements));
    }
    /// @param bytes  the result of `save`
    /// @return the elements
    [[nodiscard]] static std::vector<T> load(std::span<const std::byte> bytes) {
        std::vector<T> elements;
        load(bytes, elements);
        return elements;
    }
    /// @param bytes  the result of `save`
    /// @param[out] elements  they do not move unless there are more than before
    static void load(std::span<const std::byte> bytes, std::vector<T> &elements) {
        elements.resize(bytes.size() / sizeof(T));
        if (!bytes.empty()) std::memcpy(elements.data(), bytes.data(), bytes.size());
    }
};

} // namespace closeranks

#endif
