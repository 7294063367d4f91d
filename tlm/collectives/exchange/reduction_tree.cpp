#include "tlm/collectives/exchange/reduction_tree.h"

#include <stdexcept>

#include "tlm/collectives/exchange/exchange_values.h"

namespace flitscope::tl {

ReductionTree::ReductionTree(const Exchange& exchange)
    : root_(exchange.request().root),
      returns_(exchange.request().kind != ExchangeKind::reduce),
      operation_(reduction_of(exchange.request())),
      parents_(static_cast<std::size_t>(exchange.nodes()), topo::kNoNode),
      up_(parents_.size(), kNoMessage),
      down_(parents_.size()) {
    const Plan& plan = exchange.order().plan();
    const auto wrong = [] { throw std::logic_error("ReductionTree: the exchange is no tree"); };
    for (std::uint32_t number = 0; number < plan.messages().size(); ++number) {
        const PlanMessage& message = plan.messages()[number];
        const auto from = static_cast<std::size_t>(message.from);
        if (!exchange.load(number).combine) {
            down_[from].push_back(number);
        } else if (up_[from] != kNoMessage) {
            wrong();
        } else {
            up_[from] = number;
            parents_[from] = plan.addresses(message)->address;
        }
    }
    for (topo::NodeId node = 0; node < nodes(); ++node) {
        if ((up(node) == kNoMessage) != (node == root_)) {
            wrong();
        }
    }
}

rtl::ReductionSetup ReductionTree::setup(int entries) const {
    rtl::ReductionSetup setup;
    setup.entries = entries;
    setup.operation = operation_;
    setup.back = returns_;
    setup.parents = parents_;
    setup.children.assign(parents_.size(), 0);
    for (const topo::NodeId parent : parents_) {
        if (parent != topo::kNoNode) {
            ++setup.children[static_cast<std::size_t>(parent)];
        }
    }
    return setup;
}

rtl::Operand ReductionTree::operand(std::uint64_t seed, topo::NodeId node,
                                    std::uint32_t length) const {
    std::vector<std::uint64_t> elements;
    elements.reserve(length);
    for (std::uint32_t i = 0; i < length; ++i) {
        elements.push_back(operand_of(seed, node, i));
    }
    return std::make_shared<const std::vector<std::uint64_t>>(std::move(elements));
}

rtl::Operand ReductionTree::result(std::uint64_t seed, std::uint32_t length) const {
    std::vector<std::uint64_t> elements = *operand(seed, 0, length);
    for (topo::NodeId node = 1; node < nodes(); ++node) {
        for (std::uint32_t i = 0; i < length; ++i) {
            elements[i] = rtl::combined(operation_, elements[i], operand_of(seed, node, i));
        }
    }
    return std::make_shared<const std::vector<std::uint64_t>>(std::move(elements));
}

}  // namespace flitscope::tl
