#pragma once

#include <vector>

#include "rtl_models/router/allocators/matching_switch_allocator.h"
#include "rtl_models/router/allocators/wavefront.h"

namespace flitscope::rtl {

/// Wavefront switch allocator (docs/router.md, section 6): a wavefront matches inputs to outputs,
/// then every matched input picks one of its VCs that request the matched output.
class WavefrontSwitchAllocator final : public MatchingSwitchAllocator {
public:
    explicit WavefrontSwitchAllocator(const AllocatorSetup& setup);

private:
    void match(const std::vector<SwitchRequest>& requests,
               std::vector<SwitchGrant>& grants) const override;
    void move(const std::vector<SwitchGrant>& grants) override;

    int diagonal_ = 0;

    // Scratch of `match`.
    mutable Wavefront wavefront_;
    mutable std::vector<Wavefront::Entry> matches_;
};

}  // namespace flitscope::rtl
