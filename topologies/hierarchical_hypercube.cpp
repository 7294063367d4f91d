#include "topologies/hierarchical_hypercube.h"

#include <algorithm>

#include "topologies/hypercube.h"

namespace flitscope::topo {
namespace {

using Scheme = HierarchicalHypercube::Scheme;

const std::vector<std::string>& scheme_names() {
    static const std::vector<std::string> names = {"plain", "replicated", "standby_spare",
                                                   "replicated_standby"};
    return names;
}

/// Mean distance of different nodes of an n-cube, n >= 1.
double cube_mean(int n) {
    const auto half = static_cast<double>(std::int64_t{1} << (n - 1));
    return n * half / (2 * half - 1);
}

/// Mean of min(k, 2d - k), k being the bits set in two independent d-bit addresses: hops inside the
/// two clusters over the nearer one of two opposite interfaces.
double nearer_interface_mean(int d) {
    double sum = 0;
    double ways = 1;  // binomial coefficient (2d over k)
    double all = 0;
    for (int k = 0; k <= 2 * d; ++k) {
        sum += ways * std::min(k, 2 * d - k);
        all += ways;
        ways = ways * (2 * d - k) / (k + 1);
    }
    return sum / all;
}

Hierarchical::Parts cubes(int d, int dimensions, Scheme scheme) {
    require_range("hierarchical_hypercube", "dimensions", dimensions, 2,
                  HierarchicalHypercube::kMaxDimensions);
    if (d < 1 || d >= dimensions) {
        throw OptionError("cluster_dimensions",
                          "hierarchical_hypercube: cluster_dimensions = " + std::to_string(d) +
                              ", must be 1.." + std::to_string(dimensions - 1) +
                              ", below dimensions");
    }
    Hierarchical::Parts parts{
        std::make_unique<Hypercube>(d), std::make_unique<Hypercube>(dimensions - d), {0}};
    if (scheme == Scheme::replicated || scheme == Scheme::replicated_standby) {
        parts.interfaces.push_back((NodeId{1} << d) - 1);
    }
    return parts;
}

}  // namespace

HierarchicalHypercube::HierarchicalHypercube(int cluster_dimensions, int dimensions, Scheme scheme)
    : Hierarchical(cubes(cluster_dimensions, dimensions, scheme)),
      d_(cluster_dimensions),
      e_(dimensions - cluster_dimensions),
      scheme_(scheme) {}

bool HierarchicalHypercube::has_spare(NodeId node) const {
    const bool spares = scheme_ == Scheme::standby_spare || scheme_ == Scheme::replicated_standby;
    return spares && interface_of(node) >= 0;
}

NodeId HierarchicalHypercube::own_node_spare(NodeId node, PortId port) const {
    if (!has_spare(node) || port < d_) {
        return node;
    }
    return node ^ (replicated() ? 1 : cluster_size() - 1);
}

std::int64_t HierarchicalHypercube::bisection() const {
    return (replicated() ? 2 : 1) * (std::int64_t{1} << (e_ - 1));
}

std::optional<DistanceSummary> HierarchicalHypercube::distance_summary() const {
    const double others = routers() - 1.0;
    const double in_cluster = (cluster_size() - 1.0) / others;
    const double climbing = replicated() ? nearer_interface_mean(d_) : d_;
    return DistanceSummary{
        replicated() ? d_ + e_ : 2 * d_ + e_,
        in_cluster * cube_mean(d_) + (1 - in_cluster) * (climbing + cube_mean(e_))};
}

TopologyEntry hierarchical_hypercube_entry() {
    constexpr int kMax = HierarchicalHypercube::kMaxDimensions;
    return {
        "hierarchical_hypercube",
        {whole_number("cluster_dimensions", 1, kMax - 1, "dimensions d of a cluster").required(),
         whole_number("dimensions", 2, kMax, "D > d; 2^D nodes").required(),
         one_of("scheme", scheme_names(), "level-2 networks and spares at the interfaces")
             .or_else("plain")},
        [](const Options& options) {
            const std::string name = options.text("scheme", "plain");
            const auto& names = scheme_names();
            const auto found = std::find(names.begin(), names.end(), name);
            if (found == names.end()) {
                throw OptionError("scheme", "hierarchical_hypercube: unknown scheme " + name);
            }
            return std::make_unique<HierarchicalHypercube>(
                static_cast<int>(options.integer("cluster_dimensions")),
                static_cast<int>(options.integer("dimensions")),
                static_cast<Scheme>(found - names.begin()));
        },
        "hierarchical"};
}

}  // namespace flitscope::topo
