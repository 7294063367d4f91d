#include "rtl_models/router/allocators/islip_switch_allocator.h"

namespace flitscope::rtl {

IslipSwitchAllocator::IslipSwitchAllocator(const AllocatorSetup& setup, int iterations)
    : MatchingSwitchAllocator(setup, ArbiterState::per_pair),
      iterations_(iterations),
      output_arbiters_(setup.arbiters(setup.outputs, setup.inputs)),
      input_arbiters_(setup.arbiters(setup.inputs, setup.outputs)),
      output_picks_(setup.outputs),
      input_picks_(setup.inputs) {}

void IslipSwitchAllocator::match(const std::vector<SwitchRequest>& requests,
                                 std::vector<SwitchGrant>& grants) const {
    iterate(requests, kMatchMoves, grants);
    for (int i = 1; i < iterations_; ++i) {
        const std::size_t before = grants.size();
        iterate(requests, kMatched, grants);
        if (grants.size() == before) {
            break;  // nor would further ones match anything
        }
    }
}

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

void IslipSwitchAllocator::move(const std::vector<SwitchGrant>& grants) {
    for (const SwitchGrant& grant : grants) {
        if (grant.note == kMatchMoves) {
            output_arbiters_->update(static_cast<std::size_t>(grant.output), grant.input);
            input_arbiters_->update(static_cast<std::size_t>(grant.input), grant.output);
        }
    }
}

std::unique_ptr<SwitchAllocation> make_islip_switch_allocator(const AllocatorSetup& setup) {
    return std::make_unique<IslipSwitchAllocator>(setup, setup.iterations);
}

}  // namespace flitscope::rtl
