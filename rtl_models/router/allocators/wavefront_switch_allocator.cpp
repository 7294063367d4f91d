#include "rtl_models/router/allocators/wavefront_switch_allocator.h"

#include <algorithm>

#include "rtl_models/router/arbiters/arbiter_pick.h"

namespace flitscope::rtl {

WavefrontSwitchAllocator::WavefrontSwitchAllocator(ArbiterKind arbiter, int inputs, int outputs,
                                                   int vcs)
    : wavefront_(std::max(inputs, outputs)),
      input_arbiters_(arbiter, inputs, vcs),
      matched_output_(static_cast<std::size_t>(inputs), kNoPick),
      matched_input_(static_cast<std::size_t>(outputs), kNoPick),
      input_pick_(static_cast<std::size_t>(inputs), kNoPick),
      extra_input_(static_cast<std::size_t>(outputs), kNoPick) {}

void WavefrontSwitchAllocator::allocate(const std::vector<SwitchRequest>& requests,
                                        std::vector<SwitchGrant>& grants) {
    grants.clear();
    bool branches = false;
    for (const SwitchRequest& request : requests) {
        for (const std::int32_t output : request.output) {
            if (output >= 0) {
                wavefront_.set(request.input, output);
            }
        }
        branches = branches || (request.output[0] >= 0 && request.output[1] >= 0);
    }
    matches_.clear();
    wavefront_.match(matches_);
    for (const Wavefront::Entry& match : matches_) {
        matched_output_[static_cast<std::size_t>(match.row)] = match.column;
        matched_input_[static_cast<std::size_t>(match.column)] = match.row;
    }
    for (const SwitchRequest& request : requests) {
        const std::int32_t matched = matched_output_[static_cast<std::size_t>(request.input)];
        if (matched >= 0 && (request.output[0] == matched || request.output[1] == matched)) {
            offer_pick(input_arbiters_, input_pick_, request.input, request.vc);
        }
    }
    if (branches) {
        grant_second_branches(requests, grants);
    }
    for (const Wavefront::Entry& match : matches_) {
        const std::int32_t vc = input_pick_[static_cast<std::size_t>(match.row)];
        update_pick(input_arbiters_, match.row, vc);
        grants.push_back({match.row, vc, match.column});
        matched_output_[static_cast<std::size_t>(match.row)] = kNoPick;
        matched_input_[static_cast<std::size_t>(match.column)] = kNoPick;
        input_pick_[static_cast<std::size_t>(match.row)] = kNoPick;
    }
}

/// Section 11: the other branch of a picked VC goes along if its output was matched to no input; of
/// several such inputs the lowest gets it.
void WavefrontSwitchAllocator::grant_second_branches(const std::vector<SwitchRequest>& requests,
                                                     std::vector<SwitchGrant>& grants) {
    const auto extra_of = [&](const SwitchRequest& request) {
        const auto input = static_cast<std::size_t>(request.input);
        if (input_pick_[input] != request.vc) {
            return kNoPick;
        }
        const std::int32_t other =
            request.output[request.output[0] == matched_output_[input] ? 1 : 0];
        return other >= 0 && matched_input_[static_cast<std::size_t>(other)] == kNoPick ? other
                                                                                        : kNoPick;
    };
    for (const SwitchRequest& request : requests) {
        if (const std::int32_t output = extra_of(request); output >= 0) {
            std::int32_t& lowest = extra_input_[static_cast<std::size_t>(output)];
            lowest = lowest == kNoPick ? request.input : std::min(lowest, request.input);
        }
    }
    for (const SwitchRequest& request : requests) {
        const std::int32_t output = extra_of(request);
        if (output >= 0 && extra_input_[static_cast<std::size_t>(output)] == request.input) {
            grants.push_back({request.input, request.vc, output});
        }
    }
    for (const SwitchRequest& request : requests) {
        for (const std::int32_t output : request.output) {
            if (output >= 0) {
                extra_input_[static_cast<std::size_t>(output)] = kNoPick;
            }
        }
    }
}

}  // namespace flitscope::rtl
