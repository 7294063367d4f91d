#include "topologies/routing/hierarchical.h"

#include <algorithm>

#include "common/bits.h"
#include "common/unused_option.h"
#include "topologies/fitting_topology.h"
#include "topologies/routing/cycle_walk.h"

namespace flitscope::topo {

HierarchicalCubes::HierarchicalCubes(const HierarchicalHypercube& cubes, Within within,
                                     Interface interface, HopClasses counted)
    : cubes_(&cubes), within_(within), interface_(interface), counted_(counted) {}

RouteSelection HierarchicalCubes::selection() const {
    switch (within_) {
        case Within::fixed:
            return RouteSelection::only;
        case Within::random:
            return RouteSelection::random;
        case Within::shortest_queue:
            break;
    }
    return RouteSelection::shortest_queue;
}

int HierarchicalCubes::vc_classes() const {
    if (within_ == Within::fixed) {
        return cubes_->replicated() ? 2 : 1;
    }
    return std::max(2 * hop_class_count(counted_, cubes_->cluster_dimensions()),
                    hop_class_count(counted_, cubes_->level2_dimensions()));
}

RouteDependence HierarchicalCubes::dependence() const {
    // With one interface and one class, the answer does not depend on the source.
    RouteDependence dependence{false, cubes_->replicated() || within_ != Within::fixed, false};
    if (cubes_->replicated()) {
        dependence.salts = {0, 0x8000};
        dependence.salt_parts = 2;
    }
    return dependence;
}

int HierarchicalCubes::network(const RouteQuery& query) const {
    if (!cubes_->replicated()) {
        return 0;
    }
    const auto way = [&](int network) {
        const NodeId interface = interface_local(network);
        const int down = popcount(interface ^ cubes_->local(query.destination));
        return popcount(cubes_->local(query.source) ^ interface) +
               (interface_ == Interface::shortest ? down : 0);
    };
    const int difference = way(1) - way(0);
    return difference != 0 ? (difference < 0 ? 1 : 0) : query.salt >> 15;
}

HierarchicalCubes::Leg HierarchicalCubes::leg(const RouteQuery& query) const {
    const NodeId cluster = cubes_->cluster(query.here);
    const NodeId from = cubes_->cluster(query.source);
    const NodeId to = cubes_->cluster(query.destination);
    const NodeId local = cubes_->local(query.here);
    const NodeId interface = interface_local(network(query));
    if (cluster == to) {
        const bool down = from != to;
        return {local, down ? interface : cubes_->local(query.source),
                cubes_->local(query.destination), 0, down};
    }
    if (local != interface) {
        return {local, cubes_->local(query.source), interface, 0, false};
    }
    return {cluster, from, to, cubes_->cluster_dimensions(), false};
}

int HierarchicalCubes::vc_class(const Leg& leg) const {
    if (within_ == Within::fixed) {
        return leg.down && cubes_->replicated() ? 1 : 0;
    }
    return (leg.down ? hop_class_count(counted_, cubes_->cluster_dimensions()) : 0) +
           hop_class(counted_, popcount(leg.here), popcount(leg.start ^ leg.here));
}

void HierarchicalCubes::candidates(const RouteQuery& query,
                                   std::vector<RouteCandidate>& out) const {
    const Leg now = leg(query);
    const int vc_class = this->vc_class(now);
    for (NodeId differing = now.here ^ now.end; differing != 0; differing &= differing - 1) {
        out.push_back({now.first_port + lowest_bit(differing), vc_class});
        if (within_ == Within::fixed) {
            return;
        }
    }
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

template <typename Named>
Named named(const Options& options, const std::string& option,
            std::initializer_list<std::pair<const char*, Named>> names) {
    const std::string& text = options.text(option, names.begin()->first);
    return std::find_if(names.begin(), names.end(),
                        [&](const auto& each) { return text == each.first; })
        ->second;
}

/// For topologies with a single route.
void refuse_options(const Topology& topology, const Options& options) {
    for (const char* option : {"within", "interface", "hop_classes"}) {
        if (options.has(option)) {
            throw UnusedOption(option, "hierarchical: " + std::string(option) +
                                           " is for hierarchical_hypercube; on " + topology.kind() +
                                           " there is one route only");
        }
    }
}

std::unique_ptr<RoutingFunction> make_hierarchical(const Topology& topology,
                                                   const Options& options) {
    if (const auto* cubic = dynamic_cast<const HierarchicalCubic*>(&topology)) {
        refuse_options(topology, options);
        return std::make_unique<SimpleCubicRoute>(*cubic);
    }
    if (const auto* cycles = dynamic_cast<const CubeConnectedCycles*>(&topology)) {
        refuse_options(topology, options);
        return std::make_unique<CycleWalk>(*cycles);
    }
    using Within = HierarchicalCubes::Within;
    using Interface = HierarchicalCubes::Interface;
    const auto within = named<Within>(options, "within",
                                      {{"fixed", Within::fixed},
                                       {"random", Within::random},
                                       {"shortest_queue", Within::shortest_queue}});
    if (within == Within::fixed && options.has("hop_classes")) {
        throw UnusedOption("hop_classes", "hierarchical with within = fixed has one route only");
    }
    return std::make_unique<HierarchicalCubes>(
        fitting_topology<HierarchicalHypercube>(topology, "algorithm", "hierarchical",
                                                "hierarchical_hypercube, hierarchical_cubic, "
                                                "cube_connected_cycles"),
        within,
        named<Interface>(options, "interface",
                         {{"closest", Interface::closest}, {"shortest", Interface::shortest}}),
        hop_classes_of(options));
}

}  // namespace

RoutingEntry hierarchical_entry() {
    return {"hierarchical",
            {one_of("within", {"fixed", "random", "shortest_queue"},
                    "choice among the dimensions of a cluster or of level 2"),
             one_of("interface", {"closest", "shortest"},
                    "which interface leaves the cluster, where there are two"),
             hop_classes_option()},
            make_hierarchical,
            true};
}

}  // namespace flitscope::topo
