// Algorithm `dissemination`: in step i every node sends to the one 2^i further on, modulo N:
// ceil(log2 N) steps on any network (Hensgen, Finkel and Manber, 1988; with operands Bruck et al.,
// 1997). barrier and all_reduce combine, where some operands get in twice unless N is a power of
// two, so that all_reduce needs an operation that this does no harm. all_gather sends what the
// receiver lacks, all_to_all what has a distance with bit i.
#include <algorithm>

#include "common/bits.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

namespace {

using Blocks = std::vector<std::uint32_t>;

/// What `node` sends to the one `distance` further on.
Blocks sent(const ExchangeBuilder& exchange, topo::NodeId node, topo::NodeId distance) {
    if (exchange.combines()) {
        return {0};
    }
    const topo::NodeId nodes = exchange.nodes();
    const auto before = [&](topo::NodeId back) { return (node + nodes - back) % nodes; };
    Blocks blocks;
    if (exchange.request().kind == ExchangeKind::all_gather) {
        for (topo::NodeId back = 0; back < std::min(distance, nodes - distance); ++back) {
            blocks.push_back(static_cast<std::uint32_t>(before(back)));
        }
        return blocks;
    }
    // A block goes its way in the lower bits first.
    for (topo::NodeId way = distance; way < nodes; ++way) {
        if ((way & distance) != 0) {
            const topo::NodeId source = before(way & (distance - 1));
            blocks.push_back(exchange.block(source, (source + way) % nodes));
        }
    }
    return blocks;
}

void require_fitting_operation(const ExchangeBuilder& exchange) {
    const ExchangeRequest& request = exchange.request();
    if (request.kind == ExchangeKind::all_reduce && !is_idempotent(request.operation) &&
        !is_power_of_two(exchange.nodes())) {
        throw OptionError("operation",
                          "dissemination combines some operands twice on a network of " +
                              std::to_string(exchange.nodes()) +
                              " nodes: it needs min, max, and, or, or 2, 4, 8, ... nodes");
    }
}

}  // namespace

ExchangeEntry dissemination_entry() {
    return {"dissemination",
            {ExchangeKind::all_reduce, ExchangeKind::all_gather, ExchangeKind::all_to_all,
             ExchangeKind::barrier},
            [](ExchangeBuilder& exchange) {
                require_fitting_operation(exchange);
                const topo::NodeId nodes = exchange.nodes();
                for (topo::NodeId distance = 1; distance < nodes;
                     distance *= 2, exchange.next_step()) {
                    for (topo::NodeId node = 0; node < nodes; ++node) {
                        exchange.send(node, (node + distance) % nodes,
                                      sent(exchange, node, distance), exchange.combines());
                    }
                }
            }};
}

}  // namespace flitscope::tl
