// Read access to the inside of a Router: counts, waiting messages, waves, ports of units.
#include "rtl_models/router/contract/wait_graph.h"
#include "rtl_models/router/crossbar_inputs.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/network/router.h"

namespace flitscope::rtl {

/// The flit at the front leaves at the edge that ends the cycle.
bool Router::leaves(int input, int vc) const {
    return (nets_.input(input).pop().read() >> vc & 1) != 0;
}

int Router::occupancy(int input, int vc) const {
    return static_cast<int>(nets_.input(input).count.read()[vc]) - (leaves(input, vc) ? 1 : 0);
}

int Router::outstanding(int output, int vc) const {
    if (output >= ports().network) {
        return 0;
    }
    const SentFlit sent = nets_.output(output).sent();
    return static_cast<int>(nets_.output(output).outstanding.read()[vc]) + (sent.on(vc) ? 1 : 0);
}

int Router::in_traversal(int output, int vc) const {
    const SentFlit sent = nets_.output(output).sent();
    const bool kept = traversal_register_ != nullptr && !nets_.output(output).bypassing();
    const int delayed = extra_stages_.empty() ? 0 : extra_stages_[at(output)]->flits_of(vc);
    return delayed + (kept && sent.on(vc) ? 1 : 0);
}

int Router::returning(int output, int vc) const {
    return purge_ports_ && output < ports().network
               ? output_units_[static_cast<std::size_t>(output)]->returning(vc)
               : 0;
}

std::uint64_t Router::flits_dropped() const {
    std::uint64_t flits = 0;
    for (const VcBuffer* const buffer : vc_buffers_) {
        flits += buffer->flits_dropped();
    }
    for (const ExtraStages* const line : extra_stages_) {
        flits += line != nullptr ? line->flits_dropped() : 0;
    }
    return flits + (traversal_register_ != nullptr ? traversal_register_->flits_dropped() : 0);
}

bool Router::held_next(int output, int vc) const {
    const OutputNets& nets = nets_.output(output);
    const SentFlit sent = nets.sent();
    const bool released = sent.tail && sent.on(vc);
    return ((nets.state.read().held | nets.taken.read()) >> vc & 1) != 0 && !released;
}

/// docs/router.md, section 3; kUnbounded at ejection outputs.
int Router::credits(int output, int vc) const {
    return output >= ports().network ? kUnbounded
                                     : VcCredits(context().parameters).of(vc, [&](int w) {
                                           return outstanding(output, w);
                                       });
}

bool Router::grantable(int output, int vc, std::uint32_t length) const {
    return OutputVcRules(context().parameters)
        .grantable(held_next(output, vc), outstanding(output, vc), credits(output, vc), length);
}

bool Router::has_grantable(int output, VcMask allowed, std::uint32_t length) const {
    bool found = false;
    for_each_bit(allowed, [&](int v) { found = found || grantable(output, v, length); });
    return found;
}

void Router::append_waits(std::vector<VcWait>& waits) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            if (occupancy(p, v) > 0) {
                waits.push_back(wait_of(p, v));
            }
        }
    }
}

void Router::append_in_traversal(int output, std::vector<std::uint32_t>& ids) const {
    if (!extra_stages_.empty() && extra_stages_[at(output)] != nullptr) {
        extra_stages_[at(output)]->append_messages(ids);
    }
    if (traversal_register_ == nullptr || !nets_.output(output).sent().valid()) {
        return;
    }
    const CrossbarInputs crossbar(context().parameters);
    const int from = __builtin_ctzll(nets_.select.read()[output]);
    const InputNets& input = nets_.input(crossbar.port(from));
    const VcMask absorbed = input.absorb ? input.absorb->grant.read() : 0;
    const VcMask leaving = (input.grant.read() | absorbed) & crossbar.vcs_at(from);
    ids.push_back(input.front.read()[__builtin_ctzll(leaving)].message);
}

void Router::append_on_channel(int output, std::vector<std::uint32_t>& ids) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            if (monitor_->messages(p, v).empty()) {
                continue;
            }
            const VcWait holder = wait_of(p, v);
            if (holder.output_port == output && holder.output_vc >= 0) {
                ids.push_back(static_cast<std::uint32_t>(holder.message));
            }
        }
    }
    append_in_traversal(output, ids);
}

void Router::append_inside(std::vector<std::uint32_t>& ids) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            const std::vector<std::uint32_t>& there = monitor_->messages(p, v);
            ids.insert(ids.end(), there.begin(), there.end());
        }
        // An injection port has not driven its wire for the next edge yet.
        if (p < ports().network && has_input(p) && flit_i(p)->read().valid()) {
            ids.push_back(flit_i(p)->read().message);
        }
    }
    for (int p = ports().network; p < ports().outputs(); ++p) {
        append_in_traversal(p, ids);
    }
}

void Router::append_stranded(std::vector<std::uint32_t>& ids) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        const RouteUnit* const unit = route_units_[at(p)];
        for_each_bit(unit != nullptr ? unit->stranded() : 0,
                     [&](int v) { ids.push_back(nets_.input(p).front.read()[v].message); });
    }
}

/// Whether a head with this route is routed again if it loses (docs/router.md, section 12,
/// "Escape"): it may not take the VCs that only the escape has.
bool Router::asks_first(int port, int vc, const Route& route) const {
    const RouterParameters& parameters = context().parameters;
    if (routing_->escape() == nullptr || route.port >= ports().network ||
        queue_port(parameters, ports(), port) >= 0) {
        return false;
    }
    const VcRange adaptive =
        network_vcs(parameters, *routing_, 0, nets_.input(port).head.read().of[vc].message_class,
                    output_vcs(route.port));
    return adaptive.mask() == route.allowed;
}

/// Fills in what the branch absorb of a multicast waits for or holds. True: there is no other
/// branch that could wait.
bool Router::waits_for_ejection(VcWait& wait) const {
    const InputNets& nets = nets_.input(wait.port);
    if (!nets.absorb) {
        return false;
    }
    const AbsorbNets& absorb = *nets.absorb;
    const int v = wait.vc;
    const bool won = (absorb.vc_grant.read().valid >> v & 1) != 0;
    const bool routed = (absorb.route.read().valid >> v & 1) != 0;
    const VcStage stage = stage_of(absorb.stage.read(), v);
    const HeadRequest& request = absorb.request.read().of[v];
    const Route route = routed ? absorb.route.read().of[v] : Route{request.port, request.allowed};
    if (won || stage == VcStage::active) {
        wait.absorb_port = won ? route.port : absorb.active.read().of[v].port;
        wait.absorb_vc = won ? absorb.vc_grant.read().vc[v] : absorb.active.read().of[v].vc;
        const VcStages& forward = nets.stage.read();
        const VcMask forwards = nets.route.read().valid | forward.routed | forward.active;
        wait.movable = true;
        return (forwards >> v & 1) == 0;
    }
    if (routed || stage == VcStage::routed) {
        wait.output_port = route.port;
        wait.wanted = VcRange::of(route.allowed);
        wait.movable = has_grantable(route.port, route.allowed, 1);
        return true;
    }
    return false;
}

/// A flit at the front can be copied to the node after this cycle.
bool Router::can_absorb(int port, int vc) const {
    const InputNets& nets = nets_.input(port);
    if (!nets.absorb) {
        return false;
    }
    const VcMask held = nets.absorb->stage.read().active | nets.absorb->vc_grant.read().valid;
    const VcMask sent = nets.absorb->grant.read() |
                        (nets.absorb->stage.read().active & ~nets.absorb->active.read().valid);
    return ((held & (~sent | nets.pop().read())) >> vc & 1) != 0;
}

VcWait Router::wait_of(int port, int vc) const {
    const InputNets& nets = nets_.input(port);
    VcWait wait;
    wait.router = id();
    wait.port = port;
    wait.vc = vc;
    wait.message = monitor_->front_message(port, vc);
    const Flit& front = nets.front.read()[vc];
    const std::uint32_t length = flits_behind(front);
    tell_room(wait, context().parameters, occupancy(port, vc), length);
    if (leaves(port, vc) && (nets.tail.read().front >> vc & 1) != 0) {
        return wait;  // the next head is not routed yet
    }
    if (waits_for_ejection(wait)) {
        return wait;
    }
    const bool routed = (nets.route.read().valid >> vc & 1) != 0;
    const bool won = (nets.vc_grant.read().valid >> vc & 1) != 0;
    const VcStage stage = stage_of(nets.stage.read(), vc);
    if (stage == VcStage::idle && !routed) {
        return wait;
    }
    const HeadRequest& request = nets.request.read().of[vc];
    const Route route = routed ? nets.route.read().of[vc] : Route{request.port, request.allowed};
    const bool may_escape = stage != VcStage::active && asks_first(port, vc, route);
    const bool asks = (nets.request.read().valid >> vc & 1) != 0;
    if (may_escape && asks && !won) {
        return wait;  // routed again in the next cycle
    }
    wait.output_port = route.port;
    wait.wanted = VcRange::of(route.allowed);
    if (won || stage == VcStage::active) {
        wait.output_vc = won ? nets.vc_grant.read().vc[vc] : nets.active.read().of[vc].vc;
        wait.movable = credits(wait.output_port, wait.output_vc) != 0 || can_absorb(port, vc);
    } else {
        wait.movable = may_escape || has_grantable(wait.output_port, route.allowed, length);
    }
    return wait;
}

std::shared_ptr<NetPins> Router::unit_pins(
    const std::vector<const sc_core::sc_module*>& units) const {
    PinSizes sizes;
    sizes.inputs = ports().inputs();
    sizes.outputs = ports().outputs();
    sizes.vcs = context().parameters.virtual_channels;
    constexpr int kManyFlits = (1 << 30) - 1;  // stands for unbounded buffers
    const int flits = VcCredits(context().parameters).most();
    sizes.buffer_flits = flits == kUnbounded ? kManyFlits : flits;
    sizes.input_speedup = context().parameters.input_speedup;
    sizes.priority = static_cast<int>(context().parameters.priority);
    sizes.message_classes = context().parameters.message_classes;
    sizes.flit_bytes = context().parameters.data_bytes();
    sizes.detour = routing_->selection() == topo::RouteSelection::ugal ? 1 : 0;
    if (context().parameters.lookahead) {
        sizes.lookahead = 1;
        sizes.ahead_class = routing_->vc_classes() > 1 ? bits_for(routing_->vc_classes()) : 0;
    }
    if (network_ != nullptr) {
        sizes.header_routings = static_cast<int>(network_->headers.routings.size());
    }
    return make_unit_pins(units, sizes);
}

namespace {

/// The view of a Router's VCs in a waveform, read from the signals between its units.
class RouterWaves final : public ShownVcs {
public:
    /// As ShownVcs; `nets`, the signals of the router, outlive it, too.
    RouterWaves(const RouterModule& router, const NetworkDescription* network,
                const RouterNets& nets)
        : ShownVcs(router, network), nets_(nets) {}

private:
    VcStage stage(int port, int vc) const override {
        return stage_of(nets_.input(port).stage.read(), vc);
    }
    int occupancy(int port, int vc) const override {
        return static_cast<int>(nets_.input(port).count.read()[vc]);
    }
    int output(int port, int vc) const override {
        return nets_.input(port).request.read().of[vc].port;
    }
    int output_vc(int port, int vc) const override {
        return nets_.input(port).active.read().of[vc].vc;
    }
    HeaderPins head_pins(int port, int vc) const override {
        const InputNets& nets = nets_.input(port);
        const bool head = (nets.head.read().valid >> vc & 1) != 0;
        return head ? header_pins(nets.front.read()[vc], network()->headers) : HeaderPins();
    }
    waves::HeadAction action_of_head(int port, int vc) const override {
        const HeaderActions& actions = nets_.input(port).absorb->action.read();
        const auto bit = [vc](VcMask mask) { return (mask >> vc & 1) != 0; };
        return waves::head_action(bit(actions.valid), bit(actions.forward), bit(actions.receive),
                                  bit(actions.drop), bit(actions.error));
    }
    int held(int port, int vc) const override {
        return static_cast<int>(nets_.output(port).state.read().held >> vc & 1);
    }
    int outstanding(int port, int vc) const override {
        return static_cast<int>(nets_.output(port).outstanding.read()[vc]);
    }
    int grant(int output) const override {
        const int selected = __builtin_ffsll(static_cast<long long>(nets_.select.read()[output]));
        const CrossbarInputs crossbar(router().context().parameters);
        return selected == 0 ? 0 : crossbar.port(selected - 1) + 1;
    }

    const RouterNets& nets_;
};

}  // namespace

waves::RouterSources Router::wave_sources() const {
    waves::RouterSources sources = port_sources();
    std::vector<const sc_core::sc_module*> units;
    for (const auto& unit : units_) {
        units.push_back(unit.get());
    }
    sources.units = unit_pins(units);
    if (!waves_) {
        waves_ = std::make_unique<RouterWaves>(*this, network_, nets_);
    }
    waves_->add_to(sources);
    return sources;
}

}  // namespace flitscope::rtl
