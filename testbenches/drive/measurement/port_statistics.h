#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// A port between a node and its router over the measuring window.
struct PortResult {
    topo::NodeId node = topo::kNoNode;
    int port = -1;           ///< of the router, docs/router.md, section 2
    double utilisation = 0;  ///< flits per cycle, 0..1
};

struct PortClassResult {
    std::string name;               ///< "injection" or "ejection"
    double utilisation = 0;         ///< mean of the ports
    std::vector<PortResult> ports;  ///< by (node, port); only where asked for
};

/// Flits of all injection and ejection ports at one edge.
class PortSnapshot {
public:
    PortSnapshot() = default;
    explicit PortSnapshot(const rtl::Network& network);

    /// Statistics of the `cycles` > 0 from `start` to `end`, both of one network.
    static std::vector<PortClassResult> between(const PortSnapshot& start, const PortSnapshot& end,
                                                rtl::Cycle cycles, bool per_port);
    /// Flits that each node consumed from `start` to `end`.
    static std::vector<std::uint64_t> consumed(const PortSnapshot& start, const PortSnapshot& end,
                                               topo::NodeId nodes);

private:
    struct Port {
        topo::NodeId node;
        int port;
        std::uint64_t flits;
    };
    using Ports = std::vector<Port>;

    static PortClassResult result(const char* name, const Ports& start, const Ports& end,
                                  rtl::Cycle cycles, bool per_port);

    Ports injection_;
    Ports ejection_;
};

}  // namespace flitscope::tb
