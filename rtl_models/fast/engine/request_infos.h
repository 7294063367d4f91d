#pragma once

#include <vector>

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

/// The message at the front of an input VC.
inline rtl::RequestInfo front_info(const EngineState& state, std::uint32_t input_vc) {
    const std::uint32_t entry = state.fifos[input_vc].first;
    const rtl::Message& message = state.messages[state.message_fifos.message(entry)].message;
    return {message.generated, message.length,
            static_cast<std::uint16_t>(state.message_fifos.hops(entry)),
            static_cast<std::uint8_t>(message.message_class)};
}

/// Where no flits are outstanding, as at ejection outputs, all credits are there.
inline std::uint32_t credits_of(const EngineState& state, std::uint32_t output_vc) {
    const int most = rtl::VcCredits(state.description.router).most();
    const bool counted = most != rtl::kUnbounded && !state.layout.is_ejection(output_vc);
    return counted ? state.output_vcs[output_vc].credits : static_cast<std::uint32_t>(most);
}

/// Makes every request point to the information that the policy reads. `input_vc_of(request)`: the
/// requester; `output_vc_of(request)`: the requested VC.
template <typename Request, typename InputVcOf, typename OutputVcOf>
void add_request_infos(EngineState& state, PolicyReads reads, std::vector<Request>& requests,
                       InputVcOf input_vc_of, OutputVcOf output_vc_of) {
    if (!reads.any()) {
        return;
    }
    state.infos.resize(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const std::uint32_t input_vc = input_vc_of(requests[i]);
        rtl::RequestInfo& info = state.infos[i];
        info = reads.messages ? front_info(state, input_vc) : rtl::RequestInfo();
        info.priority =
            reads.priorities ? state.priorities->of(state.input_vcs[input_vc]) : std::uint16_t{0};
        if (reads.occupancy) {
            info.count = state.input_vcs[input_vc].count;
            info.credits = credits_of(state, output_vc_of(requests[i]));
        }
        requests[i].info = &info;
    }
}

}  // namespace flitscope::tl
