#include "testbenches/program/cost_command/router_kinds.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace flitscope::tb {

int connected_inputs(const exported::ExportedNetwork& network, topo::RouterId router, int inputs) {
    int connected = 0;
    for (int input = 0; input < inputs; ++input) {
        connected += network.connected(router, input) ? 1 : 0;
    }
    return connected;
}

std::vector<RouterKind> router_kinds(const exported::ExportedNetwork& network) {
    std::map<std::tuple<std::size_t, int, int>, RouterKind> kinds;
    const auto routers = static_cast<topo::RouterId>(network.kind_of.size());
    for (topo::RouterId router = 0; router < routers; ++router) {
        const rtl::PortLayout ports = network.ports(router);
        const int connected = connected_inputs(network, router, ports.inputs());
        const int links = connected_inputs(network, router, ports.network);
        const std::tuple key(network.kind_of[static_cast<std::size_t>(router)], links, connected);
        RouterKind& kind =
            kinds.try_emplace(key, RouterKind{router, 0, links, connected}).first->second;
        ++kind.count;
    }
    std::vector<RouterKind> sorted;
    for (const auto& [key, kind] : kinds) {
        sorted.push_back(kind);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.ports > b.ports; });
    return sorted;
}

}  // namespace flitscope::tb
