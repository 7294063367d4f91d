#include <algorithm>
#include <string>

#include "testbenches/drive/traffic/patterns/uniform.h"
#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

/// A node never draws itself: a hot node chooses among the other hot nodes, and if it is the only
/// one, always uniformly.
class Hotspot : public TrafficPattern {
public:
    Hotspot(topo::NodeId nodes, std::vector<topo::NodeId> hot, double fraction)
        : nodes_(nodes),
          hot_(std::move(hot)),
          fraction_(fraction),
          threshold_(probability_threshold(fraction)) {}

    bool generates(topo::NodeId /*source*/) const override { return true; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t random_bits) const override {
        const std::uint64_t second = mix64(random_bits);
        if (random_bits >= threshold_) {
            return uniform_other(nodes_, source, second);
        }
        const auto own = std::lower_bound(hot_.begin(), hot_.end(), source);
        if (own == hot_.end() || *own != source) {
            return hot_[scaled(second, hot_.size())];
        }
        if (hot_.size() == 1) {
            return uniform_other(nodes_, source, second);
        }
        const std::uint64_t drawn = scaled(second, hot_.size() - 1);
        const auto self = static_cast<std::uint64_t>(own - hot_.begin());
        return hot_[drawn + (drawn >= self ? 1 : 0)];
    }
    bool shares(topo::NodeId source, std::vector<double>& to) const override {
        const bool is_hot = std::binary_search(hot_.begin(), hot_.end(), source);
        const auto others = static_cast<double>(hot_.size()) - (is_hot ? 1 : 0);
        const double to_hot = others > 0 ? fraction_ : 0;
        share_among_others(0, nodes_, source, 1 - to_hot, to);
        for (const topo::NodeId node : hot_) {
            if (node != source) {
                to[static_cast<std::size_t>(node)] += to_hot / others;
            }
        }
        return true;
    }

private:
    topo::NodeId nodes_;
    std::vector<topo::NodeId> hot_;  ///< ascending
    double fraction_;
    std::uint64_t threshold_;  ///< of it
};

std::vector<topo::NodeId> hot_nodes(const topo::Topology& topology, const Options& options) {
    std::vector<topo::NodeId> hot;
    for (const std::int64_t node : options.integers("nodes")) {
        if (node < 0 || node >= topology.nodes()) {
            throw OptionError("nodes", "node " + std::to_string(node) +
                                           " does not exist, nodes are 0.." +
                                           std::to_string(topology.nodes() - 1));
        }
        hot.push_back(static_cast<topo::NodeId>(node));
    }
    std::sort(hot.begin(), hot.end());
    if (hot.empty() || std::adjacent_find(hot.begin(), hot.end()) != hot.end()) {
        throw OptionError("nodes", "must name at least one node, each once");
    }
    return hot;
}

}  // namespace

PatternEntry hotspot_entry() {
    return {"hotspot",
            {whole_numbers("nodes", 0, INT32_MAX, "ids of the hot nodes").required(),
             real_number("fraction", 0, 1, "share of messages to them").or_else("0.1")},
            [](const topo::Topology& topology, const Options& options) {
                require_two_nodes(topology, "hotspot");
                return std::make_unique<Hotspot>(topology.nodes(), hot_nodes(topology, options),
                                                 options.real("fraction", 0.1));
            }};
}

}  // namespace flitscope::tb
