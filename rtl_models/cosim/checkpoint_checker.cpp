#include "rtl_models/cosim/checkpoint_checker.h"

#include <algorithm>
#include <sstream>

#include "rtl_models/cosim/verilog_parameters_of.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/router/route_choice.h"

namespace flitscope::cosim {

namespace {

std::uint64_t mask_of(rtl::VcRange range) {
    const std::uint64_t all =
        range.count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << range.count) - 1;
    return all << range.first;
}

std::int64_t number(const rtl::Flit& flit) { return flit.message; }

}  // namespace

CheckpointChecker::CheckpointChecker(const rtl::RouterModule& router,
                                     const rtl::RouterInstance& instance, const VerilogRouter& rtl,
                                     const RouterShadow& shadow)
    : router_(router),
      rtl_(rtl),
      shadow_(shadow),
      routing_(instance.routing),
      ties_random_(instance.ties_random),
      route_module_port_("route_" + route_module(*routing_) + ": port_o") {}

std::string CheckpointChecker::wrong_state() {
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        for (int v = 0; v < router_.input_vcs(p); ++v) {
            check_buffer(p, v);
        }
    }
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        for (int v = 0; v < router_.input_vcs(p); ++v) {
            check_route(p, v);
        }
    }
    for (int p = 0; p < router_.ports().outputs(); ++p) {
        for (int v = 0; v < router_.output_vcs(p); ++v) {
            check_output(p, v);
        }
    }
    return taken();
}

void CheckpointChecker::check_buffer(int port, int vc) {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    const bool filled = !in.fifo.empty();
    expect("vc_buffer: count_o", Checkpoint::count, port, vc, in.fifo.size());
    expect("vc_buffer: head_o_valid", Checkpoint::head_valid, port, vc,
           filled && in.fifo.front().is_head());
    expect("vc_buffer: tail_o_front", Checkpoint::tail_front, port, vc,
           filled && in.fifo.front().is_tail());
    if (!filled) {
        return;
    }
    rtl::Flit front = rtl_.front(port, vc);
    front.vc = in.fifo.front().vc;  // not stored
    if (front != in.fifo.front()) {
        expect("vc_buffer: front_o.message", "input", port, vc, number(front),
               number(in.fifo.front()));
        expect("vc_buffer: front_o.index", "input", port, vc, front.index, in.fifo.front().index);
        expect("vc_buffer: front_o equal", "input", port, vc, 0, 1);
    }
}

void CheckpointChecker::check_route(int port, int vc) {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    expect("route_unit: stage_o_routed", Checkpoint::vc_stage_routed, port, vc,
           in.stage == RouterShadow::kRouted);
    expect("route_unit: stage_o_active", Checkpoint::vc_stage_active, port, vc,
           in.stage == RouterShadow::kActive);
    const bool routed = routes(port, in);
    expect("route_unit: route_o_valid", Checkpoint::vc_route_valid, port, vc, routed);
    const int depth = router_.context().parameters.pipeline;
    expect("route_unit: request_o_valid", Checkpoint::vc_request_valid, port, vc,
           in.stage == RouterShadow::kRouted || (depth <= 2 && routed));
    if (routed) {
        const rtl::Flit& head = in.fifo.front();
        const bool here = head.destination == router_.id();
        const rtl::RouterParameters& parameters = router_.context().parameters;
        const topo::RouteCandidate onward =
            here ? topo::RouteCandidate{router_.ports().ejection_output(port), 0}
                 : route_of(port, head, in.again);
        const rtl::VcRange allowed = here ? rtl::ejection_vcs(parameters, head.message_class)
                                          : network_range(onward, head);
        expect(here ? "route_unit: route_o_port" : route_module_port_.c_str(),
               Checkpoint::vc_route_port, port, vc, onward.port);
        expect("route_unit: route_o_allowed", Checkpoint::vc_route_allowed, port, vc,
               static_cast<std::int64_t>(mask_of(allowed)));
    } else if (in.stage != RouterShadow::kIdle) {
        expect("route_unit: request_o_port", Checkpoint::vc_request_port, port, vc, in.output);
    }
    const bool granted = rtl_.at(Checkpoint::vc_grant_valid, port, vc) != 0;
    expect("route_unit: active_o_valid", Checkpoint::active_valid, port, vc,
           in.stage == RouterShadow::kActive || (depth == 1 && granted));
    if (in.stage == RouterShadow::kActive) {
        expect("route_unit: active_o_port", Checkpoint::active_port, port, vc, in.output);
        expect("route_unit: active_o_vc", Checkpoint::active_vc, port, vc, in.output_vc);
    }
}

void CheckpointChecker::check_output(int port, int vc) {
    const RouterShadow::OutputVc& state = shadow_.output_vc(port, vc);
    const rtl::RouterParameters& parameters = router_.context().parameters;
    expect("output_unit: state_o_held", Checkpoint::output_state_held, port, vc, state.held);
    expect("output_unit: outstanding_o", Checkpoint::output_outstanding, port, vc,
           state.outstanding);
    expect("output_unit: state_o_free", Checkpoint::output_state_free, port, vc,
           rtl::OutputVcRules(parameters).free(state.held, state.outstanding == 0));
    expect("output_unit: ready_o", Checkpoint::output_ready, port, vc,
           shadow_.output(port).link_free <= router_.cycle() &&
               state.outstanding < parameters.buffer_flits);
}

/// RC works on the head at the front in this cycle.
bool CheckpointChecker::routes(int port, const RouterShadow::InputVc& in) const {
    if (in.stage != RouterShadow::kIdle || in.fifo.empty() || !in.fifo.front().is_head()) {
        return false;
    }
    const bool stores =
        router_.context().parameters.switching == rtl::Switching::store_and_forward &&
        port < router_.ports().network && in.fifo.front().destination != router_.id();
    return !stores || std::any_of(in.fifo.begin(), in.fifo.end(),
                                  [](const rtl::Flit& flit) { return flit.is_tail(); });
}

topo::RouteCandidate CheckpointChecker::route_of(int port, const rtl::Flit& head,
                                                 bool again) const {
    const rtl::PortLayout& ports = router_.ports();
    const topo::PortId from = port < ports.network ? port : -1;
    const topo::RouteQuery query{router_.id(),     from,     head.source,
                                 head.destination, head.hop, head.salt};
    if (again) {
        return rtl::escape_route(*routing_, query);
    }
    std::vector<topo::RouteCandidate> candidates;
    return rtl::choose_route(
        *routing_, routing_->selection(), query,
        rtl::queue_port(router_.context().parameters, ports, port), ties_random_, candidates,
        [&](const topo::RouteCandidate& candidate) { return load(candidate, head); });
}

std::uint32_t CheckpointChecker::load(const topo::RouteCandidate& candidate,
                                      const rtl::Flit& head) const {
    const rtl::VcRange range = network_range(candidate, head);
    std::uint32_t sum = 0;
    for (int v = range.first; v < range.first + range.count; ++v) {
        const RouterShadow::OutputVc& state = shadow_.output_vc(candidate.port, v);
        sum += static_cast<std::uint32_t>(state.outstanding) + (state.held ? 1U : 0U);
    }
    return sum;
}

rtl::VcRange CheckpointChecker::network_range(const topo::RouteCandidate& candidate,
                                              const rtl::Flit& head) const {
    return rtl::network_vcs(router_.context().parameters, *routing_, candidate.vc_class,
                            head.message_class, router_.output_vcs(candidate.port));
}

std::string CheckpointChecker::wrong_flits() {
    const bool late = router_.context().parameters.pipeline == 4;
    for (int p = 0; p < router_.ports().outputs(); ++p) {
        if (!router_.has_output(p)) {
            continue;
        }
        const RouterShadow::Output& out = shadow_.output(p);
        const rtl::Flit& wanted = late ? out.granted_before : out.granted;
        rtl::Flit found = rtl_.flit(p);
        if (found == wanted || !wrong_.empty()) {
            continue;
        }
        const int hop = found.hop;
        found.hop = wanted.hop;
        if (found == wanted) {
            expect("output_unit: flit_o_hop", "output", p, wanted.vc, hop, wanted.hop);
        } else {
            std::ostringstream text;
            text << (late ? "output_unit" : "crossbar") << ": flit_o of output " << p << ": "
                 << found << ", must be " << wanted;
            wrong_ = text.str();
        }
    }
    return taken();
}

void CheckpointChecker::expect(const char* what, Checkpoint which, int port, int vc,
                               std::int64_t wanted) {
    expect(what, which < Checkpoint::output_state_held ? "input" : "output", port, vc,
           static_cast<std::int64_t>(rtl_.at(which, port, vc)), wanted);
}

void CheckpointChecker::expect(const char* what, const char* side, int port, int vc,
                               std::int64_t found, std::int64_t wanted) {
    if (found != wanted && wrong_.empty()) {
        wrong_ = std::string(what) + " of " + side + ' ' + std::to_string(port) + ", VC " +
                 std::to_string(vc) + ": " + std::to_string(found) + ", must be " +
                 std::to_string(wanted);
    }
}

std::string CheckpointChecker::taken() {
    std::string text;
    text.swap(wrong_);
    return text;
}

}  // namespace flitscope::cosim
