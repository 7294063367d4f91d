#include "common/bits.h"
#include "testbenches/drive/traffic/patterns/partner_pattern.h"

namespace flitscope::tb {

namespace {

/// Swaps the two digits of base `side` of every place: coordinates of a square grid of routers, or
/// halves of the address of a node.
struct Square {
    topo::NodeId side;
    topo::NodeId nodes_at;  ///< each place
};

Square square_of(const topo::Topology& topology) {
    const auto [sizes, nodes_at] = grid_of(topology);
    if (sizes.size() == 2 && sizes[0] == sizes[1]) {
        return {sizes[0], nodes_at};
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
    return {topo::NodeId{1} << (bits / 2), 1};
}

}  // namespace

PatternEntry transpose_entry() {
    return partner_entry("transpose", [](const topo::Topology& topology) -> Partner {
        return [square = square_of(topology)](topo::NodeId source) {
            const auto [side, nodes_at] = square;
            const topo::NodeId place = source / nodes_at;
            return (place % side * side + place / side) * nodes_at + source % nodes_at;
        };
    });
}

}  // namespace flitscope::tb
