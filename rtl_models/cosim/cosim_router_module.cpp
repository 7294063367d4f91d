#include "rtl_models/cosim/cosim_router_module.h"

namespace flitscope::cosim {

CosimRouterModule::CosimRouterModule(const sc_core::sc_module_name& name,
                                     const rtl::RouterInstance& instance)
    : RouterModule(name, instance),
      output_index_(static_cast<std::size_t>(ports().outputs())),
      gated_(instance.clock_gates) {
    for (int p = 0; p < ports().inputs(); ++p) {
        if (has_input(p)) {
            inputs_.push_back(std::make_unique<Input>(Input{p}));
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        if (has_output(p)) {
            output_index_[at(p)] = outputs_.size();
            outputs_.push_back(std::make_unique<Output>(p, output_vcs(p)));
        }
    }
    SC_METHOD(at_edge);
    dont_initialize();
    sensitive << gate_.posedge_event();
}

void CosimRouterModule::end_of_elaboration() {
    gate_.connect(clk_i);
    if (!gated_) {
        gate_.stay_open();
    }
    for (const auto& input : inputs_) {
        gate().watch(flit_i(input->port));
    }
    for (const auto& output : outputs_) {
        if (!endless(output->port)) {
            gate().watch(credit_i(output->port));
        }
    }
}

rtl::ChannelCounters CosimRouterModule::channel_counters(int port, rtl::Cycle edge) const {
    rtl::ChannelCounters counters = output(port).counters;
    counters.vc_busy_cycles = output(port).busy.cycles(edge);
    return counters;
}

}  // namespace flitscope::cosim
