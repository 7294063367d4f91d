#include "tlm/collectives/exchange/pairwise.h"

#include "common/bits.h"

namespace flitscope::tl {

ExchangeEntry pairwise_entry() {
    return {"pairwise", {ExchangeKind::all_to_all}, [](ExchangeBuilder& exchange) {
                const topo::NodeId nodes = exchange.nodes();
                const bool pairs = is_power_of_two(nodes);
                for (topo::NodeId step = 1; step < nodes; ++step, exchange.next_step()) {
                    for (topo::NodeId from = 0; from < nodes; ++from) {
                        const topo::NodeId to = pairs ? from ^ step : (from + step) % nodes;
                        exchange.send(from, to, {exchange.block(from, to)});
                    }
                }
            }};
}

}  // namespace flitscope::tl
