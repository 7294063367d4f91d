#pragma once

#include <cstdint>
#include <vector>

#include "tlm/collectives/plan.h"

namespace flitscope::tl {

/// Who waits for what in a plan: a node sends what it has to send in a step when it has all copies
/// that it gets in earlier steps.
class PlanOrder {
public:
    /// What one node sends in one step.
    struct Sends {
        topo::NodeId node;
        int step;
        std::uint32_t needs;        ///< of its receipts, in their order, before it may send
        std::uint32_t first, last;  ///< in Plan::by_sender(), `last` excluded
    };
    /// One copy that a node gets.
    struct Receipt {
        topo::NodeId node;
        int step;
        std::uint32_t message;  ///< in Plan::messages()
    };
    /// A node that sends or gets something.
    struct Member {
        topo::NodeId node;
        std::uint32_t first_sends, last_sends;      ///< in sends(), `last` excluded
        std::uint32_t first_receipt, last_receipt;  ///< in receipts()
    };

    PlanOrder(const topo::Topology& topology, Plan plan);

    const Plan& plan() const { return plan_; }
    const std::vector<Member>& members() const { return members_; }     ///< by node
    const std::vector<Sends>& sends() const { return sends_; }          ///< by (node, step)
    const std::vector<Receipt>& receipts() const { return receipts_; }  ///< by (node, step)
    /// Place of a node in members(). Throws std::logic_error for one that is none.
    std::size_t member(topo::NodeId node) const;

private:
    void find_receipts(const topo::Topology& topology);
    void find_sends();
    void find_members();

    Plan plan_;
    std::vector<Receipt> receipts_;
    std::vector<Sends> sends_;
    std::vector<Member> members_;
};

/// How far a plan is, by the copies that nodes have got.
class PlanProgress {
public:
    using Ready = std::vector<const PlanOrder::Sends*>;

    /// Keeps a pointer.
    explicit PlanProgress(const PlanOrder& order);

    /// Appends what nodes send without waiting for anything. Once, before the first copy.
    void begin(Ready& ready);
    /// A copy of message `message` of the plan has come to a node. Appends what that node may send
    /// now. Throws std::logic_error for a copy that the plan does not have, or that came before.
    void received(std::uint32_t message, topo::NodeId node, Ready& ready);
    bool complete() const { return missing_ == 0; }

private:
    /// Of a member; both in its own order.
    struct State {
        std::uint32_t settled = 0;  ///< receipts that came, and none before them is missing
        std::uint32_t next = 0;     ///< of its sends
    };
    void release(std::size_t member, Ready& ready);
    std::uint32_t receipt_of(const PlanOrder::Member& member, std::uint32_t message) const;

    const PlanOrder* order_;
    std::vector<State> states_;  ///< [member]
    std::vector<bool> come_;     ///< [receipt]
    std::size_t missing_;
};

}  // namespace flitscope::tl
