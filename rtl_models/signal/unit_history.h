#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/violation.h"
#include "rtl_models/signal/gate.h"
#include "rtl_models/signal/unit_pins.h"

namespace flitscope::rtl {

/// What the ports of a router's units carried in its last cycles. Drives nothing; it costs time
/// where signals change. When the run is over the simulation may be gone.
class UnitHistory final : public ViolationWaves {
public:
    /// At end of elaboration. `router`: scope of the waves; `cycles`: how many are kept, >= 1.
    UnitHistory(std::string router, std::shared_ptr<NetPins> pins, int cycles,
                sc_core::sc_in<bool>& clk_i);

    /// The signals as they are now are the last that will be kept, those of `cycle`.
    void end_in(Cycle cycle);

    std::string text() const override;
    /// The dump has the scopes and pins of any dump of the router (waves/router_view.h). `open`: a
    /// unit, "vc_buffer_2".
    std::string write(const std::string& path, const std::string& open) const override;

private:
    using NetGate = ObserverGate<UnitHistory>;

    void keep(int net);
    Cycle first() const;

    std::string router_;
    std::shared_ptr<NetPins> pins_;
    Cycle cycles_;
    Cycle last_ = -1;
    bool ended_ = false;
    std::vector<std::unique_ptr<NetGate>> gates_;  ///< by net; run at the edge that ends a cycle
};

}  // namespace flitscope::rtl
