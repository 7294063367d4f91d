#include "topologies/routing/hierarchical.h"

#include <numeric>

#include "common/at.h"
#include "common/bits.h"
#include "common/unused_option.h"
#include "topologies/fitting_topology.h"
#include "topologies/graph_search.h"
#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/routing/cycle_walk.h"
#include "topologies/routing/hop_classes.h"

namespace flitscope::topo {

namespace {

/// Parts with legs or an escape have more to them than the answers to single questions.
void check_part(const char* key, const RoutingFunction& part) {
    const RouteDependence dependence = part.dependence();
    const bool by_parts = dependence.salts.size() == 1 || dependence.salt_parts > 1;
    const bool chooses = part.selection() == RouteSelection::random ||
                         part.selection() == RouteSelection::shortest_queue;
    if (!part.legs().empty() || part.escape() != nullptr || !by_parts ||
        !(chooses || part.selection() == RouteSelection::only)) {
        throw OptionError(key + std::string(".algorithm"),
                          "hierarchical: " + part.algorithm() +
                              " cannot be a part of a way, must be a routing without legs, escape "
                              "and choice at the source");
    }
}

/// So that messages leave their cluster where they start. Hierarchical hypercubes, whose clusters
/// may have two nodes, keep the classes that were published with them.
bool all_are_interfaces(const Hierarchical& network) {
    if (network.kind() != "hierarchical") {
        return false;
    }
    RouterId sources = 0;
    for (RouterId router = 0; router < network.cluster_size(); ++router) {
        sources += network.cluster_network().nodes_at(router) > 0 ? 1 : 0;
    }
    return static_cast<std::size_t>(sources) == network.interfaces().size();
}

/// Dependencies among the channels of a dimension order never lead back to a router if there is one
/// way in each dimension.
bool never_returns(const Topology& cluster, const RoutingFunction& routing) {
    const bool straight = dynamic_cast<const Mesh*>(&cluster) != nullptr ||
                          dynamic_cast<const Hypercube*>(&cluster) != nullptr;
    return straight && (routing.algorithm() == "dimension_order" || routing.algorithm() == "ecube");
}

}  // namespace

HierarchicalRoute::HierarchicalRoute(const Hierarchical& network,
                                     std::unique_ptr<RoutingFunction> cluster,
                                     std::unique_ptr<RoutingFunction> top, Interface interface)
    : network_(&network),
      cluster_(std::move(cluster)),
      top_(std::move(top)),
      interface_(interface),
      hops_inside_(cluster_->dependence().hop),
      hops_over_(top_->dependence().hop),
      down_(cluster_->vc_classes()) {
    check_part("cluster", *cluster_);
    check_part("top", *top_);
    if (cluster_->selection() != RouteSelection::only &&
        top_->selection() != RouteSelection::only && cluster_->selection() != top_->selection()) {
        throw OptionError("top.algorithm", "hierarchical: " + top_->algorithm() + " and " +
                                               cluster_->algorithm() +
                                               " do not choose alike, must both choose by load or "
                                               "both at random");
    }
    const std::vector<RouterId>& interfaces = network.interfaces();
    if (interfaces.size() > 1) {
        const Neighbours inside(network.cluster_network());
        for (const RouterId each : interfaces) {
            hops_.push_back(search_from(inside, each).hops);
        }
    }
    const bool apart = interface_ == Interface::closest && all_are_interfaces(network);
    const bool shared =
        interfaces.size() == 1 && never_returns(network.cluster_network(), *cluster_);
    salt_parts_ = apart ? 1 : static_cast<int>(interfaces.size());
    for (const RouteDependence& part : {cluster_->dependence(), top_->dependence()}) {
        salt_parts_ = std::lcm(salt_parts_, part.salts.size() > 1 ? part.salt_parts : 1);
    }
    if (salt_parts_ > 65536) {
        throw OptionError("interface",
                          "hierarchical: more interfaces than the salt can choose from");
    }
    if ((apart || shared) && top_->vc_classes() < 2 * down_) {
        down_ = 0;
    }
}

RouteSelection HierarchicalRoute::selection() const {
    return cluster_->selection() == RouteSelection::only ? top_->selection()
                                                         : cluster_->selection();
}

RouteDependence HierarchicalRoute::dependence() const {
    const RouteDependence up = cluster_->dependence();
    const RouteDependence over = top_->dependence();
    RouteDependence all{
        up.input_port || over.input_port,
        !hops_.empty() || down_ > 0 || up.source || over.source || hops_inside_ || hops_over_,
        false};
    all.salt_parts = salt_parts_;
    all.salts.clear();
    for (std::int64_t part = 0; part < salt_parts_; ++part) {
        all.salts.push_back(
            static_cast<std::uint16_t>((part * 65536 + salt_parts_ - 1) / salt_parts_));
    }
    return all;
}

NodeId HierarchicalRoute::source_group(NodeId source) const {
    const bool alike = hops_.empty() && !hops_inside_ && !cluster_->dependence().source;
    return alike ? network_->cluster(source) : source;
}

RouterId HierarchicalRoute::interface_of(const RouteQuery& query) const {
    const std::vector<RouterId>& all = network_->interfaces();
    std::size_t best = 0;
    int least = INT32_MAX;
    for (std::size_t k = 0; k < hops_.size(); ++k) {
        const std::size_t i = (query.salt * all.size() / 65536 + k) % all.size();
        const int up = hops_[i][at(network_->local(query.source))];
        const int down = hops_[i][at(network_->local(query.destination))];
        const int way = up + (interface_ == Interface::shortest ? down : 0);
        best = way < least ? i : best;
        least = std::min(least, way);
    }
    return all[best];
}

HierarchicalRoute::Leg HierarchicalRoute::leg(const RouteQuery& query) const {
    const RouterId here = network_->cluster(query.here);
    const RouterId from = network_->cluster(query.source);
    const RouterId to = network_->cluster(query.destination);
    Leg leg{cluster_.get(), query};
    RouteQuery& inner = leg.query;
    inner.here = network_->local(query.here);
    inner.source = network_->local(query.source);
    inner.destination = network_->local(query.destination);
    const PortId own = network_->cluster_network().ports(inner.here);
    const Topology* inside = &network_->cluster_network();
    if (here != to || from != to) {
        const RouterId interface = interface_of(query);
        if (here == to) {
            inner.source = interface;
            leg.first_class = down_;
        } else if (inner.here != interface) {
            inner.destination = interface;
        } else {
            inside = &network_->top_network();
            leg.routing = top_.get();
            leg.first_port = own;
            inner.here = here;
            inner.source = from;
            inner.destination = to;
        }
    }
    const bool on_top = leg.first_port == own;
    inner.input_port = (query.input_port >= own) == on_top ? query.input_port - leg.first_port : -1;
    // Parts that count hops take shortest paths.
    inner.hop =
        (on_top ? hops_over_ : hops_inside_) ? inside->distance(inner.source, inner.here) : 0;
    return leg;
}

void HierarchicalRoute::candidates(const RouteQuery& query,
                                   std::vector<RouteCandidate>& out) const {
    const Leg now = leg(query);
    const std::size_t first = out.size();
    now.routing->candidates(now.query, out);
    for (std::size_t i = first; i < out.size(); ++i) {
        out[i].port += now.first_port;
        out[i].vc_class += now.first_class;
    }
}

RouteCandidate HierarchicalRoute::only_candidate(const RouteQuery& query) const {
    const Leg now = leg(query);
    const RouteCandidate only = now.routing->only_candidate(now.query);
    return {only.port + now.first_port, only.vc_class + now.first_class};
}

RouteCandidate SimpleCubicRoute::only_candidate(const RouteQuery& query) const {
    const HierarchicalCubic& network = *network_;
    const NodeId to = network.cluster(query.destination);
    const bool there = network.cluster(query.here) == to;
    const bool crosses = network.cluster(query.source) != to;
    const NodeId differing =
        network.local(query.here) ^ (there ? network.local(query.destination) : to);
    const PortId port = differing != 0 ? lowest_bit(differing) : network.dimensions();
    return {port, there && crosses ? 1 : 0};
}

namespace {

void refuse_options(const Topology& topology, const Options& options,
                    std::initializer_list<const char*> unused) {
    for (const std::string option : unused) {
        if (options.has(option)) {
            throw UnusedOption(option, "hierarchical: " + option + " has no effect on topology " +
                                           topology.kind());
        }
    }
}

/// The routing of a part: the given one, or the default of its network.
std::unique_ptr<RoutingFunction> part_routing(const char* option, const Topology& network,
                                              const Options& options) {
    if (!options.has(option)) {
        return make_routing(find_topology(network.kind()).default_routing, network, {});
    }
    const PartConfig& given = options.inner(option);
    try {
        return make_routing(given.name, network, given.options);
    } catch (const OptionError& error) {
        throw OptionError(option + ("." + error.key()), error.what());
    }
}

/// The routing on a cube that `within` names.
std::unique_ptr<RoutingFunction> routing_within(const Topology& cube, const Options& options) {
    const std::string within = options.text("within", "fixed");
    if (within == "fixed") {
        return make_routing("ecube", cube, {{"order", std::string("low_first")}});
    }
    Options counted;
    counted.set("hop_classes", options.text("hop_classes", "negative"));
    return make_routing(within == "random" ? "random_minimal" : within, cube, counted);
}

std::unique_ptr<RoutingFunction> make_hierarchical(const Topology& topology,
                                                   const Options& options) {
    const auto one_route = {"within", "interface", "hop_classes", "cluster", "top"};
    if (const auto* cubic = dynamic_cast<const HierarchicalCubic*>(&topology)) {
        refuse_options(topology, options, one_route);
        return std::make_unique<SimpleCubicRoute>(*cubic);
    }
    if (const auto* cycles = dynamic_cast<const CubeConnectedCycles*>(&topology)) {
        refuse_options(topology, options, one_route);
        return std::make_unique<CycleWalk>(*cycles);
    }
    const auto& network = fitting_topology<Hierarchical>(
        topology, "algorithm", "hierarchical",
        "hierarchical, hierarchical_hypercube, hierarchical_cubic, cube_connected_cycles");
    const bool cubes = topology.kind() == "hierarchical_hypercube";
    if (cubes) {
        refuse_options(topology, options, {"cluster", "top"});
    } else {
        refuse_options(topology, options, {"within", "hop_classes"});
    }
    if (options.text("within", "fixed") == "fixed" && options.has("hop_classes")) {
        throw UnusedOption("hop_classes", "hierarchical with within = fixed has one route only");
    }
    const auto part = [&](const char* option, const Topology& of) {
        return cubes ? routing_within(of, options) : part_routing(option, of, options);
    };
    return std::make_unique<HierarchicalRoute>(
        network, part("cluster", network.cluster_network()), part("top", network.top_network()),
        options.text("interface", "closest") == "closest" ? HierarchicalRoute::Interface::closest
                                                          : HierarchicalRoute::Interface::shortest);
}

}  // namespace

RoutingEntry hierarchical_entry() {
    return {"hierarchical",
            {one_of("within", {"fixed", "random", "shortest_queue"},
                    "choice among the dimensions of a cluster or of level 2"),
             one_of("interface", {"closest", "shortest"},
                    "which interface leaves the cluster, where there are several"),
             hop_classes_option(), inner_routing("cluster", "routing inside the clusters"),
             inner_routing("top", "routing over the top")},
            make_hierarchical,
            true};
}

}  // namespace flitscope::topo
