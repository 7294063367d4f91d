#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace flitscope::rtl {

// What the kernel will work off and in which order, so that what comes soon is on its way into the
// cache meanwhile. Only hints: who is in no list comes in between and makes them worse.

/// Last in, first out: channels that have asked for an update, events that are notified for the
/// next delta.
template <typename T>
class LastFirst {
public:
    void add(const T* what) { ring_[added_++ % kSize] = what; }
    /// One is worked off; its `ahead`-th follower. Anything, where there are not as many.
    const T* take(std::size_t ahead) { return ring_[(--added_ - ahead) % kSize]; }

private:
    static constexpr std::size_t kSize = 4096;
    std::array<const T*, kSize> ring_{};
    std::size_t added_ = 0;
};

/// First in, first out: processes that were made runnable by immediate notification.
template <typename T>
class FirstFirst {
public:
    void add(const T* what) { ring_[added_++ % kSize] = what; }
    /// As above.
    const T* take(std::size_t ahead) { return ring_[(taken_++ + ahead) % kSize]; }

private:
    static constexpr std::size_t kSize = 4096;
    std::array<const T*, kSize> ring_{};
    std::size_t added_ = 0;
    std::size_t taken_ = 0;
};

/// The cache lines `first` to `last` from an object on, which need not exist any more.
inline void fetch_lines(const void* object, int first, int last) {
    for (int line = first; line <= last; ++line) {
        const auto offset = static_cast<std::uintptr_t>(std::intptr_t{line} * 64);
        __builtin_prefetch(
            reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(object) + offset));
    }
}

}  // namespace flitscope::rtl
