#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/router/crossbar_inputs.h"

namespace flitscope::tl {

struct EngineState;

/// The round-robin arbiters of iSLIP switch allocators (docs/router.md, section 6), for
/// allocate_islip. Each holds the requester to search from. An input is a crossbar input, which is
/// an input port without input speedup.
struct IslipArbiters {
    /// Whether routers of this layout fit: input VCs in one word with guard bits, outputs in one
    /// word.
    static bool fit(const EngineLayout& layout, const rtl::CrossbarInputs& crossbar) {
        const int bits =
            crossbar.count(static_cast<int>(layout.max_inputs)) * (crossbar.indices() + 1);
        return layout.words == 1 && layout.vcs < 64 && layout.outputs_per_router <= 64 &&
               bits <= 64;
    }
    void build(const EngineLayout& layout, const rtl::CrossbarInputs& crossbar, int rounds);
    /// With input speedup: requests by bit of a request word, as fields of crossbar inputs.
    std::uint64_t fields_of(std::uint64_t requests) const {
        std::uint64_t fields = 0;
        for (; requests != 0; requests &= requests - 1) {
            fields |= std::uint64_t{1} << field_bit[__builtin_ctzll(requests)];
        }
        return fields;
    }

    int iterations = 1;
    rtl::CrossbarInputs crossbar;
    std::uint32_t stride = 0;    ///< bits of an input's field: its VCs, and a guard bit
    std::uint64_t low_bits = 0;  ///< bit 0 of every field
    std::uint64_t guard_bits = 0;
    std::array<std::uint8_t, 64> field_bit{};  ///< [bit of a request word]
    std::array<std::uint8_t, 64> word_bit{};   ///< [bit of a field] its bit in request words
    std::array<std::uint8_t, 64> local_of{};   ///< [bit of a field] p*V + v
    LargeArray<std::uint8_t> output;           ///< [output] input
    LargeArray<std::uint8_t> input;            ///< [input of all routers] output port
    LargeArray<std::uint8_t> vc;               ///< [output * inputs of a router + input] index
};

/// Switch allocation by iSLIP of the routers from `first` up to `last` on request words. Appends to
/// state.grants.
void allocate_islip(EngineState& state, std::size_t first, std::size_t last);

}  // namespace flitscope::tl
