#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/router/crossbar_inputs.h"

namespace flitscope::tl {

struct EngineState;

/// The round-robin arbiters of the separable input-first switch allocator with input speedup
/// (docs/router.md, section 6), for allocate_with_speedup. The crossbar inputs of an input port are
/// its *rows* 0..k-1.
struct SpeedupArbiters {
    void build(const EngineLayout& layout, const rtl::CrossbarInputs& crossbar);

    std::vector<std::uint64_t> rows;           ///< [row] its bits of a request word
    std::vector<std::uint16_t> crossbar_of;    ///< [p*V + v] crossbar input
    LargeArray<std::uint64_t> input_priority;  ///< [word * k + row] as EngineState::input_priority
    LargeArray<std::uint16_t> output_pointer;  ///< [output] crossbar input to search from
    std::vector<std::uint32_t> best;           ///< scratch, [output port]: the pick that wins
};

/// Switch allocation of the routers from `first` up to `last` on request words. Appends to
/// state.grants.
void allocate_with_speedup(EngineState& state, std::size_t first, std::size_t last);

}  // namespace flitscope::tl
