#pragma once

#include "rtl_models/router/contract/network.h"
#include "tlm/collectives/exchange/exchange.h"

namespace flitscope::tb {

/// The least number of cycles that a collective takes from its generation with any algorithm: the
/// start-up, plus the maximum of three times: for the farthest pair of nodes, for what a node must
/// send or receive through its ports, and for what must cross the channels of the bisection
/// (docs/collectives.md, "What no algorithm can beat").
class CollectiveBound {
public:
    /// Not for `service: redrawn`. Keeps no pointers. If the topology has no closed forms and more
    /// than topo::kMaxBoundedNodes nodes, the farthest node is that of the root, and the bisection
    /// is ignored.
    CollectiveBound(const rtl::NetworkDescription& description, const tl::ExchangeRequest& request,
                    rtl::Cycle startup);

    rtl::Cycle cycles(std::uint32_t length) const;

private:
    /// The rate at which a node can send or receive.
    struct Width {
        int ports;     ///< of the node, a flit a cycle each
        int channels;  ///< of its router, a flit every cycles_per_flit_ each
    };
    struct Nodes {
        Width root, narrowest, narrowest_but_root, widest;
    };
    struct Way {
        int hops = 0;
        rtl::Cycle cycles = 0;  ///< of a message of one flit, at zero load
    };
    rtl::Cycle sent(std::int64_t flits, const Width& width, const Way& way) const;
    rtl::Cycle received(std::int64_t flits, const Width& width, const Way& way) const;
    rtl::Cycle over_ports(std::int64_t operand) const;
    std::int64_t over_bisection(std::int64_t operand) const;

    tl::ExchangeKind kind_;
    std::int64_t nodes_;
    rtl::Cycle startup_;
    rtl::Cycle cycles_per_flit_;  ///< of the fastest links
    rtl::Cycle saved_;            ///< by a flit that is no head, in each router
    Way neighbour_;
    Way farthest_;
    std::int64_t bisection_ = 0;  ///< links; 0: not known
    Nodes out_{}, in_{};
};

}  // namespace flitscope::tb
