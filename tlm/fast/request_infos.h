#pragma once

#include <vector>

#include "tlm/fast/engine_state.h"

namespace flitscope::tl {

/// What a policy may know of the message at the front of an input VC.
inline rtl::RequestInfo request_info(const EngineState& state, std::uint32_t input_vc) {
    const std::uint32_t entry = state.fifos[input_vc].first;
    const rtl::Message& message = state.messages[state.message_fifos.message(entry)].message;
    return {message.generated, message.length,
            static_cast<std::uint16_t>(state.message_fifos.hops(entry)),
            static_cast<std::uint8_t>(message.message_class)};
}

/// Lets every request point to what is known of it. `input_vc_of(request)`: who asks.
template <typename Request, typename InputVcOf>
void add_request_infos(EngineState& state, std::vector<Request>& requests, InputVcOf input_vc_of) {
    state.infos.resize(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        state.infos[i] = request_info(state, input_vc_of(requests[i]));
        requests[i].info = &state.infos[i];
    }
}

}  // namespace flitscope::tl
