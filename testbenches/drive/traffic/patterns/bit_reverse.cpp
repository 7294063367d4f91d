#include "testbenches/drive/traffic/patterns/partner_pattern.h"

namespace flitscope::tb {

PatternEntry bit_reverse_entry() {
    return partner_entry("bit_reverse", [](const topo::Topology& topology) -> Partner {
        return [bits = address_bits(topology, "bit_reverse")](topo::NodeId source) {
            topo::NodeId reversed = 0;
            for (int i = 0; i < bits; ++i) {
                reversed = (reversed << 1) | ((source >> i) & 1);
            }
            return reversed;
        };
    });
}

}  // namespace flitscope::tb
