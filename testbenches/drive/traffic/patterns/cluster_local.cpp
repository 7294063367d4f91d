#include <algorithm>
#include <string>

#include "common/unused_option.h"
#include "testbenches/drive/traffic/patterns/node_groups.h"
#include "testbenches/drive/traffic/patterns/uniform.h"
#include "testbenches/drive/traffic/registry.h"
#include "topologies/fitting_topology.h"
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

/// Nodes of a cluster: on a plain hypercube a subcube, else a group of the topology.
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
    const std::vector<topo::NodeId> starts = group_starts(topology);
    const topo::NodeId size = starts[1];
    const bool unequal = std::adjacent_find(starts.begin(), starts.end(), [&](auto a, auto b) {
                             return b - a != size;
                         }) != starts.end();
    if (unequal || size < 2 || starts.size() < 3) {
        throw topo::does_not_fit(topology, "pattern", "cluster_local",
                                 "hypercube and two groups or more of as many nodes each");
    }
    return size;
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
