#include "topologies/hierarchical.h"

#include <algorithm>

namespace flitscope::topo {
namespace {

constexpr std::int64_t kMaxRouters = std::int64_t{1} << 30;

void check_top(const Hierarchical::Parts& parts) {
    const std::int64_t clusters = parts.top->routers();
    const std::int64_t each = std::max(parts.cluster->routers(), parts.cluster->nodes());
    if (!parts.top->one_node_per_router()) {
        throw OptionError("top",
                          "hierarchical: each router of the top is a cluster, but those of " +
                              parts.top->kind() + " do not have one node each");
    }
    if (clusters > kMaxRouters / each) {
        throw OptionError("top", "hierarchical: " + std::to_string(clusters) + " clusters of " +
                                     std::to_string(each) + ", must be at most 2^30 in all");
    }
}

/// `interfaces`: ascending.
void check_interfaces(const Topology& cluster, const std::vector<RouterId>& interfaces) {
    const auto refuse = [](const std::string& problem) {
        throw OptionError("interface", "hierarchical: " + problem);
    };
    for (const RouterId each : interfaces) {
        const std::string name = "interface " + std::to_string(each);
        if (each < 0 || each >= cluster.routers()) {
            refuse(name + " is no router of the cluster, must be 0.." +
                   std::to_string(cluster.routers() - 1));
        }
        if (cluster.nodes_at(each) == 0) {
            refuse(name + " is a router without nodes, must be one with some");
        }
    }
    const auto twice = std::adjacent_find(interfaces.begin(), interfaces.end());
    if (interfaces.empty() || twice != interfaces.end()) {
        refuse(interfaces.empty() ? "there must be at least one interface"
                                  : "interface " + std::to_string(*twice) + " is listed twice");
    }
}

/// Of the routers that have nodes.
std::vector<RouterId> read_interfaces(const Topology& cluster, const Options& options) {
    if (options.has("interface") && !options.is_text("interface")) {
        const std::vector<std::int64_t>& given = options.integers("interface");
        return {given.begin(), given.end()};
    }
    std::vector<RouterId> all;
    for (RouterId router = 0; router < cluster.routers(); ++router) {
        if (cluster.nodes_at(router) > 0) {
            all.push_back(router);
        }
    }
    all.resize(options.text("interface", "first") == "first" ? 1 : all.size());
    return all;
}

std::unique_ptr<Topology> make_inner(const std::string& option, const Options& options) {
    const PartConfig& part = options.inner(option);
    try {
        return make_topology(part.name, part.options);
    } catch (const OptionError& error) {
        throw OptionError(option + "." + error.key(), error.what());
    }
}

}  // namespace

Hierarchical::Hierarchical(Parts parts)
    : parts_(std::move(parts)),
      size_(parts_.cluster->routers()),
      cluster_classes_(static_cast<int>(parts_.cluster->link_classes().size())) {
    std::sort(parts_.interfaces.begin(), parts_.interfaces.end());
    check_top(parts_);
    check_interfaces(*parts_.cluster, parts_.interfaces);
    if (!parts_.cluster->one_node_per_router()) {
        std::vector<int> nodes;
        for (RouterId router = 0; router < routers(); ++router) {
            nodes.push_back(parts_.cluster->nodes_at(local(router)));
        }
        place_nodes(NodePlacement(nodes));
    }
}

int Hierarchical::interface_of(RouterId router) const {
    const std::vector<RouterId>& all = parts_.interfaces;
    const auto found = std::lower_bound(all.begin(), all.end(), local(router));
    return found != all.end() && *found == local(router) ? static_cast<int>(found - all.begin())
                                                         : -1;
}

PortId Hierarchical::ports(RouterId router) const {
    return parts_.cluster->ports(local(router)) +
           (interface_of(router) < 0 ? 0 : parts_.top->ports(cluster(router)));
}

PortPeer Hierarchical::peer(RouterId router, PortId port) const {
    const PortId own = parts_.cluster->ports(local(router));
    PortPeer peer = port < own ? parts_.cluster->peer(local(router), port)
                               : parts_.top->peer(cluster(router), port - own);
    if (peer.connected() && port < own) {
        peer.node += cluster(router) * size_;
    } else if (peer.connected()) {
        peer = {peer.node * size_ + local(router), peer.port + own};
    }
    return peer;
}

std::vector<std::string> Hierarchical::link_classes() const {
    std::vector<std::string> names;
    for (const std::string& name : parts_.cluster->link_classes()) {
        names.push_back("cluster." + name);
    }
    for (const std::string& name : parts_.top->link_classes()) {
        names.push_back("top." + name);
    }
    return names;
}

int Hierarchical::link_class(RouterId router, PortId port) const {
    const PortId own = parts_.cluster->ports(local(router));
    return port < own ? parts_.cluster->link_class(local(router), port)
                      : cluster_classes_ + parts_.top->link_class(cluster(router), port - own);
}

int Hierarchical::distance(RouterId from, RouterId to) const {
    const Topology& inside = *parts_.cluster;
    if (cluster(from) == cluster(to)) {
        return inside.distance(local(from), local(to));
    }
    int least = INT32_MAX;
    for (const RouterId interface : parts_.interfaces) {
        least = std::min(
            least, inside.distance(local(from), interface) + inside.distance(interface, local(to)));
    }
    return least + parts_.top->distance(cluster(from), cluster(to));
}

std::vector<RouterOrbit> Hierarchical::orbits() const {
    std::vector<RouterOrbit> all;
    for (const RouterOrbit& clusters : parts_.top->orbits()) {
        for (RouterId local = 0; local < size_; ++local) {
            all.push_back({clusters.representative * size_ + local, clusters.members});
        }
    }
    return all;
}

TopologyEntry hierarchical_topology_entry() {
    return {"hierarchical",
            {inner_topology("cluster", "the network of each cluster").required(),
             inner_topology("top", "the network whose routers are the clusters").required(),
             words_or_numbers("interface", {"first", "all"}, 0, kMaxRouters - 1,
                              "routers of a cluster that have the links of the top")
                 .or_else("first")},
            [](const Options& options) {
                Hierarchical::Parts parts{
                    make_inner("cluster", options), make_inner("top", options), {}};
                parts.interfaces = read_interfaces(*parts.cluster, options);
                return std::make_unique<Hierarchical>(std::move(parts));
            },
            "hierarchical"};
}

}  // namespace flitscope::topo
