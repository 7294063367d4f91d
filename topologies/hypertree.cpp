#include "topologies/hypertree.h"

#include "common/bits.h"

namespace flitscope::topo {
namespace {

/// The bit of the labels that the links within a level flip; level >= 1.
NodeId level_bit(int level) {
    const int depth = level == 1 ? 0 : lowest_bit(level - 1);
    return NodeId{1} << (level - 1 - depth);
}

}  // namespace

Hypertree::Hypertree(std::int64_t levels) : levels_(static_cast<int>(levels)) {
    require_range("hypertree", "levels", levels, 2, kMaxLevels);
}

PortPeer Hypertree::peer(NodeId node, PortId port) const {
    const NodeId label = node + 1;
    const int level = highest_bit(label);  // root: 0
    const auto to = [](NodeId other, PortId there) { return PortPeer{other - 1, there}; };
    switch (port) {
        case 0:
            return level == 0 ? PortPeer{} : to(label / 2, 1 + label % 2);
        case 1:
        case 2:
            return level + 1 == levels_ ? PortPeer{} : to(2 * label + port - 1, 0);
        default:
            return level == 0 ? PortPeer{} : to(label ^ level_bit(level), 3);
    }
}

std::vector<RouterOrbit> Hypertree::orbits() const {
    std::vector<RouterOrbit> all;
    for (int level = 0; level < levels_; ++level) {
        const NodeId width = NodeId{1} << level;
        all.push_back({width - 1, width});
    }
    return all;
}

TopologyEntry hypertree_entry() {
    return {"hypertree",
            {whole_number("levels", 2, Hypertree::kMaxLevels,
                          "levels of the binary tree, root included; 2^levels - 1 nodes")
                 .required()},
            [](const Options& options) {
                return std::make_unique<Hypertree>(options.integer("levels"));
            },
            "up_down"};
}

}  // namespace flitscope::topo
