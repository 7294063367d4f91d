#include "rtl_models/router/allocators/matching_switch_allocator.h"

#include <algorithm>

namespace flitscope::rtl {

MatchingSwitchAllocator::MatchingSwitchAllocator(const AllocatorSetup& setup,
                                                 ArbiterState vc_arbiters)
    : outputs_(vc_arbiters == ArbiterState::per_pair ? setup.outputs : 0),
      vc_arbiters_(setup.arbiters(setup.inputs * std::max(outputs_, 1), setup.vcs)),
      matched_output_(static_cast<std::size_t>(setup.inputs), kNoPick),
      matched_input_(static_cast<std::size_t>(setup.outputs), kNoPick),
      extra_input_(static_cast<std::size_t>(setup.outputs), kNoPick),
      vc_picks_(setup.inputs) {}

void MatchingSwitchAllocator::pick(const std::vector<SwitchRequest>& requests,
                                   std::vector<SwitchGrant>& grants) const {
    if (undisputed(requests)) {
        grants.assign(1, granted(requests.front(), kMatchMoves));
        return;
    }
    grants.clear();
    match(requests, grants);
    bool branches = false;
    for (const SwitchRequest& request : requests) {
        const std::int32_t matched = matched_output_[static_cast<std::size_t>(request.input)];
        if (matched >= 0 && (request.output[0] == matched || request.output[1] == matched)) {
            vc_picks_.offer(*vc_arbiters_, vc_arbiter(request.input, matched), request.input,
                            {request.vc, request.info});
        }
        branches = branches || request.output[1] >= 0;
    }
    const std::size_t pairs = grants.size();
    if (branches) {
        grant_second_branches(requests, grants);
    }
    for (std::size_t i = 0; i < pairs; ++i) {
        SwitchGrant& pair = grants[i];
        pair.vc = vc_picks_.of(pair.input);
        matched_output_[static_cast<std::size_t>(pair.input)] = kNoPick;
        matched_input_[static_cast<std::size_t>(pair.output)] = kNoPick;
        vc_picks_.clear(pair.input);
    }
}

void MatchingSwitchAllocator::update(const std::vector<SwitchGrant>& grants) {
    for (const SwitchGrant& grant : grants) {
        if (grant.note != kGoesAlong) {
            vc_arbiters_->update(static_cast<std::size_t>(vc_arbiter(grant.input, grant.output)),
                                 grant.vc);
        }
    }
    if (!grants.empty()) {
        move(grants);
    }
}

/// docs/headers_and_branches.md, section 2: the other branch of a picked VC goes along if its
/// output was matched to no input; of several such inputs the lowest gets it.
void MatchingSwitchAllocator::grant_second_branches(const std::vector<SwitchRequest>& requests,
                                                    std::vector<SwitchGrant>& grants) const {
    const auto extra_of = [&](const SwitchRequest& request) {
        const auto input = static_cast<std::size_t>(request.input);
        if (vc_picks_.of(request.input) != request.vc) {
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
            grants.push_back({request.input, request.vc, output, kGoesAlong});
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
