#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/allocators/wavefront.h"
#include "rtl_models/router/arbiters/arbiter_picks.h"

namespace flitscope::rtl {

/// Wavefront switch allocator (docs/router.md, section 6): a wavefront matches inputs to outputs,
/// then every matched input picks one of its VCs that request the matched output.
class WavefrontSwitchAllocator final : public SwitchAllocation {
public:
    explicit WavefrontSwitchAllocator(const AllocatorSetup& setup);
    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const override;
    void update(const std::vector<SwitchGrant>& grants) override;
    bool reads_info() const override { return input_arbiters_->reads_info(); }

private:
    void grant_second_branches(const std::vector<SwitchRequest>& requests,
                               std::vector<SwitchGrant>& grants) const;

    int diagonal_ = 0;
    std::unique_ptr<ArbiterBank> input_arbiters_;  ///< [input] over VCs

    // Scratch of `pick`: nothing is in it between calls.
    mutable Wavefront wavefront_;
    mutable std::vector<Wavefront::Entry> matches_;
    mutable std::vector<std::int32_t> matched_output_;  ///< [input] output; -1: none
    mutable std::vector<std::int32_t> matched_input_;   ///< [output] input; -1: none
    mutable std::vector<std::int32_t> extra_input_;     ///< [output] input by second branch; -1
    mutable ArbiterPicks input_picks_;                  ///< [input] VC
};

}  // namespace flitscope::rtl
