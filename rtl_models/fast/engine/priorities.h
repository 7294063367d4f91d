#pragma once

#include <cstddef>
#include <cstdint>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/router/priority.h"

namespace flitscope::tl {

struct EngineState;

/// Priorities where the engine allocates on words (docs/router.md, section 7); one request word per
/// router.
struct Priorities {
    explicit Priorities(const EngineLayout& layout)
        : of_vc(std::size_t{layout.routers} * kBits, 0) {}

    /// Those of `requests` of a router that an arbiter sees.
    std::uint64_t seen(std::uint32_t router, std::uint64_t requests) const {
        return (requests & (requests - 1)) == 0 ? requests : seen_of_several(router, requests);
    }
    std::uint64_t seen_of_several(std::uint32_t router, std::uint64_t requests) const;

    static constexpr std::size_t kBits = 64;  ///< of a word
    LargeArray<std::uint16_t> of_vc;  ///< [router * kBits + bit] of the message at the front
};

/// Of the message at the front of an input VC.
std::uint16_t front_priority(const EngineState& state, std::uint32_t input_vc);

/// The heads that RC worked on in this cycle.
void note_priorities(EngineState& state);

/// The work of the switch kernel for the routers from `first` up to `last`. Appends to
/// state.grants.
void allocate_by_priority(EngineState& state, std::size_t first, std::size_t last);

}  // namespace flitscope::tl
