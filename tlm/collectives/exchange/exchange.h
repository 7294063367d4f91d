#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/reduction_unit.h"
#include "tlm/collectives/plan_order.h"

namespace flitscope::tl {

/// A collective operation of all nodes. Every node begins with an operand.
enum class ExchangeKind : std::uint8_t {
    reduce,      ///< the root gets all operands combined
    all_reduce,  ///< every node does
    gather,      ///< the root gets the operands of all nodes
    all_gather,  ///< every node does
    all_to_all,  ///< every node gets from each other one an operand of its own
    barrier      ///< no node continues before all have arrived
};

/// Whether operands are combined as the request says.
constexpr bool combines_operands(ExchangeKind kind) {
    return kind == ExchangeKind::reduce || kind == ExchangeKind::all_reduce;
}

/// The operation that combines operands.
using rtl::combined;
using rtl::is_idempotent;
using rtl::Reduction;

struct ExchangeRequest {
    ExchangeKind kind = ExchangeKind::all_reduce;
    topo::NodeId root = 0;          ///< who gets the result of reduce and gather; root of a tree
    std::string tree = "binomial";  ///< broadcast algorithm whose messages are the tree
    Reduction operation = Reduction::sum;
    bool one_port = false;  ///< PlanRequest::one_port, of the tree
};
/// The operation that combines values in the end; a barrier, whose values are never read, uses one
/// of them.
constexpr Reduction reduction_of(const ExchangeRequest& request) {
    return request.kind == ExchangeKind::barrier ? Reduction::max : request.operation;
}

/// A plan to which every node contributes, with the contents of its messages: numbered *blocks*.
///
/// reduce, all_reduce, barrier: pieces of an operand, 0..cuts()-1, of which every node has its own
/// from the beginning. gather, all_gather: block i is the operand of node i. all_to_all: block s *
/// nodes + d is the operand of node s for node d.
class Exchange {
public:
    struct Load {
        std::uint32_t first = 0;  ///< in blocks()
        std::uint32_t count = 0;
        bool combine = false;  ///< with the receiver's block; otherwise it replaces that
    };

    const ExchangeRequest& request() const { return request_; }
    topo::NodeId nodes() const { return nodes_; }
    const PlanOrder& order() const { return *order_; }
    /// May outlive the exchange.
    const std::shared_ptr<const PlanOrder>& shared_order() const { return order_; }
    int cuts() const { return cuts_; }
    bool combines() const;  ///< reduce, all_reduce or barrier

    /// Of a message of the plan.
    const Load& load(std::uint32_t message) const { return loads_[message]; }
    const std::vector<std::uint32_t>& blocks() const { return blocks_; }
    /// Flits of a message if an operand has `length` flits, at least 1. A piece has length / cuts()
    /// flits, rounded so that all have `length`; messages of a barrier have one flit.
    std::int64_t flits(std::uint32_t message, std::uint32_t length) const;
    /// ... of the longest message.
    std::int64_t most_flits(std::uint32_t length) const;

private:
    friend class ExchangeBuilder;

    ExchangeRequest request_;
    topo::NodeId nodes_ = 0;
    int cuts_ = 1;
    std::shared_ptr<const PlanOrder> order_;
    std::vector<Load> loads_;  ///< [message]
    std::vector<std::uint32_t> blocks_;
};

/// The algorithm of an exchange writes it with this.
class ExchangeBuilder {
public:
    static constexpr std::size_t kMostMessages = std::size_t{1} << 21;
    static constexpr std::size_t kMostBlocks = std::size_t{1} << 24;  ///< of all messages

    ExchangeBuilder(const std::string& algorithm, const topo::Topology& topology,
                    std::shared_ptr<const topo::RoutingFunction> unicast,
                    const ExchangeRequest& request);

    const topo::Topology& topology() const { return *topology_; }
    const std::shared_ptr<const topo::RoutingFunction>& unicast() const { return unicast_; }
    const ExchangeRequest& request() const { return exchange_.request_; }
    topo::NodeId nodes() const { return exchange_.nodes_; }
    bool combines() const { return exchange_.combines(); }
    /// The block of all_to_all. It may wrap if there are too many for send() anyway.
    std::uint32_t block(topo::NodeId source, topo::NodeId destination) const {
        return static_cast<std::uint32_t>(source) * static_cast<std::uint32_t>(nodes()) +
               static_cast<std::uint32_t>(destination);
    }

    /// Cuts operands into pieces. Call it before the first message.
    void cut_operands(int cuts) { exchange_.cuts_ = cuts; }
    /// Adds a message of the present step. It carries what the sender has when the step begins.
    /// Throws OptionError ("algorithm") if there are too many blocks.
    void send(topo::NodeId from, topo::NodeId to, const std::vector<std::uint32_t>& blocks,
              bool combine = false);
    void next_step() { plan_.next_step(); }

    Exchange finish();

private:
    const topo::Topology* topology_;
    std::shared_ptr<const topo::RoutingFunction> unicast_;
    std::string algorithm_;
    PlanBuilder plan_;
    Exchange exchange_;
};

}  // namespace flitscope::tl
