#include "rtl_models/router/router_parameters.h"

#include <stdexcept>

namespace flitscope::rtl {

namespace {

void require(bool ok, const std::string& where, const char* field, int value,
             const char* accepted) {
    if (!ok) {
        throw std::invalid_argument(where + ": " + field + " = " + std::to_string(value) +
                                    ", must be " + accepted);
    }
}

}  // namespace

void RouterParameters::validate(const std::string& where) const {
    require(virtual_channels >= 1 && virtual_channels <= 64, where, "virtual_channels",
            virtual_channels, "1..64");
    require(buffer_flits >= 1 || buffer_flits == kUnbounded, where, "buffer_flits", buffer_flits,
            ">= 1 or unbounded");
    require(pipeline >= 1 && pipeline <= 4, where, "pipeline", pipeline, "1..4");
    require(injection_ports >= 0, where, "injection_ports", injection_ports, ">= 1 or all");
    require(ejection_ports >= 0, where, "ejection_ports", ejection_ports, ">= 1 or all");
    require(injection_vcs >= 0 && injection_vcs <= virtual_channels, where, "injection_vcs",
            injection_vcs, "1..virtual_channels or all");
    require(message_classes >= 1 && message_classes <= virtual_channels, where, "message_classes",
            message_classes, "1..virtual_channels");
    require(flit_bytes >= 1, where, "flit_bytes", flit_bytes, ">= 1");
}

VcRange vcs_of_class(int k, int classes, int vcs) {
    const int first = k * vcs / classes;
    const int last = (k + 1) * vcs / classes;
    return last > first ? VcRange{first, last - first} : VcRange{k % vcs, 1};
}

VcRange network_vcs(const RouterParameters& parameters, int vc_classes, int vc_class,
                    int message_class) {
    return vcs_of_class(message_class * vc_classes + vc_class,
                        parameters.message_classes * vc_classes, parameters.virtual_channels);
}

VcRange ejection_vcs(const RouterParameters& parameters, int message_class) {
    switch (parameters.ejection_vcs) {
        case EjectionVcs::one:
            return {0, 1};
        case EjectionVcs::classes:
            return {message_class, 1};
        case EjectionVcs::per_vc:
            break;
    }
    return vcs_of_class(message_class, parameters.message_classes, parameters.virtual_channels);
}

int ejection_vc_count(const RouterParameters& parameters) {
    switch (parameters.ejection_vcs) {
        case EjectionVcs::one:
            return 1;
        case EjectionVcs::classes:
            return parameters.message_classes;
        case EjectionVcs::per_vc:
            break;
    }
    return parameters.virtual_channels;
}

int injection_vc_count(const RouterParameters& parameters) {
    return parameters.injection_vcs == kAll ? parameters.virtual_channels
                                            : parameters.injection_vcs;
}

PortLayout port_layout(const RouterParameters& parameters, int network_ports) {
    PortLayout layout;
    layout.network = network_ports;
    layout.injection =
        parameters.injection_ports == kAll ? network_ports : parameters.injection_ports;
    layout.ejection =
        parameters.ejection_ports == kAll ? layout.inputs() : parameters.ejection_ports;
    return layout;
}

}  // namespace flitscope::rtl
