#include "tlm/collectives/exchange/exchange.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::tl {

bool Exchange::combines() const {
    return request_.kind == ExchangeKind::reduce || request_.kind == ExchangeKind::all_reduce ||
           request_.kind == ExchangeKind::barrier;
}

std::int64_t Exchange::flits(std::uint32_t message, std::uint32_t length) const {
    const Load& load = loads_[message];
    if (request_.kind == ExchangeKind::barrier) {
        return 1;
    }
    if (!combines()) {
        return std::int64_t{load.count} * length;
    }
    std::int64_t flits = 0;
    for (std::uint32_t i = load.first; i < load.first + load.count; ++i) {
        const std::int64_t piece = blocks_[i];
        flits += (piece + 1) * length / cuts_ - piece * length / cuts_;
    }
    return std::max<std::int64_t>(flits, 1);
}

std::int64_t Exchange::most_flits(std::uint32_t length) const {
    std::int64_t most = 0;
    for (std::uint32_t message = 0; message < loads_.size(); ++message) {
        most = std::max(most, flits(message, length));
    }
    return most;
}

ExchangeBuilder::ExchangeBuilder(const std::string& algorithm, const topo::Topology& topology,
                                 std::shared_ptr<const topo::RoutingFunction> unicast,
                                 const ExchangeRequest& request)
    : topology_(&topology),
      unicast_(std::move(unicast)),
      algorithm_(algorithm),
      plan_(algorithm, request.root) {
    plan_.route_by(unicast_);
    exchange_.request_ = request;
    exchange_.nodes_ = topology.nodes();
}

void ExchangeBuilder::send(topo::NodeId from, topo::NodeId to,
                           const std::vector<std::uint32_t>& blocks, bool combine) {
    if (exchange_.loads_.size() == kMostMessages ||
        exchange_.blocks_.size() + blocks.size() > kMostBlocks) {
        throw OptionError("algorithm",
                          algorithm_ + " takes more than " + std::to_string(kMostMessages) +
                              " messages or " + std::to_string(kMostBlocks) +
                              " operands in messages on a network of " + std::to_string(nodes()) +
                              " nodes, which is too many for this version");
    }
    plan_.send(from, to);
    exchange_.loads_.push_back({static_cast<std::uint32_t>(exchange_.blocks_.size()),
                                static_cast<std::uint32_t>(blocks.size()), combine});
    exchange_.blocks_.insert(exchange_.blocks_.end(), blocks.begin(), blocks.end());
}

Exchange ExchangeBuilder::finish() {
    exchange_.order_ = std::make_shared<const PlanOrder>(*topology_, plan_.finish());
    return std::move(exchange_);
}

}  // namespace flitscope::tl
