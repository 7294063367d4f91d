#include "rtl_models/foreign/network_routes.h"

#include "rtl_models/router/choice.h"

namespace flitscope::cosim {

std::vector<topo::RouteCandidate> NetworkRoutes::candidates(topo::NodeId node, int input_port,
                                                            int hop, const rtl::Flit& head) const {
    std::vector<topo::RouteCandidate> found;
    if (head.destination == node) {
        return found;
    }
    topo::RouteQuery query;
    query.here = node;
    query.input_port = input_port;
    query.source = head.source;
    query.destination = head.destination;
    query.hop = hop;
    query.salt = head.salt;
    routing_.candidates(query, found);
    return found;
}

std::vector<int> NetworkRoutes::outputs(topo::NodeId node, int input_port, int hop,
                                        const rtl::Flit& head) const {
    std::vector<int> ports;
    for (const topo::RouteCandidate& each : candidates(node, input_port, hop, head)) {
        ports.push_back(each.port);
    }
    return ports;
}

int NetworkRoutes::chosen_device_port(topo::NodeId node, int input_port, int hop,
                                      const rtl::Flit& head) const {
    const std::vector<topo::RouteCandidate> found = candidates(node, input_port, hop, head);
    if (found.empty()) {
        return ports_.local_port();
    }
    std::size_t taken = 0;
    if (routing_.selection() == topo::RouteSelection::random) {
        taken = static_cast<std::size_t>(rtl::choose(static_cast<int>(found.size()), head.salt,
                                                     static_cast<std::uint32_t>(hop),
                                                     rtl::ChoicePurpose::route));
    }
    return ports_.device_port(found[taken].port);
}

}  // namespace flitscope::cosim
