#include "topologies/flattened_butterfly.h"

#include "topologies/concentration.h"

namespace flitscope::topo {
namespace {

const char* const kKind = "flattened_butterfly";

std::vector<std::int64_t> sizes(std::int64_t radix, std::int64_t dimensions) {
    require_range(kKind, "radix", radix, 2, FlattenedButterfly::kMaxRadix);
    require_range(kKind, "dimensions", dimensions, 1, Grid::kMaxDimensions);
    std::int64_t routers = 1;
    for (std::int64_t i = 0; i < dimensions; ++i) {
        routers *= radix;
        if (routers > Grid::kMaxNodes) {
            throw OptionError("dimensions", std::string(kKind) + ": " + std::to_string(radix) +
                                                "^" + std::to_string(dimensions) +
                                                " routers, must be at most 2^30");
        }
    }
    return std::vector<std::int64_t>(static_cast<std::size_t>(dimensions), radix);
}

}  // namespace

FlattenedButterfly::FlattenedButterfly(std::int64_t radix, std::int64_t dimensions,
                                       std::int64_t concentration)
    : SteppedGrid(kKind, sizes(radix, dimensions), 2) {
    const int each = checked_concentration(kKind, concentration, routers(), kMaxNodes);
    if (each > 1) {
        place_nodes(NodePlacement(each, routers()));
    }
}

PortPeer FlattenedButterfly::peer(RouterId router, PortId port) const {
    const int dimension = port / (radix() - 1);
    const int here = coordinate(router, dimension);
    const int index = port % (radix() - 1);
    const int there = index < here ? index : index + 1;
    const RouterId other = router + (there - here) * axis(dimension).stride;
    return {other, towards(other, there, here, dimension)};
}

int FlattenedButterfly::distance(RouterId from, RouterId to) const {
    int hops = 0;
    for (int i = 0; i < dimensions(); ++i) {
        hops += coordinate(from, i) != coordinate(to, i) ? 1 : 0;
    }
    return hops;
}

std::int64_t FlattenedButterfly::bisection() const {
    const std::int64_t all = routers();
    return radix() % 2 == 0 ? radix() * all / 4 : (radix() + 1) * (all - 1) / 4;
}

std::optional<DistanceSummary> FlattenedButterfly::distance_summary() const {
    const double other = radix() - 1.0;
    const double mean = dimensions() * other / radix() * routers() / (routers() - 1.0);
    return between_nodes(*this, {dimensions(), mean});
}

TopologyEntry flattened_butterfly_entry() {
    return {kKind,
            {whole_number("radix", 2, FlattenedButterfly::kMaxRadix, "routers per dimension")
                 .required(),
             whole_number("dimensions", 1, Grid::kMaxDimensions, "number of dimensions").required(),
             concentration_option()},
            [](const Options& options) {
                return std::make_unique<FlattenedButterfly>(options.integer("radix"),
                                                            options.integer("dimensions"),
                                                            options.integer("concentration"));
            },
            "dimension_order"};
}

}  // namespace flitscope::topo
