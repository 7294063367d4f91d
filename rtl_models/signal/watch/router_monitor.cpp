#include "rtl_models/signal/watch/router_monitor.h"

#include <algorithm>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

RouterMonitor::RouterMonitor(const sc_core::sc_module_name& name, RouterModule& router,
                             RouterNets& nets)
    : sc_module(name),
      router_(router),
      nets_(nets),
      inputs_(static_cast<std::size_t>(router.ports().inputs())) {
    for (int p = 0; p < router.ports().outputs(); ++p) {
        outputs_.emplace_back(router.output_vcs(p));
    }
}

void RouterMonitor::end_of_elaboration() {
    const auto gate = [this](ClockPhase phase, void (RouterMonitor::*look)(int), int port) {
        auto made = std::make_unique<PortGate>(phase, *this, look, port);
        made->follow(clk_i);
        return made;
    };
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        if (!router_.has_input(p)) {
            continue;
        }
        Input& input = inputs_[static_cast<std::size_t>(p)];
        input.messages.resize(static_cast<std::size_t>(router_.input_vcs(p)));
        input.edge_gate = gate(ClockPhase::rising, &RouterMonitor::edge, p);
        input.edge_gate->watch(router_.flit_i(p));
        input.observe_gate = gate(ClockPhase::falling, &RouterMonitor::observe, p);
        InputNets& nets = *nets_.inputs[static_cast<std::size_t>(p)];
        if (router_.context().observer != nullptr) {
            input.observe_gate->watch_channel(&nets.route);
        }
        input.observe_gate->watch_changes(&nets.request);
        input.observe_gate->watch_channel(&nets.vc_grant);
        const PipelineStages stages = router_.context().parameters.stages();
        if (stages.switch_with_vc || stages.vc_at_switch) {
            // The next head may ask for the same output as the last one, so that no request
            // changes.
            input.observe_gate->watch_changes(&nets.vc_grant);
        }
        input.observe_gate->watch_channel(&nets.grant);
        if (nets.wasted) {
            input.observe_gate->watch_channel(nets.wasted.get());
        }
        if (nets.absorb) {
            input.observe_gate->watch_channel(&nets.absorb->route);
            input.observe_gate->watch_channel(&nets.absorb->vc_grant);
            input.observe_gate->watch_channel(&nets.absorb->grant);
        }
    }
    if (PurgePorts* const ports = router_.purge_ports()) {
        purge_gate_.follow(clk_i);
        purge_gate_.watch(ports->purge_i);
        purge_in_ = &ports->purge_i;
    }
    for (std::size_t p = 0; p < outputs_.size(); ++p) {
        outputs_[p].gate =
            gate(ClockPhase::falling, &RouterMonitor::observe_held, static_cast<int>(p));
        outputs_[p].gate->watch_changes(&nets_.outputs[p]->state);
    }
}

/// Forgets the messages that are dropped at the edge.
void RouterMonitor::purge(int /*port*/) {
    for (std::size_t p = 0; p < inputs_.size(); ++p) {
        const PerVc<Flit>& fronts = nets_.input(static_cast<int>(p)).front.read();
        Input& input = inputs_[p];
        if (purge_in_->read().route_again) {
            input.asked_before = 0;  // they ask again, perhaps for the same output
            if (input.observe_gate) {
                input.observe_gate->wake();
            }
        }
        for (std::size_t v = 0; v < input.messages.size(); ++v) {
            auto& messages = input.messages[v];
            const int vc = static_cast<int>(v);
            input.asked_before &= is_purged(fronts[vc].message) ? ~vc_bit(vc) : ~VcMask{0};
            messages.erase(std::remove_if(messages.begin(), messages.end(),
                                          [&](auto message) { return is_purged(message); }),
                           messages.end());
        }
    }
}

void RouterMonitor::edge(int port) {
    const RouterContext& context = router_.context();
    Input& input = inputs_[static_cast<std::size_t>(port)];
    const Flit& flit = router_.flit_i(port).read();
    const bool counts = flit.is_head() || flit.is_tail() || context.observer != nullptr;
    if (!flit.valid() || !counts || is_purged(flit.message)) {
        return;
    }
    if (flit.is_head() && flit.vc < input.messages.size()) {
        input.messages[flit.vc].push_back(flit.message);
    }
    context.tell_written(router_.cycle(), port, flit);
}

namespace {

/// Heads that VC allocation takes, or that bypass: with two branches once the ejection VC is there.
VcMask asking_of(const InputNets& nets) {
    VcMask waiting = 0;
    if (nets.absorb) {
        waiting = nets.absorb->request.read().valid & ~nets.absorb->vc_grant.read().valid;
    }
    return (nets.request.read().valid | nets.vc_grant.read().valid) & ~waiting;
}

/// The output that a head asks for. From depth 3 on, one that bypasses in the cycle of RC has a
/// route, and no request yet.
int port_asked(const HeadRequests& requests, const Routes& routes, int v) {
    return (routes.valid >> v & 1) != 0 ? routes.of[v].port : requests.of[v].port;
}

}  // namespace

void RouterMonitor::observe(int port) {
    const InputNets& nets = nets_.input(port);
    const VcMask granted = nets.grant.read();
    if (nets.wasted) {
        counters_.wasted_grants += count_vcs(nets.wasted->read());
        counters_.speculative_grants += count_vcs(granted & nets.vc_grant.read().valid);
    }
    if (router_.context().observer != nullptr) {
        observe_routes(port, nets.route.read());
        if (nets.absorb) {
            observe_routes(port, nets.absorb->route.read());
            observe_vc_grants(port, nets.absorb->vc_grant.read(), nets.absorb->request.read(),
                              nets.absorb->route.read());
        }
    }
    if (nets.vc_grant.read().valid != 0 ||
        asking_of(nets) != inputs_[static_cast<std::size_t>(port)].asked_before ||
        (nets.request.read().valid & nets.route.read().valid) != 0) {
        observe_vc_allocation(port);
    }
    if (nets.absorb) {
        observe_switch(port, nets.absorb->grant.read(), nets.absorb->active.read());
        observe_copies(port, nets.absorb->pop.read());
    }
    if (granted != 0) {
        observe_switch(port, granted, nets.crossing().read());
    }
    if (nets.pop().read() != 0) {
        observe_pops(port, nets.pop().read());
    }
}

void RouterMonitor::observe_held(int port) {
    Output& output = outputs_[static_cast<std::size_t>(port)];
    const VcMask held = nets_.output(port).state.read().held;
    if (held != output.held) {
        output.busy.change(router_.cycle(),
                           __builtin_popcountll(held) - __builtin_popcountll(output.held));
        output.held = held;
    }
}

namespace {

/// The flit at the front of VC v; the pins of a FIFO do not say which VC it is.
Flit front_of(const InputNets& nets, int v) {
    Flit flit = nets.front.read()[v];
    flit.vc = static_cast<std::uint8_t>(v);
    return flit;
}

}  // namespace

void RouterMonitor::observe_routes(int port, const Routes& routes) {
    const InputNets& nets = nets_.input(port);
    for_each_bit(routes.valid, [&](int v) {
        const Route& route = routes.of[v];
        router_.context().observer->routed(router_.cycle(), router_.id(), port, front_of(nets, v),
                                           route.port, VcRange::of(route.allowed));
    });
}

void RouterMonitor::observe_vc_allocation(int port) {
    const InputNets& nets = nets_.input(port);
    const HeadRequests& request = nets.request.read();
    const VcGrants& grant = nets.vc_grant.read();
    VcMask& before = inputs_[static_cast<std::size_t>(port)].asked_before;
    const VcMask asking = asking_of(nets);
    // A head that is routed again counts as a new request, even in the next cycle.
    for_each_bit(asking & (~before | nets.route.read().valid), [&](int v) {
        const int output = port_asked(request, nets.route.read(), v);
        if (output < router_.ports().network) {
            ChannelCounters& counters = outputs_[static_cast<std::size_t>(output)].counters;
            ++counters.heads;
            counters.heads_blocked += (grant.valid >> v & 1) == 0 ? 1 : 0;
        }
    });
    before = asking & ~grant.valid;
    if (router_.context().observer != nullptr) {
        observe_vc_grants(port, grant, request, nets.route.read());
    }
}

void RouterMonitor::observe_vc_grants(int port, const VcGrants& grants,
                                      const HeadRequests& requests, const Routes& routes) {
    for_each_bit(grants.valid, [&](int v) {
        router_.context().observer->vc_granted(router_.cycle(), router_.id(), port,
                                               front_of(nets_.input(port), v),
                                               port_asked(requests, routes, v), grants.vc[v]);
    });
}

void RouterMonitor::observe_switch(int port, VcMask granted, const ActiveVcs& active) {
    const RouterContext& context = router_.context();
    const InputNets& nets = nets_.input(port);
    const Cycle cycle = router_.cycle();
    for_each_bit(granted, [&](int v) {
        const Flit& flit = nets.front.read()[v];
        const ActiveVc& to = active.of[v];
        const bool bypasses = (nets.bypassing() >> v & 1) != 0;
        ++counters_.flit_hops;
        counters_.flits_bypassed += bypasses ? 1 : 0;
        ++outputs_[static_cast<std::size_t>(to.port)].counters.flits;
        if (context.book != nullptr && flit.is_head()) {
            context.book->head_moved(cycle, flit, bypasses);
        }
        if (context.observer != nullptr) {
            context.observer->crosses(bypasses, cycle, context.id, port, front_of(nets, v), to.port,
                                      to.vc);
        }
    });
}

void RouterMonitor::observe_pops(int port, VcMask popped) {
    Input& input = inputs_[static_cast<std::size_t>(port)];
    for_each_bit(popped, [&](int v) {
        if (nets_.input(port).front.read()[v].is_tail()) {
            auto& messages = input.messages[static_cast<std::size_t>(v)];
            messages.erase(messages.begin());
        }
        if (router_.context().observer != nullptr) {
            router_.context().observer->credit_sent(router_.cycle(), router_.id(), port, v);
        }
    });
}

/// A flit that crosses twice and leaves once is one more copy.
void RouterMonitor::observe_copies(int port, VcMask popped) {
    const InputNets& nets = nets_.input(port);
    const VcMask forwarded = nets.grant.read();
    const VcMask absorbed = nets.absorb->grant.read();
    counters_.flits_dropped += count_vcs(nets.absorb->drop.read());
    for_each_bit(forwarded | absorbed, [&](int v) {
        const int more = static_cast<int>((forwarded >> v & 1) + (absorbed >> v & 1)) -
                         static_cast<int>(popped >> v & 1);
        counters_.flits_copied += static_cast<std::uint64_t>(more);
        const Flit& flit = nets.front.read()[v];
        if (flit.is_tail() && more != 0) {
            router_.context().tell_copied(flit, more);
        }
    });
}

ChannelCounters RouterMonitor::channel_counters(int output_port, Cycle edge) const {
    const Output& output = outputs_[static_cast<std::size_t>(output_port)];
    ChannelCounters counters = output.counters;
    counters.vc_busy_cycles = output.busy.cycles(edge);
    return counters;
}

}  // namespace flitscope::rtl
