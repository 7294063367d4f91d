#pragma once

#include <algorithm>
#include <cstdint>

#include "rtl_models/fast/engine/input_vc.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/fast/engine/lookahead.h"

namespace flitscope::tl {

/// The switch requests, and the routers that have any: the cost of a cycle depends only on routers
/// with requests.
struct SwitchRequests {
    /// Routers that share a mark in `awake`.
    static constexpr std::uint32_t kGroup = 64;
    /// Groups processed together: allocation and traversal of a chunk share data in the cache, and
    /// the list of grants stays short.
    static constexpr std::uint32_t kChunk = 8;

    SwitchRequests(const EngineLayout& layout, bool branches)
        : words(std::size_t{layout.all_outputs} * layout.words, 0),
          of_router(blocks_of(layout) * EngineLayout::kLanes, 0),
          awake((of_router.size() + kGroup - 1) / kGroup, 0),
          branching(branches ? awake.size() : 0, 0),
          exact(layout.words == 1 ? ~std::uint64_t{0} : 0),
          word_shift(layout.word_shift) {}

    static std::size_t blocks_of(const EngineLayout& layout) {
        return (layout.routers + EngineLayout::kLanes - 1) / EngineLayout::kLanes;
    }

    /// Pointers in registers, for loops over flits.
    struct Writer {
        /// Sets the request bits `bits` of an input VC: its own, or none.
        void add(const InputVc& vc, std::uint64_t bits) const {
            words[word_of(vc)] |= bits;
            of_router[vc.word >> word_shift] |= bits;
            awake[(vc.word >> word_shift) / kGroup] = 1;
        }
        /// After a grant: the request stays (1) or goes (0).
        void keep(const InputVc& vc, unsigned stays) const {
            const std::uint64_t gone = std::uint64_t{stays ^ 1U} << vc.bit;
            words[word_of(vc)] &= ~gone;
            of_router[vc.word >> word_shift] &= ~(gone & exact);
        }

        void fetch_words(const InputVc& vc) const {
            fetch(&words[word_of(vc)]);
            fetch(&of_router[vc.word >> word_shift]);
        }
        std::uint32_t word_of(const InputVc& vc) const {
            return (vc.output << word_shift) | (vc.word & ((1U << word_shift) - 1));
        }

        std::uint64_t* words;
        std::uint64_t* of_router;
        std::uint8_t* awake;
        std::uint64_t exact;
        std::uint32_t word_shift;
    };
    Writer writer() { return {words.data(), of_router.data(), awake.data(), exact, word_shift}; }

    /// A router has branches from now on, or none any more. They are not in the words.
    void set_branching(std::uint32_t router, bool on) {
        const std::uint64_t bit = std::uint64_t{1} << router % kGroup;
        std::uint64_t& group = branching[router / kGroup];
        group = on ? group | bit : group & ~bit;
        awake[router / kGroup] |= on ? 1 : 0;
    }
    /// Bit i: router i of the group has some.
    std::uint64_t branching_in(std::size_t group) const {
        return branching.empty() ? 0 : branching[group];
    }

    std::size_t end_of(std::size_t group) const {
        return std::min<std::size_t>(of_router.size(), (group + 1) * kGroup);
    }
    /// Clears the mark of a group without requests and branches.
    void fall_asleep(std::size_t group) {
        const auto first = of_router.begin() + static_cast<std::ptrdiff_t>(group * kGroup);
        const auto last = of_router.begin() + static_cast<std::ptrdiff_t>(end_of(group));
        const bool any = std::any_of(first, last, [](std::uint64_t bits) { return bits != 0; });
        awake[group] = any || branching_in(group) != 0 ? 1 : 0;
    }

    LargeArray<std::uint64_t> words;  ///< [output * words + w]
    /// [router, whole blocks] the router's words in one. With several words per output, bits stay
    /// set until the router is looked at and has no request: 0 means that there is none.
    LargeArray<std::uint64_t> of_router;
    LargeArray<std::uint8_t> awake;       ///< [group] 0: no router of the group has requests
    LargeArray<std::uint64_t> branching;  ///< [group] routers with branches; empty: none ever
    std::uint64_t exact;                  ///< all ones: of_router is exact
    std::uint32_t word_shift;
};

}  // namespace flitscope::tl
