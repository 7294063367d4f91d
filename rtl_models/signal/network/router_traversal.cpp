// The registers before and behind the crossbar of a Router.
#include <algorithm>
#include <utility>

#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_binding.h"

namespace flitscope::rtl {

/// Inputs that take what is granted in this cycle.
void Router::bind_granted(UnitBinding& unit, int p) {
    InputNets& nets = *nets_.inputs[at(p)];
    unit.in(numbered("front_i", p), nets.front);
    unit.in(numbered("active_i", p), nets.crossing());
    unit.in(numbered("grant_i", p), nets.grant);
    if (nets.ahead) {
        unit.in(numbered("ahead_i", p), *nets.ahead);
    }
    if (nets.absorb) {
        unit.in(numbered("absorb_active_i", p), nets.absorb->active);
        unit.in(numbered("absorb_grant_i", p), nets.absorb->grant);
        unit.in(numbered("served_i", p), nets.absorb->served);
        unit.in(numbered("error_i", p), nets.absorb->error);
    }
}

/// Inputs that take what the traversal register shows.
void Router::bind_crossing(UnitBinding& unit, int p, TraversalNets& nets) {
    unit.in(numbered("front_i", p), nets.front);
    unit.in(numbered("active_i", p), nets.active);
    unit.in(numbered("grant_i", p), nets.grant);
    if (nets_.input(p).ahead) {
        unit.in(numbered("ahead_i", p), nets.ahead);
    }
    if (nets_.input(p).absorb) {
        unit.in(numbered("absorb_active_i", p), nets.absorb_active);
        unit.in(numbered("absorb_grant_i", p), nets.absorb_grant);
        unit.in(numbered("served_i", p), nets.served);
        unit.in(numbered("error_i", p), nets.error);
    }
}

void Router::make_traversal_register(const RouterInstance& instance) {
    TraversalRegister::Parameters parameters{
        instance.parameters, ports(), instance.network != nullptr, instance.purging, {}};
    parameters.cycles_per_flit = instance.cycles_per_flit;
    parameters.cycles_per_flit.resize(at(ports().outputs()), 1);
    const int slowest =
        *std::max_element(parameters.cycles_per_flit.begin(), parameters.cycles_per_flit.end());
    auto made = std::make_unique<TraversalRegister>("traversal_register", parameters);
    traversal_register_ = made.get();
    units_.push_back(std::move(made));
    UnitBinding unit(*units_.back(), true);
    bind_traversal_register_clock(unit, instance.parameters.bypass ? slowest : 1);
    unit.in("rst_ni", rst_ni);
    for (int p = 0; p < ports().inputs(); ++p) {
        bind_granted(unit, p);
        const InputNets& nets = *nets_.inputs[at(p)];
        TraversalNets& to = *nets.traversal;
        unit.out(numbered("front_o", p), to.front);
        unit.out(numbered("active_o", p), to.active);
        unit.out(numbered("grant_o", p), to.grant);
        if (nets.ahead) {
            unit.out(numbered("ahead_o", p), to.ahead);
        }
        if (nets.absorb) {
            unit.out(numbered("absorb_active_o", p), to.absorb_active);
            unit.out(numbered("absorb_grant_o", p), to.absorb_grant);
            unit.out(numbered("served_o", p), to.served);
            unit.out(numbered("error_o", p), to.error);
        }
        if (nets.bypass) {
            unit.out(numbered("free_o", p), nets.bypass->free);
        }
    }
    unit.in("select_i", nets_.select);
    unit.out("select_o", *nets_.crossbar_select);
    for (int p = 0; p < ports().outputs(); ++p) {
        OutputNets& nets = *nets_.outputs[at(p)];
        unit.out(numbered("sent_o", p), nets.traversal->sent);
        if (nets.bypass) {
            unit.in(numbered("bypass_i", p), nets.bypass->bypass);
            unit.out(numbered("clear_o", p), nets.bypass->clear);
        }
        if (purge_ports_) {
            unit.out(numbered("dropped_o", p), nets.traversal->dropped);
        }
    }
    if (purge_ports_) {
        unit.in("purge_i", purge_ports_->purge_i);
    }
    unit.finish();
}

void Router::make_extra_stages(const RouterInstance& instance, int p) {
    const bool credited = instance.purging && p < ports().network;
    const ExtraStages::Parameters parameters{instance.parameters.extra_stages, instance.purging,
                                             credited ? instance.parameters.virtual_channels : 0};
    auto made = std::make_unique<ExtraStages>(numbered("extra_stages", p).c_str(), parameters);
    extra_stages_.resize(at(ports().outputs()));
    extra_stages_[at(p)] = made.get();
    units_.push_back(std::move(made));
    UnitBinding unit(*units_.back(), true);
    ExtraNets& nets = *nets_.outputs[at(p)]->delay;
    bind_extra_stages_clock(unit, p, parameters.stages);
    unit.in("rst_ni", rst_ni);
    unit.in("flit_i", nets.leaving);
    unit.out("flit_o", flit_o(p));
    if (purge_ports_) {
        unit.in("purge_i", purge_ports_->purge_i);
    }
    if (credited) {
        unit.in("dropped_i", *purge_ports_->dropped_i[at(p)]);
        unit.out("dropped_o", nets.dropped);
    }
    unit.finish();
}

}  // namespace flitscope::rtl
