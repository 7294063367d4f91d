#include "rtl_models/router/contract/header_route.h"

#include <stdexcept>
#include <string>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/router/route_table.h"

namespace flitscope::rtl {

void check_header(const NetworkDescription& network, const Message& message) {
    const Header& header = *message.header;
    const auto require = [&](bool ok, const std::string& what) {
        if (!ok) {
            throw std::invalid_argument("message " + std::to_string(message.id) + ": " + what);
        }
    };
    require(header.routing >= 0 &&
                static_cast<std::size_t>(header.routing) < network.headers.routings.size(),
            "no such header routing");
    require(network.topology->one_node_per_router(),
            "multicasts need a network with one node at every router");
    require(!header.entries.empty(), "a header without addresses");
    const int longest = network.headers.longest;
    require(longest == 0 || header.entries.size() <= static_cast<std::size_t>(longest),
            std::to_string(header.entries.size()) + " addresses, the longest header has " +
                std::to_string(longest));
    for (const HeaderEntry& entry : header.entries) {
        require(entry.address >= 0 && entry.address < network.topology->routers(),
                "address " + std::to_string(entry.address) + " is no node");
    }
    require(header.entries.front().address != message.source, "its source is its first address");
    require(header.entries.back().address == message.destination,
            "its destination is not its last address");
    const std::uint32_t flits = network.headers.flits_of(header.entries.size());
    require(message.length >= flits, "length " + std::to_string(message.length) + " is less than " +
                                         std::to_string(flits) + " header flits");
    require(header.first_port < network.topology->ports(message.source) &&
                (header.first_port < 0 ||
                 network.topology->peer(message.source, header.first_port).connected()),
            "no such first port");
}

void for_each_header_row(const NetworkDescription& network, topo::NodeId node, int input,
                         const RowWriter& write) {
    constexpr std::uint32_t kHeaderRows = 1U << (RouteTableShape::kMaxAddressBits - 1);
    const topo::NodeId nodes = network.topology->routers();
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
