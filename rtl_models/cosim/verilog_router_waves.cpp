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
            waves::InputVcSources& vc =
                sources.inputs[static_cast<std::size_t>(p)].vcs[static_cast<std::size_t>(v)];
            vc.state_q = SignalSource::call<&VerilogRouterModule::wave_stage>(*this, index);
            vc.occupancy =
                SignalSource::call<&VerilogRouterModule::wave<Checkpoint::count>>(*this, index);
            vc.output_q = SignalSource::call<&VerilogRouterModule::wave_output>(*this, index);
            vc.output_vc_q = SignalSource::call<&VerilogRouterModule::wave_output_vc>(*this, index);
            if (rules_.network() != nullptr) {
                show_head(index, rules_.network()->headers.entries(), vc);
            }
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
                SignalSource::call<&VerilogRouterModule::wave<Checkpoint::output_state_held>>(
                    *this, index),
                endless(p) ? SignalSource()
                           : SignalSource::call<&VerilogRouterModule::wave_credits>(*this, index)};
        }
    }
    return sources;
}

rtl::HeaderPins VerilogRouterModule::head_pins(int v) const {
    const int vcs = context().parameters.virtual_channels;
    return rtl_->at(Checkpoint::head_valid, v / vcs, v % vcs) != 0
               ? rtl_->front_header(v / vcs, v % vcs)
               : rtl::HeaderPins();
}
waves::HeadAction VerilogRouterModule::action_of_head(int v) const {
    const int vcs = context().parameters.virtual_channels;
    const auto bit = [&](Checkpoint which) { return rtl_->at(which, v / vcs, v % vcs) != 0; };
    return !bit(Checkpoint::header_action_valid)
               ? waves::HeadAction::none
               : waves::head_action(
                     bit(Checkpoint::header_action_forward), bit(Checkpoint::header_action_receive),
                     bit(Checkpoint::header_action_drop), bit(Checkpoint::header_action_error));
}

template <Checkpoint which>
int VerilogRouterModule::wave(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return static_cast<int>(rtl_->at(which, index / vcs, index % vcs));
}

int VerilogRouterModule::wave_stage(int index) const {
    return wave<Checkpoint::vc_stage_active>(index) != 0   ? RouterShadow::kActive
           : wave<Checkpoint::vc_stage_routed>(index) != 0 ? RouterShadow::kRouted
                                                           : RouterShadow::kIdle;
}
int VerilogRouterModule::wave_output(int index) const {
    return wave_stage(index) != RouterShadow::kIdle ? wave<Checkpoint::vc_request_port>(index) : -1;
}
int VerilogRouterModule::wave_output_vc(int index) const {
    const bool active = wave_stage(index) == RouterShadow::kActive;
    return active ? wave<Checkpoint::active_vc>(index) : -1;
}
int VerilogRouterModule::wave_credits(int index) const {
    return context().parameters.buffer_flits - wave<Checkpoint::output_outstanding>(index);
}
int VerilogRouterModule::wave_grant(int output_port) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            const bool forwards =
                rtl_->at(Checkpoint::switch_grant, p, v) != 0 &&
                static_cast<int>(rtl_->at(Checkpoint::active_port, p, v)) == output_port;
            const bool absorbs = rtl_->at(Checkpoint::absorb_grant, p, v) != 0 &&
                                 ports().ejection_output(p) == output_port;
            if (forwards || absorbs) {
                return p + 1;
            }
        }
    }
    return 0;
}

}  // namespace flitscope::cosim
