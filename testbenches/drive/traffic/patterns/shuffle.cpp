#include "testbenches/drive/traffic/patterns/partner_pattern.h"

namespace flitscope::tb {

PatternEntry shuffle_entry() {
    return partner_entry("shuffle", [](const topo::Topology& topology) -> Partner {
        return [bits = address_bits(topology, "shuffle")](topo::NodeId source) {
            const topo::NodeId last = source >> (bits - 1);
            return ((source << 1) | last) & ((topo::NodeId{1} << bits) - 1);
        };
    });
}

}  // namespace flitscope::tb
