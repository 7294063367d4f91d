#pragma once

#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::tl {

/// Addresses base..base + size - 1 belong to the target at `node`, which sees them from
/// `local_base` on.
struct AddressRange {
    std::uint64_t base = 0;
    std::uint64_t size = 0;  ///< bytes, >= 1
    topo::NodeId node = 0;
    std::uint64_t local_base = 0;
};

/// Maps addresses to nodes.
class AddressMap {
public:
    /// Ranges in any order; several may lead to one node. Throws std::invalid_argument for an empty
    /// range, one that runs beyond 2^64, and overlaps, naming the ranges.
    explicit AddressMap(std::vector<AddressRange> ranges);

    /// The range that holds all of address..address + bytes - 1 (bytes >= 1), or null.
    const AddressRange* find(std::uint64_t address, std::uint64_t bytes) const;
    /// The first range of `node` whose target sees all of address..address + bytes - 1, or null.
    const AddressRange* find_local(topo::NodeId node, std::uint64_t address,
                                   std::uint64_t bytes) const;
    /// By ascending base.
    const std::vector<AddressRange>& ranges() const { return ranges_; }

private:
    std::vector<AddressRange> ranges_;
};

}  // namespace flitscope::tl
