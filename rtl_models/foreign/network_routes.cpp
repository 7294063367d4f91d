#include "rtl_models/foreign/network_routes.h"

#include "rtl_models/router/route_choice.h"

namespace flitscope::cosim {

namespace {

topo::RouteQuery query_of(topo::NodeId node, int input_port, int hop, const rtl::Flit& head) {
    return {node, input_port, head.source, head.destination, hop, head.salt};
}

}  // namespace

std::vector<topo::RouteCandidate> NetworkRoutes::candidates(topo::NodeId node, int input_port,
                                                            int hop, const rtl::Flit& head) const {
    std::vector<topo::RouteCandidate> found;
    if (head.destination != node) {
        routing_.candidates(query_of(node, input_port, hop, head), found);
    }
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
    if (head.destination == node) {
        return ports_.local_port();
    }
    std::vector<topo::RouteCandidate> scratch;
    return ports_.device_port(rtl::choose_by_salt(routing_, routing_.selection(),
                                                  query_of(node, input_port, hop, head), scratch)
                                  .port);
}

}  // namespace flitscope::cosim
