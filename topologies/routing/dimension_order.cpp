#include "topologies/routing/dimension_order.h"

#include <algorithm>
#include <numeric>

#include "topologies/fitting_topology.h"
#include "topologies/ring.h"
#include "topologies/routing/dateline_order.h"
#include "topologies/routing/ecube.h"

namespace flitscope::topo {

namespace {

/// The dimensions, first travelled first. Throws OptionError ("order").
std::vector<int> order_of(int dimensions, const std::vector<std::int64_t>& given) {
    std::vector<int> order(static_cast<std::size_t>(dimensions));
    std::iota(order.begin(), order.end(), 0);
    if (!given.empty()) {
        if (!std::is_permutation(given.begin(), given.end(), order.begin(), order.end())) {
            throw OptionError("order",
                              "dimension_order: order must name each of the dimensions 0.." +
                                  std::to_string(dimensions - 1) + " once");
        }
        std::copy(given.begin(), given.end(), order.begin());
    }
    return order;
}

/// E-cube with any order of the dimensions.
class OwnCubeOrder final : public DeterministicRouting {
public:
    explicit OwnCubeOrder(std::vector<int> order) : order_(std::move(order)) {}

    std::string algorithm() const override { return "dimension_order"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override {
        const NodeId differing = query.here ^ query.destination;
        const auto first = std::find_if(order_.begin(), order_.end(), [differing](int dimension) {
            return (differing >> dimension & 1) != 0;
        });
        return {first == order_.end() ? -1 : *first, 0};
    }
    RouteDependence dependence() const override { return {false, false, false}; }
    bool in_verilog() const override { return false; }

private:
    std::vector<int> order_;
};

std::unique_ptr<RoutingFunction> make_cube_order(const std::vector<int>& order) {
    if (std::is_sorted(order.begin(), order.end())) {
        return std::make_unique<Ecube>(Ecube::Order::low_first);
    }
    if (std::is_sorted(order.rbegin(), order.rend())) {
        return std::make_unique<Ecube>(Ecube::Order::high_first);
    }
    return std::make_unique<OwnCubeOrder>(order);
}

}  // namespace

DimensionOrder::DimensionOrder(const SteppedGrid& grid, const std::vector<std::int64_t>& order)
    : grid_(&grid),
      mesh_(dynamic_cast<const Mesh*>(&grid) != nullptr),
      order_(order_of(grid.dimensions(), order)) {}

RouteCandidate DimensionOrder::only_candidate(const RouteQuery& query) const {
    for (const int dimension : order_) {
        const int here = grid_->coordinate(query.here, dimension);
        const int there = grid_->coordinate(query.destination, dimension);
        if (here != there) {
            return {mesh_ ? Mesh::step(here, there, dimension)
                          : grid_->towards(query.here, here, there, dimension),
                    0};
        }
    }
    return {-1, 0};  // already there: the router ejects and does not ask
}

std::vector<int> DimensionOrder::settings() const {
    std::vector<int> settings;
    for (const int last : grid_->coordinates(grid_->routers() - 1)) {
        settings.push_back(last + 1);
    }
    settings.insert(settings.end(), order_.begin(), order_.end());
    return settings;
}

RoutingEntry dimension_order_entry() {
    return {
        "dimension_order",
        {whole_numbers("order", 0, Hypercube::kMaxDimensions - 1,
                       "dimensions, first travelled first")},
        [](const Topology& topology, const Options& options) -> std::unique_ptr<RoutingFunction> {
            const std::vector<std::int64_t> order =
                options.has("order") ? options.integers("order") : std::vector<std::int64_t>{};
            if (const auto* torus = dynamic_cast<const Torus*>(&topology)) {
                return std::make_unique<DatelineOrder>(*torus,
                                                       order_of(torus->dimensions(), order));
            }
            if (const auto* ring =
                    dynamic_cast<const Ring*>(&topology)) {  // its ports are those of a torus
                return std::make_unique<DatelineOrder>(Torus({ring->routers()}),
                                                       order_of(1, order));
            }
            if (const auto* cube = dynamic_cast<const Hypercube*>(&topology)) {
                return make_cube_order(order_of(cube->dimensions(), order));
            }
            return std::make_unique<DimensionOrder>(
                fitting_topology<SteppedGrid>(
                    topology, "algorithm", "dimension_order",
                    "mesh, concentrated_mesh, torus, ring, hypercube, flattened_butterfly"),
                order);
        }};
}

}  // namespace flitscope::topo
