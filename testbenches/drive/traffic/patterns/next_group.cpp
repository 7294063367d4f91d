#include <algorithm>

#include "testbenches/drive/traffic/patterns/node_groups.h"
#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"
#include "topologies/fitting_topology.h"

namespace flitscope::tb {

namespace {

class NextGroup : public TrafficPattern {
public:
    explicit NextGroup(std::vector<topo::NodeId> starts) : starts_(std::move(starts)) {}

    bool generates(topo::NodeId /*source*/) const override { return true; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t random_bits) const override {
        const auto group = after(source);
        const auto nodes = static_cast<std::uint64_t>(group[1] - group[0]);
        return group[0] + static_cast<topo::NodeId>(scaled(random_bits, nodes));
    }
    bool shares(topo::NodeId source, std::vector<double>& to) const override {
        const auto group = after(source);
        for (topo::NodeId node = group[0]; node < group[1]; ++node) {
            to[static_cast<std::size_t>(node)] += 1.0 / (group[1] - group[0]);
        }
        return true;
    }

private:
    /// Points at the start of the group behind that of this node.
    std::vector<topo::NodeId>::const_iterator after(topo::NodeId source) const {
        const auto next = std::upper_bound(starts_.begin(), starts_.end(), source);
        return next == starts_.end() - 1 ? starts_.begin() : next;
    }

    std::vector<topo::NodeId> starts_;  ///< of the groups, and the number of nodes
};

}  // namespace

PatternEntry next_group_entry() {
    return {"next_group", {}, [](const topo::Topology& topology, const Options& /*options*/) {
                std::vector<topo::NodeId> starts = group_starts(topology);
                const bool empty = std::adjacent_find(starts.begin(), starts.end()) != starts.end();
                if (starts.size() < 3 || empty) {
                    throw topo::does_not_fit(topology, "pattern", "next_group",
                                             "two groups or more with nodes in each");
                }
                return std::make_unique<NextGroup>(std::move(starts));
            }};
}

}  // namespace flitscope::tb
