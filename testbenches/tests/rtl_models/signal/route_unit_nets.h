#pragma once

#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::tb {

/// Signals for the ports of a route unit at node 1 but clock, reset and the state of outputs.
struct RouteUnitNets {
    template <typename Unit>
    void bind(Unit& unit) {
        unit.node_i(node);
        unit.head_i(head_wire);
        unit.tail_i(tail_wire);
        unit.vc_grant_i(vc_grant);
        unit.grant_i(grant);
        unit.request_o(request);
        unit.active_o(active);
        unit.route_o(route);
        unit.stage_o(stage);
    }

    sc_core::sc_signal<std::int32_t> node{"node", 1};
    sc_core::sc_signal<rtl::Heads> head_wire{"head"};
    sc_core::sc_signal<rtl::Tails> tail_wire{"tail"};
    sc_core::sc_signal<rtl::VcGrants> vc_grant{"vc_grant"};
    sc_core::sc_signal<rtl::VcMask> grant{"grant"};
    sc_core::sc_signal<rtl::HeadRequests> request{"request"};
    sc_core::sc_signal<rtl::ActiveVcs> active{"active"};
    sc_core::sc_signal<rtl::Routes> route{"route"};
    sc_core::sc_signal<rtl::VcStages> stage{"stage"};
};

}  // namespace flitscope::tb
