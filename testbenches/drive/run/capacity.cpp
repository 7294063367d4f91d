#include "testbenches/drive/run/capacity.h"

#include <algorithm>

#include "testbenches/drive/traffic/patterns/patterns.h"
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
          links_(numbers_.count(), 0),
          injection_(static_cast<std::size_t>(topology_.nodes())),
          ejection_(injection_.size()) {
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            const rtl::PortLayout ports = layout(node);
            injection_[static_cast<std::size_t>(node)].resize(
                static_cast<std::size_t>(ports.injection), 0);
            ejection_[static_cast<std::size_t>(node)].resize(
                static_cast<std::size_t>(ports.ejection), 0);
        }
    }

    /// False: the path has a choice.
    bool add(topo::NodeId source, topo::NodeId destination, double share) {
        topo::RouteQuery query;
        query.here = source;
        query.source = source;
        query.destination = destination;
        while (query.here != destination) {
            candidates_.clear();
            network_.routing->candidates(query, candidates_);
            if (candidates_.size() != 1) {
                return false;
            }
            const topo::PortId port = candidates_.front().port;
            if (query.hop == 0) {
                inject(source, port, share);
            }
            const auto link_class =
                static_cast<std::size_t>(topology_.link_class(query.here, port));
            links_[numbers_.of(query.here, port)] +=
                share * network_.links[link_class].cycles_per_flit;
            topo::go_through(topology_, port, query);
        }
        const rtl::PortLayout ports = layout(destination);
        ejection_[static_cast<std::size_t>(destination)][static_cast<std::size_t>(
            ports.ejection_output(query.input_port) - ports.network)] += share;
        return true;
    }

    Capacity least() const {
        Capacity found;
        double most = 0;
        topo::for_each_channel(topology_, [&](auto from, auto port, const topo::PortPeer& peer) {
            const double load = links_[numbers_.of(from, port)];
            if (load > most) {
                most = load;
                const auto link_class = static_cast<std::size_t>(topology_.link_class(from, port));
                found = {0, topology_.link_classes()[link_class], from, peer.node};
            }
        });
        if (!network_.router
                 .queued_outputs()) {  // their local ports pass any number of flits at once
            take_ports("injection", injection_, most, found);
            take_ports("ejection", ejection_, most, found);
        }
        found.load = most > 0 ? 1 / most : 0;
        return found;
    }

private:
    using Ports = std::vector<std::vector<double>>;  ///< [node][port]

    rtl::PortLayout layout(topo::NodeId node) const {
        return rtl::port_layout(network_.router, topology_.ports(node));
    }
    void inject(topo::NodeId source, topo::PortId first, double share) {
        std::vector<double>& ports = injection_[static_cast<std::size_t>(source)];
        if (network_.router.injection_ports == rtl::kAll) {
            ports[static_cast<std::size_t>(first)] += share;
            return;
        }
        for (double& each : ports) {  // used in turn
            each += share / static_cast<double>(ports.size());
        }
    }
    static void take_ports(const char* name, const Ports& ports, double& most, Capacity& found) {
        for (std::size_t node = 0; node < ports.size(); ++node) {
            for (const double load : ports[node]) {
                if (load > most) {
                    most = load;
                    found = {0, name, static_cast<topo::NodeId>(node), topo::kNoNode};
                }
            }
        }
    }

    const rtl::NetworkDescription& network_;
    const topo::Topology& topology_;
    topo::ChannelNumbers numbers_;
    std::vector<double> links_;
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
