#include "tlm/collectives/exchange/exchange_values.h"

#include "common/mix64.h"

namespace flitscope::tl {

std::uint64_t operand_of(std::uint64_t seed, topo::NodeId node, std::uint32_t block) {
    return mix64(mix64(seed + static_cast<std::uint64_t>(node)) + block);
}

ExchangeValues::ExchangeValues(const Exchange& exchange, std::uint64_t seed)
    : exchange_(&exchange),
      seed_(seed),
      operation_(reduction_of(exchange.request())),
      have_(static_cast<std::size_t>(exchange.nodes())),
      taken_(have_.size(), 0),
      carried_(exchange.order().plan().messages().size()),
      come_(carried_.size(), false),
      lacked_(have_.size(), false) {
    const auto nodes = static_cast<std::uint32_t>(exchange.nodes());
    for (const PlanOrder::Member& member : exchange.order().members()) {
        auto& own = have_[exchange.order().member(member.node)];
        const auto node = static_cast<std::uint32_t>(member.node);
        if (exchange.combines()) {
            for (std::uint32_t piece = 0; piece < static_cast<std::uint32_t>(exchange.cuts());
                 ++piece) {
                own[piece] = operand(member.node, piece);
            }
        } else if (exchange.request().kind == ExchangeKind::all_to_all) {
            for (std::uint32_t to = 0; to < nodes; ++to) {
                own[node * nodes + to] = operand(member.node, to);
            }
        } else {
            own[node] = operand(member.node, 0);
        }
    }
}

std::uint64_t ExchangeValues::operand(topo::NodeId node, std::uint32_t block) const {
    return operand_of(seed_, node, block);
}

/// The first `receipts` of a member are combined with, or added to, what it has.
void ExchangeValues::take(std::size_t member, std::uint32_t receipts) {
    const PlanOrder& order = exchange_->order();
    for (; taken_[member] < receipts; ++taken_[member]) {
        const std::uint32_t message =
            order.receipts()[order.members()[member].first_receipt + taken_[member]].message;
        if (!come_[message]) {
            lacked_[member] = true;
            continue;
        }
        const Exchange::Load& load = exchange_->load(message);
        for (std::uint32_t i = 0; i < load.count; ++i) {
            std::uint64_t& own = have_[member][exchange_->blocks()[load.first + i]];
            const std::uint64_t value = carried_[message][i];
            own = load.combine ? combined(operation_, own, value) : value;
        }
        carried_[message] = {};
    }
}

void ExchangeValues::sent(const PlanOrder::Sends& sends) {
    const PlanOrder& order = exchange_->order();
    const std::size_t member = order.member(sends.node);
    take(member, sends.needs);
    for (std::uint32_t i = sends.first; i < sends.last; ++i) {
        const std::uint32_t message = order.plan().by_sender()[i];
        const Exchange::Load& load = exchange_->load(message);
        for (std::uint32_t at = load.first; at < load.first + load.count; ++at) {
            const auto own = have_[member].find(exchange_->blocks()[at]);
            lacked_[member] = lacked_[member] || own == have_[member].end();
            carried_[message].push_back(own == have_[member].end() ? 0 : own->second);
        }
    }
}

bool ExchangeValues::has(std::size_t member, std::uint32_t block, std::uint64_t value) const {
    const auto found = have_[member].find(block);
    return found != have_[member].end() && found->second == value;
}

/// All operands combined, by piece.
ExchangeValues::Values ExchangeValues::reduced() const {
    Values results;
    for (std::uint32_t piece = 0; piece < static_cast<std::uint32_t>(exchange_->cuts()); ++piece) {
        results.push_back(operand(0, piece));
        for (topo::NodeId node = 1; node < exchange_->nodes(); ++node) {
            results.back() = combined(operation_, results.back(), operand(node, piece));
        }
    }
    return results;
}

bool ExchangeValues::is_right(std::size_t member, const Values& results) {
    const topo::NodeId node = exchange_->order().members()[member].node;
    const ExchangeRequest& request = exchange_->request();
    const bool to_root =
        request.kind == ExchangeKind::reduce || request.kind == ExchangeKind::gather;
    if (to_root && node != request.root) {
        return true;
    }
    for (std::uint32_t piece = 0; piece < results.size(); ++piece) {
        if (!has(member, piece, results[piece])) {
            return false;
        }
    }
    const auto nodes = static_cast<std::uint32_t>(exchange_->nodes());
    const auto own = static_cast<std::uint32_t>(node);
    for (std::uint32_t from = 0; from < nodes && !exchange_->combines(); ++from) {
        const auto source = static_cast<topo::NodeId>(from);
        const bool right = request.kind == ExchangeKind::all_to_all
                               ? has(member, from * nodes + own, operand(source, own))
                               : has(member, from, operand(source, 0));
        if (!right) {
            return false;
        }
    }
    return true;
}

std::int64_t ExchangeValues::wrong_results() {
    const std::vector<PlanOrder::Member>& members = exchange_->order().members();
    const Values results = exchange_->combines() ? reduced() : Values{};
    std::int64_t wrong = 0;
    for (std::size_t member = 0; member < members.size(); ++member) {
        take(member, members[member].last_receipt - members[member].first_receipt);
        wrong += lacked_[member] || !is_right(member, results) ? 1 : 0;
    }
    return wrong + static_cast<std::int64_t>(have_.size() - members.size());
}

}  // namespace flitscope::tl
