#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tlm/collectives/exchange/exchange.h"

namespace flitscope::tl {

/// The value of a node's block at the beginning.
std::uint64_t operand_of(std::uint64_t seed, topo::NodeId node, std::uint32_t block);

/// The operands of an exchange, tracked outside the network: a 64-bit number for each block. At the
/// end it says whether every node has the right values.
///
/// A message carries what its sender has at the beginning of the step. So no value is sent on
/// before it has arrived, and no value that arrived early enters an earlier step.
class ExchangeValues {
public:
    /// Keeps a pointer. Operands follow from the seed.
    ExchangeValues(const Exchange& exchange, std::uint64_t seed);

    /// A node sends the messages of a step.
    void sent(const PlanOrder::Sends& sends);
    /// A message of the plan has arrived.
    void received(std::uint32_t message) { come_[message] = true; }
    /// After all have arrived: the number of nodes with a wrong value. Call it once.
    std::int64_t wrong_results();

    /// The value of a block at `node` at the beginning; `block` of all_to_all: the one for node
    /// `block`.
    std::uint64_t operand(topo::NodeId node, std::uint32_t block) const;

private:
    using Values = std::vector<std::uint64_t>;  ///< by block of a message
    void take(std::size_t member, std::uint32_t receipts);
    bool is_right(std::size_t member, const Values& results);
    bool has(std::size_t member, std::uint32_t block, std::uint64_t value) const;
    Values reduced() const;

    const Exchange* exchange_;
    std::uint64_t seed_;
    Reduction operation_;
    std::vector<std::unordered_map<std::uint32_t, std::uint64_t>> have_;  ///< [member][block]
    std::vector<std::uint32_t> taken_;  ///< [member] of its receipts, in their order
    std::vector<Values> carried_;       ///< [message] after it was sent
    std::vector<bool> come_;            ///< [message]
    std::vector<bool> lacked_;          ///< [member] it was to use what it did not have
};

}  // namespace flitscope::tl
