#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/violation.h"
#include "rtl_models/signal/watch/change_marks.h"
#include "rtl_models/signal/watch/unit_pins.h"

namespace flitscope::rtl {

/// What the ports of a router's units carried in its last cycles. Drives nothing; it costs time
/// where signals change. When the run is over the simulation may be gone.
class UnitHistory final : public ViolationWaves {
public:
    /// At end of elaboration. `router`: scope of the waves; `cycles`: how many are kept, >= 1.
    UnitHistory(std::string router, std::shared_ptr<NetPins> pins, int cycles,
                sc_core::sc_in<bool>& clk_i);

    /// A signal that somebody else will say has changed, at the falling edge: its number, -1 for
    /// one that is not at these ports. Before watch_others().
    int claim(const sc_core::sc_interface& signal);
    /// At end of elaboration: all others are looked at when they have changed, at the edge that
    /// ends a cycle.
    void watch_others();
    /// What the signal carries is its value from `cycle` on.
    void keep(int net, Cycle cycle) {
        last_ = ended_ ? last_ : std::max(last_, cycle);
        pins_->keep(static_cast<std::size_t>(net), last_);
    }
    /// The signals as they are now are the last that will be kept, those of `cycle`.
    void end_in(Cycle cycle);

    std::string text() const override;
    /// The dump has the scopes and pins of any dump of the router (waves/router_view.h). `open`: a
    /// unit, "vc_buffer_2".
    std::string write(const std::string& path, const std::string& open) const override;

private:
    void keep_changed(int /*port*/);
    Cycle first() const;

    std::string router_;
    std::shared_ptr<NetPins> pins_;
    Cycle cycles_;
    Cycle last_ = -1;
    bool ended_ = false;
    std::vector<bool> claimed_;       ///< by net
    ChangedChannels changed_;         ///< nets that are not
    ObserverGate<UnitHistory> gate_;  ///< runs at the edge that ends a cycle
};

}  // namespace flitscope::rtl
