#include "topologies/hypercube.h"

#include "common/bits.h"
#include "topologies/link_class_name.h"

namespace flitscope::topo {

Hypercube::Hypercube(int dimensions) : dimensions_(dimensions) {
    require_range("hypercube", "dimensions", dimensions, 1, kMaxDimensions);
}

std::vector<std::string> Hypercube::link_classes() const { return dimension_names(dimensions_); }

int Hypercube::distance(NodeId from, NodeId to) const { return popcount(from ^ to); }

std::optional<DistanceSummary> Hypercube::distance_summary() const {
    const double others = routers() - 1.0;
    return DistanceSummary{dimensions_, dimensions_ * (routers() / 2.0) / others};
}

TopologyEntry hypercube_entry() {
    return {"hypercube",
            {whole_number("dimensions", 1, Hypercube::kMaxDimensions,
                          "number of dimensions n; 2^n nodes")
                 .or_else("6")},
            [](const Options& options) {
                return std::make_unique<Hypercube>(static_cast<int>(options.integer("dimensions")));
            },
            "ecube"};
}

}  // namespace flitscope::topo
