#include "rtl_models/router/router_parameters.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "rtl_models/router/at_switch.h"
#include "rtl_models/router/bypass.h"
#include "rtl_models/router/lookahead.h"
#include "rtl_models/router/priority.h"
#include "rtl_models/router/router_parameter_table.h"
#include "rtl_models/router/shared_buffers.h"
#include "rtl_models/router/speculation.h"

namespace flitscope::rtl {

void RouterParameters::validate(const std::string& where) const {
    for (const RouterParameter& each : router_parameters()) {
        const int value = each.get(*this);
        if (each.exceeds_bound(*this) || !each.is_accepted(value)) {
            throw std::invalid_argument(where + ": " + each.key + " = " + std::to_string(value) +
                                        ", must be " + each.accepted());
        }
    }
    if (pipeline > deepest() || (pipeline < shallowest() && !queued_outputs())) {
        throw std::invalid_argument(
            where + ": pipeline = " + std::to_string(pipeline) + ", must be " +
            std::to_string(shallowest()) + ".." + std::to_string(deepest()) + " with" +
            (lookahead ? " lookahead" : "") + (vc_at_switch() ? " at_switch" : ""));
    }
    if (!class_vcs.empty() &&
        (static_cast<int>(class_vcs.size()) != message_classes ||
         *std::min_element(class_vcs.begin(), class_vcs.end()) < 1 ||
         std::accumulate(class_vcs.begin(), class_vcs.end(), 0) != virtual_channels ||
         injection_vcs != kAll)) {
        throw std::invalid_argument(
            where + ": class_vcs must be " + std::to_string(message_classes) + " numbers from 1, " +
            std::to_string(virtual_channels) + " in all, with injection_vcs = all");
    }
    if (bypass && pipeline == 1) {
        throw std::invalid_argument(where + ": pipeline = 1, must be 2.." +
                                    std::to_string(deepest()) + " with bypass");
    }
}

VcRange vcs_of_class(int k, int classes, int vcs) {
    const int first = k * vcs / classes;
    const int last = (k + 1) * vcs / classes;
    return last > first ? VcRange{first, last - first} : VcRange{k % vcs, 1};
}

VcRange vcs_of_class(const RouterParameters& parameters, int message_class, int c, int classes,
                     int vcs) {
    const std::vector<int>& own = parameters.class_vcs;
    if (own.empty()) {
        return vcs_of_class(message_class * classes + c, parameters.message_classes * classes, vcs);
    }
    VcRange range = vcs_of_class(c, classes, own[static_cast<std::size_t>(message_class)]);
    range.first += std::accumulate(own.begin(), own.begin() + message_class, 0);
    return range;
}

namespace {

/// The VCs of a message class: the last escape class has the highest one, the first of two the
/// lowest one, and all between are adaptive. Heads that escape may take those, too.
VcRange vcs_with_escape(VcRange all, int escape_classes, int vc_class) {
    if (all.count <= escape_classes) {
        throw std::invalid_argument("a message class has " + std::to_string(all.count) +
                                    " VCs, the routing needs " +
                                    std::to_string(escape_classes + 1));
    }
    const int first = escape_classes == 2 && vc_class != 1 ? 1 : 0;
    const int last = vc_class == 0 || (escape_classes == 2 && vc_class == 1) ? 1 : 0;
    return {all.first + first, all.count - first - last};
}

}  // namespace

VcRange network_vcs(const RouterParameters& parameters, const topo::RoutingFunction& routing,
                    int vc_class, int message_class, int link_vcs) {
    const int classes = routing.vc_classes();
    return routing.escape() == nullptr
               ? vcs_of_class(parameters, message_class, vc_class, classes, link_vcs)
               : vcs_with_escape(vcs_of_class(parameters, message_class, 0, 1, link_vcs),
                                 classes - 1, vc_class);
}

int vc_class_count(const NetworkDescription& network) {
    return first_vc_class(network, static_cast<int>(network.headers.routings.size()));
}

int first_vc_class(const NetworkDescription& network, int header_routing) {
    int first = network.routing->vc_classes();
    for (int i = 0; i < header_routing; ++i) {
        first += network.headers.routings[static_cast<std::size_t>(i)]->vc_classes();
    }
    return first;
}

VcRange network_vcs(const NetworkDescription& network, int vc_class, int message_class,
                    int link_vcs) {
    if (!network.headers.used()) {
        return network_vcs(network.router, *network.routing, vc_class, message_class, link_vcs);
    }
    return vcs_of_class(network.router, message_class, vc_class, vc_class_count(network), link_vcs);
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
    return vcs_of_class(parameters, message_class, 0, 1, parameters.virtual_channels);
}

VcRange ejection_vcs(const RouterParameters& parameters,
                     const topo::RoutingFunction& header_routing, int ejection_class,
                     int message_class) {
    const int classes = header_routing.ejection_classes();
    const int vcs = ejection_vc_count(parameters);
    return parameters.ejection_vcs == EjectionVcs::per_vc
               ? vcs_of_class(parameters, message_class, ejection_class, classes, vcs)
               : vcs_of_class(message_class * classes + ejection_class,
                              parameters.message_classes * classes, vcs);
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

VcRange injection_vcs(const RouterParameters& parameters, int message_class) {
    return vcs_of_class(parameters, message_class, 0, 1, injection_vc_count(parameters));
}

PortLayout port_layout(const RouterParameters& parameters, int network_ports, int nodes) {
    PortLayout layout;
    layout.network = network_ports;
    layout.nodes = nodes;
    layout.injection =
        parameters.injection_ports == kAll ? network_ports : parameters.injection_ports;
    layout.ejection =
        parameters.ejection_ports == kAll ? layout.inputs() : parameters.ejection_ports;
    return layout;
}

PortLayout port_layout(const RouterParameters& parameters, const topo::Topology& topology,
                       topo::RouterId router) {
    return port_layout(parameters, topology.ports(router), topology.nodes_at(router));
}

void check_links(const NetworkDescription& description, const std::string& where) {
    const bool own_node = description.router.queued_outputs() || description.headers.used() ||
                          description.reductions != nullptr;
    if (own_node && !description.topology->one_node_per_router()) {
        throw std::invalid_argument(where + ": queued outputs, multicasts and reductions need " +
                                    "exactly one node at every router");
    }
    const bool multicasts = description.headers.used();
    const auto refuse = [&](const char* idea, const char* excluded) {
        if (excluded != nullptr) {
            throw std::invalid_argument(where + ": no " + idea + " with " + excluded);
        }
    };
    if (description.router.lookahead) {
        refuse("lookahead routing", excluded_by_lookahead(*description.routing, multicasts,
                                                          description.live != nullptr));
    }
    if (description.router.speculates()) {
        refuse("speculation", excluded_by_speculation(description.router, multicasts));
    }
    if (description.router.vc_at_switch()) {
        refuse("VC selection at the switch", excluded_at_switch(*description.routing, multicasts));
    }
    if (description.router.bypass) {
        refuse("bypass", excluded_by_bypass(description.router, multicasts, description.purging));
    }
    if (description.router.has_priorities()) {
        refuse("priorities", excluded_by_priority(description.router));
    }
    if (description.router.shares_buffers()) {
        const bool own_vcs =
            std::any_of(description.links.begin(), description.links.end(),
                        [](const LinkParameters& link) { return link.virtual_channels != 0; });
        refuse("shared buffers", excluded_by_shared_buffers(description.router, own_vcs));
    }
    const std::vector<std::string> classes = description.topology->link_classes();
    if (description.links.size() >= classes.size()) {
        return;
    }
    std::string names;
    for (const std::string& name : classes) {
        names += (names.empty() ? "" : ", ") + name;
    }
    throw std::invalid_argument(where + ": links has " + std::to_string(description.links.size()) +
                                " entries, must have one for each of the " +
                                std::to_string(classes.size()) + " link classes (" + names + ")");
}

void check_queued_outputs(const NetworkDescription& description, const std::string& where) {
    const auto require = [&](bool ok, const char* what) {
        if (!ok) {
            throw std::invalid_argument(where + ": with queued outputs " + what);
        }
    };
    description.router.validate(where);
    check_links(description, where);
    require(description.router.switching == Switching::store_and_forward,
            "switching must be store_and_forward");
    require(description.routing->selection() != topo::RouteSelection::ugal,
            "routing must not be ugal");
    require(
        (description.router.service == Service::redrawn) == (description.service_flits != nullptr),
        "service lengths are for service: redrawn, and it needs them");
}

}  // namespace flitscope::rtl
