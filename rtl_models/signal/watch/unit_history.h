#pragma once

#include <memory>
#include <string>

#include "rtl_models/router/contract/violation.h"
#include "rtl_models/signal/watch/unit_pins.h"

namespace flitscope::rtl {

/// What the ports of a router's units carried in its last cycles. Drives nothing. When the run is
/// over the simulation may be gone.
class UnitHistory final : public ViolationWaves {
public:
    /// At end of elaboration. `router`: scope of the waves; `cycles`: how many are kept, >= 1.
    UnitHistory(std::string router, std::shared_ptr<NetPins> pins, int cycles);

    /// The signals are what they are at the end of `cycle`, the last one so far. At the edge that
    /// ends it, or where the simulation ends in it.
    void keep(Cycle cycle);

    std::string text() const override;
    /// The dump has the scopes and pins of any dump of the router (waves/router_view.h). `open`: a
    /// unit, "vc_buffer_2".
    std::string write(const std::string& path, const std::string& open) const override;

private:
    Cycle first() const;

    std::string router_;
    std::shared_ptr<NetPins> pins_;
    Cycle cycles_;
    Cycle last_ = -1;
};

}  // namespace flitscope::rtl
