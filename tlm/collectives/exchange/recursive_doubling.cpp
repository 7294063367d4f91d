// Algorithm `recursive_doubling`: in step i, nodes whose numbers differ only in bit i exchange
// their data: log2 N steps, on networks of N = 2^k nodes. all_reduce and barrier combine,
// all_gather doubles what a node has, all_to_all sends the half that belongs to the other side
// (Thakur, Rabenseifner and Gropp, 2005, sections 4.1 and 4.4; Johnsson and Ho, 1989).
#include "common/bits.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

namespace {

using Blocks = std::vector<std::uint32_t>;

/// What `node` sends over bit `bit`.
Blocks sent_across(const ExchangeBuilder& exchange, topo::NodeId node, topo::NodeId bit) {
    if (exchange.combines()) {
        return {0};
    }
    Blocks blocks;
    if (exchange.request().kind == ExchangeKind::all_gather) {
        for (topo::NodeId low = 0; low < bit; ++low) {
            blocks.push_back(static_cast<std::uint32_t>((node & -bit) | low));
        }
        return blocks;
    }
    // It has what agrees with it in the source's bits from `bit` on and in the destination's below.
    const topo::NodeId nodes = exchange.nodes();
    for (topo::NodeId low = 0; low < bit; ++low) {
        for (topo::NodeId high = 0; high < nodes; high += 2 * bit) {
            const topo::NodeId source = (node & -bit) | low;
            const topo::NodeId destination = high | (~node & bit) | (node & (bit - 1));
            blocks.push_back(exchange.block(source, destination));
        }
    }
    return blocks;
}

}  // namespace

ExchangeEntry recursive_doubling_entry() {
    return {"recursive_doubling",
            {ExchangeKind::all_reduce, ExchangeKind::all_gather, ExchangeKind::all_to_all,
             ExchangeKind::barrier},
            [](ExchangeBuilder& exchange) {
                const topo::NodeId nodes = exchange.nodes();
                if (!is_power_of_two(nodes)) {
                    throw OptionError("algorithm", "recursive_doubling does not fit a network of " +
                                                       std::to_string(nodes) +
                                                       " nodes, it needs 2, 4, 8, ... nodes");
                }
                for (topo::NodeId bit = 1; bit < nodes; bit *= 2, exchange.next_step()) {
                    for (topo::NodeId node = 0; node < nodes; ++node) {
                        exchange.send(node, node ^ bit, sent_across(exchange, node, bit),
                                      exchange.combines());
                    }
                }
            }};
}

}  // namespace flitscope::tl
