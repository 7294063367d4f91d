#include "testbenches/drive/traffic/patterns/partner_pattern.h"

namespace flitscope::tb {

PatternEntry tornado_entry() {
    return offset_entry("tornado", [](topo::NodeId size) { return (size + 1) / 2 - 1; });
}

}  // namespace flitscope::tb
