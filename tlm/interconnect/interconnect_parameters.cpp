#include "tlm/interconnect/interconnect_parameters.h"

#include <stdexcept>

namespace flitscope::tl {

const InterconnectParameters& InterconnectParameters::validated(
    const std::string& where, const rtl::NetworkDescription& description) const {
    const auto reject = [&](const std::string& what) {
        throw std::invalid_argument(where + ": " + what);
    };
    if (source_queue != rtl::kUnbounded && source_queue < 1) {
        reject("source_queue = " + std::to_string(source_queue) + ", must be >= 1 or unbounded");
    }
    if (max_burst_bytes < 1) {
        reject("max_burst_bytes = 0, must be >= 1");
    }
    for (const topo::NodeId node : blocking_targets) {
        if (node < 0 || node >= description.topology->nodes()) {
            reject("blocking_targets: node " + std::to_string(node) + ", must be 0.." +
                   std::to_string(description.topology->nodes() - 1));
        }
    }
    return *this;
}

}  // namespace flitscope::tl
