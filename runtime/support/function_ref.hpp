#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace closeranks {

template <typename Signature> class FunctionRef;

/// A callable passed down by reference: two words, no allocation, valid for the call only.
template <typename Result, typename... Arguments> class FunctionRef<Result(Arguments...)> {
  public:
    FunctionRef() = default;

    template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef> &&
             std::is_invocable_r_v<Result, Callable &, Arguments...>)
        FunctionRef(Callable &&callable)
    noexcept // NOLINT(google-explicit-constructor)
        : object_(const_cast<void *>(static_cast<const void *>(std::addressof(callable)))),
          call_([](void *object, Arguments... arguments) -> Result {
              return (*static_cast<std::add_pointer_t<std::remove_reference_t<Callable>>>(object))(
                  std::forward<Arguments>(arguments)...);
          }) {}

    Result operator()(Arguments... arguments) const {
        return call_(object_, std::forward<Arguments>(arguments)...);
    }
    [[nodiscard]] explicit operator bool() const noexcept { return call_ != nullptr; }

  private:
    void *object_ = nullptr;
    Result (*call_)(void *, Arguments...) = nullptr;
};

} // namespace closeranks
