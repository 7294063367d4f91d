#include <memory>
#include <vector>

#include "rtl_models/router/allocators/matching_switch_allocator.h"

namespace flitscope::rtl {

namespace {

/// iSLIP switch allocator (docs/router.md, section 6): in every iteration each unmatched output
/// picks an unmatched input that requests it, and each input accepts one of the outputs that picked
/// it. Only matches of the first iteration update the arbiters, so that no pair starves.
class IslipSwitchAllocator final : public MatchingSwitchAllocator {
public:
    explicit IslipSwitchAllocator(const AllocatorSetup& setup)
        : MatchingSwitchAllocator(setup, ArbiterState::per_pair),
          iterations_(setup.iterations),
          output_arbiters_(setup.arbiters(setup.outputs, setup.inputs)),
          input_arbiters_(setup.arbiters(setup.inputs, setup.outputs)),
          output_picks_(setup.outputs),
          input_picks_(setup.inputs) {}

private:
    void match(const std::vector<SwitchRequest>& requests,
               std::vector<SwitchGrant>& grants) const override {
        iterate(requests, kMatchMoves, grants);
        for (int i = 1; i < iterations_; ++i) {
            const std::size_t before = grants.size();
            iterate(requests, kMatched, grants);
            if (grants.size() == before) {
                break;  // nor would further ones match anything
            }
        }
    }
    void move(const std::vector<SwitchGrant>& grants) override {
        for (const SwitchGrant& grant : grants) {
            if (grant.note == kMatchMoves) {
                output_arbiters_->update(static_cast<std::size_t>(grant.output), grant.input);
                input_arbiters_->update(static_cast<std::size_t>(grant.input), grant.output);
            }
        }
    }
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

void IslipSwitchAllocator::iterate(const std::vector<SwitchRequest>& requests, Note note,
                                   std::vector<SwitchGrant>& grants) const {
    // The requests that can still be matched, by branch.
    const auto for_open = [&](auto work) {
        for (const SwitchRequest& request : requests) {
            if (input_matched(request.input)) {
                continue;
            }
            for (const std::int32_t output : request.output) {
                if (output >= 0 && !output_matched(output)) {
                    work(request, output);
                }
            }
        }
    };
    for_open([&](const SwitchRequest& request, std::int32_t output) {
        output_picks_.offer(*output_arbiters_, output, {request.input, request.info});
    });
    for_open([&](const SwitchRequest& request, std::int32_t output) {
        if (output_picks_.of(output) == request.input) {
            input_picks_.offer(*input_arbiters_, request.input, {output, request.info});
        }
    });
    const std::size_t before = grants.size();
    for_open([&](const SwitchRequest& request, std::int32_t output) {
        if (input_picks_.of(request.input) == output) {
            grants.push_back({request.input, kNoPick, output, note});
            input_picks_.clear(request.input);
        }
        output_picks_.clear(output);
    });
    for (std::size_t i = before; i < grants.size(); ++i) {
        mark_matched(grants[i].input, grants[i].output);
    }
}

}  // namespace

std::unique_ptr<SwitchAllocation> make_islip_switch_allocator(const AllocatorSetup& setup) {
    return std::make_unique<IslipSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
