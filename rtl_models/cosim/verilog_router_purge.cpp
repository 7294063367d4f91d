#include "rtl_models/cosim/verilog_router_purge.h"

#include <algorithm>

namespace flitscope::cosim {

VerilogRouterPurge::VerilogRouterPurge(CosimRouterModule& router, VerilogRouter& rtl,
                                       RouterShadow& shadow)
    : router_(router),
      rtl_(rtl),
      shadow_(shadow),
      ports_(router),
      dropped_crossing_(static_cast<std::size_t>(router.ports().outputs()), -1) {}

void VerilogRouterPurge::begin() {
    const bool any = !purge().messages.empty();
    dropped_.assign(any || shows_dropped_ ? shadow_.inputs.size() : 0,
                    rtl::DroppedFlits(router_.context().parameters.virtual_channels));
    shows_dropped_ = any;
}

bool VerilogRouterPurge::drops(int port, const rtl::Flit& flit) {
    const bool taken = purge().takes(flit);
    if (taken) {
        dropped_[static_cast<std::size_t>(port)].add(flit.vc, 1);
    }
    return taken;
}

void VerilogRouterPurge::take_out() {
    take_returned();
    if (shows_dropped_) {
        for (const auto& input : router_.inputs()) {
            for (int v = 0; v < router_.input_vcs(input->port); ++v) {
                const int flits = take_out(input->port, v);
                dropped_[static_cast<std::size_t>(input->port)].add(
                    v, static_cast<std::uint32_t>(flits));
            }
        }
        take_out_crossing();
    }
    for (std::size_t p = 0; p < dropped_.size(); ++p) {
        flits_dropped_ += dropped_[p].sum();
        if (ports_.dropped_o[p]) {
            ports_.dropped_o[p]->write(dropped_[p]);
        }
    }
}

/// Slots of flits that were taken out at the edge before are free.
void VerilogRouterPurge::take_returned() {
    for (const auto& output : router_.outputs()) {
        for (int v = 0; v < router_.output_vcs(output->port); ++v) {
            const int flits = returning(output->port, v);
            if (flits > 0) {
                shadow_.output_vc(output->port, v).outstanding -= flits;
                rtl_.return_flits(output->port, v, flits);
            }
        }
    }
    std::fill(dropped_crossing_.begin(), dropped_crossing_.end(), -1);
}

/// Of an input VC; the flits of its FIFO that are dropped.
int VerilogRouterPurge::take_out(int port, int vc) {
    RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    InputPurge taken;
    taken.works = in.stage != rtl::VcStage::idle && purge().takes(in.message);
    while (!taken.tail && !in.fifo.empty() && purge().takes(in.fifo.front())) {
        taken.tail = in.fifo.front().is_tail();
        in.fifo.pop_front();
        ++taken.flits;
    }
    // What is taken out here waits for a way or for a VC, so that it is first in every FIFO.
    if (std::any_of(in.fifo.begin(), in.fifo.end(),
                    [this](const rtl::Flit& flit) { return purge().takes(flit); })) {
        require(router_, "a message behind another one is to be taken out of the RTL");
    }
    if (taken.flits > 0 || taken.works) {
        rtl_.purge(port, vc, taken);
    }
    if (taken.works) {
        give_back(in);
    }
    return taken.flits;
}

void VerilogRouterPurge::give_back(RouterShadow::InputVc& in) {
    if (in.stage == rtl::VcStage::active) {
        shadow_.output_vc(in.output, in.output_vc).held = false;
        router_.output(in.output).busy.change(router_.cycle(), -1);
        rtl_.release(in.output, in.output_vc);
    }
    in.stage = rtl::VcStage::idle;
    in.output = in.output_vc = -1;
    in.may_escape = in.again = false;
}

/// On the way into traversal registers.
void VerilogRouterPurge::take_out_crossing() {
    for (const auto& output : router_.outputs()) {
        rtl::Flit& crossing = shadow_.output(output->port).granted;
        if (router_.context().parameters.stages().traversal > 0 && purge().takes(crossing)) {
            dropped_crossing_[static_cast<std::size_t>(output->port)] = crossing.vc;
            ++flits_dropped_;
            rtl_.drop_crossing(output->port);
            crossing = {};
        }
    }
}

int VerilogRouterPurge::returning(int port, int vc) const {
    if (router_.endless(port)) {
        return 0;
    }
    const auto p = static_cast<std::size_t>(port);
    return static_cast<int>(ports_.dropped_i[p]->read().of[vc]) +
           (dropped_crossing_[p] == vc ? 1 : 0);
}

}  // namespace flitscope::cosim
