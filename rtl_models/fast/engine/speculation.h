#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/router/allocators/decision_makers.h"

namespace flitscope::tl {

struct EngineState;

/// The speculative switch allocators (docs/router.md, section 6, "Speculation"), and what they do
/// in a cycle.
struct Speculation {
    Speculation(const rtl::NetworkDescription& network, const EngineLayout& layout);

    struct Router {
        std::unique_ptr<rtl::SwitchAllocation> allocation;
        std::vector<rtl::SwitchRequest> requests;
        std::vector<rtl::SwitchGrant> grants;
    };
    std::vector<Router> routers;
    std::vector<std::uint32_t> asking;  ///< routers with requests
    bool exact;
    // When ports were masked last: the edge that ended the cycle.
    std::vector<rtl::Cycle> input_masked;   ///< [input port]
    std::vector<rtl::Cycle> output_masked;  ///< [output]
};

/// In VA, when all heads that request a VC are there and none is granted: the second allocators
/// grant.
void speculate(EngineState& state);

/// `exact`: the flits of state.grants mask their ports.
void mask_granted_ports(EngineState& state);

/// Instead of switch_stage: that, and behind it the flits whose speculative grants are used.
void switch_speculatively(EngineState& state);

}  // namespace flitscope::tl
