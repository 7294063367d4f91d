#pragma once

#include <memory>
#include <string>

#include "topologies/fitting_topology.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// `make` of a routing without options that uses a deterministic routing in dimension order: e-cube
/// on cubes, dimension order on grids. `build(topology, order)` returns it. The error for
/// topologies that have neither, or that `build` refuses, lists `fits`.
template <typename Build>
auto order_based(const std::string& algorithm, const std::string& fits, Build build) {
    return [=](const Topology& topology,
               const Options& /*options*/) -> std::unique_ptr<RoutingFunction> {
        const char* const order = topology.kind() == "hypercube" ? "ecube" : "dimension_order";
        try {
            return build(topology, make_routing(order, topology, {}));
        } catch (const OptionError&) {
            throw does_not_fit(topology, "algorithm", algorithm, fits);
        }
    };
}

}  // namespace flitscope::topo
