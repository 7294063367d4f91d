#include "rtl_models/foreign/flow_control/ready_valid_input.h"

#include <utility>

namespace flitscope::cosim {

ReadyValidInput::ReadyValidInput(const FlowControlParameters& parameters,
                                 const FlowControlPort& port)
    : per_vc_(parameters.per_vc),
      ready_from_valid_(parameters.ready_from_valid),
      queues_(parameters.per_vc ? port.vcs : 1) {}

void ReadyValidInput::arrive(const rtl::Flit& flit) { queues_.push(per_vc_ ? flit.vc : 0, flit); }

std::uint64_t ReadyValidInput::offerable() const {
    return per_vc_ && !ready_from_valid_ ? ready_ : ~std::uint64_t{0};
}

const rtl::Flit* ReadyValidInput::offer() {
    offered_ = queues_.pick(offerable());
    return offered_ < 0 ? nullptr : &queues_.front(offered_);
}

bool ReadyValidInput::settle(std::uint64_t back) {
    if (offered_ < 0) {
        return false;
    }
    const int queue = std::exchange(offered_, -1);
    queues_.pass(queue);
    if ((back >> queue & 1) == 0) {
        return false;
    }
    returned_ |= std::uint64_t{1} << queues_.pop(queue).vc;
    return true;
}

std::uint64_t ReadyValidInput::credits() { return std::exchange(returned_, 0); }

}  // namespace flitscope::cosim
