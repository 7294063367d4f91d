#include "topologies/cube_connected_cycles.h"

namespace flitscope::topo {

CubeConnectedCycles CubeConnectedCycles::textbook(std::int64_t k) {
    require_range("cube_connected_cycles", "dimensions", k, 3, kMaxTextbookDimensions);
    return {static_cast<NodeId>(k), static_cast<int>(k)};
}

CubeConnectedCycles CubeConnectedCycles::of_nodes(std::int64_t nodes) {
    for (int bits = 2; bits <= kMaxAddressBits; ++bits) {
        if (nodes == std::int64_t{1} << bits) {
            int r = 0;
            while (r + (1 << r) < bits) {
                ++r;
            }
            return {NodeId{1} << r, bits - r};
        }
    }
    throw OptionError("nodes", "cube_connected_cycles: nodes = " + std::to_string(nodes) +
                                   ", must be a power of two from 4 to 2^" +
                                   std::to_string(kMaxAddressBits));
}

PortPeer CubeConnectedCycles::peer(NodeId node, PortId port) const {
    const NodeId cycle = node / length_;
    const NodeId position = node % length_;
    if (port == 2) {
        const NodeId across = position < cube_ ? cycle ^ (NodeId{1} << position) : kNoNode;
        return across == kNoNode ? PortPeer{} : PortPeer{across * length_ + position, port};
    }
    const NodeId next = port == 0 ? position + 1 : position - 1;
    if (length_ == 2 && (next < 0 || next == length_)) {
        return {};
    }
    return {cycle * length_ + (next + length_) % length_, 1 - port};
}

std::vector<RouterOrbit> CubeConnectedCycles::orbits() const {
    if (length_ == cube_) {
        return {{0, routers()}};
    }
    std::vector<RouterOrbit> all;
    all.reserve(static_cast<std::size_t>(length_));
    for (NodeId position = 0; position < length_; ++position) {
        all.push_back({position, NodeId{1} << cube_});
    }
    return all;
}

TopologyEntry cube_connected_cycles_entry() {
    return {"cube_connected_cycles",
            {whole_number("dimensions", 3, CubeConnectedCycles::kMaxTextbookDimensions,
                          "k: cycles of k nodes at the corners of a k-cube; or give `nodes`"),
             whole_number("nodes", 4, 1 << CubeConnectedCycles::kMaxAddressBits,
                          "2^D nodes in cycles of 2^r, r + 2^r >= D; or give `dimensions`")},
            [](const Options& options) {
                if (options.has("dimensions") == options.has("nodes")) {
                    throw OptionError(options.has("nodes") ? "nodes" : "",
                                      "cube_connected_cycles: give either dimensions or nodes");
                }
                return std::make_unique<CubeConnectedCycles>(
                    options.has("nodes")
                        ? CubeConnectedCycles::of_nodes(options.integer("nodes"))
                        : CubeConnectedCycles::textbook(options.integer("dimensions")));
            },
            "up_down"};
}

}  // namespace flitscope::topo
