#include "topologies/complete.h"

namespace flitscope::topo {

Complete::Complete(std::int64_t nodes) : nodes_(static_cast<NodeId>(nodes)) {
    if (nodes < 2 || nodes > kMaxNodes) {
        throw OptionError("nodes", "complete: nodes = " + std::to_string(nodes) + ", must be 2.." +
                                       std::to_string(kMaxNodes));
    }
}

TopologyEntry complete_entry() {
    return {
        "complete",
        {whole_number("nodes", 2, Complete::kMaxNodes, "number of nodes").required()},
        [](const Options& options) { return std::make_unique<Complete>(options.integer("nodes")); },
        "up_down"};
}

}  // namespace flitscope::topo
