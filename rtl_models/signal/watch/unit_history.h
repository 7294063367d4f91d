#pragma once

#include <memory>
#include <string>

#include "rtl_models/router/contract/violation.h"
#include "rtl_models/signal/watch/unit_pins.h"

namespace flitscope::rtl {

/// The values of a router's unit ports in its last cycles. Drives nothing. It may outlive the
/// simulation.
class UnitHistory final : public ViolationWaves {
public:
    /// At end of elaboration. `router`: scope of the waves; `cycles`: how many are kept, >= 1.
    UnitHistory(std::string router, std::shared_ptr<NetPins> pins, int cycles);

    /// Records the signals at the end of `cycle`, the last one so far. Call it at the edge that
    /// ends the cycle, or when the simulation ends in it.
    void keep(Cycle cycle);

    std::string text() const override;
    /// The dump has the scopes and pins of any dump of the router (rtl_models/waves/router_view.h).
    /// `open`: a unit, "vc_buffer_2".
    std::string write(const std::string& path, const std::string& open) const override;

private:
    Cycle first() const;

    std::string router_;
    std::shared_ptr<NetPins> pins_;
    Cycle cycles_;
    Cycle last_ = -1;
};

}  // namespace flitscope::rtl
