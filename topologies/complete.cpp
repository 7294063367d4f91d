#include "topologies/complete.h"

namespace flitscope::topo {

Complete::Complete(std::int64_t nodes) : nodes_(static_cast<NodeId>(nodes)) {
    require_range("complete", "nodes", nodes, 2, kMaxNodes);
}

TopologyEntry complete_entry() {
    return {
        "complete",
        {whole_number("nodes", 2, Complete::kMaxNodes, "number of nodes").required()},
        [](const Options& options) { return std::make_unique<Complete>(options.integer("nodes")); },
        "up_down"};
}

}  // namespace flitscope::topo
