#pragma once

#include "rtl_models/signal/units/route_unit.h"

namespace flitscope::rtl {

/// The route unit of routers with lookahead (docs/router.md, section 4): heads come with their
/// routes, so that VC allocation begins in the cycle in which a head reaches the front of its FIFO.
/// Meanwhile the unit computes the route of each head in the next router.
///
/// Timing   As RouteUnit at depths 1 and 2; `ahead_o` follows `head_i` in the same cycle.
class LookaheadRouteUnit : public RouteUnit {
public:
    SC_HAS_PROCESS(LookaheadRouteUnit);

    LookaheadRouteUnit(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    Route route(const HeadFields& head, bool escapes) override;
    void look_ahead();

    AheadRoutes ahead_;
};

}  // namespace flitscope::rtl
