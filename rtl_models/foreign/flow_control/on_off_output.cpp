#include "rtl_models/foreign/flow_control/on_off_output.h"

#include <string>

namespace flitscope::cosim {

OnOffOutput::OnOffOutput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : parameters_(parameters),
      vcs_(port.vcs),
      all_(~std::uint64_t{0} >> (64 - port.vcs)),
      on_(all_),
      credits_(port),
      queues_(port.vcs) {}

bool OnOffOutput::take(int vc) {
    if (queues_.size(vc) == parameters_.slots) {
        throw ViolationCause(ViolationKind::sent_without_credit,
                             "VC " + std::to_string(vc) + ": a flit, but all " +
                                 std::to_string(parameters_.slots) + " slots are taken (it was " +
                                 ((on_ >> vc & 1) != 0 ? "on" : "off") + ")");
    }
    return true;
}

const rtl::Flit* OnOffOutput::drive() {
    driven_ = queues_.serve(credits_.vcs());
    if (driven_.valid()) {
        credits_.take(driven_.vc);
    }
    update_signals();
    return driven_.valid() ? &driven_ : nullptr;
}

void OnOffOutput::update_signals() {
    for (int vc = 0; vc < vcs_; ++vc) {
        const int free = parameters_.slots - queues_.size(vc);
        const std::uint64_t bit = std::uint64_t{1} << vc;
        if (free < parameters_.off_below) {
            on_ &= ~bit;
        } else if (free > parameters_.on_above) {
            on_ |= bit;
        }
    }
}

}  // namespace flitscope::cosim
