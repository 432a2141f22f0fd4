#pragma once

/// The sanitizer in use: GCC and clang define different macros.
#if defined(__SANITIZE_ADDRESS__)
#define CLOSERANKS_ADDRESS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define CLOSERANKS_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLOSERANKS_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define CLOSERANKS_THREAD_SANITIZER 1
#endif
#endif
