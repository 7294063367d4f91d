// Messages that are taken out of a verilated router (docs/recovery_and_faults.md, section 1), and
// heads that find no way.
#include <algorithm>

#include "rtl_models/cosim/verilog_router_module.h"

namespace flitscope::cosim {

/// At an edge, before the clock: what the wires carried, and of the messages that are taken out at
/// this edge nothing any more. The pins of the RTL are told.
void VerilogRouterModule::take_wires_and_purge() {
    const rtl::Purge& purge = purge_ports_->purge_i.read();
    const bool any = !purge.messages.empty();
    std::vector<rtl::DroppedFlits> dropped(
        any || dropped_shown_ ? orders_.size() : 0,
        rtl::DroppedFlits(context().parameters.virtual_channels));
    for (std::size_t p = 0; any && p < orders_.size(); ++p) {
        orders_[p].forget([&purge](std::uint32_t message) { return purge.takes(message); });
    }
    take_wires(
        [&](int port, const rtl::Flit& flit) {
            if (purge.takes(flit)) {
                dropped[static_cast<std::size_t>(port)].add(flit.vc, 1);
            } else {
                take_flit(port, flit);
            }
        },
        [this](int port, std::uint64_t vcs) { take_credits(port, vcs); });
    take_returned();
    if (any) {
        for (const auto& input : inputs()) {
            for (int v = 0; v < input_vcs(input->port); ++v) {
                const int flits = take_out(purge, input->port, v);
                dropped[static_cast<std::size_t>(input->port)].add(
                    v, static_cast<std::uint32_t>(flits));
            }
        }
        take_out_crossing(purge);
    }
    dropped_shown_ = any;
    for (std::size_t p = 0; p < dropped.size(); ++p) {
        flits_purged_ += dropped[p].sum();
        if (purge_ports_->dropped_o[p]) {
            purge_ports_->dropped_o[p]->write(dropped[p]);
        }
    }
}

/// Slots of flits that were taken out at the edge before are free.
void VerilogRouterModule::take_returned() {
    for (const auto& output : outputs()) {
        for (int v = 0; v < output_vcs(output->port); ++v) {
            const int flits = returning(output->port, v);
            if (flits > 0) {
                shadow_.output_vc(output->port, v).outstanding -= flits;
                rtl_->return_flits(output->port, v, flits);
            }
        }
    }
    std::fill(dropped_crossing_.begin(), dropped_crossing_.end(), -1);
}

/// Of an input VC; the flits of its FIFO that are dropped.
int VerilogRouterModule::take_out(const rtl::Purge& purge, int port, int vc) {
    RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    InputPurge taken;
    taken.works = in.stage != RouterShadow::kIdle && purge.takes(in.message);
    while (!taken.tail && !in.fifo.empty() && purge.takes(in.fifo.front())) {
        taken.tail = in.fifo.front().is_tail();
        in.fifo.pop_front();
        ++taken.flits;
    }
    // What is taken out here waits for a way or for a VC, so that it is first in every FIFO.
    if (std::any_of(in.fifo.begin(), in.fifo.end(),
                    [&purge](const rtl::Flit& flit) { return purge.takes(flit); })) {
        fail("/flitscope/cosim/state",
             "a message behind another one is to be taken out of the RTL");
    }
    if (taken.flits == 0 && !taken.works) {
        return 0;
    }
    rtl_->purge(port, vc, taken);
    if (taken.works) {
        if (in.stage == RouterShadow::kActive) {
            shadow_.output_vc(in.output, in.output_vc).held = false;
            output(in.output).busy.change(cycle(), -1);
            rtl_->release(in.output, in.output_vc);
        }
        in.stage = RouterShadow::kIdle;
        in.output = in.output_vc = -1;
        in.may_escape = in.again = false;
    }
    return taken.flits;
}

/// On the way into traversal registers.
void VerilogRouterModule::take_out_crossing(const rtl::Purge& purge) {
    for (const auto& output : outputs()) {
        rtl::Flit& crossing = shadow_.output(output->port).granted;
        if (context().parameters.pipeline == 4 && purge.takes(crossing)) {
            dropped_crossing_[static_cast<std::size_t>(output->port)] = crossing.vc;
            ++flits_purged_;
            rtl_->drop_crossing(output->port);
            crossing = {};
        }
    }
}

/// The heads that RC works on in this cycle and finds no way for. `routed`: those with one.
void VerilogRouterModule::note_stranded(int port, std::uint64_t routed) {
    for (int v = 0; v < input_vcs(port); ++v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        if ((routed >> v & 1) == 0 && rules_.routes(port, in)) {
            stranded_.push_back(in.fifo.front().message);
            in.again = false;
        }
    }
}

void VerilogRouterModule::append_stranded(std::vector<std::uint32_t>& ids) const {
    ids.insert(ids.end(), stranded_.begin(), stranded_.end());
}

int VerilogRouterModule::returning(int port, int vc) const {
    if (endless(port) || !purge_ports_) {
        return 0;
    }
    const auto p = static_cast<std::size_t>(port);
    return static_cast<int>(purge_ports_->dropped_i[p]->read().of[vc]) +
           (dropped_crossing_[p] == vc ? 1 : 0);
}

}  // namespace flitscope::cosim
