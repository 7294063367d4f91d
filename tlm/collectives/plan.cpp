#include "tlm/collectives/plan.h"

#include <algorithm>
#include <numeric>

#include "topologies/live_graph.h"

namespace flitscope::tl {

Plan::Range Plan::step(int index) const {
    const auto at = static_cast<std::size_t>(index);
    return {messages_.data() + step_begins_[at], messages_.data() + step_begins_[at + 1]};
}

rtl::Header worm_of(const Plan& plan, const PlanMessage& message, const topo::Topology& topology,
                    int first_routing) {
    const rtl::HeaderEntry* const entries = plan.addresses(message);
    rtl::Header worm;
    worm.entries.assign(entries, entries + message.address_count);
    worm.routing = first_routing + plan.routing_number();
    if (message.first_hop != topo::kNoNode) {
        worm.first_port = topo::ports_to(topology, message.from, message.first_hop).front();
    }
    return worm;
}

PlanBuilder::PlanBuilder(const std::string& algorithm, topo::NodeId source) {
    plan_.algorithm_ = algorithm;
    plan_.source_ = source;
}

void PlanBuilder::route_by(std::shared_ptr<const topo::RoutingFunction> routing, int number) {
    plan_.routing_ = std::move(routing);
    plan_.routing_number_ = number;
}

void PlanBuilder::next_step() {
    if (plan_.step_begins_.back() != plan_.messages_.size()) {
        plan_.step_begins_.push_back(plan_.messages_.size());
    }
}

void PlanBuilder::send(topo::NodeId from, topo::NodeId to, PlanPart part) {
    plan_.messages_.push_back({from, topo::kNoNode, plan_.steps(), part,
                               static_cast<std::uint32_t>(plan_.addresses_.size()), 1});
    plan_.addresses_.push_back({to});
}

void PlanBuilder::send(topo::NodeId from, const std::vector<rtl::HeaderEntry>& addresses,
                       topo::NodeId first_hop, PlanPart part) {
    plan_.messages_.push_back({from, first_hop, plan_.steps(), part,
                               static_cast<std::uint32_t>(plan_.addresses_.size()),
                               static_cast<std::uint32_t>(addresses.size())});
    plan_.addresses_.insert(plan_.addresses_.end(), addresses.begin(), addresses.end());
}

Plan PlanBuilder::finish() {
    next_step();
    plan_.by_sender_.resize(plan_.messages_.size());
    std::iota(plan_.by_sender_.begin(), plan_.by_sender_.end(), 0U);
    std::stable_sort(plan_.by_sender_.begin(), plan_.by_sender_.end(), [&](auto a, auto b) {
        return plan_.messages_[a].from < plan_.messages_[b].from;
    });
    return std::move(plan_);
}

}  // namespace flitscope::tl
