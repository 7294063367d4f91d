#pragma once

#include <algorithm>
#include <cstdint>

#include "rtl_models/fast/engine/input_vc.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/fast/engine/prefetch.h"

namespace flitscope::tl {

/// The switch requests, and the routers that have any: the cost of a cycle depends only on routers
/// with requests.
struct SwitchRequests {
    /// Routers that share a mark in `awake`.
    static constexpr std::uint32_t kGroup = 64;
    SwitchRequests(const EngineLayout& layout, bool branches)
        : chunk(layout.one_word ? 8 : 1),
          routers(blocks_of(layout) * EngineLayout::kLanes),
          word_shift(layout.word_shift),
          of_output(layout.one_word ? layout.all_outputs : 0, 0),
          of_router(routers << word_shift, 0),
          awake((routers + kGroup - 1) / kGroup, 0),
          branching(branches ? awake.size() : 0, 0) {}

    static std::size_t blocks_of(const EngineLayout& layout) {
        return (layout.routers + EngineLayout::kLanes - 1) / EngineLayout::kLanes;
    }

    /// Pointers in registers, for loops over flits. `kOneWord`: EngineLayout::one_word.
    template <bool kOneWord>
    struct Writer {
        /// Sets the request bits `bits` of an input VC: its own, or none.
        void add(const InputVc& vc, std::uint64_t bits) const {
            if constexpr (kOneWord) {
                of_output[vc.output] |= bits;
            }
            of_router[vc.word] |= bits;
            awake[(kOneWord ? vc.word : vc.word >> word_shift) / kGroup] = 1;
        }
        /// After a grant: the request stays (1) or goes (0).
        void keep(const InputVc& vc, unsigned stays) const {
            const std::uint64_t gone = std::uint64_t{stays ^ 1U} << vc.bit;
            if constexpr (kOneWord) {
                of_output[vc.output] &= ~gone;
            }
            of_router[vc.word] &= ~gone;
        }

        void fetch_words(const InputVc& vc) const {
            if constexpr (kOneWord) {  // those of routers alone are few, and in the cache
                fetch(&of_output[vc.output]);
                fetch(&of_router[vc.word]);
            }
        }

        std::uint64_t* of_output;
        std::uint64_t* of_router;
        std::uint8_t* awake;
        std::uint32_t word_shift;
    };
    /// work(Writer) for the layout.
    template <typename Work>
    void write(Work work) {
        if (word_shift == 0) {
            work(Writer<true>{of_output.data(), of_router.data(), awake.data(), 0});
        } else {
            work(Writer<false>{nullptr, of_router.data(), awake.data(), word_shift});
        }
    }

    void add(const InputVc& vc, std::uint64_t bits) {
        write([&](auto writer) { writer.add(vc, bits); });
    }

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
        return std::min<std::size_t>(routers, (group + 1) * kGroup);
    }
    /// Whether one of the routers from `first` up to `last` has a request.
    bool any(std::size_t first, std::size_t last) const {
        return std::any_of(of_router.data() + (first << word_shift),
                           of_router.data() + (last << word_shift),
                           [](std::uint64_t bits) { return bits != 0; });
    }
    /// Clears the mark of a group without requests and branches.
    void fall_asleep(std::size_t group) {
        const bool asked = any(group * kGroup, end_of(group));
        awake[group] = asked || branching_in(group) != 0 ? 1 : 0;
    }

    /// Groups processed together: allocation and traversal of a chunk share data in the cache, and
    /// the list of grants stays short.
    std::size_t chunk;
    std::size_t routers;  ///< whole blocks
    std::uint32_t word_shift;
    LargeArray<std::uint64_t> of_output;  ///< [output]; empty if routers have several words
    LargeArray<std::uint64_t> of_router;  ///< [request word]
    LargeArray<std::uint8_t> awake;       ///< [group] 0: no router of the group has requests
    LargeArray<std::uint64_t> branching;  ///< [group] routers with branches; empty: none ever
};

}  // namespace flitscope::tl
