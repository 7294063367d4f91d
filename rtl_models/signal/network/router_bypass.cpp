// The units of a Router with bypass.
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_binding.h"
#include "rtl_models/signal/units/bypass_unit.h"

namespace flitscope::rtl {

void Router::make_bypass_nets(int vcs) {
    for (int p = 0; p < ports().inputs(); ++p) {
        nets_.inputs[at(p)]->bypass = std::make_unique<BypassNets>(p, vcs);
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        nets_.outputs[at(p)]->bypass = std::make_unique<BypassOutputNets>(p);
    }
    nets_.allocated_select =
        std::make_unique<Wire<Selects>>("allocator_select", Selects(ports().outputs()));
}

void Router::make_bypass_unit(const RouterInstance& instance) {
    units_.push_back(std::make_unique<BypassUnit>(
        "bypass_unit", BypassUnit::Parameters{instance.parameters, ports()}));
    UnitBinding unit(*units_.back(), true);
    bind_bypass_unit_clock(unit);
    unit.in("rst_ni", rst_ni);
    for (int p = 0; p < ports().inputs(); ++p) {
        InputNets& nets = *nets_.inputs[at(p)];
        unit.in(numbered("count_i", p), nets.count);
        unit.in(numbered("head_i", p), nets.head);
        unit.in(numbered("filled_i", p), nets.filled);
        unit.in(numbered("route_i", p), nets.route);
        unit.in(numbered("request_i", p), nets.request);
        unit.in(numbered("active_i", p), nets.active);
        unit.in(numbered("vc_grant_i", p), nets.bypass->vc_grant);
        unit.in(numbered("grant_i", p), nets.bypass->grant);
        if (nets.traversal) {
            unit.in(numbered("free_i", p), nets.bypass->free);
        }
        unit.out(numbered("request_o", p), nets.bypass->request);
        unit.out(numbered("filled_o", p), nets.bypass->filled);
        unit.out(numbered("vc_grant_o", p), nets.vc_grant);
        unit.out(numbered("active_o", p), nets.bypass->active);
        unit.out(numbered("grant_o", p), nets.grant);
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        OutputNets& nets = *nets_.outputs[at(p)];
        unit.in(numbered("state_i", p), nets.state);
        unit.in(numbered("ready_i", p), nets.ready);
        if (unit.has(numbered("outstanding_i", p))) {
            unit.in(numbered("outstanding_i", p), nets.outstanding);
        }
        if (nets.traversal) {
            unit.in(numbered("clear_i", p), nets.bypass->clear);
            unit.out(numbered("bypass_o", p), nets.bypass->bypass);
        }
        unit.in(numbered("taken_i", p), nets.bypass->taken);
        unit.out(numbered("taken_o", p), nets.taken);
    }
    unit.in("select_i", *nets_.allocated_select);
    unit.out("select_o", nets_.select);
    unit.finish();
}

}  // namespace flitscope::rtl
