#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/edge_ring.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

struct EngineState;

/// Bypass (docs/router.md, section 6): what the engine keeps for it, and its stage.
struct Bypass {
    explicit Bypass(const EngineState& state);

    /// Candidates for an output in a cycle.
    struct Interest {
        rtl::Cycle cycle = -1;
        std::uint32_t candidates = 0;
    };

    IdList arrived;  ///< input VCs to which a flit came at the current edge
    /// Input VCs whose flit bypasses in the current cycle; empty from the end of move_bypasses on.
    IdList going;
    std::vector<Interest> interest;  ///< [output]
    /// [output] the last cycle in which a flit of the traversal register is on the link; empty:
    /// routers have no such register.
    std::vector<rtl::Cycle> link_busy_until;
    /// [input] the last cycle in which a flit of the traversal register crosses from there; empty
    /// as above.
    std::vector<rtl::Cycle> crossing_until;
};

/// After RC, when all heads have entered VA: decides who bypasses, and gives the heads among them
/// their output VCs.
void choose_bypasses(EngineState& state);
/// Between VA and SA: moves them.
void move_bypasses(EngineState& state);
/// The flits of state.grants enter the traversal registers of their routers.
void note_traversals(EngineState& state);

}  // namespace flitscope::tl
