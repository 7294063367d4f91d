#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/arbiters/arbiter_picks.h"

namespace flitscope::rtl {

/// Switch allocators that match input ports to output ports first; then an arbiter of the pair, or
/// of the input, picks one of the VCs that request the output (docs/router.md, section 6;
/// docs/headers_and_branches.md, section 2).
class MatchingSwitchAllocator : public SwitchAllocation {
public:
    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const final;
    void update(const std::vector<SwitchGrant>& grants) final;
    bool reads_info() const final { return vc_arbiters_->reads_info(); }
    bool reads_occupancy() const final { return vc_arbiters_->reads_occupancy(); }

protected:
    MatchingSwitchAllocator(const AllocatorSetup& setup, ArbiterState vc_arbiters);

    /// SwitchGrant::note.
    enum Note : std::int32_t {
        kMatched,     ///< a matched pair
        kMatchMoves,  ///< ... whose match moves what `move` moves
        kGoesAlong    ///< a second branch, granted without a match of its own
    };

    /// Appends the matched pairs to `grants`, which is empty, and marks each as matched; their VCs
    /// are picked later.
    virtual void match(const std::vector<SwitchRequest>& requests,
                       std::vector<SwitchGrant>& grants) const = 0;
    /// The edge that ends a cycle with grants: updates the state that decided the match.
    virtual void move(const std::vector<SwitchGrant>& grants) = 0;

    void mark_matched(std::int32_t input, std::int32_t output) const {
        matched_output_[static_cast<std::size_t>(input)] = output;
        matched_input_[static_cast<std::size_t>(output)] = input;
    }
    bool input_matched(std::int32_t input) const {
        return matched_output_[static_cast<std::size_t>(input)] != kNoPick;
    }
    bool output_matched(std::int32_t output) const {
        return matched_input_[static_cast<std::size_t>(output)] != kNoPick;
    }

private:
    /// Number of the arbiter of a matched pair.
    std::int32_t vc_arbiter(std::int32_t input, std::int32_t output) const {
        return outputs_ == 0 ? input : input * outputs_ + output;
    }
    void grant_second_branches(const std::vector<SwitchRequest>& requests,
                               std::vector<SwitchGrant>& grants) const;

    std::int32_t outputs_;                      ///< 0: one VC arbiter per input
    std::unique_ptr<ArbiterBank> vc_arbiters_;  ///< [pair or input] over VCs

    // Scratch of `pick`, empty between calls.
    mutable std::vector<std::int32_t> matched_output_;  ///< [input] output; -1: none
    mutable std::vector<std::int32_t> matched_input_;   ///< [output] input; -1: none
    mutable std::vector<std::int32_t> extra_input_;     ///< [output] input by second branch; -1
    mutable ArbiterPicks vc_picks_;                     ///< [input] VC
};

}  // namespace flitscope::rtl
