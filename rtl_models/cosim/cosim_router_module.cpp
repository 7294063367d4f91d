#include "rtl_models/cosim/cosim_router_module.h"

#include <string>

namespace flitscope::cosim {

namespace {

std::string port_name(const char* what, int port, const char* pin) {
    return std::string(what) + '_' + std::to_string(port) + '_' + pin;
}

}  // namespace

CosimRouterModule::Input::Input(int number)
    : port(number),
      flit_i(port_name("input", number, "flit_i").c_str()),
      credit_o(port_name("input", number, "credit_o").c_str()) {}

CosimRouterModule::Output::Output(int number, int vcs, bool network)
    : port(number), flit_o(port_name("output", number, "flit_o").c_str()), busy(vcs) {
    if (network) {
        credit_i = std::make_unique<sc_core::sc_in<rtl::Credit>>(
            port_name("output", number, "credit_i").c_str());
    }
}

CosimRouterModule::CosimRouterModule(const sc_core::sc_module_name& name,
                                     const rtl::RouterInstance& instance)
    : RouterModule(name, instance),
      input_index_(static_cast<std::size_t>(ports().inputs())),
      output_index_(static_cast<std::size_t>(ports().outputs())),
      gated_(instance.clock_gates) {
    for (int p = 0; p < ports().inputs(); ++p) {
        if (has_input(p)) {
            input_index_[static_cast<std::size_t>(p)] = inputs_.size();
            inputs_.push_back(std::make_unique<Input>(p));
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        if (has_output(p)) {
            output_index_[static_cast<std::size_t>(p)] = outputs_.size();
            outputs_.push_back(std::make_unique<Output>(p, output_vcs(p), !endless(p)));
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
        gate().watch(input->flit_i);
    }
    for (const auto& output : outputs_) {
        if (output->credit_i) {
            gate().watch(*output->credit_i);
        }
    }
}

rtl::ChannelCounters CosimRouterModule::channel_counters(int port, rtl::Cycle edge) const {
    rtl::ChannelCounters counters = output(port).counters;
    counters.vc_busy_cycles = output(port).busy.cycles(edge);
    return counters;
}

waves::RouterSources CosimRouterModule::port_sources() const {
    waves::RouterSources sources = sources_without_signals();
    for (int p = 0; p < ports().inputs(); ++p) {
        waves::InputPortSources port;
        if (has_input(p)) {
            port.flit_i = &input(p).flit_i->read();
            port.credit_o = waves::SignalSource::value(input(p).credit_o->read().vcs);
        }
        port.vcs.resize(static_cast<std::size_t>(input_vcs(p)));
        sources.inputs.push_back(std::move(port));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        waves::OutputPortSources port;
        if (has_output(p)) {
            port.flit_o = &output(p).flit_o->read();
            if (!endless(p)) {
                port.credit_i = waves::SignalSource::value((*output(p).credit_i)->read().vcs);
            }
        }
        port.vcs.resize(static_cast<std::size_t>(output_vcs(p)));
        sources.outputs.push_back(std::move(port));
    }
    return sources;
}

}  // namespace flitscope::cosim
