#include "rtl_models/foreign/flow_control/on_off_input.h"

#include <utility>

namespace flitscope::cosim {

OnOffInput::OnOffInput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : off_is_high_(parameters.off_is_high), queues_(port.vcs) {}

const rtl::Flit* OnOffInput::offer() {
    offered_ = queues_.pick(on_);
    return offered_ < 0 ? nullptr : &queues_.front(offered_);
}

bool OnOffInput::settle(std::uint64_t /*back*/) {
    if (offered_ < 0) {
        return false;
    }
    const int vc = std::exchange(offered_, -1);
    queues_.pass(vc);
    queues_.pop(vc);
    returned_ |= std::uint64_t{1} << vc;
    return true;
}

std::uint64_t OnOffInput::credits() { return std::exchange(returned_, 0); }

}  // namespace flitscope::cosim
