#include "rtl_models/signal/units/route_unit.h"

#include <sstream>

#include "rtl_models/router/route_choice.h"

namespace flitscope::rtl {

namespace {

HeadRequest requested(const Route& route, const HeadFields& head) {
    return {route.port, route.allowed, head.length, head.hop, route.detour};
}

ActiveVc granted(const HeadRequest& request, std::int32_t vc) {
    return {request.port, vc, request.hop, request.detour};
}

}  // namespace

RouteUnit::RouteUnit(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      stages_(parameters.router.stages()),
      // With `injection_ports: all` messages are bound to the output of their queue.
      escapes_(parameters.routing->escape() != nullptr &&
               queue_port(parameters.router, parameters.ports, parameters.input) < 0) {
    const int vcs = parameters.router.virtual_channels;
    request_.of = PerVc<HeadRequest>(vcs);
    active_.of = PerVc<ActiveVc>(vcs);
    routes_.of = PerVc<Route>(vcs);
    if (absorb) {
        absorb_ = std::make_unique<AbsorbBranches>(
            *absorb, AbsorbBranches::Parameters{
                         vcs, stages_, parameters.ports.ejection_output(0, parameters.input)});
    }
    SC_METHOD(start);  // once
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(compute);
    sensitive << moved_ << head_i;
    sense(sensitive, state_i, outstanding_i);
    if (parameters.router.switching == Switching::store_and_forward) {
        sensitive << tail_i;
    }
    if (stages_.switch_with_vc) {
        sensitive << vc_grant_i;
    }
    if (absorb) {
        sensitive << grant_i << absorb->action_i << absorb->absorb_grant_i
                  << absorb->absorb_vc_grant_i;
    }
    if (purge_i) {
        SC_METHOD(release);
        dont_initialize();
        sensitive << *purge_i;
    }
}

void RouteUnit::clear() {
    node_ = node_i.read();
    stage_ = VcStages();
    request_.valid = 0;
    active_.valid = 0;
    asking_ = 0;
    again_ = 0;
    if (absorb_) {
        absorb_->clear();
    }
}

/// VCs that have a stage, or get one at the next edge, for a message that is dropped at that edge.
VcMask RouteUnit::purged() const {
    if (purge_i == nullptr || !purge_i->read().valid()) {
        return 0;
    }
    VcMask mask = 0;
    for_each_bit(stage_.routed | stage_.active | routes_.valid, [&](int v) {
        mask |= purge_i->read().takes(front_i->read()[v].message) ? vc_bit(v) : 0;
    });
    return mask;
}

void RouteUnit::release() {
    const VcGrants& grants = vc_grant_i.read();
    ActiveVcs released = active_;
    released.valid = purged() & (stage_.active | grants.valid);
    for_each_bit(released.valid & grants.valid, [&](int v) {
        const bool at_once = (routes_.valid >> v & 1) != 0;
        released.of[v] = {at_once ? routes_.of[v].port : request_.of[v].port, grants.vc[v], 0};
    });
    release_o->write(released);
}

void RouteUnit::edge() {
    if (!rst_ni.read()) {
        clear();
    } else {
        const VcGrants& grants = vc_grant_i.read();
        const VcMask routed = routes_.valid;
        const VcMask left = released();
        if (absorb_) {
            absorb_->edge(left, forward());
        }
        for_each_bit(routed, [&](int v) {
            const HeadFields& head = head_i.read().of[v];
            request_.of[v] = requested(routes_.of[v], head);
        });
        for_each_bit(grants.valid,
                     [&](int v) { active_.of[v] = granted(request_.of[v], grants.vc[v]); });
        const VcMask gone = left | purged() | (escapes_ ? send_back(grants.valid) : 0);
        request_.valid = (request_.valid | routed) & ~grants.valid & ~gone;
        active_.valid = (active_.valid | grants.valid) & ~gone;
        if (purge_i && purge_i->read().route_again) {
            request_.valid = 0;
            asking_ = again_ = 0;
        }
        stage_ = {request_.valid, active_.valid};
    }
    stage_o.write(stage_);
    if (!stages_.vc_with_route) {
        request_o.write(request_);
    }
    if (!stages_.switch_with_vc) {
        show(active_);
    }
    moved_.notify(sc_core::SC_ZERO_TIME);
}

/// A VC that holds an output VC asks for the switch until the flit at its front has crossed.
void RouteUnit::show(const ActiveVcs& active) {
    if (!absorb_) {
        active_o.write(active);
        return;
    }
    ActiveVcs asking = active;
    asking.valid = absorb_->to_cross(active.valid);
    active_o.write(asking);
}

/// Returns the VCs whose head lost in its first cycle of requesting. They become idle again.
VcMask RouteUnit::send_back(VcMask granted) {
    const VcMask asked = stages_.vc_with_route ? first_ : asking_;
    const VcMask back = asked & ~granted & ~purged();
    asking_ = stages_.vc_with_route ? 0 : first_ & ~purged();
    again_ = back;
    return back;
}

bool RouteUnit::can_route(int v) const {
    // A message that passes is stored first (docs/router.md, section 10).
    return parameters_.router.switching != Switching::store_and_forward ||
           parameters_.input >= parameters_.ports.network || stops(v) ||
           (tail_i.read().held >> v & 1) != 0;
}

bool RouteUnit::stops(int v) const {
    return absorb_ && absorb_->is_multicast(v) ? absorb_->stops(v) : is_here(head_i.read().of[v]);
}

/// Route computation, and at low depths the allocation requests of the same cycle.
void RouteUnit::compute() {
    const VcMask idle = absorb_ ? absorb_->idle() : ~(stage_.routed | stage_.active);
    const VcMask heads = head_i.read().valid & idle;
    routes_.valid = first_ = stranded_ = 0;
    if (absorb_) {
        absorb_->begin();
    }
    for_each_bit(heads, [&](int v) {
        if (!can_route(v)) {
            return;
        }
        if (absorb_ && absorb_->is_multicast(v)) {
            route_multicast(v);
        } else {
            const bool escapes = (again_ >> v & 1) != 0;
            routes_.of[v] = route(head_i.read().of[v], escapes);
            const int port = routes_.of[v].port;
            (port < 0 ? stranded_ : routes_.valid) |= vc_bit(v);
            const bool first =
                escapes_ && !escapes && port >= 0 && port < parameters_.ports.network;
            first_ |= first ? vc_bit(v) : 0;
            if (absorb_) {
                absorb_->route(v);
            }
        }
    });
    route_o.write(routes_);
    if (absorb_) {
        absorb_->drive(forward());
    }
    if (!stages_.vc_with_route && !stages_.switch_with_vc) {
        return;
    }
    HeadRequests request = request_;
    if (stages_.vc_with_route) {
        for_each_bit(routes_.valid, [&](int v) {
            const HeadFields& head = head_i.read().of[v];
            request.of[v] = requested(routes_.of[v], head);
        });
        request.valid |= routes_.valid;
        request_o.write(request);
    }
    if (stages_.switch_with_vc) {
        const VcGrants& grants = vc_grant_i.read();
        ActiveVcs active = active_;
        active.valid |= grants.valid;
        for_each_bit(grants.valid,
                     [&](int v) { active.of[v] = granted(request.of[v], grants.vc[v]); });
        show(active);
    }
}

/// The outputs of a replaced header unit may be wrong, or wrong in some deltas of a cycle. The
/// monitor of its contract reports that.
bool RouteUnit::leads_somewhere(const HeaderWay& way, bool forward,
                                topo::NodeId destination) const {
    const NetworkDescription& network = *parameters_.network;
    const int port = way.first_port;
    const bool to_node = destination >= 0 && destination < network.topology->routers();
    const bool out = port < 0 ? destination != node_
                              : port < parameters_.ports.network &&
                                    parameters_.connected[static_cast<std::size_t>(port)];
    return way.routing >= 0 && way.routing < static_cast<int>(network.headers.routings.size()) &&
           (!forward || (to_node && out));
}

/// docs/headers_and_branches.md, section 1, "Outputs".
void RouteUnit::route_multicast(int v) {
    const HeadFields& head = head_i.read().of[v];
    const HeaderActions& actions = absorb_->actions();
    const HeaderWay& way = actions.of[v];
    const bool forward = (actions.forward >> v & 1) != 0;
    if (!leads_somewhere(way, forward, head.destination)) {
        return;
    }
    const topo::RoutingFunction& routing =
        *parameters_.network->headers.routings[static_cast<std::size_t>(way.routing)];
    const bool injected = parameters_.input >= parameters_.ports.network;
    const int ejection_class = routing.ejection_class(node_, injected ? -1 : parameters_.input);
    absorb_->route(
        v, ejection_vcs(parameters_.router, routing, ejection_class, head.message_class).mask(),
        head);
    if (forward) {
        routes_.of[v] = checked(header_route(*parameters_.network, way.routing, way.first_port,
                                             node_, head.destination),
                                head);
        routes_.valid |= vc_bit(v);
    }
}

VcRange RouteUnit::network_range(const topo::RouteCandidate& candidate,
                                 const HeadFields& head) const {
    const std::vector<int>& own = parameters_.link_vcs;
    const int vcs = own.empty() ? parameters_.router.virtual_channels
                                : own[static_cast<std::size_t>(candidate.port)];
    return absorb_ ? network_vcs(*parameters_.network, candidate.vc_class, head.message_class, vcs)
                   : network_vcs(parameters_.router, *parameters_.routing, candidate.vc_class,
                                 head.message_class, vcs);
}

/// docs/router.md, section 12: flits under way to the buffer behind it, and VCs held.
std::uint32_t RouteUnit::load(const topo::RouteCandidate& candidate, const HeadFields& head) const {
    const auto o = static_cast<std::size_t>(candidate.port);
    std::uint32_t sum = 0;
    for_each_bit(network_range(candidate, head).mask(), [&](int v) {
        sum += outstanding_i[o].read()[v] +
               static_cast<std::uint32_t>(state_i[o].read().held >> v & 1);
    });
    return sum;
}

Route RouteUnit::route(const HeadFields& head, bool escapes) {
    const PortLayout& ports = parameters_.ports;
    const AddressParts& addresses = parameters_.addresses;
    if (is_here(head)) {
        return {ports.ejection_output(addresses.local(head.destination), parameters_.input),
                ejection_vcs(parameters_.router, head.message_class).mask()};
    }
    topo::RouteQuery query;
    query.here = node_;
    query.input_port = parameters_.input < ports.network ? parameters_.input : -1;
    query.source = addresses.router(head.source);
    query.destination = addresses.router(head.destination);
    query.hop = head.hop;
    query.salt = head.salt;
    query.detour = head.detour;
    const topo::RouteCandidate taken =
        escapes ? escape_route(*parameters_.routing, query)
                : choose_route(
                      *parameters_.routing, parameters_.routing->selection(), query,
                      queue_port(parameters_.router, ports, parameters_.input),
                      parameters_.ties_random, candidates_,
                      [&](const topo::RouteCandidate& candidate) { return load(candidate, head); });
    return taken.port < 0 && parameters_.live ? Route{taken.port, 0} : checked(taken, head);
}

Route RouteUnit::checked(const topo::RouteCandidate& taken, const HeadFields& head) {
    if (taken.port < 0 || taken.port >= parameters_.ports.network ||
        !parameters_.connected[static_cast<std::size_t>(taken.port)]) {
        std::ostringstream what;
        what << name() << ": routing asks for output " << taken.port
             << ", which is not connected: " << head;
        SC_REPORT_ERROR("/flitscope/signal/route", what.str().c_str());
    }
    return {taken.port, network_range(taken, head).mask(), taken.detour};
}

}  // namespace flitscope::rtl
