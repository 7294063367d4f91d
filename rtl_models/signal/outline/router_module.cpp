#include "rtl_models/signal/outline/router_module.h"

#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/bundles/optional_ports.h"

namespace flitscope::rtl {

namespace {

VcGroups network_vc_groups(const RouterInstance& instance, int link_vcs) {
    if (instance.network != nullptr) {
        return network_vc_groups(*instance.network, link_vcs);
    }
    return network_vc_groups(instance.parameters, instance.routing->vc_classes(),
                             instance.routing->escape() != nullptr, link_vcs);
}

}  // namespace

RouterModule::RouterModule(const sc_core::sc_module_name& name, const RouterInstance& instance)
    : sc_module(name),
      context_(instance),
      ports_(port_layout(instance.parameters, static_cast<int>(instance.connected.size()),
                         instance.nodes)) {
    const RouterParameters& parameters = instance.parameters;
    parameters.validate(this->name());
    // A local port of an unconnected network port does not exist either (docs/router.md, section
    // 2).
    const auto connected = [&](int input) {
        return input >= ports_.network && parameters.injection_ports != kAll
                   ? true
                   : instance.connected[at(input % ports_.network)];
    };
    const auto link_vcs = [&](int port) {
        return instance.link_vcs.empty() ? parameters.virtual_channels
                                         : instance.link_vcs[static_cast<std::size_t>(port)];
    };
    for (int p = 0; p < ports_.inputs(); ++p) {
        const int vcs = p < ports_.network ? link_vcs(p) : injection_vc_count(parameters);
        input_vcs_.push_back(connected(p) ? vcs : 0);
    }
    for (int p = 0; p < ports_.outputs(); ++p) {
        const int vcs = p < ports_.network ? link_vcs(p) : ejection_vc_count(parameters);
        const bool present = p < ports_.network
                                 ? connected(p)
                                 : parameters.ejection_ports != kAll ||
                                       connected((p - ports_.network) % ports_.ejection);
        output_vcs_.push_back(present ? vcs : 0);
        pointers_.emplace_back(parameters, p < ports_.network ? network_vc_groups(instance, vcs)
                                                              : ejection_vc_groups(parameters));
    }
    make_ports();
}

void RouterModule::make_ports() {
    using sc_core::sc_in, sc_core::sc_out;
    for (int p = 0; p < ports().inputs(); ++p) {
        flit_i_.push_back(optional_port<sc_in<Flit>>(numbered("flit_i", p), has_input(p)));
        credit_o_.push_back(optional_port<sc_out<Credit>>(numbered("credit_o", p), has_input(p)));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        const bool credited = has_output(p) && p < ports().network;
        flit_o_.push_back(optional_port<sc_out<Flit>>(numbered("flit_o", p), has_output(p)));
        credit_i_.push_back(optional_port<sc_in<Credit>>(numbered("credit_i", p), credited));
    }
}

int RouterModule::flits_inside() const {
    int flits = 0;
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            flits += occupancy(p, v);
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        for (int v = 0; v < output_vcs(p); ++v) {
            flits += in_traversal(p, v);
        }
    }
    return flits;
}

waves::RouterSources RouterModule::port_sources() const {
    using waves::SignalSource;
    waves::RouterSources sources;
    sources.router = id();
    sources.ports = ports();
    sources.virtual_channels = context_.parameters.virtual_channels;
    sources.buffer_flits = VcCredits(context_.parameters).most();
    sources.flit_bytes = context_.parameters.data_bytes();
    for (int p = 0; p < ports().inputs(); ++p) {
        waves::InputPortSources& port = sources.inputs.emplace_back();
        if (has_input(p)) {
            port.flit_i = &flit_i(p)->read();
            port.credit_o = SignalSource::value(credit_o(p)->read().vcs);
        }
        port.vcs.resize(static_cast<std::size_t>(input_vcs(p)));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        waves::OutputPortSources& port = sources.outputs.emplace_back();
        if (has_output(p)) {
            port.flit_o = &flit_o(p)->read();
        }
        if (has_output(p) && p < ports().network) {
            port.credit_i = SignalSource::value(credit_i(p)->read().vcs);
        }
        port.vcs.resize(static_cast<std::size_t>(output_vcs(p)));
    }
    return sources;
}

}  // namespace flitscope::rtl
