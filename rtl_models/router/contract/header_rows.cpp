#include "rtl_models/router/contract/header_rows.h"

#include "rtl_models/router/contract/header_route.h"
#include "rtl_models/router/pin_widths.h"
#include "rtl_models/router/route_table.h"

namespace flitscope::rtl {

void for_each_header_row(const NetworkDescription& network, topo::NodeId node, int input,
                         const RowWriter& write) {
    constexpr std::uint32_t kHeaderRows = 1U << (RouteTableShape::kMaxAddressBits - 1);
    const topo::NodeId nodes = network.topology->nodes();
    const topo::PortId ports = network.topology->ports(node);
    const int node_bits = bits_for(nodes);
    for (std::size_t r = 0; r < network.headers.routings.size(); ++r) {
        const topo::RoutingFunction& routing = *network.headers.routings[r];
        for (topo::NodeId to = 0; to < nodes; ++to) {
            std::vector<std::uint8_t> row(static_cast<std::size_t>(ports));
            if (to == node) {
                row[0] = static_cast<std::uint8_t>(
                    routing.ejection_class(node, input < ports ? input : -1));
            } else {
                const topo::RouteCandidate way =
                    header_route(network, static_cast<int>(r), -1, node, to);
                row[static_cast<std::size_t>(way.port)] =
                    static_cast<std::uint8_t>(RouteTableRows::kCandidate + way.vc_class);
            }
            write(kHeaderRows | static_cast<std::uint32_t>(r) << node_bits |
                      static_cast<std::uint32_t>(to),
                  row);
        }
    }
}

}  // namespace flitscope::rtl
