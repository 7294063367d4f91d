#include "topologies/routing/duato.h"

#include "topologies/routing/order_based.h"
#include "topologies/torus.h"

namespace flitscope::topo {

namespace {

/// The minimal directions: both ways around a ring where they are equally long.
class MinimalOnTorus final : public RoutingFunction {
public:
    explicit MinimalOnTorus(const Torus& torus) : torus_(&torus) {}

    std::string algorithm() const override { return "minimal"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override {
        for (int d = 0; d < torus_->dimensions(); ++d) {
            const int size = torus_->size(d);
            const int upwards = (torus_->coordinate(query.destination, d) -
                                 torus_->coordinate(query.here, d) + size) %
                                size;
            if (upwards != 0 && 2 * upwards <= size) {
                out.push_back({2 * d, 0});
            }
            if (2 * upwards >= size) {
                out.push_back({2 * d + 1, 0});
            }
        }
    }

private:
    const Torus* torus_;
};

std::unique_ptr<RoutingFunction> minimal_on(const Topology& topology) {
    if (const auto* torus = dynamic_cast<const Torus*>(&topology)) {
        return std::make_unique<MinimalOnTorus>(*torus);
    }
    const char* const minimal =
        topology.kind() == "hypercube" ? "random_minimal" : "minimal_adaptive";
    return make_routing(minimal, topology, {});
}

}  // namespace

void Duato::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const std::size_t first = out.size();
    adaptive_->candidates(query, out);
    for (std::size_t i = first; i < out.size(); ++i) {
        out[i].vc_class = 0;
    }
}

RoutingEntry duato_entry() {
    const auto build = [](const Topology& topology, std::unique_ptr<RoutingFunction> order) {
        return std::make_unique<Duato>(minimal_on(topology), std::move(order));
    };
    return {"duato",
            {},
            order_based("duato", "hypercube, mesh, concentrated_mesh, torus, flattened_butterfly",
                        build),
            true};
}

}  // namespace flitscope::topo
