#include "tlm/collectives/plan_order.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "tlm/collectives/plan_walk.h"

namespace flitscope::tl {

PlanOrder::PlanOrder(const topo::Topology& topology, Plan plan) : plan_(std::move(plan)) {
    find_receipts(topology);
    find_sends();
    find_members();
}

void PlanOrder::find_receipts(const topo::Topology& topology) {
    PlanWalk walk(topology, plan_);
    for (std::uint32_t i = 0; i < plan_.messages().size(); ++i) {
        const PlanMessage& message = plan_.messages()[i];
        const rtl::HeaderEntry* const first = plan_.addresses(message);
        const rtl::HeaderEntry* const last = first + message.address_count;
        if (std::all_of(first, last, [](auto& e) { return e.control == rtl::Control::pass; })) {
            std::for_each(first, last, [&](const rtl::HeaderEntry& entry) {  // a list
                receipts_.push_back({entry.address, message.step, i});
            });
            continue;
        }
        for (const topo::NodeId node : walk.follow(message).receivers()) {
            receipts_.push_back({node, message.step, i});
        }
    }
    std::sort(receipts_.begin(), receipts_.end(), [](const Receipt& a, const Receipt& b) {
        return std::tie(a.node, a.step, a.message) < std::tie(b.node, b.step, b.message);
    });
}

void PlanOrder::find_sends() {
    const std::vector<std::uint32_t>& by_sender = plan_.by_sender();
    for (std::uint32_t i = 0; i < by_sender.size(); ++i) {
        const PlanMessage& message = plan_.messages()[by_sender[i]];
        if (sends_.empty() || sends_.back().node != message.from ||
            sends_.back().step != message.step) {
            sends_.push_back({message.from, message.step, 0, i, i});
        }
        sends_.back().last = i + 1;
    }
}

void PlanOrder::find_members() {
    std::uint32_t s = 0;
    std::uint32_t r = 0;
    while (s < sends_.size() || r < receipts_.size()) {
        const topo::NodeId node = r == receipts_.size() ? sends_[s].node
                                  : s == sends_.size()
                                      ? receipts_[r].node
                                      : std::min(sends_[s].node, receipts_[r].node);
        Member& member = members_.emplace_back(Member{node, s, s, r, r});
        for (; r < receipts_.size() && receipts_[r].node == node; ++r) {
        }
        std::uint32_t needed = member.first_receipt;
        for (; s < sends_.size() && sends_[s].node == node; ++s) {
            while (needed < r && receipts_[needed].step < sends_[s].step) {
                ++needed;
            }
            sends_[s].needs = needed - member.first_receipt;
        }
        member.last_sends = s;
        member.last_receipt = r;
    }
}

std::size_t PlanOrder::member(topo::NodeId node) const {
    const auto found =
        std::lower_bound(members_.begin(), members_.end(), node,
                         [](const Member& member, topo::NodeId at) { return member.node < at; });
    if (found == members_.end() || found->node != node) {
        throw std::logic_error("node " + std::to_string(node) + " has no part in the plan of " +
                               plan_.algorithm());
    }
    return static_cast<std::size_t>(found - members_.begin());
}

PlanProgress::PlanProgress(const PlanOrder& order)
    : order_(&order),
      states_(order.members().size()),
      come_(order.receipts().size(), false),
      missing_(order.receipts().size()) {}

void PlanProgress::begin(Ready& ready) {
    for (std::size_t member = 0; member < states_.size(); ++member) {
        release(member, ready);
    }
}

/// Its place in receipts(), or last_receipt.
std::uint32_t PlanProgress::receipt_of(const PlanOrder::Member& member,
                                       std::uint32_t message) const {
    const auto first = order_->receipts().begin();
    const int step = order_->plan().messages().at(message).step;
    const auto found = std::lower_bound(first + member.first_receipt, first + member.last_receipt,
                                        std::tie(step, message),
                                        [](const PlanOrder::Receipt& each, const auto& wanted) {
                                            return std::tie(each.step, each.message) < wanted;
                                        });
    const auto place = static_cast<std::uint32_t>(found - first);
    return place < member.last_receipt && found->message == message ? place : member.last_receipt;
}

void PlanProgress::received(std::uint32_t message, topo::NodeId node, Ready& ready) {
    const std::size_t at = order_->member(node);
    const PlanOrder::Member& member = order_->members()[at];
    const std::uint32_t receipt = receipt_of(member, message);
    if (receipt == member.last_receipt || come_[receipt]) {
        throw std::logic_error("node " + std::to_string(node) + " got a copy of message " +
                               std::to_string(message) + " of " + order_->plan().algorithm() +
                               " that its plan does not have");
    }
    come_[receipt] = true;
    --missing_;
    State& state = states_[at];
    while (member.first_receipt + state.settled < member.last_receipt &&
           come_[member.first_receipt + state.settled]) {
        ++state.settled;
    }
    release(at, ready);
}

void PlanProgress::release(std::size_t member, Ready& ready) {
    const PlanOrder::Member& own = order_->members()[member];
    State& state = states_[member];
    const PlanOrder::Sends* sends = order_->sends().data() + own.first_sends + state.next;
    const PlanOrder::Sends* const end = order_->sends().data() + own.last_sends;
    for (; sends != end && sends->needs <= state.settled; ++sends, ++state.next) {
        ready.push_back(sends);
    }
}

}  // namespace flitscope::tl
