#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/edge_ring.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/router/vc_credits.h"

namespace flitscope::tl {

struct EngineLayout;
struct EngineState;
struct OutputVc;

/// Shared buffers (docs/router.md, section 3): OutputVc::credits of a network output is what the
/// page calls credits, so that all stages read it as with private buffers. A flit or a credit may
/// change that of all VCs of its output.
struct SharedCredits {
    /// Fills in the credits of the network outputs.
    SharedCredits(const rtl::RouterParameters& router, const EngineLayout& layout,
                  LargeArray<OutputVc>& output_vcs);

    const rtl::VcCredits slots;
    std::vector<std::uint32_t> outstanding;  ///< [output VC] 0 at ejection outputs
};

/// A flit was sent on a VC of a network output, and has taken a credit of that VC: takes those of
/// the others of its output if it is in a shared slot.
void share_sent_flit(EngineState& state, std::uint32_t output_vc);
/// The same for the flits of state.grants.
void share_granted_flits(EngineState& state);
/// The credits that arrive at the current edge.
void arrive_shared_credits(EngineState& state, const IdList& due);

/// That the credits of this VC are what the outstanding flits of its output make them, and that
/// these have slots.
bool shared_credits_hold(const EngineState& state, std::uint32_t output_vc);

}  // namespace flitscope::tl
