#include "topologies/routing/dimension_order.h"

#include <algorithm>
#include <numeric>

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

DimensionOrder::DimensionOrder(const Mesh& mesh, const std::vector<std::int64_t>& order)
    : mesh_(&mesh), order_(static_cast<std::size_t>(mesh.dimensions())) {
    std::iota(order_.begin(), order_.end(), 0);
    if (!order.empty()) {
        if (!std::is_permutation(order.begin(), order.end(), order_.begin(), order_.end())) {
            throw OptionError("order",
                              "dimension_order: order must name each of the dimensions 0.." +
                                  std::to_string(mesh.dimensions() - 1) + " once");
        }
        std::copy(order.begin(), order.end(), order_.begin());
    }
}

RouteCandidate DimensionOrder::only_candidate(const RouteQuery& query) const {
    for (const int dimension : order_) {
        const int here = mesh_->coordinate(query.here, dimension);
        const int there = mesh_->coordinate(query.destination, dimension);
        if (here != there) {
            return {2 * dimension + (there < here ? 1 : 0), 0};
        }
    }
    return {-1, 0};  // already there: the router ejects and does not ask
}

std::vector<int> DimensionOrder::settings() const {
    std::vector<int> settings;
    for (const int last : mesh_->coordinates(mesh_->nodes() - 1)) {
        settings.push_back(last + 1);
    }
    settings.insert(settings.end(), order_.begin(), order_.end());
    return settings;
}

RoutingEntry dimension_order_entry() {
    return {
        "dimension_order",
        {whole_numbers("order", 0, Mesh::kMaxDimensions - 1, "dimensions, first travelled first")},
        [](const Topology& topology, const Options& options) {
            const Mesh& mesh =
                fitting_topology<Mesh>(topology, "algorithm", "dimension_order", "mesh");
            return std::make_unique<DimensionOrder>(mesh, options.has("order")
                                                              ? options.integers("order")
                                                              : std::vector<std::int64_t>{});
        }};
}

}  // namespace flitscope::topo
