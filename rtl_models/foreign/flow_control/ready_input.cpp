#include "rtl_models/foreign/flow_control/ready_input.h"

namespace flitscope::cosim {

ReadyInput::ReadyInput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : on_off_(parameters.kind == FlowControlKind::on_off),
      off_is_high_(parameters.off_is_high),
      per_(on_off_ ? ReadyScope::vc : parameters.per),
      ready_from_valid_(parameters.ready_from_valid),
      queues_(shared_queue() ? 1 : port.vcs) {}

std::uint64_t ReadyInput::offerable() const {
    return per_ == ReadyScope::vc && !ready_from_valid_ ? ready_ : ~std::uint64_t{0};
}

const rtl::Flit* ReadyInput::offer() {
    offered_ = queues_.pick(offerable());
    return offered_ < 0 ? nullptr : &queues_.front(offered_);
}

bool ReadyInput::settle(std::uint64_t back) {
    if (offered_ < 0) {
        return false;
    }
    const int queue = std::exchange(offered_, -1);
    queues_.pass(queue);
    const int bit = per_ == ReadyScope::vc ? queue : 0;
    if (!on_off_ && (back >> bit & 1) == 0) {
        return false;
    }
    returned_ |= std::uint64_t{1} << queues_.pop(queue).vc;
    return true;
}

}  // namespace flitscope::cosim
