#include "testbenches/drive/traffic/patterns/partner_pattern.h"
#include "testbenches/drive/traffic/patterns/patterns.h"

namespace flitscope::tb {

PatternEntry neighbor_entry() {
    return offset_entry("neighbor", [](topo::NodeId size) { return 1 % size; });
}

}  // namespace flitscope::tb
