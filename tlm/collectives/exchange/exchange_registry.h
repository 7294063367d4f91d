#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tlm/collectives/exchange/exchange.h"

namespace flitscope::tl {

/// An entry of the list of algorithms.
struct ExchangeEntry {
    std::string algorithm;
    std::vector<ExchangeKind> kinds;  ///< that it is defined for
    /// Writes the exchange. Throws OptionError ("algorithm", "tree", "operation") for requests for
    /// which it is not defined.
    std::function<void(ExchangeBuilder& exchange)> write;
    bool has_tree = false;  ///< it looks at ExchangeRequest::tree
};

// Each in the file of its name.
ExchangeEntry tree_entry();
ExchangeEntry ring_entry();
ExchangeEntry recursive_doubling_entry();
ExchangeEntry pairwise_entry();
ExchangeEntry dissemination_entry();

const std::vector<ExchangeEntry>& exchanges();
/// Throws OptionError ("algorithm"), which lists the names, for an unknown one.
const ExchangeEntry& find_exchange(const std::string& algorithm);

std::string name_of(ExchangeKind kind);  ///< "all_reduce"
std::string name_of(Reduction operation);
std::vector<std::string> exchange_kind_names();
std::vector<std::string> reduction_names();  ///< in the order of Reduction
/// Throws OptionError ("kind"), which lists the names, for an unknown one.
ExchangeKind parse_exchange_kind(const std::string& name);
/// Likewise ("operation").
Reduction parse_reduction(const std::string& name);
/// Broadcast algorithms that may be the tree of an exchange.
std::vector<std::string> exchange_trees();

/// The exchange of an algorithm. Keeps pointers to the topology. Throws OptionError: "algorithm"
/// where it is not defined for the topology or the kind; "tree", "operation" where these do not
/// fit; "root" for one out of range; "kind" for a network of one node.
Exchange make_exchange(const ExchangeEntry& entry, const topo::Topology& topology,
                       const std::shared_ptr<const topo::RoutingFunction>& unicast,
                       const ExchangeRequest& request);

}  // namespace flitscope::tl
