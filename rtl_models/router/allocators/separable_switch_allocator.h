#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/arbiters/arbiter_picks.h"

namespace flitscope::rtl {

/// The common part of the two separable switch allocators: an arbiter per input port and per output
/// port, and when they are updated (docs/router.md, section 6).
class SeparableSwitchAllocator : public SwitchAllocation {
public:
    explicit SeparableSwitchAllocator(const AllocatorSetup& setup)
        : input_arbiters_(setup.arbiters(setup.inputs, setup.vcs)),
          output_arbiters_(setup.arbiters(setup.outputs, setup.inputs)),
          input_picks_(setup.inputs),
          output_picks_(setup.outputs) {}

    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const final {
        if (undisputed(requests)) {
            grants.assign(1, granted(requests.front(), kMovesInput));
            return;
        }
        make_picks(requests);
        take_grants(requests, grants);
    }
    /// Every grant updates the arbiter of its output. The grants of one input together update that
    /// input's arbiter once.
    void update(const std::vector<SwitchGrant>& grants) final {
        for (const SwitchGrant& grant : grants) {
            output_arbiters_->update(static_cast<std::size_t>(grant.output), grant.input);
            if (grant.note == kMovesInput) {
                input_arbiters_->update(static_cast<std::size_t>(grant.input), grant.vc);
            }
        }
    }
    bool reads_info() const final { return input_arbiters_->reads_info(); }
    bool reads_occupancy() const final { return input_arbiters_->reads_occupancy(); }

protected:
    /// Lets the arbiters pick.
    virtual void make_picks(const std::vector<SwitchRequest>& requests) const = 0;

    void offer_to_input(const SwitchRequest& request) const {
        input_picks_.offer(*input_arbiters_, request.input, {request.vc, request.info});
    }
    void offer_to_outputs(const SwitchRequest& request) const {
        for (const std::int32_t output : request.output) {
            if (output >= 0) {
                output_picks_.offer(*output_arbiters_, output, {request.input, request.info});
            }
        }
    }
    bool picked_by_input(const SwitchRequest& request) const {
        return input_picks_.of(request.input) == request.vc;
    }
    bool picked_by(std::int32_t output, const SwitchRequest& request) const {
        return output >= 0 && output_picks_.of(output) == request.input;
    }

private:
    /// SwitchGrant::note: the first of the grants of an input.
    static constexpr std::int32_t kMovesInput = 1;

    /// Grants the VCs that their inputs picked, at the outputs that picked the input; clears all
    /// picks.
    void take_grants(const std::vector<SwitchRequest>& requests,
                     std::vector<SwitchGrant>& grants) const {
        grants.clear();
        for (const SwitchRequest& request : requests) {
            if (!picked_by_input(request)) {
                continue;
            }
            std::int32_t note = kMovesInput;
            for (const std::int32_t output : request.output) {
                if (picked_by(output, request)) {
                    grants.push_back({request.input, request.vc, output, note});
                    note = 0;
                }
            }
        }
        for (const SwitchRequest& request : requests) {
            input_picks_.clear(request.input);
            for (const std::int32_t output : request.output) {
                if (output >= 0) {
                    output_picks_.clear(output);
                }
            }
        }
    }

    std::unique_ptr<ArbiterBank> input_arbiters_;   ///< [input] over VCs
    std::unique_ptr<ArbiterBank> output_arbiters_;  ///< [output] over inputs
    mutable ArbiterPicks input_picks_;              ///< [input] VC; empty between calls
    mutable ArbiterPicks output_picks_;             ///< [output] input; empty between calls
};

}  // namespace flitscope::rtl
