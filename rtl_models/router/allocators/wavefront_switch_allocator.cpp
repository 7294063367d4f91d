#include <algorithm>
#include <vector>

#include "rtl_models/router/allocators/matching_switch_allocator.h"
#include "rtl_models/router/allocators/wavefront.h"

namespace flitscope::rtl {

namespace {

/// Wavefront switch allocator (docs/router.md, section 6): a wavefront matches inputs to outputs,
/// then every matched input picks one of its VCs that request the matched output.
class WavefrontSwitchAllocator final : public MatchingSwitchAllocator {
public:
    explicit WavefrontSwitchAllocator(const AllocatorSetup& setup)
        : MatchingSwitchAllocator(setup, setup.arbiter_state),
          wavefront_(std::max(setup.inputs, setup.outputs)) {}

private:
    void match(const std::vector<SwitchRequest>& requests,
               std::vector<SwitchGrant>& grants) const override {
        for (const SwitchRequest& request : requests) {
            for (const std::int32_t output : request.output) {
                if (output >= 0) {
                    wavefront_.set(request.input, output);
                }
            }
        }
        wavefront_.match(diagonal_, matches_);
        for (const Wavefront::Entry& match : matches_) {
            grants.push_back({match.row, kNoPick, match.column, kMatched});
            mark_matched(match.row, match.column);
        }
    }
    void move(const std::vector<SwitchGrant>& /*grants*/) override {
        diagonal_ = wavefront_.next(diagonal_);
    }

    int diagonal_ = 0;

    // Scratch of `match`.
    mutable Wavefront wavefront_;
    mutable std::vector<Wavefront::Entry> matches_;
};

}  // namespace

std::unique_ptr<SwitchAllocation> make_wavefront_switch_allocator(const AllocatorSetup& setup) {
    return std::make_unique<WavefrontSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
