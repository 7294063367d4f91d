#include "rtl_models/signal/router.h"

namespace flitscope::rtl {

namespace {

template <typename T>
std::vector<T*> pointers(const std::vector<std::unique_ptr<T>>& owners) {
    std::vector<T*> result;
    result.reserve(owners.size());
    for (const auto& owner : owners) {
        result.push_back(owner.get());
    }
    return result;
}

}  // namespace

// A stage that shares its cycle with the stage before it comes after it and sees its results; a
// stage behind a pipeline register comes before it and so sees last cycle's (docs/router.md,
// section 4). The crossbar is last: what it changes shows after the next edge.
std::vector<AllocationUnit*> Router::turns() {
    switch (context().parameters.pipeline) {
        case 1:
            return {&route_unit_, &vc_allocator_, &switch_allocator_, &crossbar_};
        case 2:
            return {&switch_allocator_, &route_unit_, &vc_allocator_, &crossbar_};
        default:
            return {&switch_allocator_, &vc_allocator_, &route_unit_, &crossbar_};
    }
}

Router::Router(const sc_core::sc_module_name& name, const RouterInstance& instance,
               PhaseSequencer& sequencer)
    : RouterModule(name, instance, sequencer),
      route_unit_("route_unit", context(), *instance.routing, instance.ties_random),
      vc_allocator_("vc_allocator", context()),
      switch_allocator_("switch_allocator", context(), instance.cycles_per_flit),
      crossbar_("crossbar", context()) {
    process().set_order(turns());
    for (int p = 0; p < ports().inputs(); ++p) {
        input_units_.push_back(
            has_input(p) ? std::make_unique<VcBuffer>(("input_" + std::to_string(p)).c_str(),
                                                      context(), p, input_vcs(p))
                         : nullptr);
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        output_units_.push_back(
            has_output(p) ? std::make_unique<OutputUnit>(("output_" + std::to_string(p)).c_str(),
                                                         context(), p, output_vcs(p))
                          : nullptr);
    }
    const std::vector<VcBuffer*> inputs = pointers(input_units_);
    const std::vector<OutputUnit*> outputs = pointers(output_units_);
    for (VcBuffer* input : inputs) {
        if (input != nullptr) {
            input->connect(route_unit_, switch_allocator_);
        }
    }
    for (OutputUnit* output : outputs) {
        if (output != nullptr) {
            output->connect(vc_allocator_, switch_allocator_);
        }
    }
    route_unit_.connect(inputs, outputs, vc_allocator_);
    vc_allocator_.connect(inputs, outputs, switch_allocator_);
    switch_allocator_.connect(crossbar_);
    crossbar_.connect(inputs, outputs, switch_allocator_);
}

ChannelCounters Router::channel_counters(int output_port, Cycle edge) const {
    const OutputUnit& unit = output(output_port);
    ChannelCounters counters;
    counters.flits = unit.flits_sent();
    counters.vc_busy_cycles = unit.busy_cycles(edge);
    if (!unit.ejection()) {
        counters.heads = vc_allocator_.heads(output_port);
        counters.heads_blocked = vc_allocator_.heads_blocked(output_port);
    }
    return counters;
}

void Router::append_waits(std::vector<VcWait>& waits) const {
    for (int port = 0; port < ports().inputs(); ++port) {
        for (int v = 0; v < input_vcs(port); ++v) {
            const InputVc& in = input(port).vc(v);
            if (in.fifo.empty()) {
                continue;
            }
            VcWait wait;
            wait.router = id();
            wait.port = port;
            wait.vc = v;
            wait.message = in.fifo.front().message;
            if (in.stage != VcStage::idle) {
                wait.output_port = in.output;
                wait.wanted = in.wanted;
                const OutputUnit& unit = output(in.output);
                if (in.stage == VcStage::active) {
                    wait.output_vc = in.output_vc;
                    wait.movable = unit.has_credit(in.output_vc);
                } else {
                    for (int o = in.wanted.first; o < in.wanted.first + in.wanted.count; ++o) {
                        wait.movable = wait.movable || unit.grantable(o, in.fifo.front().length);
                    }
                }
            }
            waits.push_back(wait);
        }
    }
}

}  // namespace flitscope::rtl
