#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"
#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/allocators/wavefront.h"

namespace flitscope::rtl {

/// Wavefront switch allocator (docs/router.md, section 6): a wavefront matches inputs to outputs,
/// then every matched input picks one of its VCs that request the matched output.
class WavefrontSwitchAllocator final : public SwitchAllocation {
public:
    WavefrontSwitchAllocator(ArbiterKind arbiter, int inputs, int outputs, int vcs);
    void allocate(const std::vector<SwitchRequest>& requests,
                  std::vector<SwitchGrant>& grants) override;

    int diagonal() const { return wavefront_.diagonal(); }

private:
    void grant_second_branches(const std::vector<SwitchRequest>& requests,
                               std::vector<SwitchGrant>& grants);

    Wavefront wavefront_;
    ArbiterBank input_arbiters_;  ///< [input] over VCs
    std::vector<Wavefront::Entry> matches_;
    std::vector<std::int32_t> matched_output_;  ///< [input] output; -1 between calls
    std::vector<std::int32_t> matched_input_;   ///< [output] input; -1 between calls
    std::vector<std::int32_t> input_pick_;      ///< [input] VC; -1 between calls
    std::vector<std::int32_t> extra_input_;     ///< [output] input by second branch; -1 likewise
};

}  // namespace flitscope::rtl
