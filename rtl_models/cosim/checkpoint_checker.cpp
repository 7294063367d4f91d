#include "rtl_models/cosim/checkpoint_checker.h"

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/router/output_vc_rules.h"

namespace flitscope::cosim {

namespace {

std::int64_t number(const rtl::Flit& flit) { return flit.message; }

/// The same, but for what is not among the fields that every flit has.
bool equal(rtl::Flit flit, const rtl::Flit& wanted) {
    flit.header = wanted.header;
    flit.served = wanted.served;
    flit.error = wanted.error;
    flit.operand = wanted.operand;
    return flit == wanted;
}

}  // namespace

CheckpointChecker::CheckpointChecker(const rtl::RouterModule& router, const RouteRules& rules,
                                     const VerilogRouter& rtl, const RouterShadow& shadow)
    : router_(router),
      rtl_(rtl),
      shadow_(shadow),
      rules_(rules),
      route_module_port_("route_" + route_module(rules.unicasts()) + ": port_o") {}

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
    if (!equal(front, in.fifo.front())) {
        expect("vc_buffer: front_o.message", "input", port, vc, number(front),
               number(in.fifo.front()));
        expect("vc_buffer: front_o.index", "input", port, vc, front.index, in.fifo.front().index);
        if (wrong_.empty()) {
            wrong_ = "vc_buffer: front_o of input " + std::to_string(port) + ", VC " +
                     std::to_string(vc) + ": " +
                     rtl::flit_difference(front, ", must be ", in.fifo.front());
        }
    }
    if (rules_.network() != nullptr) {
        check_header(port, vc);
    }
}

void CheckpointChecker::check_header(int port, int vc) {
    const rtl::Flit& front = shadow_.input_vc(port, vc).fifo.front();
    expect("vc_buffer: front_o_entry_valid and others equal", "input", port, vc,
           same(rtl_.front_header(port, vc), rtl::header_pins(front, rules_.network()->headers)),
           true);
    const bool multicast = front.is_head() && front.header;
    expect("header_unit: action_o_valid", Checkpoint::header_action_valid, port, vc, multicast);
    if (!multicast) {
        return;
    }
    const rtl::HeaderAction action = rules_.action(port, front);
    expect("header_unit: action_o_forward", Checkpoint::header_action_forward, port, vc,
           action.forward);
    expect("header_unit: action_o_receive", Checkpoint::header_action_receive, port, vc,
           action.receive);
    expect("header_unit: action_o_drop", Checkpoint::header_action_drop, port, vc, action.drop);
    expect("header_unit: action_o_error", Checkpoint::header_action_error, port, vc, action.error);
    if (action.forward) {
        expect("header_unit: head_o_destination", Checkpoint::header_head_destination, port, vc,
               action.towards);
    }
}

void CheckpointChecker::check_route(int port, int vc) {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    expect("route_unit: stage_o_routed", Checkpoint::vc_stage_routed, port, vc,
           in.stage == rtl::VcStage::routed);
    expect("route_unit: stage_o_active", Checkpoint::vc_stage_active, port, vc,
           in.stage == rtl::VcStage::active);
    const bool works = rules_.routes(port, in);
    const bool multicast = works && in.fifo.front().header;
    const bool onward = works && (!multicast || rules_.action(port, in.fifo.front()).forward);
    const RouteRules::Way way = onward ? rules_.forward(port, in) : RouteRules::Way{-1, {}};
    const bool routed = way.port >= 0;
    expect("route_unit: route_o_valid", Checkpoint::vc_route_valid, port, vc, routed);
    const rtl::PipelineStages stages = router_.context().parameters.stages();
    expect("route_unit: request_o_valid", Checkpoint::vc_request_valid, port, vc,
           in.stage == rtl::VcStage::routed || (stages.vc_with_route && routed));
    if (routed) {
        const bool looked_up = !multicast && way.port < router_.ports().network;
        expect(looked_up ? route_module_port_.c_str() : "route_unit: route_o_port",
               Checkpoint::vc_route_port, port, vc, way.port);
        expect("route_unit: route_o_allowed", Checkpoint::vc_route_allowed, port, vc,
               static_cast<std::int64_t>(way.allowed.mask()));
        expect("route_unit: route_o_detour", Checkpoint::vc_route_detour, port, vc, way.detour);
    } else if (in.stage != rtl::VcStage::idle) {
        expect("route_unit: request_o_port", Checkpoint::vc_request_port, port, vc, in.output);
    }
    const bool granted = rtl_.at(Checkpoint::vc_grant_valid, port, vc) != 0;
    expect(
        "route_unit: active_o_valid", Checkpoint::active_valid, port, vc,
        (in.stage == rtl::VcStage::active || (stages.switch_with_vc && granted)) && !in.forwarded);
    if (in.stage == rtl::VcStage::active) {
        expect("route_unit: active_o_port", Checkpoint::active_port, port, vc, in.output);
        expect("route_unit: active_o_vc", Checkpoint::active_vc, port, vc, in.output_vc);
    }
    if (rules_.network() != nullptr) {
        check_branches(port, vc, multicast);
    }
}

/// The branch absorb. `routed`: RC works on the head of a multicast.
void CheckpointChecker::check_branches(int port, int vc, bool routed) {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    const RouterShadow::Branch& absorb = in.absorb;
    const rtl::HeaderAction action =
        routed ? rules_.action(port, in.fifo.front()) : rtl::HeaderAction();
    const bool made = action.receive && absorb.stage != rtl::VcStage::active;
    const rtl::PipelineStages stages = router_.context().parameters.stages();
    const auto expect = [&](const char* what, Checkpoint which, std::int64_t wanted) {
        this->expect(what, which, port, vc, wanted);
    };
    expect("route_unit: absorb_stage_o_routed", Checkpoint::absorb_stage_routed,
           absorb.stage == rtl::VcStage::routed);
    expect("route_unit: absorb_stage_o_active", Checkpoint::absorb_stage_active,
           absorb.stage == rtl::VcStage::active);
    expect("route_unit: absorb_route_o_valid", Checkpoint::absorb_route_valid, made);
    if (made) {
        expect("route_unit: absorb_route_o_allowed", Checkpoint::absorb_route_allowed,
               static_cast<std::int64_t>(rules_.absorb(port, in.fifo.front()).allowed.mask()));
    }
    expect("route_unit: absorb_request_o_valid", Checkpoint::absorb_request_valid,
           absorb.stage == rtl::VcStage::routed || (stages.vc_with_route && made));
    const bool granted = rtl_.at(Checkpoint::absorb_vc_grant_valid, port, vc) != 0;
    expect("route_unit: absorb_active_o_valid", Checkpoint::absorb_active_valid,
           (absorb.stage == rtl::VcStage::active || (stages.switch_with_vc && granted)) &&
               !in.absorbed);
    if (absorb.stage == rtl::VcStage::active) {
        expect("route_unit: absorb_active_o_vc", Checkpoint::absorb_active_vc, absorb.output_vc);
    }
    expect("route_unit: error_o", Checkpoint::absorb_error, in.error || action.error);
}

void CheckpointChecker::check_output(int port, int vc) {
    const RouterShadow::OutputVc& state = shadow_.output_vc(port, vc);
    const rtl::RouterParameters& parameters = router_.context().parameters;
    expect("output_unit: state_o_held", Checkpoint::output_state_held, port, vc, state.held);
    expect("output_unit: outstanding_o", Checkpoint::output_outstanding, port, vc,
           state.outstanding);
    expect("output_unit: state_o_free", Checkpoint::output_state_free, port, vc,
           rtl::OutputVcRules(parameters).free(state.held, state.outstanding == 0));
    expect("output_unit: state_o_passed", Checkpoint::output_state_passed, port, vc,
           shadow_.output(port).pointers.passed() >> vc & 1);
    expect("output_unit: ready_o", Checkpoint::output_ready, port, vc,
           OutputRules(router_, shadow_).sendable(port, vc));
}

std::string CheckpointChecker::wrong_flits() {
    const bool late = router_.context().parameters.stages().traversal > 0;
    for (int p = 0; p < router_.ports().outputs(); ++p) {
        if (!router_.has_output(p)) {
            continue;
        }
        const RouterShadow::Output& out = shadow_.output(p);
        const rtl::Flit& wanted = out.leaving(late);
        rtl::Flit found = rtl_.flit(p);
        if (equal(found, wanted) || !wrong_.empty()) {
            continue;
        }
        const int hop = found.hop;
        found.hop = wanted.hop;
        if (equal(found, wanted)) {
            expect("output_unit: flit_o_hop", "output", p, wanted.vc, hop, wanted.hop);
        } else {
            const char* const behind = late ? "traversal_register" : "crossbar";
            wrong_ = std::string(out.delayed.empty() ? behind : "extra_stages") +
                     ": flit_o of output " + std::to_string(p) + ": " +
                     rtl::flit_difference(found, ", must be ", wanted);
        }
    }
    return taken();
}

void CheckpointChecker::expect(const char* what, Checkpoint which, int port, int vc,
                               std::int64_t wanted) {
    const bool output = which >= Checkpoint::output_state_held && which <= Checkpoint::output_ready;
    expect(what, output ? "output" : "input", port, vc,
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
