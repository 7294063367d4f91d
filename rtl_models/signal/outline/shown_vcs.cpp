#include "rtl_models/signal/outline/shown_vcs.h"

#include <algorithm>

#include "rtl_models/router/vc_credits.h"

namespace flitscope::rtl {

using waves::kMostShownEntries;
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
    if (network_ == nullptr) {
        return;
    }
    vc.action = SignalSource::call<&ShownVcs::of<&ShownVcs::action>>(*this, at);
    vc.control = SignalSource::call<&ShownVcs::of<&ShownVcs::control>>(*this, at);
    vc.entry_valid = SignalSource::call<&ShownVcs::entry_valid>(*this, at);
    for (int e = 0; e < std::min(network_->headers.entries(), kMostShownEntries); ++e) {
        vc.entries.push_back(
            SignalSource::call<&ShownVcs::entry>(*this, at * kMostShownEntries + e));
    }
}

int ShownVcs::shown_output(int port, int vc) const {
    return stage(port, vc) == VcStage::idle ? -1 : output(port, vc);
}
int ShownVcs::shown_output_vc(int port, int vc) const {
    return stage(port, vc) == VcStage::active ? output_vc(port, vc) : -1;
}
/// Of the first valid entry.
int ShownVcs::control(int port, int vc) const {
    for (const HeaderPins::Entry& entry : head_pins(port, vc).entries) {
        if (entry.valid) {
            return entry.control;
        }
    }
    return 0;
}
std::uint64_t ShownVcs::entry_valid(int v) const {
    const HeaderPins pins = head_pins(v);
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(pins.entries.size(), kMostShownEntries);
         ++i) {
        mask |= std::uint64_t{pins.entries[i].valid} << i;
    }
    return mask;
}
/// `number`: of the input VC * kMostShownEntries + the entry's.
int ShownVcs::entry(int number) const {
    const HeaderPins pins = head_pins(number / kMostShownEntries);
    const auto i = static_cast<std::size_t>(number % kMostShownEntries);
    return i < pins.entries.size() && pins.entries[i].valid ? pins.entries[i].address : 0;
}
int ShownVcs::credits(int port, int vc) const {
    return VcCredits(router_.context().parameters).of(vc, [&](int w) {
        return outstanding(port, w);
    });
}

}  // namespace flitscope::rtl
