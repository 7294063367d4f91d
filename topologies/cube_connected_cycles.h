#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Cube-connected cycles (Preparata and Vuillemin): every corner w of a cube is a cycle of nodes;
/// node p of cycle w also has a lateral link to node p of the cycle whose number differs in bit p.
///
/// Two forms: `dimensions: k` is the textbook one, cycles of k nodes at the corners of a k-cube;
/// `nodes: 2^D` has cycles of 2^r nodes, r the smallest integer with r + 2^r >= D, at the corners
/// of a (D-r)-cube, and nodes p >= D-r have no lateral link. Both are the same network for 64
/// nodes.
///
/// Node id = w * cycle length + p. Ports: 0 next in the cycle, 1 previous, 2 lateral. A cycle of
/// two nodes has one link: port 0 of node 0 to port 1 of node 1. Link classes "cycle", "cube".
class CubeConnectedCycles : public Topology {
public:
    static constexpr int kMaxTextbookDimensions = 16;
    static constexpr int kMaxAddressBits = 20;

    /// k >= 3. Throws OptionError ("dimensions").
    static CubeConnectedCycles textbook(std::int64_t k);
    /// nodes = 2^D, D = 2..kMaxAddressBits. Throws OptionError ("nodes").
    static CubeConnectedCycles of_nodes(std::int64_t nodes);

    NodeId cycle_length() const { return length_; }
    int cube_dimensions() const { return cube_; }

    std::string kind() const override { return "cube_connected_cycles"; }
    NodeId routers() const override { return length_ << cube_; }
    PortId ports(NodeId /*node*/) const override { return 3; }
    PortPeer peer(NodeId node, PortId port) const override;
    std::vector<std::string> link_classes() const override { return {"cycle", "cube"}; }
    int link_class(NodeId /*node*/, PortId port) const override { return port < 2 ? 0 : 1; }
    /// The links of one cube dimension.
    std::int64_t bisection() const override { return std::int64_t{1} << (cube_ - 1); }
    /// All cycles are alike, and in the textbook form all nodes.
    std::vector<RouterOrbit> orbits() const override;

private:
    CubeConnectedCycles(NodeId length, int cube) : length_(length), cube_(cube) {}

    NodeId length_;
    int cube_;
};

TopologyEntry cube_connected_cycles_entry();

}  // namespace flitscope::topo
