#include <string>

#include "common/unused_option.h"
#include "testbenches/drive/traffic/patterns/uniform.h"
#include "testbenches/drive/traffic/registry.h"
#include "topologies/fitting_topology.h"
#include "topologies/hierarchical.h"
#include "topologies/hierarchical_cubic.h"
#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

/// With probability alpha another node of the own cluster, else any node of any other cluster.
class ClusterLocal : public TrafficPattern {
public:
    /// Cluster = node / cluster_size.
    ClusterLocal(topo::NodeId nodes, topo::NodeId cluster_size, double alpha)
        : nodes_(nodes),
          cluster_size_(cluster_size),
          alpha_(alpha),
          threshold_(probability_threshold(alpha)) {}

    bool generates(topo::NodeId /*source*/) const override { return true; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t random_bits) const override {
        const std::uint64_t second = mix64(random_bits);
        const topo::NodeId first = source - source % cluster_size_;
        if (random_bits < threshold_) {
            return first + uniform_other(cluster_size_, source - first, second);
        }
        const auto drawn = static_cast<topo::NodeId>(
            scaled(second, static_cast<std::uint64_t>(nodes_ - cluster_size_)));
        return drawn + (drawn >= first ? cluster_size_ : 0);
    }
    bool shares(topo::NodeId source, std::vector<double>& to) const override {
        const topo::NodeId first = source - source % cluster_size_;
        const topo::NodeId end = first + cluster_size_;
        share_among_others(first, cluster_size_, source, alpha_, to);
        for (topo::NodeId node = 0; node < nodes_; ++node) {
            if (node < first || node >= end) {
                to[static_cast<std::size_t>(node)] += (1 - alpha_) / (nodes_ - cluster_size_);
            }
        }
        return true;
    }

private:
    topo::NodeId nodes_;
    topo::NodeId cluster_size_;
    double alpha_;
    std::uint64_t threshold_;  ///< of it
};

/// Nodes of a cluster.
topo::NodeId cluster_size(const topo::Topology& topology, const Options& options) {
    const std::string option = "cluster_dimensions";
    if (const auto* cube = dynamic_cast<const topo::Hypercube*>(&topology)) {
        const auto d = options.integer(option);
        require_range("cluster_local", option, d, 1, cube->dimensions() - 1);
        return topo::NodeId{1} << d;
    }
    if (options.has(option)) {
        throw UnusedOption(option, "cluster_local: " + topology.kind() +
                                       " has clusters of its own; this is for hypercube");
    }
    if (const auto* clusters = dynamic_cast<const topo::Hierarchical*>(&topology)) {
        return clusters->cluster_network().nodes();
    }
    if (const auto* cubic = dynamic_cast<const topo::HierarchicalCubic*>(&topology)) {
        return topo::NodeId{1} << cubic->dimensions();
    }
    throw topo::does_not_fit(topology, "pattern", "cluster_local",
                             "hierarchical, hierarchical_hypercube, hierarchical_cubic, "
                             "hypercube");
}

}  // namespace

PatternEntry cluster_local_entry() {
    return {"cluster_local",
            {real_number("alpha", 0, 1, "share of messages inside the cluster").required(),
             whole_number("cluster_dimensions", 1, 30,
                          "dimensions of a cluster, on a plain hypercube")},
            [](const topo::Topology& topology, const Options& options) {
                return std::make_unique<ClusterLocal>(
                    topology.nodes(), cluster_size(topology, options), options.real("alpha"));
            }};
}

}  // namespace flitscope::tb
