#pragma once

#include <cstdint>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/large_array.h"

namespace flitscope::tl {

struct EngineState;

/// The round-robin arbiters of iSLIP switch allocators (docs/router.md, section 6), for
/// allocate_islip. Each holds the requester to search from.
struct IslipArbiters {
    /// Whether routers of this layout fit: input VCs in one word with guard bits, outputs in one
    /// word.
    static bool fit(const EngineLayout& layout) {
        return layout.words == 1 && layout.vcs < 64 && layout.outputs_per_router <= 64;
    }
    void build(const EngineLayout& layout, int rounds);

    int iterations = 1;
    std::uint64_t low_bits = 0;  ///< bit 0 of every input port's field of a request word
    std::uint64_t guard_bits = 0;
    LargeArray<std::uint8_t> output;  ///< [output] input port
    LargeArray<std::uint8_t> input;   ///< [input_port(router, p)] output port
    LargeArray<std::uint8_t> vc;      ///< [output * max_inputs + p] VC
};

/// Switch allocation of one router by iSLIP on request words. Appends to state.grants.
void allocate_islip(EngineState& state, std::uint32_t router);

}  // namespace flitscope::tl
