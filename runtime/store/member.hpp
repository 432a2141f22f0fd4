#pragma once

#include "runtime/store/image.hpp"

#include <closeranks_store.h>
#include <mpi.h>

#include <exception>
#include <utility>

namespace closeranks::store {

/// Elements of the program that are stored: `count` elements of `type` at `data`.
class Elements {
  public:
    Elements(void *data, MPI_Count count, MPI_Datatype type);

    /// The bytes of one element in an image.
    [[nodiscard]] int element_size() const noexcept { return size_; }
    /// The bytes for which there is room.
    [[nodiscard]] std::size_t room() const noexcept {
        return static_cast<std::size_t>(count_) * static_cast<std::size_t>(size_);
    }

    /// The number of elements that an image has in `bytes` bytes.
    [[nodiscard]] std::size_t count_of(std::size_t bytes) const noexcept {
        return size_ == 0 ? 0 : bytes / static_cast<std::size_t>(size_);
    }

    /// Copies all elements to `into`, which has room() bytes.
    void pack(std::span<std::byte> into) const;
    /// Copies `bytes`, at most room() of them, into the first elements.
    void unpack(std::span<const std::byte> bytes) const;

  private:
    /// Elements are packed in portions whose bytes MPI can count.
    template <typename Act> void in_portions(std::size_t count, Act act) const;

    char *data_;
    MPI_Count count_;
    MPI_Datatype type_;
    int size_ = 0;
    MPI_Aint extent_ = 0;
};

/// The program may free its datatype meanwhile, so this is a copy.
class TypeCopy {
  public:
    explicit TypeCopy(MPI_Datatype type) { MPI_Type_dup(type, &type_); }
    ~TypeCopy() {
        if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
    }
    TypeCopy(TypeCopy &&other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
    TypeCopy &operator=(TypeCopy &&other) noexcept {
        std::swap(type_, other.type_);
        return *this;
    }
    [[nodiscard]] MPI_Datatype get() const noexcept { return type_; }

  private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// An array of the program.
struct Array {
    void *data;
    MPI_Count count;
    TypeCopy type;
    [[nodiscard]] Elements elements() const { return {data, count, type.get()}; }
};

/// An exception from a function of the program counts as an error, because other ranks wait for
/// this one.
template <typename Act> [[nodiscard]] bool succeeds(Act act) {
    try {
        return act();
    } catch (const std::exception &) {
        return false;
    }
}

/// Functions of the program that turn an object into bytes and back (closeranks_store.h).
struct Callbacks {
    closeranks_store_size_function *size;
    closeranks_store_save_function *save;
    closeranks_store_load_function *load;
    void *context;
};

} // namespace closeranks::store
