#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/traffic/traffic_pattern.h"

namespace flitscope::tb {

/// Every node sends to one fixed partner.
class PartnerPattern : public TrafficPattern {
public:
    virtual topo::NodeId partner(topo::NodeId source) const = 0;

    bool generates(topo::NodeId source) const override { return partner(source) != source; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t /*random_bits*/) const override {
        return partner(source);
    }
};

/// Nodes with coordinates: id = x_0 + N_0 * (x_1 + N_1 * ...). Meshes as they are, a hypercube has
/// N_i = 2, everything else is one dimension of all nodes.
std::vector<topo::NodeId> grid_sizes(const topo::Topology& topology);

/// A partner at a constant offset per dimension, modulo its size.
class OffsetPattern : public PartnerPattern {
public:
    /// offsets[i]: 0..sizes[i]-1
    OffsetPattern(std::vector<topo::NodeId> sizes, std::vector<topo::NodeId> offsets)
        : sizes_(std::move(sizes)), offsets_(std::move(offsets)) {}
    topo::NodeId partner(topo::NodeId source) const override;

private:
    std::vector<topo::NodeId> sizes_, offsets_;
};

/// b for 2^b nodes. Throws topo::OptionError ("pattern") for another number of nodes.
int address_bits(const topo::Topology& topology, const std::string& pattern);

/// Throws topo::OptionError ("pattern") when no node has a partner but itself.
void require_traffic(const topo::Topology& topology, const TrafficPattern& traffic,
                     const std::string& pattern);

}  // namespace flitscope::tb
