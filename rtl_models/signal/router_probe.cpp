#include "rtl_models/signal/router_probe.h"

#include "rtl_models/signal/router.h"

namespace flitscope::rtl {

namespace {

using waves::SignalSource;

waves::InputPortSources input_sources(const VcBuffer& input) {
    waves::InputPortSources port;
    port.flit_i = &input.flit_wire();
    port.credit_o = SignalSource::value(input.credit_wire().vcs);
    for (int v = 0; v < input.vcs(); ++v) {
        const InputVc& vc = input.vc(v);
        port.vcs.push_back({SignalSource::value(vc.stage),
                            SignalSource::call<&VcBuffer::occupancy>(input, v),
                            SignalSource::value(vc.output), SignalSource::value(vc.output_vc)});
    }
    return port;
}

waves::OutputPortSources output_sources(const Router& router, int p) {
    const OutputUnit& output = router.output(p);
    waves::OutputPortSources port;
    port.flit_o = &output.flit_wire();
    port.grant =
        SignalSource::call<&SwitchAllocator::granted_input_plus_one>(router.switch_allocator(), p);
    if (!output.ejection()) {
        port.credit_i = SignalSource::value(output.credit_wire().vcs);
    }
    const bool counted =
        !output.ejection() && router.context().parameters.buffer_flits != kUnbounded;
    for (int v = 0; v < output.vcs(); ++v) {
        port.vcs.push_back(
            {SignalSource::call<&OutputUnit::held>(output, v),
             counted ? SignalSource::call<&OutputUnit::credits>(output, v) : SignalSource()});
    }
    return port;
}

}  // namespace

waves::RouterSources router_sources(const Router& router) {
    waves::RouterSources sources;
    sources.router = router.id();
    sources.ports = router.ports();
    sources.virtual_channels = router.context().parameters.virtual_channels;
    sources.buffer_flits = router.context().parameters.buffer_flits;
    for (int p = 0; p < router.ports().inputs(); ++p) {
        sources.inputs.push_back(router.has_input(p) ? input_sources(router.input(p))
                                                     : waves::InputPortSources());
    }
    for (int p = 0; p < router.ports().outputs(); ++p) {
        sources.outputs.push_back(router.has_output(p) ? output_sources(router, p)
                                                       : waves::OutputPortSources());
    }
    return sources;
}

}  // namespace flitscope::rtl
