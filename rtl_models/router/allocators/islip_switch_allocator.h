#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/allocators/matching_switch_allocator.h"

namespace flitscope::rtl {

/// iSLIP switch allocator (docs/router.md, section 6): in every iteration each unmatched output
/// picks an unmatched input that requests it, and each input accepts one of the outputs that picked
/// it. Only matches of the first iteration update the arbiters, so that no pair starves.
class IslipSwitchAllocator final : public MatchingSwitchAllocator {
public:
    IslipSwitchAllocator(const AllocatorSetup& setup, int iterations);

private:
    void match(const std::vector<SwitchRequest>& requests,
               std::vector<SwitchGrant>& grants) const override;
    void move(const std::vector<SwitchGrant>& grants) override;
    /// Runs one more iteration; appends its matches.
    void iterate(const std::vector<SwitchRequest>& requests, Note note,
                 std::vector<SwitchGrant>& grants) const;

    int iterations_;
    std::unique_ptr<ArbiterBank> output_arbiters_;  ///< [output] over inputs
    std::unique_ptr<ArbiterBank> input_arbiters_;   ///< [input] over outputs

    // Scratch of `match`, empty between calls.
    mutable ArbiterPicks output_picks_;  ///< [output] input
    mutable ArbiterPicks input_picks_;   ///< [input] output
};

}  // namespace flitscope::rtl
