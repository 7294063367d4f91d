#include "rtl_models/cosim/verilog_router_module.h"

namespace flitscope::cosim {

// A waveform shows the registers of the RTL, not what they ought to be. Index: port * V + VC.
waves::RouterSources VerilogRouterModule::wave_sources() const {
    using waves::SignalSource;
    const int vcs = context().parameters.virtual_channels;
    waves::RouterSources sources = port_sources();
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            const int index = p * vcs + v;
            sources.inputs[static_cast<std::size_t>(p)].vcs[static_cast<std::size_t>(v)] = {
                SignalSource::call<&VerilogRouterModule::wave_stage>(*this, index),
                SignalSource::call<&VerilogRouterModule::wave_occupancy>(*this, index),
                SignalSource::call<&VerilogRouterModule::wave_output>(*this, index),
                SignalSource::call<&VerilogRouterModule::wave_output_vc>(*this, index)};
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        waves::OutputPortSources& port = sources.outputs[static_cast<std::size_t>(p)];
        if (has_output(p)) {
            port.grant = SignalSource::call<&VerilogRouterModule::wave_grant>(*this, p);
        }
        for (int v = 0; v < output_vcs(p); ++v) {
            const int index = p * vcs + v;
            port.vcs[static_cast<std::size_t>(v)] = {
                SignalSource::call<&VerilogRouterModule::wave_held>(*this, index),
                endless(p) ? SignalSource()
                           : SignalSource::call<&VerilogRouterModule::wave_credits>(*this, index)};
        }
    }
    return sources;
}

int VerilogRouterModule::wave_stage(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return rtl_->stage(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_occupancy(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return rtl_->count(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_output(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return wave_stage(index) == RouterShadow::kIdle ? -1
                                                    : rtl_->request_port(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_output_vc(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return wave_stage(index) == RouterShadow::kActive ? rtl_->active_vc(index / vcs, index % vcs)
                                                      : -1;
}
int VerilogRouterModule::wave_held(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return static_cast<int>(rtl_->held(index / vcs) >> (index % vcs) & 1);
}
int VerilogRouterModule::wave_credits(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return context().parameters.buffer_flits - rtl_->outstanding(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_grant(int output_port) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        const std::uint64_t grants = has_input(p) ? rtl_->switch_grants(p) : 0;
        if (grants != 0 && rtl_->active_port(p, __builtin_ctzll(grants)) == output_port) {
            return p + 1;
        }
    }
    return 0;
}

}  // namespace flitscope::cosim
