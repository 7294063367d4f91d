#pragma once

#include <cstdint>
#include <vector>

#include "tlm/collectives/plan.h"

namespace flitscope::tl {

/// The dependencies of a plan: a node sends its messages of a step when it has all copies that it
/// receives in earlier steps.
class PlanOrder {
public:
    /// The messages of one node in one step.
    struct Sends {
        topo::NodeId node;
        int step;
        std::uint32_t needs;        ///< of its receipts, in their order, before it may send
        std::uint32_t first, last;  ///< in Plan::by_sender(), `last` excluded
    };
    /// One copy that a node receives.
    struct Receipt {
        topo::NodeId node;
        int step;
        std::uint32_t message;  ///< in Plan::messages()
    };
    /// A node that sends or receives.
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
    /// Index of a node in members(). Throws std::logic_error for a node that is not a member.
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

/// The progress of a plan, by the copies that nodes have received.
class PlanProgress {
public:
    using Ready = std::vector<const PlanOrder::Sends*>;

    /// Keeps a pointer.
    explicit PlanProgress(const PlanOrder& order);

    /// Appends the messages that nodes send without waiting. Call it once, before the first copy.
    void begin(Ready& ready);
    /// A copy of message `message` of the plan has arrived at a node. Appends the messages that the
    /// node may send now. Throws std::logic_error for a copy that is not in the plan or that
    /// arrived before.
    void received(std::uint32_t message, topo::NodeId node, Ready& ready);
    bool complete() const { return missing_ == 0; }

private:
    /// State of a member; both counts in its own order.
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
