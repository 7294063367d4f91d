#include "testbenches/drive/run/capacity.h"

#include <nlohmann/json.hpp>

#include "testbenches/drive/traffic/registry.h"
#include "topologies/channels.h"
#include "topologies/routing/next_router.h"

namespace flitscope::tb {

namespace {

constexpr std::int64_t kMostPairs = std::int64_t{1} << 20;

/// Cycles for which every channel and port is busy, per cycle in which every node generates a flit.
class ChannelLoads {
public:
    explicit ChannelLoads(const rtl::NetworkDescription& network)
        : network_(network),
          topology_(*network.topology),
          numbers_(topology_),
          loads_(numbers_.count()) {
        for (topo::RouterId router = 0; router < topology_.routers(); ++router) {
            layouts_.push_back(rtl::port_layout(network.router, topology_, router));
        }
        const std::vector<std::string> classes = topology_.link_classes();
        topo::for_each_channel(topology_, [&](auto from, auto port, const topo::PortPeer& peer) {
            const auto link_class = static_cast<std::size_t>(topology_.link_class(from, port));
            loads_[numbers_.of(from, port)] = {0, classes[link_class], from, peer.node};
        });
        add_ports("injection", &rtl::PortLayout::injection, injection_);
        add_ports("ejection", &rtl::PortLayout::ejection, ejection_);
    }

    /// False: the path has a choice.
    bool add(topo::NodeId source, topo::NodeId destination, double share) {
        const topo::NodePlace from = topology_.place(source);
        topo::RouteQuery query;
        query.here = query.source = from.router;
        query.destination = topology_.place(destination).router;
        if (query.here == query.destination) {
            turn_around(from, destination, share);
            return true;
        }
        topo::PortId first = -1;
        while (query.here != query.destination) {
            candidates_.clear();
            network_.routing->candidates(query, candidates_);
            if (candidates_.size() != 1) {
                return false;
            }
            const topo::PortId port = candidates_.front().port;
            first = query.hop == 0 ? port : first;
            const auto link_class =
                static_cast<std::size_t>(topology_.link_class(query.here, port));
            loads_[numbers_.of(query.here, port)].load +=
                share * network_.links[link_class].cycles_per_flit;
            topo::go_through(topology_, port, query);
        }
        for_injection_ports(from.router, first, share, [&](int port, double part) {
            loads_[port_of(injection_, source, port)].load += part;
        });
        eject(destination, query.input_port, share);
        return true;
    }

    Capacity least() const {
        // The local ports of routers with queued outputs pass any number of flits at once.
        const std::size_t count =
            network_.router.queued_outputs() ? numbers_.count() : loads_.size();
        Capacity busiest;
        for (std::size_t i = 0; i < count; ++i) {
            busiest = loads_[i].load > busiest.load ? loads_[i] : busiest;
        }
        busiest.load = busiest.load > 0 ? 1 / busiest.load : 0;
        return busiest;
    }

private:
    using Ports = std::vector<std::size_t>;  ///< [node] the first of them in loads_

    const rtl::PortLayout& layout(topo::RouterId router) const {
        return layouts_[static_cast<std::size_t>(router)];
    }
    static std::size_t port_of(const Ports& ports, topo::NodeId node, int port) {
        return ports[static_cast<std::size_t>(node)] + static_cast<std::size_t>(port);
    }
    void add_ports(const char* name, int rtl::PortLayout::*count, Ports& ports) {
        std::size_t end = loads_.size();
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            ports.push_back(end);
            end += static_cast<std::size_t>(layout(topology_.place(node).router).*count);
        }
        loads_.reserve(end);
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            const rtl::PortLayout& here = layout(topology_.place(node).router);
            loads_.insert(loads_.end(), static_cast<std::size_t>(here.*count),
                          {0, name, node, topo::kNoNode});
        }
    }
    /// visit(port, part) for the injection ports of a node there, with their parts of the share.
    /// first: the first channel of the path.
    template <typename Visit>
    void for_injection_ports(topo::RouterId router, topo::PortId first, double share, Visit visit) {
        if (network_.router.injection_ports == rtl::kAll) {
            visit(first, share);
            return;
        }
        const int ports = layout(router).injection;
        for (int port = 0; port < ports; ++port) {  // used in turn
            visit(port, share / ports);
        }
    }
    /// A message to a node of the same router.
    void turn_around(const topo::NodePlace& from, topo::NodeId destination, double share) {
        const rtl::PortLayout& ports = layout(from.router);
        topo::PortId first = 0;
        while (first + 1 < ports.network && !topology_.peer(from.router, first).connected()) {
            ++first;
        }
        const topo::NodeId source = topology_.first_node(from.router) + from.local;
        for_injection_ports(from.router, first, share, [&](int port, double part) {
            loads_[port_of(injection_, source, port)].load += part;
            eject(destination, ports.network + from.local * ports.injection + port, part);
        });
    }
    void eject(topo::NodeId destination, int input, double share) {
        const topo::NodePlace to = topology_.place(destination);
        const rtl::PortLayout& ports = layout(to.router);
        const int port = ports.ejection_output(0, input) - ports.network;
        loads_[port_of(ejection_, destination, port)].load += share;
    }

    const rtl::NetworkDescription& network_;
    const topo::Topology& topology_;
    topo::ChannelNumbers numbers_;
    std::vector<rtl::PortLayout> layouts_;  ///< [router]
    std::vector<Capacity> loads_;           ///< channels by number, injection ports, ejection ports
    Ports injection_, ejection_;
    std::vector<topo::RouteCandidate> candidates_;
};

/// Every pair has one path, whatever the message.
bool ways_are_fixed(const topo::RoutingFunction& routing) {
    return routing.selection() == topo::RouteSelection::only && routing.escape() == nullptr &&
           routing.dependence().salts.size() == 1;
}

bool is_plain(const TrafficConfig& traffic) {
    return !traffic.trace && !traffic.has_operations() && traffic.pattern.name != kRequestReply;
}

}  // namespace

nlohmann::ordered_json Capacity::to_json() const {
    nlohmann::ordered_json json = {{"load", load}, {"class", link_class}};
    if (to == topo::kNoNode) {
        json["node"] = node;
    } else {
        json["from"] = node;
        json["to"] = to;
    }
    return json;
}

std::optional<Capacity> capacity_of(const TrafficConfig& traffic,
                                    const rtl::NetworkDescription& network) {
    const std::int64_t nodes = network.topology->nodes();
    if (!is_plain(traffic) || nodes * nodes > kMostPairs || !ways_are_fixed(*network.routing)) {
        return std::nullopt;
    }
    const auto pattern =
        find_pattern(traffic.pattern.name).make(*network.topology, traffic.pattern.options);
    ChannelLoads loads(network);
    std::vector<double> shares;
    for (topo::NodeId source = 0; source < nodes; ++source) {
        if (!pattern->generates(source)) {
            continue;
        }
        shares.assign(static_cast<std::size_t>(nodes), 0);
        if (!pattern->shares(source, shares)) {
            return std::nullopt;
        }
        for (topo::NodeId to = 0; to < nodes; ++to) {
            const double share = shares[static_cast<std::size_t>(to)];
            if (share > 0 && !loads.add(source, to, share)) {
                return std::nullopt;
            }
        }
    }
    const Capacity capacity = loads.least();
    return capacity.load > 0 ? std::optional(capacity) : std::nullopt;
}

double configured_load(const TrafficConfig& traffic) {
    return traffic.rate * find_length(traffic.length.name).make(traffic.length.options)->mean();
}

}  // namespace flitscope::tb
