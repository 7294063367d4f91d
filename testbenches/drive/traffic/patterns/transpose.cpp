#include "common/bits.h"
#include "testbenches/drive/traffic/patterns/partner_pattern.h"

namespace flitscope::tb {

namespace {

topo::NodeId side_of(const topo::Topology& topology) {
    const std::vector<topo::NodeId> sizes = grid_sizes(topology);
    if (sizes.size() == 2 && sizes[0] == sizes[1]) {
        return sizes[0];
    }
    const topo::NodeId nodes = topology.nodes();
    const bool power_of_two = is_power_of_two(nodes);
    const int bits = __builtin_ctz(static_cast<unsigned>(nodes));
    if (sizes.size() == 2 && topology.kind() != "hypercube") {
        throw OptionError("pattern", "transpose needs a square grid, this one is " +
                                         std::to_string(sizes[0]) + " by " +
                                         std::to_string(sizes[1]));
    }
    if (!power_of_two || bits % 2 != 0) {
        throw OptionError("pattern",
                          "transpose needs a square grid or an even number of address bits, there "
                          "are " +
                              std::to_string(nodes) + " nodes");
    }
    return topo::NodeId{1} << (bits / 2);
}

}  // namespace

PatternEntry transpose_entry() {
    // Swaps the two digits of base `side`: coordinates of a square grid, or halves of an address.
    return partner_entry("transpose", [](const topo::Topology& topology) -> Partner {
        return [side = side_of(topology)](topo::NodeId source) {
            return source % side * side + source / side;
        };
    });
}

}  // namespace flitscope::tb
