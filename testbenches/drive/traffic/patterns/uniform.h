#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/drive/traffic/random_numbers.h"

namespace flitscope::tb {

/// One of the other nodes, all alike; nodes >= 2.
inline topo::NodeId uniform_other(topo::NodeId nodes, topo::NodeId source,
                                  std::uint64_t random_bits) {
    const auto drawn =
        static_cast<topo::NodeId>(scaled(random_bits, static_cast<std::uint64_t>(nodes) - 1));
    return drawn + (drawn >= source ? 1 : 0);
}

/// Adds `share`, in equal parts, to all entries [first, first + count) but that of `source`.
inline void share_among_others(topo::NodeId first, topo::NodeId count, topo::NodeId source,
                               double share, std::vector<double>& to) {
    const bool inside = source >= first && source < first + count;
    for (topo::NodeId node = first; node < first + count; ++node) {
        if (node != source) {
            to[static_cast<std::size_t>(node)] += share / (count - (inside ? 1 : 0));
        }
    }
}

/// Throws OptionError ("pattern") for a network of one node.
void require_two_nodes(const topo::Topology& topology, const char* pattern);

}  // namespace flitscope::tb
