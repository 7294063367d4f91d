// What router ideas add to a router (docs/router.md).
#include <algorithm>

#include "testbenches/tests/whole/page_reference/page_router.h"

namespace flitscope::tb {

using rtl::Cycle;

// "Input speedup" in section 6: VC v of port p is at crossbar input p*k + v mod k.

PageRouter::SwitchRequests PageRouter::at_crossbar(const SwitchRequests& requests) const {
    const int k = d_.router.input_speedup;
    SwitchRequests at_inputs;
    for (const auto& [from, outputs] : requests) {
        at_inputs[{from.first * k + from.second % k, from.second / k}] = outputs;
    }
    return at_inputs;
}

PageRouter::SwitchGrants PageRouter::at_ports(const SwitchGrants& grants) const {
    const int k = d_.router.input_speedup;
    SwitchGrants of_ports;
    for (const auto& [input, vc, output] : grants) {
        of_ports.insert({input / k, vc * k + input % k, output});
    }
    return of_ports;
}

// "Speculation" in section 6: heads that asked for a VC in this cycle also ask for the switch.

PageRouter::SwitchGrants PageRouter::speculate(const SwitchRequests& requests,
                                               const SwitchGrants& grants, Cycle t) {
    SwitchRequests asking;
    for (const auto& [requester, output_vc] : speculating_) {
        const int output = output_vc / vcs_;
        if (t >= outputs_[index(output)].free_at) {
            asking[{requester / vcs_, requester % vcs_}].insert(output);
        }
    }
    const bool exact = d_.router.speculation == rtl::Speculation::exact;
    const auto masked = [&](int from, int to) {
        const auto by_grant = [&](const auto& grant) {
            return std::get<0>(grant) == from || std::get<2>(grant) == to;
        };
        const auto by_request = [&](const auto& request) {
            return request.first.first == from || request.second.count(to) != 0;
        };
        return exact ? std::any_of(grants.begin(), grants.end(), by_grant)
                     : std::any_of(requests.begin(), requests.end(), by_request);
    };
    return speculative_.allocate(at_crossbar(asking), [&](const SwitchGrants& picked) {
        SwitchGrants used;
        for (const auto& pick : picked) {
            if (masked(std::get<0>(pick), std::get<2>(pick))) {
                continue;
            }
            const auto [input, vc, output] = *at_ports({pick}).begin();
            const InputVc& at = inputs_[index(input)][index(vc)];
            const Branch& branch = output >= network_ ? at.absorb : at.forward;
            if (branch.stage == Stage::active && has_credit(branch, branch.vc)) {
                used.insert(pick);
            } else {
                ++wasted_grants_;
            }
        }
        return used;
    });
}

}  // namespace flitscope::tb
