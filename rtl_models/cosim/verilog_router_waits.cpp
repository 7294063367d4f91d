#include "rtl_models/cosim/verilog_router_waits.h"

#include "rtl_models/router/contract/wait_graph.h"

namespace flitscope::cosim {

namespace {

/// What the branch absorb waits for or holds. Whether that is all: no other branch could wait.
bool waits_for_ejection(const RouterShadow::InputVc& in, const OutputRules& rules,
                        rtl::VcWait& wait) {
    const RouterShadow::Branch& absorb = in.absorb;
    if (absorb.stage == rtl::VcStage::active) {
        wait.absorb_port = absorb.output;
        wait.absorb_vc = absorb.output_vc;
        wait.movable = true;
        return in.stage == rtl::VcStage::idle;
    }
    if (absorb.stage == rtl::VcStage::routed) {
        wait.output_port = absorb.output;
        wait.wanted = absorb.wanted;
        wait.movable = rules.has_grantable(absorb, 1);
        return true;
    }
    return false;
}

rtl::VcWait wait_of(const rtl::RouterModule& router, int port, int vc,
                    const RouterShadow::InputVc& in, const OutputRules& rules) {
    const std::uint32_t length = rtl::flits_behind(in.fifo.front());
    rtl::VcWait wait;
    wait.router = router.id();
    wait.port = port;
    wait.vc = vc;
    wait.message = in.fifo.front().message;
    rtl::tell_room(wait, router.context().parameters, static_cast<int>(in.fifo.size()), length);
    if (waits_for_ejection(in, rules, wait) || in.stage == rtl::VcStage::idle) {
        return wait;
    }
    wait.output_port = in.output;
    wait.wanted = in.wanted;
    if (in.stage == rtl::VcStage::active) {
        const bool absorbs = in.absorb.stage == rtl::VcStage::active && !in.absorbed;
        wait.output_vc = in.output_vc;
        wait.movable =
            rules.endless(in.output) || absorbs || rules.has_credit(in.output, in.output_vc);
    } else {
        wait.movable = in.may_escape || rules.has_grantable(in, length);
    }
    return wait;
}

}  // namespace

void append_waits_of(const rtl::RouterModule& router, const RouterShadow& shadow,
                     const OutputRules& rules, std::vector<rtl::VcWait>& waits) {
    for (int p = 0; p < router.ports().inputs(); ++p) {
        for (int v = 0; v < router.input_vcs(p); ++v) {
            const RouterShadow::InputVc& in = shadow.input_vc(p, v);
            if (!in.fifo.empty()) {
                waits.push_back(wait_of(router, p, v, in, rules));
            }
        }
    }
}

}  // namespace flitscope::cosim
