#include "rtl_models/signal/outline/shown_vcs.h"

namespace flitscope::rtl {

using waves::SignalSource;

void ShownVcs::add_to(waves::RouterSources& sources) const {
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        for (int v = 0; v < router_.input_vcs(p); ++v) {
            add_input_vc(
                p, v, sources.inputs[static_cast<std::size_t>(p)].vcs[static_cast<std::size_t>(v)]);
        }
    }
    for (int p = 0; p < router_.ports().outputs(); ++p) {
        waves::OutputPortSources& port = sources.outputs[static_cast<std::size_t>(p)];
        if (router_.has_output(p)) {
            port.grant = SignalSource::call<&ShownVcs::grant>(*this, p);
        }
        const bool counted =
            p < router_.ports().network && router_.context().parameters.buffer_flits != kUnbounded;
        for (int v = 0; v < router_.output_vcs(p); ++v) {
            const int at = p * vcs() + v;
            port.vcs[static_cast<std::size_t>(v)] = {
                SignalSource::call<&ShownVcs::of<&ShownVcs::held>>(*this, at),
                counted ? SignalSource::call<&ShownVcs::of<&ShownVcs::credits>>(*this, at)
                        : SignalSource()};
        }
    }
}

void ShownVcs::add_input_vc(int port, int v, waves::InputVcSources& vc) const {
    const int at = port * vcs() + v;
    vc.state_q = SignalSource::call<&ShownVcs::of<&ShownVcs::stage>>(*this, at);
    vc.occupancy = SignalSource::call<&ShownVcs::of<&ShownVcs::occupancy>>(*this, at);
    vc.output_q = SignalSource::call<&ShownVcs::of<&ShownVcs::shown_output>>(*this, at);
    vc.output_vc_q = SignalSource::call<&ShownVcs::of<&ShownVcs::shown_output_vc>>(*this, at);
    if (network_ != nullptr) {
        show_head(at, network_->headers.entries(), vc);
    }
}

int ShownVcs::shown_output(int port, int vc) const {
    return stage(port, vc) == VcStage::idle ? -1 : output(port, vc);
}
int ShownVcs::shown_output_vc(int port, int vc) const {
    return stage(port, vc) == VcStage::active ? output_vc(port, vc) : -1;
}
int ShownVcs::credits(int port, int vc) const {
    return router_.context().parameters.buffer_flits - outstanding(port, vc);
}

}  // namespace flitscope::rtl
