#pragma once

#include <cstddef>

namespace flitscope::tl {

/// Prefetched data is used this many list entries later: about the latency of the memory.
constexpr std::size_t kLookahead = 12;

inline void fetch(const void* address) {
    __builtin_prefetch(address, 1);
    // GCC treats a function that only prefetches as one without effect, and drops the call.
    asm volatile("");
}

/// work(id) for all of a list. `far`: the state does not fit into the cache; then early(id) names
/// what the work on an entry will touch first, twice kLookahead entries ahead, and late(id) what
/// can be named only when that is there, kLookahead entries ahead.
template <typename List, typename Early, typename Late, typename Work>
void for_each_fetched(const List& list, bool far, Early early, Late late, Work work) {
    if (list.size() == 0) {
        return;
    }
    if (!far) {
        for (const auto id : list) {
            work(id);
        }
        return;
    }
    const auto* const entries = &*list.begin();
    const std::size_t size = list.size();
    for (std::size_t i = 0; i < size + 2 * kLookahead; ++i) {
        if (i < size) {
            early(entries[i]);
        }
        if (i >= kLookahead && i - kLookahead < size) {
            late(entries[i - kLookahead]);
        }
        if (i >= 2 * kLookahead) {
            work(entries[i - 2 * kLookahead]);
        }
    }
}

}  // namespace flitscope::tl
