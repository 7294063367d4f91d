#include "testbenches/drive/traffic/patterns/partner_pattern.h"

namespace flitscope::tb {

PatternEntry bit_complement_entry() {
    return partner_entry("bit_complement", [](const topo::Topology& topology) -> Partner {
        return [last = topology.nodes() - 1](topo::NodeId source) { return last - source; };
    });
}

}  // namespace flitscope::tb
