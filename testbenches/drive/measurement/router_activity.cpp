#include "testbenches/drive/measurement/router_activity.h"

namespace flitscope::tb {

RouterActivity& RouterActivity::operator+=(const RouterActivity& more) {
    buffer_writes += more.buffer_writes;
    vc_grants += more.vc_grants;
    crossbar_traversals += more.crossbar_traversals;
    link_flits += more.link_flits;
    return *this;
}

std::vector<RouterActivity> router_activity(const rtl::Network& network) {
    const rtl::NetworkDescription& description = network.description();
    const topo::Topology& topology = *description.topology;
    std::vector<RouterActivity> activity(static_cast<std::size_t>(topology.routers()));
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        const rtl::PortLayout ports = rtl::port_layout(description.router, topology, router);
        RouterActivity& here = activity[static_cast<std::size_t>(router)];
        for (int output = 0; output < ports.outputs(); ++output) {
            if (output < ports.network && !topology.peer(router, output).connected()) {
                continue;
            }
            const rtl::ChannelCounters channel = network.channel_counters(router, output);
            here.crossbar_traversals += channel.flits;
            here.vc_grants += channel.heads;
            if (output < ports.network) {
                here.link_flits += channel.flits;
                const topo::PortPeer peer = topology.peer(router, output);
                activity[static_cast<std::size_t>(peer.node)].buffer_writes += channel.flits;
            }
        }
        for (int input = ports.network; input < ports.inputs(); ++input) {
            here.buffer_writes += network.injected_flits(router, input);
        }
    }
    return activity;
}

}  // namespace flitscope::tb
