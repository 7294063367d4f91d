// What others see of the inside of a verilated router: counts, waiting messages.
#include "rtl_models/cosim/verilog_router_module.h"
#include "rtl_models/router/contract/wait_graph.h"

namespace flitscope::cosim {

bool VerilogRouterModule::has_grantable(const RouterShadow::Branch& branch,
                                        std::uint32_t length) const {
    bool found = false;
    for (int v = branch.wanted.first; v < branch.wanted.first + branch.wanted.count; ++v) {
        found = found || grantable(branch.output, v, length);
    }
    return found;
}

/// What the branch absorb waits for or holds. Whether that is all: no other branch could wait.
bool VerilogRouterModule::waits_for_ejection(const RouterShadow::InputVc& in,
                                             rtl::VcWait& wait) const {
    const RouterShadow::Branch& absorb = in.absorb;
    if (absorb.stage == RouterShadow::kActive) {
        wait.absorb_port = absorb.output;
        wait.absorb_vc = absorb.output_vc;
        wait.movable = true;
        return in.stage == RouterShadow::kIdle;
    }
    if (absorb.stage == RouterShadow::kRouted) {
        wait.output_port = absorb.output;
        wait.wanted = absorb.wanted;
        wait.movable = has_grantable(absorb, 1);
        return true;
    }
    return false;
}

void VerilogRouterModule::append_waits(std::vector<rtl::VcWait>& waits) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            const RouterShadow::InputVc& in = shadow_.input_vc(p, v);
            if (!in.fifo.empty()) {
                waits.push_back(wait_of(p, v));
            }
        }
    }
}

rtl::VcWait VerilogRouterModule::wait_of(int port, int vc) const {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    const std::uint32_t length = rtl::flits_behind(in.fifo.front());
    rtl::VcWait wait;
    wait.router = id();
    wait.port = port;
    wait.vc = vc;
    wait.message = in.fifo.front().message;
    rtl::tell_room(wait, context().parameters, static_cast<int>(in.fifo.size()), length);
    if (waits_for_ejection(in, wait) || in.stage == RouterShadow::kIdle) {
        return wait;
    }
    wait.output_port = in.output;
    wait.wanted = in.wanted;
    if (in.stage == RouterShadow::kActive) {
        const bool absorbs = in.absorb.stage == RouterShadow::kActive && !in.absorbed;
        wait.output_vc = in.output_vc;
        wait.movable = endless(in.output) || absorbs ||
                       outstanding(in.output, in.output_vc) < context().parameters.buffer_flits;
    } else {
        wait.movable = in.may_escape || has_grantable(in, length);
    }
    return wait;
}

int VerilogRouterModule::occupancy(int port, int vc) const {
    return static_cast<int>(shadow_.input_vc(port, vc).fifo.size());
}
int VerilogRouterModule::outstanding(int port, int vc) const {
    return shadow_.output_vc(port, vc).outstanding;
}
int VerilogRouterModule::in_traversal(int port, int vc) const {
    const rtl::Flit& granted = shadow_.output(port).granted;
    return context().parameters.pipeline == 4 && granted.valid() && granted.vc == vc ? 1 : 0;
}

}  // namespace flitscope::cosim
