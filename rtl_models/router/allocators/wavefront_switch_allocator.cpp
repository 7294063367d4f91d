#include "rtl_models/router/allocators/wavefront_switch_allocator.h"

#include <algorithm>

namespace flitscope::rtl {

namespace {

/// SwitchGrant::note: a second branch that goes along, without a match of its own.
constexpr std::int32_t kGoesAlong = 1;

}  // namespace

WavefrontSwitchAllocator::WavefrontSwitchAllocator(const AllocatorSetup& setup)
    : input_arbiters_(setup.arbiters(setup.inputs, setup.vcs)),
      wavefront_(std::max(setup.inputs, setup.outputs)),
      matched_output_(static_cast<std::size_t>(setup.inputs), kNoPick),
      matched_input_(static_cast<std::size_t>(setup.outputs), kNoPick),
      extra_input_(static_cast<std::size_t>(setup.outputs), kNoPick),
      input_picks_(setup.inputs) {}

void WavefrontSwitchAllocator::pick(const std::vector<SwitchRequest>& requests,
                                    std::vector<SwitchGrant>& grants) const {
    if (undisputed(requests)) {
        grants.assign(1, granted(requests.front(), 0));
        return;
    }
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
    wavefront_.match(diagonal_, matches_);
    for (const Wavefront::Entry& match : matches_) {
        matched_output_[static_cast<std::size_t>(match.row)] = match.column;
        matched_input_[static_cast<std::size_t>(match.column)] = match.row;
    }
    for (const SwitchRequest& request : requests) {
        const std::int32_t matched = matched_output_[static_cast<std::size_t>(request.input)];
        if (matched >= 0 && (request.output[0] == matched || request.output[1] == matched)) {
            input_picks_.offer(*input_arbiters_, request.input, {request.vc, request.info});
        }
    }
    if (branches) {
        grant_second_branches(requests, grants);
    }
    for (const Wavefront::Entry& match : matches_) {
        grants.push_back({match.row, input_picks_.of(match.row), match.column, 0});
        matched_output_[static_cast<std::size_t>(match.row)] = kNoPick;
        matched_input_[static_cast<std::size_t>(match.column)] = kNoPick;
        input_picks_.clear(match.row);
    }
}

void WavefrontSwitchAllocator::update(const std::vector<SwitchGrant>& grants) {
    for (const SwitchGrant& grant : grants) {
        if (grant.note != kGoesAlong) {
            input_arbiters_->update(static_cast<std::size_t>(grant.input), grant.vc);
        }
    }
    if (!grants.empty()) {
        diagonal_ = wavefront_.next(diagonal_);
    }
}

/// Section 11: the other branch of a picked VC goes along if its output was matched to no input; of
/// several such inputs the lowest gets it.
void WavefrontSwitchAllocator::grant_second_branches(const std::vector<SwitchRequest>& requests,
                                                     std::vector<SwitchGrant>& grants) const {
    const auto extra_of = [&](const SwitchRequest& request) {
        const auto input = static_cast<std::size_t>(request.input);
        if (input_picks_.of(request.input) != request.vc) {
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

std::unique_ptr<SwitchAllocation> make_wavefront_switch_allocator(const AllocatorSetup& setup) {
    return std::make_unique<WavefrontSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
