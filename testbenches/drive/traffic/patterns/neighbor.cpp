#include "testbenches/drive/traffic/patterns/partner_pattern.h"

namespace flitscope::tb {

PatternEntry neighbor_entry() {
    return offset_entry("neighbor", [](topo::NodeId size) { return 1 % size; });
}

}  // namespace flitscope::tb
