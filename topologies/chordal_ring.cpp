#include "topologies/chordal_ring.h"

namespace flitscope::topo {

ChordalRing::ChordalRing(std::int64_t nodes, std::int64_t chord)
    : nodes_(static_cast<NodeId>(nodes)), chord_(static_cast<NodeId>(chord)) {
    if (nodes < 6 || nodes > kMaxNodes || nodes % 2 != 0) {
        throw OptionError(
            "nodes", "chordal_ring: nodes = " + std::to_string(nodes) + ", must be even, 6..2^30");
    }
    if (chord < 3 || chord > nodes - 3 || chord % 2 == 0) {
        throw OptionError("chord", "chordal_ring: chord = " + std::to_string(chord) +
                                       ", must be odd, 3.." + std::to_string(nodes - 3));
    }
}

PortPeer ChordalRing::peer(NodeId node, PortId port) const {
    // Steps below n either way, so one correction suffices; 64 bits because node + step may pass
    // 2^31.
    const std::int64_t chord = node % 2 != 0 ? chord_ : -chord_;
    const std::int64_t target = node + (port == 0 ? 1 : port == 1 ? -1 : chord);
    const std::int64_t wrapped = target < 0         ? target + nodes_
                                 : target >= nodes_ ? target - nodes_
                                                    : target;
    return {static_cast<NodeId>(wrapped), port < 2 ? 1 - port : 2};
}

TopologyEntry chordal_ring_entry() {
    constexpr auto kMax = static_cast<double>(ChordalRing::kMaxNodes);
    return {
        "chordal_ring",
        {whole_number("nodes", 6, kMax, "number of nodes, even").required(),
         whole_number("chord", 3, kMax, "w, odd: odd node i is joined to node i + w").required()},
        [](const Options& options) {
            return std::make_unique<ChordalRing>(options.integer("nodes"),
                                                 options.integer("chord"));
        },
        "up_down"};
}

}  // namespace flitscope::topo
