#include "rtl_models/cosim/decision_follower.h"

namespace flitscope::cosim {

DecisionFollower::DecisionFollower(CosimRouterModule& router, const VerilogRouter& rtl,
                                   RouterShadow& shadow, const RouteRules& rules,
                                   const OutputRules& outputs, const rtl::RouterInstance& instance)
    : router_(router),
      rtl_(rtl),
      shadow_(shadow),
      rules_(rules),
      outputs_(outputs),
      cycles_per_flit_(instance.cycles_per_flit) {}

void DecisionFollower::follow() {
    for (RouterShadow::Output& output : shadow_.outputs) {
        output.advance(router_.context().parameters.stages().traversal > 0);
    }
    stranded_.clear();
    for (const auto& input : router_.inputs()) {
        const int p = input->port;
        const std::uint64_t routed = rtl_.vcs(Checkpoint::vc_route_valid, p);
        if (rules_.network() != nullptr) {
            follow_headers(p);
        }
        if (rules_.live()) {
            note_stranded(p, routed);
        }
        follow_routes(p, routed, absorb_vcs(Checkpoint::absorb_route_valid, p));
        follow_vc_allocation(p);
        if (router_.context().parameters.speculates()) {
            const rtl::VcMask used =
                rtl_.vcs(Checkpoint::switch_grant, p) & rtl_.vcs(Checkpoint::vc_grant_valid, p);
            router_.counted().speculative_grants += rtl::count_vcs(used);
            router_.counted().wasted_grants +=
                rtl::count_vcs(rtl_.vcs(Checkpoint::switch_wasted, p));
        }
        follow_switch(p, rtl_.vcs(Checkpoint::switch_grant, p),
                      absorb_vcs(Checkpoint::absorb_grant, p));
    }
    for (RouterShadow::Output& output : shadow_.outputs) {
        output.pointers.advance(output.taken);
        output.taken = 0;
    }
}

/// Of the branch absorb; nobody has it where there are no multicasts.
std::uint64_t DecisionFollower::absorb_vcs(Checkpoint which, int port) const {
    return rules_.network() != nullptr ? rtl_.vcs(which, port) : 0;
}

/// The heads that RC works on in this cycle and finds no way for. `routed`: those with one.
void DecisionFollower::note_stranded(int port, std::uint64_t routed) {
    for (int v = 0; v < router_.input_vcs(port); ++v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        if ((routed >> v & 1) == 0 && rules_.routes(port, in)) {
            stranded_.push_back(in.fifo.front().message);
            in.again = false;
        }
    }
}

/// What RC finds in the headers of those it works on.
void DecisionFollower::follow_headers(int port) {
    for (int v = 0; v < router_.input_vcs(port); ++v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        if (!rules_.routes(port, in)) {
            continue;
        }
        in.busy = true;
        if (in.fifo.front().header) {
            const rtl::HeaderAction action = rules_.action(port, in.fifo.front());
            in.drops = action.drop;
            in.error = in.error || action.error;
        }
    }
}

void DecisionFollower::follow_routes(int port, std::uint64_t vcs, std::uint64_t absorbed) {
    rtl::for_each_bit(vcs, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        in.stage = rtl::VcStage::routed;
        in.message = in.fifo.front().message;
        in.output = static_cast<int>(rtl_.at(Checkpoint::vc_route_port, port, v));
        in.wanted = rtl::VcRange::of(rtl_.at(Checkpoint::vc_route_allowed, port, v));
        in.detour = rtl_.at(Checkpoint::vc_route_detour, port, v) != 0;
        in.was_eligible = false;
        in.may_escape = rules_.unicasts().escape() != nullptr && !in.again &&
                        !router_.endless(in.output) &&
                        rtl::queue_port(context().parameters, router_.ports(), port) < 0;
        in.again = false;
        tell_of_route(port, v, in);
    });
    rtl::for_each_bit(absorbed, [&](int v) {
        RouterShadow::Branch& absorb = shadow_.input_vc(port, v).absorb;
        absorb.stage = rtl::VcStage::routed;
        absorb.output = router_.ports().ejection_output(0, port);
        absorb.wanted = rtl::VcRange::of(rtl_.at(Checkpoint::absorb_route_allowed, port, v));
        tell_of_route(port, v, absorb);
    });
}

void DecisionFollower::tell_of_route(int port, int v, const RouterShadow::Branch& branch) const {
    if (context().observer != nullptr) {
        context().observer->routed(router_.cycle(), router_.id(), port,
                                   shadow_.input_vc(port, v).fifo.front(), branch.output,
                                   branch.wanted);
    }
}

void DecisionFollower::follow_vc_allocation(int port) {
    const std::uint64_t grants = rtl_.vcs(Checkpoint::vc_grant_valid, port);
    const std::uint64_t absorb_grants = absorb_vcs(Checkpoint::absorb_vc_grant_valid, port);
    rtl::for_each_bit(absorb_grants, [&](int v) {
        grant(port, v, shadow_.input_vc(port, v).absorb,
              static_cast<int>(rtl_.at(Checkpoint::absorb_vc_grant_vc, port, v)));
    });
    // A head that is received waits for its ejection VC first.
    const std::uint64_t waiting =
        absorb_vcs(Checkpoint::absorb_request_valid, port) & ~absorb_grants;
    if ((grants & waiting) != 0) {
        require(router_, "vc_allocator: grant_o_valid of input " + std::to_string(port) +
                             ": before its ejection VC");
    }
    // From depth 3 on, heads that bypass are granted a VC without a request.
    const std::uint64_t asking = rtl_.vcs(Checkpoint::vc_request_valid, port) | grants;
    rtl::for_each_bit(asking & ~waiting, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        const bool granted = (grants >> v & 1) != 0;
        CosimRouterModule::Output& out = router_.output(in.output);
        if (!in.was_eligible && !router_.endless(in.output)) {
            ++out.counters.heads;
            out.counters.heads_blocked += granted ? 0 : 1;
        }
        in.was_eligible = true;
        if (granted) {
            grant(port, v, in, static_cast<int>(rtl_.at(Checkpoint::vc_grant_vc, port, v)));
        } else {
            in.again = in.may_escape;
            in.stage = in.may_escape ? rtl::VcStage::idle : rtl::VcStage::routed;
        }
    });
}

void DecisionFollower::grant(int port, int v, RouterShadow::Branch& branch, int vc) {
    const rtl::Flit& head = shadow_.input_vc(port, v).fifo.front();
    if (vc < branch.wanted.first || vc >= branch.wanted.first + branch.wanted.count ||
        !outputs_.grantable(branch.output, vc, rtl::flits_behind(head))) {
        require(router_, "vc_allocator: grant_vc_o of input " + std::to_string(port) + ", VC " +
                             std::to_string(v) + ": " + std::to_string(vc) + " of output " +
                             std::to_string(branch.output) + ", which is not free for it");
    }
    branch.stage = rtl::VcStage::active;
    branch.output_vc = vc;
    shadow_.output_vc(branch.output, vc).held = true;
    shadow_.output(branch.output).taken |= rtl::vc_bit(vc);
    router_.output(branch.output).busy.change(router_.cycle() + 1, 1);
    if (context().observer != nullptr) {
        context().observer->vc_granted(router_.cycle(), router_.id(), port, head, branch.output,
                                       vc);
    }
}

void DecisionFollower::follow_switch(int port, std::uint64_t grants, std::uint64_t absorbed) {
    std::uint64_t leaving = 0;
    rtl::for_each_bit(grants | absorbed, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        const bool forwards = (grants >> v & 1) != 0;
        const bool absorbs = (absorbed >> v & 1) != 0;
        if (forwards) {
            cross(port, v, in);
        }
        if (absorbs) {
            cross(port, v, in.absorb);
        }
        in.forwarded = in.forwarded || forwards;
        in.absorbed = in.absorbed || absorbs;
        const bool leaves = (in.stage == rtl::VcStage::idle || in.forwarded) &&
                            (in.absorb.stage == rtl::VcStage::idle || in.absorbed);
        leaving |= static_cast<std::uint64_t>(leaves) << v;
        const int more = (forwards ? 1 : 0) + (absorbs ? 1 : 0) - (leaves ? 1 : 0);
        if (more != 0) {
            tell_of_copies(in.fifo.front(), more);
        }
    });
    follow_pops(port, leaving);
}

std::string DecisionFollower::missing_to_send(const RouterShadow::InputVc& in,
                                              const RouterShadow::Branch& branch) const {
    if (in.fifo.empty()) {
        return "the VC holds no flit";
    }
    if (branch.stage != rtl::VcStage::active) {
        return "its message holds no output VC";
    }
    const std::string output = "output " + std::to_string(branch.output);
    if (!outputs_.has_credit(branch.output, branch.output_vc)) {
        return output + " has no credit for VC " + std::to_string(branch.output_vc);
    }
    return outputs_.sendable(branch.output, branch.output_vc) ? "" : output + "'s link is busy";
}

void DecisionFollower::cross(int port, int v, const RouterShadow::Branch& branch) {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, v);
    const std::string missing = missing_to_send(in, branch);
    if (!missing.empty()) {
        require(router_, "switch_allocator: grant_o of input " + std::to_string(port) + ", VC " +
                             std::to_string(v) + ": 1, but " + missing);
    }
    rtl::Flit flit = in.fifo.front();
    flit.detour = branch.detour;
    const bool bypasses =
        &branch != &in.absorb && rtl_.at(Checkpoint::allocator_grant, port, v) == 0;
    shadow_.output(branch.output).bypassed = bypasses;
    router_.counted().flits_bypassed += bypasses ? 1 : 0;
    if (context().book != nullptr && flit.is_head()) {
        context().book->head_moved(router_.cycle(), flit, bypasses);
    }
    if (context().observer != nullptr) {
        context().observer->crosses(bypasses, router_.cycle(), router_.id(), port, flit,
                                    branch.output, branch.output_vc);
    }
    if (&branch == &in.absorb) {
        flit.error = in.error;
    } else if (flit.is_head() && flit.header) {
        flit.served = rules_.action(port, flit).served;
    }
    if (rules_.lookahead() != nullptr && flit.is_head() && !router_.endless(branch.output)) {
        const auto next = rules_.lookahead()->behind(router_.id(), branch.output, flit);
        rtl::carry_route(flit, next.port, next.vc_class);
    }
    send(flit, branch.output, branch.output_vc);
}

/// What crosses twice is one copy more than what leaves.
void DecisionFollower::tell_of_copies(const rtl::Flit& flit, int more) {
    router_.counted().flits_copied += static_cast<std::uint64_t>(more);
    if (flit.is_tail()) {
        context().tell_copied(flit, more);
    }
}

/// `leaving`: VCs whose flit at the front has been sent on all branches.
void DecisionFollower::follow_pops(int port, std::uint64_t leaving) {
    require_vcs("route_unit: pop_o", Checkpoint::pop, port, leaving);
    std::uint64_t dropped = 0;
    rtl::for_each_bit(leaving, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        const bool tail = in.fifo.front().is_tail();
        in.fifo.pop_front();
        in.forwarded = in.absorbed = false;
        in.leads = in.drops;
        if (in.drops) {
            dropped |= std::uint64_t{1} << v;
            ++router_.counted().flits_dropped;
        }
        if (tail || in.drops) {
            in.busy = in.drops = false;
        }
        if (tail) {
            in.stage = rtl::VcStage::idle;
            in.output = in.output_vc = -1;
            in.absorb = {};
            in.error = false;
        }
        in.lead();
    });
    require_vcs("route_unit: drop_o", Checkpoint::drop, port, dropped);
}

void DecisionFollower::require_vcs(const char* what, Checkpoint which, int port,
                                   std::uint64_t wanted) const {
    const std::uint64_t found = rtl_.vcs(which, port);
    if (found != wanted) {
        require(router_, std::string(what) + " of input " + std::to_string(port) + ": " +
                             std::to_string(found) + ", must be " + std::to_string(wanted));
    }
}

void DecisionFollower::send(const rtl::Flit& flit, int port, int vc) {
    router_.count_switched(router_.output(port));
    RouterShadow::Output& out = shadow_.output(port);
    RouterShadow::OutputVc& state = shadow_.output_vc(port, vc);
    state.held = !flit.is_tail();
    if (flit.is_tail()) {
        router_.output(port).busy.change(router_.cycle() + 1, -1);
    }
    out.granted = flit;
    out.granted.vc = static_cast<std::uint8_t>(vc);
    out.link_free = router_.cycle() + 1;
    if (!router_.endless(port)) {
        ++state.outstanding;
        ++out.granted.hop;
        out.link_free = router_.cycle() + cycles_per_flit_[static_cast<std::size_t>(port)];
    }
}

}  // namespace flitscope::cosim
