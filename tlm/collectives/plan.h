#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/header.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tl {

/// The part of the operation's data that a message carries.
enum class PlanPart : std::uint8_t { whole, first_half, second_half };

struct PlanMessage {
    topo::NodeId from = 0;
    topo::NodeId first_hop = topo::kNoNode;  ///< neighbour it must leave to; kNoNode: as routed
    int step = 0;                            ///< 0..Plan::steps()-1
    PlanPart part = PlanPart::whole;
    std::uint32_t first_address = 0;  ///< in Plan::addresses()
    std::uint32_t address_count = 0;
};

/// A schedule by which one message reaches many nodes: senders, receivers, contents and order. It
/// is the result of a broadcast or multicast algorithm and has no notion of time.
///
/// A plan consists of *steps*: a node sends in a step only what it received completely in earlier
/// steps, unless it is the source. All messages follow one routing function.
class Plan {
public:
    struct Range {
        const PlanMessage* first;
        const PlanMessage* last;
        const PlanMessage* begin() const { return first; }
        const PlanMessage* end() const { return last; }
        std::size_t size() const { return static_cast<std::size_t>(last - first); }
    };

    const std::string& algorithm() const { return algorithm_; }
    topo::NodeId source() const { return source_; }
    const topo::RoutingFunction& routing() const { return *routing_; }
    /// May outlive the plan.
    const std::shared_ptr<const topo::RoutingFunction>& shared_routing() const { return routing_; }

    /// Its place in the algorithm's collective_routings().
    int routing_number() const { return routing_number_; }

    int steps() const { return static_cast<int>(step_begins_.size()) - 1; }
    /// In the order of the algorithm, step by step.
    const std::vector<PlanMessage>& messages() const { return messages_; }
    Range step(int index) const;
    /// The first address of a message; there are `address_count`.
    const rtl::HeaderEntry* addresses(const PlanMessage& message) const {
        return addresses_.data() + message.first_address;
    }
    /// Numbers in messages(), by sender and step: what a node sends as soon as it has received the
    /// data (the source: at once).
    const std::vector<std::uint32_t>& by_sender() const { return by_sender_; }

private:
    friend class PlanBuilder;

    std::string algorithm_;
    topo::NodeId source_ = 0;
    std::shared_ptr<const topo::RoutingFunction> routing_;
    int routing_number_ = 0;
    std::vector<PlanMessage> messages_;
    std::vector<rtl::HeaderEntry> addresses_;
    std::vector<std::size_t> step_begins_{0};  ///< in messages_; one more than there are steps
    std::vector<std::uint32_t> by_sender_;     ///< messages by (from, step)
};

/// The header with which a message of a plan travels, for rtl::Message::header or
/// MessageExtension::worms. `first_routing`: number of the algorithm's first routing among the
/// header routings of the network.
rtl::Header worm_of(const Plan& plan, const PlanMessage& message, const topo::Topology& topology,
                    int first_routing = 0);

/// An algorithm writes its plan with this.
class PlanBuilder {
public:
    PlanBuilder(const std::string& algorithm, topo::NodeId source);

    topo::NodeId source() const { return plan_.source_; }

    /// Sets the routing of all messages. Call it once. `number`: Plan::routing_number.
    void route_by(std::shared_ptr<const topo::RoutingFunction> routing, int number = 0);

    /// Begins the next step. A step without messages does not count.
    void next_step();
    /// Adds a message to one node.
    void send(topo::NodeId from, topo::NodeId to, PlanPart part = PlanPart::whole);
    /// Adds a message with this header.
    void send(topo::NodeId from, const std::vector<rtl::HeaderEntry>& addresses,
              topo::NodeId first_hop = topo::kNoNode, PlanPart part = PlanPart::whole);

    Plan finish();

private:
    Plan plan_;
};

}  // namespace flitscope::tl
