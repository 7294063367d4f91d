// Algorithm `pairwise`: all_to_all in N - 1 steps, each operand in a message of its own: in step s
// node i exchanges with i xor s where N is a power of two, otherwise it sends to i + s and receives
// from i - s modulo N (Thakur, Rabenseifner and Gropp, 2005, section 4.4). A node begins a step
// when it has received the message of the step before.
#include "common/bits.h"
#include "tlm/collectives/exchange/exchange_registry.h"

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
