#include "rtl_models/signal/router_monitor.h"

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/router_module.h"

namespace flitscope::rtl {

RouterMonitor::RouterMonitor(const sc_core::sc_module_name& name, RouterModule& router,
                             RouterNets& nets)
    : sc_module(name),
      router_(router),
      nets_(nets),
      asked_before_(static_cast<std::size_t>(router.ports().inputs())) {
    for (int p = 0; p < router.ports().inputs(); ++p) {
        flits_in_.push_back(router.has_input(p) ? &router.flit_i(p) : nullptr);
    }
    for (int p = 0; p < router.ports().outputs(); ++p) {
        outputs_.emplace_back(router.output_vcs(p));
    }
    SC_METHOD(edge);
    dont_initialize();
    sensitive << edge_gate_.event;
    SC_METHOD(observe);
    dont_initialize();
    sensitive << observe_gate_.event;
}

void RouterMonitor::end_of_elaboration() {
    edge_gate_.follow(clk_i);
    observe_gate_.follow(clk_i);
    for (auto* const flit : flits_in_) {
        if (flit != nullptr) {
            edge_gate_.watch(*flit);
        }
    }
    for (auto& nets : nets_.inputs) {
        observe_gate_.watch_channel(&nets->route, false);
        observe_gate_.watch_channel(&nets->request, true);
        observe_gate_.watch_channel(&nets->vc_grant, false);
        observe_gate_.watch_channel(&nets->grant, false);
    }
    for (auto& nets : nets_.outputs) {
        observe_gate_.watch_channel(&nets->state, true);
    }
}

void RouterMonitor::edge() {
    const RouterContext& context = router_.context();
    const Cycle edge = edge_gate_.cycle();
    for (std::size_t p = 0; p < flits_in_.size(); ++p) {
        if (flits_in_[p] == nullptr || !flits_in_[p]->read().valid()) {
            continue;
        }
        const Flit& flit = flits_in_[p]->read();
        if (context.book != nullptr) {
            context.book->flit_written(edge, context.router, flit);
        }
        if (context.observer != nullptr) {
            context.observer->flit_written(edge, context.router, static_cast<int>(p), flit);
        }
    }
}

void RouterMonitor::observe() {
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        const InputNets& nets = nets_.input(p);
        const VcMask routed = nets.route.read().valid;
        const VcMask granted = nets.grant.read();
        if (routed != 0 && router_.context().observer != nullptr) {
            observe_routes(p, routed);
        }
        if (nets.vc_grant.read().valid != 0 ||
            nets.request.read().valid != asked_before_[static_cast<std::size_t>(p)]) {
            observe_vc_allocation(p);
        }
        if (granted != 0) {
            observe_switch(p, granted);
        }
    }
    for (std::size_t p = 0; p < outputs_.size(); ++p) {
        Output& output = outputs_[p];
        const VcMask held = nets_.outputs[p]->state.read().held;
        if (held != output.held) {
            output.busy.change(observe_gate_.cycle(),
                               __builtin_popcountll(held) - __builtin_popcountll(output.held));
            output.held = held;
        }
    }
}

void RouterMonitor::observe_routes(int port, VcMask routed) {
    const InputNets& nets = nets_.input(port);
    for_each_bit(routed, [&](int v) {
        const Route& route = nets.route.read().of[v];
        const VcRange allowed = {route.allowed == 0 ? 0 : __builtin_ctzll(route.allowed),
                                 __builtin_popcountll(route.allowed)};
        router_.context().observer->routed(observe_gate_.cycle(), router_.id(), port,
                                           nets.front.read().flit[v], route.port, allowed);
    });
}

void RouterMonitor::observe_vc_allocation(int port) {
    const InputNets& nets = nets_.input(port);
    const HeadRequests& request = nets.request.read();
    const VcGrants& grant = nets.vc_grant.read();
    VcMask& before = asked_before_[static_cast<std::size_t>(port)];
    for_each_bit(request.valid & ~before, [&](int v) {
        if (request.of[v].port < router_.ports().network) {
            Output& output = outputs_[static_cast<std::size_t>(request.of[v].port)];
            ++output.heads;
            output.heads_blocked += (grant.valid >> v & 1) == 0 ? 1 : 0;
        }
    });
    before = request.valid & ~grant.valid;
    NetworkObserver* const observer = router_.context().observer;
    if (observer != nullptr) {
        for_each_bit(grant.valid, [&](int v) {
            observer->vc_granted(observe_gate_.cycle(), router_.id(), port,
                                 nets.front.read().flit[v], request.of[v].port, grant.vc[v]);
        });
    }
}

void RouterMonitor::observe_switch(int port, VcMask granted) {
    const RouterContext& context = router_.context();
    const InputNets& nets = nets_.input(port);
    const Cycle cycle = observe_gate_.cycle();
    for_each_bit(granted, [&](int v) {
        const Flit& flit = nets.front.read().flit[v];
        const ActiveVc& to = nets.active.read().of[v];
        ++flits_;
        ++outputs_[static_cast<std::size_t>(to.port)].flits;
        if (context.book != nullptr && flit.is_head()) {
            context.book->head_moved(cycle, flit);
        }
        if (context.observer != nullptr) {
            context.observer->switch_granted(cycle, context.router, port, flit, to.port, to.vc);
            context.observer->credit_sent(cycle, context.router, port, v);
        }
    });
}

ChannelCounters RouterMonitor::channel_counters(int output_port, Cycle edge) const {
    const Output& output = outputs_[static_cast<std::size_t>(output_port)];
    ChannelCounters counters;
    counters.flits = output.flits;
    counters.vc_busy_cycles = output.busy.cycles(edge);
    counters.heads = output.heads;
    counters.heads_blocked = output.heads_blocked;
    return counters;
}

}  // namespace flitscope::rtl
