#include "rtl_models/foreign/flow_control/on_off_output.h"

#include <string>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

OnOffOutput::OnOffOutput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : parameters_(parameters),
      off_is_high_(parameters.off_is_high),
      all_(~std::uint64_t{0} >> (64 - port.vcs)),
      on_(all_),
      credits_(static_cast<std::size_t>(port.vcs), port.credits),
      with_credit_(port.credits == 0 ? 0 : all_),
      queues_(port.vcs) {}

void OnOffOutput::credit(std::uint64_t vcs) {
    for (std::size_t vc = 0; vc < credits_.size(); ++vc) {
        if ((vcs >> vc & 1) != 0 && credits_[vc] != rtl::kUnbounded) {
            ++credits_[vc];
            with_credit_ |= std::uint64_t{1} << vc;
        }
    }
}

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
    const int vc = queues_.pick(with_credit_);
    if (vc >= 0) {
        queues_.pass(vc);
        flit_ = queues_.pop(vc);
        int& credits = credits_[static_cast<std::size_t>(vc)];
        if (credits != rtl::kUnbounded && --credits == 0) {
            with_credit_ &= ~(std::uint64_t{1} << vc);
        }
    }
    update_signals();
    return vc >= 0 ? &flit_ : nullptr;
}

void OnOffOutput::update_signals() {
    for (std::size_t vc = 0; vc < credits_.size(); ++vc) {
        const int free = parameters_.slots - queues_.size(static_cast<int>(vc));
        const std::uint64_t bit = std::uint64_t{1} << vc;
        if (free < parameters_.off_below) {
            on_ &= ~bit;
        } else if (free > parameters_.on_above) {
            on_ |= bit;
        }
    }
}

}  // namespace flitscope::cosim
