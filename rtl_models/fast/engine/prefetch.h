#pragma once

#include <cstddef>

namespace flitscope::tl {

/// Prefetched data is used this many list entries later: about the latency of the memory.
constexpr std::size_t kPrefetchDistance = 12;

inline void fetch(const void* address) {
    __builtin_prefetch(address, 1);
    // GCC treats a function that only prefetches as one without effect, and drops the call.
    asm volatile("");
}

/// work(entry) for all of a list. `far`: the state does not fit into the cache; then the first of
/// the stages fetches what can be named at once for an entry, and each later one what can be named
/// only when the data of the stage before it are there. A stage is kPrefetchDistance entries ahead
/// of the next, the last one of the work.
template <typename List, typename Work, typename... Stages>
void for_each_fetched(const List& list, bool far, Work work, Stages... stages) {
    if (list.size() == 0) {
        return;
    }
    if (!far) {
        for (const auto& entry : list) {
            work(entry);
        }
        return;
    }
    const auto* const entries = &*list.begin();
    const std::size_t size = list.size();
    for (std::size_t i = 0; i < size + sizeof...(Stages) * kPrefetchDistance; ++i) {
        std::size_t at = i;  // below 0: beyond the list
        const auto pass = [&](auto& stage) {
            if (at < size) {
                stage(entries[at]);
            }
            at -= kPrefetchDistance;
        };
        (pass(stages), ...);
        pass(work);
    }
}

}  // namespace flitscope::tl
