#pragma once

#include <string>

#include "rtl_models/foreign/flow_control/converter_parts.h"

namespace flitscope::cosim {

/// On-off out of the device, credits downstream.
///
/// Room        `slots` flits per VC wait here for the network's credits; VCs are served in turn.
/// Thresholds  The signal of a VC goes off when fewer than `off_below` slots are free and on again
///             when more than `on_above` are. It shows the slots at the end of a cycle, and is on
///             the device's pins for the edge that ends this cycle; with valid_from_ready, from the
///             begin of the next one on.
/// Errors      sent_without_credit: a flit for a VC whose slots are all taken.
/// Added cycles   0
class OnOffOutput final : public OutputFlowControl {
public:
    OnOffOutput(const FlowControlParameters& parameters, const FlowControlPort& port)
        : parameters_(parameters),
          vcs_(port.vcs),
          all_(~std::uint64_t{0} >> (64 - port.vcs)),
          on_(all_),
          credits_(port),
          queues_(port.vcs) {}

    void credit(std::uint64_t vcs) override { credits_.give(vcs); }
    std::uint64_t forward() override { return parameters_.off_is_high ? all_ & ~on_ : on_; }

    bool take(int vc) override {
        if (queues_.size(vc) == parameters_.slots) {
            throw ViolationCause(ViolationKind::sent_without_credit,
                                 "VC " + std::to_string(vc) + ": a flit, but all " +
                                     std::to_string(parameters_.slots) +
                                     " slots are taken (it was " +
                                     ((on_ >> vc & 1) != 0 ? "on" : "off") + ")");
        }
        return true;
    }

    void push(const rtl::Flit& flit) override { queues_.push(flit.vc, flit); }

    const rtl::Flit* drive() override {
        driven_ = queues_.serve(credits_.vcs());
        if (driven_.valid()) {
            credits_.take(driven_.vc);
        }
        update_signals();
        return driven_.valid() ? &driven_ : nullptr;
    }

    bool idle() const override { return (queues_.waiting() & credits_.vcs()) == 0; }

private:
    void update_signals() {
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

    FlowControlParameters parameters_;
    const int vcs_;
    const std::uint64_t all_;  ///< VCs
    std::uint64_t on_;
    NetworkCredits credits_;
    VcQueues queues_;
    rtl::Flit driven_;
};

}  // namespace flitscope::cosim
