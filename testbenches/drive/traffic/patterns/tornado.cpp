#include "testbenches/drive/traffic/patterns/partner_pattern.h"
#include "testbenches/drive/traffic/patterns/patterns.h"

namespace flitscope::tb {

PatternEntry tornado_entry() {
    return {"tornado", {}, [](const topo::Topology& topology, const topo::Options& /*options*/) {
                const std::vector<topo::NodeId> sizes = grid_sizes(topology);
                std::vector<topo::NodeId> offsets;
                for (const topo::NodeId size : sizes) {
                    offsets.push_back((size + 1) / 2 - 1);
                }
                auto pattern = std::make_unique<OffsetPattern>(sizes, offsets);
                require_traffic(topology, *pattern, "tornado");
                return pattern;
            }};
}

}  // namespace flitscope::tb
