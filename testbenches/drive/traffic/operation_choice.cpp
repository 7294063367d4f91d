#include "testbenches/drive/traffic/operation_choice.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

bool below(std::uint64_t bits, std::uint64_t threshold) {
    return bits < threshold || threshold == UINT64_MAX;
}

}  // namespace

OperationChoice::OperationChoice(const TrafficConfig& traffic, topo::NodeId nodes,
                                 std::uint64_t seed)
    : broadcast_root_(traffic.broadcast.root),
      multicast_(traffic.multicast),
      collective_root_(traffic.collective.exchange.root),
      kind_random_(seed, RandomPurpose::operation),
      set_random_(seed, RandomPurpose::destination_set),
      taken_(static_cast<std::size_t>(nodes), false) {
    double fraction = 0;
    for (const OperationKind kind : kAllOperations) {
        fraction += traffic.fraction(kind);
        below_[index_of(kind)] = probability_threshold(std::min(1.0, fraction));
    }
}

OperationChoice::Chosen OperationChoice::of(const rtl::Message& place, const TraceRow* line) {
    if (line != nullptr) {
        return {line->operation, false, line->destinations};
    }
    const std::uint64_t bits = kind_random_.at(place.source, place.sequence);
    if (below(bits, below_[index_of(OperationKind::broadcast)])) {
        return {OperationKind::broadcast, broadcast_root_ && *broadcast_root_ != place.source};
    }
    if (below(bits, below_[index_of(OperationKind::multicast)])) {
        if (!multicast_.made_by(place.source)) {
            return {OperationKind::multicast, true};
        }
        return {OperationKind::multicast, false,
                multicast_.set.empty() ? draw_destinations(place) : multicast_.set};
    }
    if (below(bits, below_[index_of(OperationKind::collective)])) {
        return {OperationKind::collective, collective_root_ != place.source};
    }
    return {};
}

/// k different nodes, never the source: Floyd's algorithm on the ranks of the other nodes.
std::vector<topo::NodeId> OperationChoice::draw_destinations(const rtl::Message& place) {
    const std::uint64_t others = taken_.size() - 1;
    const auto count = static_cast<std::uint64_t>(multicast_.destinations);
    const std::uint64_t drawn = set_random_.at(place.source, place.sequence);
    std::vector<topo::NodeId> nodes;
    for (std::uint64_t last = others - count; last < others; ++last) {
        std::uint64_t rank = scaled(mix64(drawn + last), last + 1);
        rank = taken_[rank] ? last : rank;
        taken_[rank] = true;
        nodes.push_back(static_cast<topo::NodeId>(rank));
    }
    for (topo::NodeId& node : nodes) {
        taken_[static_cast<std::size_t>(node)] = false;
        node += node >= place.source ? 1 : 0;
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

}  // namespace flitscope::tb
