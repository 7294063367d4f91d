// Algorithm `tree` uses the tree of a broadcast. Its messages backwards, last step first, bring the
// data of the subtrees to the root, combined or concatenated. Forwards they bring every node what
// it lacks. reduce and gather are the first half only.
//
// It takes as many steps as the broadcast, twice as many if all nodes get the result. A node sends
// only after it has received from all its children.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

namespace {

Plan broadcast_of(const ExchangeBuilder& exchange) {
    const ExchangeRequest& request = exchange.request();
    const std::vector<std::string> trees = exchange_trees();
    if (std::find(trees.begin(), trees.end(), request.tree) == trees.end()) {
        throw OptionError("tree",
                          "\"" + request.tree + "\" is no broadcast along a tree of messages");
    }
    PlanRequest broadcast;
    broadcast.source = request.root;
    broadcast.one_port = request.one_port;
    try {
        return make_plan(find_collective(request.tree), exchange.topology(), exchange.unicast(),
                         broadcast);
    } catch (const OptionError& error) {
        throw OptionError("tree", error.what());
    }
}

/// What the nodes have of what is gathered: numbers in ascending order.
using Blocks = std::vector<std::uint32_t>;

void write_tree(ExchangeBuilder& exchange) {
    const Plan broadcast = broadcast_of(exchange);
    const bool combines = exchange.combines();
    std::vector<Blocks> have(static_cast<std::size_t>(exchange.nodes()));
    for (std::uint32_t node = 0; node < have.size(); ++node) {
        have[node] = {combines ? 0 : node};
    }
    const auto child = [&](const PlanMessage& message) {
        return broadcast.addresses(message)->address;
    };
    for (int step = broadcast.steps() - 1; step >= 0; --step, exchange.next_step()) {
        for (const PlanMessage& message : broadcast.step(step)) {
            const Blocks& of_child = have[static_cast<std::size_t>(child(message))];
            exchange.send(child(message), message.from, of_child, combines);
            if (!combines) {
                Blocks& own = have[static_cast<std::size_t>(message.from)];
                const auto middle = own.insert(own.end(), of_child.begin(), of_child.end());
                std::inplace_merge(own.begin(), middle, own.end());
            }
        }
    }
    const ExchangeKind kind = exchange.request().kind;
    if (kind == ExchangeKind::reduce || kind == ExchangeKind::gather) {
        return;
    }
    Blocks all(combines ? 1 : have.size());
    std::iota(all.begin(), all.end(), 0U);
    for (int step = 0; step < broadcast.steps(); ++step, exchange.next_step()) {
        for (const PlanMessage& message : broadcast.step(step)) {
            Blocks missing = all;
            if (!combines) {
                const Blocks& has = have[static_cast<std::size_t>(child(message))];
                missing.clear();
                std::set_difference(all.begin(), all.end(), has.begin(), has.end(),
                                    std::back_inserter(missing));
            }
            exchange.send(message.from, child(message), missing);
        }
    }
}

}  // namespace

ExchangeEntry tree_entry() {
    ExchangeEntry entry{"tree",
                        {ExchangeKind::reduce, ExchangeKind::all_reduce, ExchangeKind::gather,
                         ExchangeKind::all_gather, ExchangeKind::barrier},
                        write_tree};
    entry.has_tree = true;
    return entry;
}

}  // namespace flitscope::tl
