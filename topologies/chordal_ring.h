#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Chordal ring of degree three (Arden and Lee 1981): a ring of an even number n of nodes, and a
/// chord from every odd node i to node i + w, w odd, modulo n.
///
/// Ports: 0 leads to node + 1, 1 to node - 1, 2 is the chord. Link classes "ring", "chord".
class ChordalRing : public Topology {
public:
    static constexpr std::int64_t kMaxNodes = std::int64_t{1} << 30;

    /// n even, 6..kMaxNodes; w odd, 3..n-3 (1 and n-1 would double ring links). Throws OptionError
    /// ("nodes", "chord").
    ChordalRing(std::int64_t nodes, std::int64_t chord);

    NodeId chord() const { return chord_; }

    std::string kind() const override { return "chordal_ring"; }
    NodeId routers() const override { return nodes_; }
    PortId ports(NodeId /*node*/) const override { return 3; }
    PortPeer peer(NodeId node, PortId port) const override;
    std::vector<std::string> link_classes() const override { return {"ring", "chord"}; }
    int link_class(NodeId /*node*/, PortId port) const override { return port < 2 ? 0 : 1; }
    /// Shifts by 2 and the reflection i -> w - i are symmetries: all nodes are alike.
    std::vector<RouterOrbit> orbits() const override { return {{0, nodes_}}; }

private:
    NodeId nodes_;
    NodeId chord_;
};

TopologyEntry chordal_ring_entry();

}  // namespace flitscope::topo
