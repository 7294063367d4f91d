#include "rtl_models/cosim/verilog_router_waves.h"

#include "rtl_models/cosim/router_shadow.h"

namespace flitscope::cosim {

using waves::SignalSource;

void VerilogRouterWaves::add_to(waves::RouterSources& sources) const {
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        for (int v = 0; v < router_.input_vcs(p); ++v) {
            add_input_vc(
                p, v, sources.inputs[static_cast<std::size_t>(p)].vcs[static_cast<std::size_t>(v)]);
        }
    }
    for (int p = 0; p < router_.ports().outputs(); ++p) {
        waves::OutputPortSources& port = sources.outputs[static_cast<std::size_t>(p)];
        if (router_.has_output(p)) {
            port.grant = SignalSource::call<&VerilogRouterWaves::grant>(*this, p);
        }
        const bool endless = p >= router_.ports().network;
        for (int v = 0; v < router_.output_vcs(p); ++v) {
            port.vcs[static_cast<std::size_t>(v)] = {
                SignalSource::call<&VerilogRouterWaves::value<Checkpoint::output_state_held>>(
                    *this, index(p, v)),
                endless ? SignalSource()
                        : SignalSource::call<&VerilogRouterWaves::credits>(*this, index(p, v))};
        }
    }
}

void VerilogRouterWaves::add_input_vc(int port, int v, waves::InputVcSources& vc) const {
    const int at = index(port, v);
    vc.state_q = SignalSource::call<&VerilogRouterWaves::stage>(*this, at);
    vc.occupancy = SignalSource::call<&VerilogRouterWaves::value<Checkpoint::count>>(*this, at);
    vc.output_q = SignalSource::call<&VerilogRouterWaves::output>(*this, at);
    vc.output_vc_q = SignalSource::call<&VerilogRouterWaves::output_vc>(*this, at);
    if (header_entries_ > 0) {
        show_head(at, header_entries_, vc);
    }
}

rtl::HeaderPins VerilogRouterWaves::head_pins(int v) const {
    return rtl_.at(Checkpoint::head_valid, v / vcs(), v % vcs()) != 0
               ? rtl_.front_header(v / vcs(), v % vcs())
               : rtl::HeaderPins();
}
waves::HeadAction VerilogRouterWaves::action_of_head(int v) const {
    const auto bit = [&](Checkpoint which) { return rtl_.at(which, v / vcs(), v % vcs()) != 0; };
    return !bit(Checkpoint::header_action_valid)
               ? waves::HeadAction::none
               : waves::head_action(
                     bit(Checkpoint::header_action_forward), bit(Checkpoint::header_action_receive),
                     bit(Checkpoint::header_action_drop), bit(Checkpoint::header_action_error));
}

int VerilogRouterWaves::stage(int index) const {
    return value<Checkpoint::vc_stage_active>(index) != 0   ? RouterShadow::kActive
           : value<Checkpoint::vc_stage_routed>(index) != 0 ? RouterShadow::kRouted
                                                            : RouterShadow::kIdle;
}
int VerilogRouterWaves::output(int index) const {
    return stage(index) != RouterShadow::kIdle ? value<Checkpoint::vc_request_port>(index) : -1;
}
int VerilogRouterWaves::output_vc(int index) const {
    const bool active = stage(index) == RouterShadow::kActive;
    return active ? value<Checkpoint::active_vc>(index) : -1;
}
int VerilogRouterWaves::credits(int index) const {
    return router_.context().parameters.buffer_flits - value<Checkpoint::output_outstanding>(index);
}
int VerilogRouterWaves::grant(int output_port) const {
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        for (int v = 0; v < router_.input_vcs(p); ++v) {
            const bool forwards =
                rtl_.at(Checkpoint::switch_grant, p, v) != 0 &&
                static_cast<int>(rtl_.at(Checkpoint::active_port, p, v)) == output_port;
            const bool absorbs = rtl_.at(Checkpoint::absorb_grant, p, v) != 0 &&
                                 router_.ports().ejection_output(p) == output_port;
            if (forwards || absorbs) {
                return p + 1;
            }
        }
    }
    return 0;
}

}  // namespace flitscope::cosim
