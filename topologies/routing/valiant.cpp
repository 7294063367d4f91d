#include "topologies/routing/valiant.h"

#include <algorithm>
#include <numeric>

#include "common/mix64.h"
#include "topologies/express_mesh.h"
#include "topologies/flattened_butterfly.h"
#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/routing/order_based.h"

namespace flitscope::topo {

NodeId Valiant::intermediate(NodeId source, std::uint16_t salt) const {
    const std::uint64_t drawn = splitmix64(0, static_cast<std::uint64_t>(source) << 16U | salt);
    return static_cast<NodeId>((drawn >> 32U) * static_cast<std::uint64_t>(topology_->routers()) >>
                               32U);
}

RouteCandidate Valiant::only_candidate(const RouteQuery& query) const {
    RouteQuery leg = query;
    const NodeId between = intermediate(query.source, query.salt);
    const int first_leg = topology_->distance(query.source, between);
    if (query.hop < first_leg) {
        leg.destination = between;
        return base_->only_candidate(leg);
    }
    leg.source = between;
    leg.hop = query.hop - first_leg;
    if (leg.hop == 0) {
        leg.input_port = -1;
    }
    RouteCandidate taken = base_->only_candidate(leg);
    taken.vc_class += base_->vc_classes();
    return taken;
}

RouteDependence Valiant::dependence() const {
    RouteDependence all = base_->dependence();
    all.source = all.hop = true;
    all.salts.resize(65536);
    std::iota(all.salts.begin(), all.salts.end(), std::uint16_t{0});
    return all;
}

std::vector<int> Valiant::settings() const {
    if (const auto* cube = dynamic_cast<const Hypercube*>(topology_)) {
        std::vector<int> settings(static_cast<std::size_t>(1 + cube->dimensions()), 2);
        settings.front() = 0;
        return settings;
    }
    const bool complete = dynamic_cast<const FlattenedButterfly*>(topology_) != nullptr;
    const bool open = dynamic_cast<const Mesh*>(topology_) != nullptr;
    std::vector<int> settings = {complete ? 2 : open ? 0 : 1};
    for (const int last : topology_->coordinates(topology_->routers() - 1)) {
        settings.push_back(last + 1);
    }
    return settings;
}

RouteCandidate DragonflyValiant::only_candidate(const RouteQuery& query) const {
    const RouterId here = network_->group(query.here);
    const RouterId there = network_->group(query.destination);
    if (here == there) {
        return {network_->port_in_group(query.here, query.destination), 2};
    }
    const RouterId between = intermediate(query.salt);
    return here == between || there == between
               ? RouteCandidate{network_->port_to_group(query.here, there), 1}
               : RouteCandidate{network_->port_to_group(query.here, between), 0};
}

RouteDependence DragonflyValiant::dependence() const {
    RouteDependence seen{false,
                         false,
                         false,
                         {},
                         std::min(65536, network_->groups()),
                         network_->routers_per_group()};
    for (int part = 0; part < seen.salt_parts; ++part) {
        seen.salts.push_back(
            static_cast<std::uint16_t>((part * 65536 + seen.salt_parts - 1) / seen.salt_parts));
    }
    return seen;
}

RoutingEntry valiant_entry() {
    const auto build = [](const Topology& topology, std::unique_ptr<RoutingFunction> order) {
        if (dynamic_cast<const ExpressMesh*>(&topology) != nullptr) {
            throw OptionError("algorithm", "dimension order is not minimal here");
        }
        return std::make_unique<Valiant>(topology, std::move(order));
    };
    const auto over_order = order_based(
        "valiant",
        "hypercube, mesh, concentrated_mesh, torus, ring, flattened_butterfly, dragonfly", build);
    return {"valiant",
            {},
            [over_order](const Topology& topology,
                         const Options& options) -> std::unique_ptr<RoutingFunction> {
                if (const auto* dragonfly = dynamic_cast<const Dragonfly*>(&topology)) {
                    return std::make_unique<DragonflyValiant>(*dragonfly);
                }
                return over_order(topology, options);
            }};
}

}  // namespace flitscope::topo
