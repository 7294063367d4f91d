#include "tlm/collectives/exchange/exchange_registry.h"

#include <algorithm>

#include "common/named_entries.h"
#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

namespace {

template <typename E>
struct Named {
    std::string name;
    E value;
};

const std::vector<Named<ExchangeKind>>& kinds() {
    static const std::vector<Named<ExchangeKind>> list = {
        {"reduce", ExchangeKind::reduce},         {"all_reduce", ExchangeKind::all_reduce},
        {"gather", ExchangeKind::gather},         {"all_gather", ExchangeKind::all_gather},
        {"all_to_all", ExchangeKind::all_to_all}, {"barrier", ExchangeKind::barrier},
    };
    return list;
}

const std::vector<Named<Reduction>>& reductions() {
    static const std::vector<Named<Reduction>> list = {
        {"sum", Reduction::sum},     {"min", Reduction::min},   {"max", Reduction::max},
        {"and", Reduction::bit_and}, {"or", Reduction::bit_or}, {"xor", Reduction::bit_xor},
    };
    return list;
}

/// The value is among them.
template <typename E>
std::string name(const std::vector<Named<E>>& list, E value) {
    return std::find_if(list.begin(), list.end(), [&](auto& each) { return each.value == value; })
        ->name;
}

template <typename E>
std::vector<std::string> names(const std::vector<Named<E>>& list) {
    std::vector<std::string> all;
    for (const Named<E>& each : list) {
        all.push_back(each.name);
    }
    return all;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

std::string names_of_kinds(const std::vector<ExchangeKind>& some) {
    std::vector<std::string> words;
    for (const ExchangeKind kind : some) {
        words.push_back(name_of(kind));
    }
    return listed(words);
}

bool makes(const ExchangeEntry& entry, ExchangeKind kind) {
    return std::find(entry.kinds.begin(), entry.kinds.end(), kind) != entry.kinds.end();
}

std::string makers_of(ExchangeKind kind) {
    std::vector<std::string> words;
    for (const ExchangeEntry& entry : exchanges()) {
        if (makes(entry, kind)) {
            words.push_back(entry.algorithm);
        }
    }
    return listed(words);
}

/// Whether the broadcast's messages form a tree: each node except the root gets all of the data
/// from one other node, in a message to it alone.
bool is_tree(const CollectiveEntry& broadcast) {
    return broadcast.goal == CollectiveGoal::broadcast &&
           broadcast.messages == CollectiveMessages::unicasts && !broadcast.sends_parts;
}

}  // namespace

const std::vector<ExchangeEntry>& exchanges() {
    static const std::vector<ExchangeEntry> list = {
        tree_entry(),     ring_entry(),          recursive_doubling_entry(),
        pairwise_entry(), dissemination_entry(),
    };
    return list;
}

const ExchangeEntry& find_exchange(const std::string& algorithm) {
    return find_entry(exchanges(), &ExchangeEntry::algorithm, algorithm, "algorithm");
}

std::string name_of(ExchangeKind kind) { return name(kinds(), kind); }
std::string name_of(Reduction operation) { return name(reductions(), operation); }

std::vector<std::string> exchange_kind_names() { return names(kinds()); }
std::vector<std::string> reduction_names() { return names(reductions()); }

ExchangeKind parse_exchange_kind(const std::string& name) {
    return find_entry(kinds(), &Named<ExchangeKind>::name, name, "kind").value;
}
Reduction parse_reduction(const std::string& name) {
    return find_entry(reductions(), &Named<Reduction>::name, name, "operation").value;
}

std::vector<std::string> exchange_trees() {
    std::vector<std::string> trees;
    for (const CollectiveEntry& entry : collectives()) {
        if (is_tree(entry)) {
            trees.push_back(entry.algorithm);
        }
    }
    return trees;
}

Exchange make_exchange(const ExchangeEntry& entry, const topo::Topology& topology,
                       const std::shared_ptr<const topo::RoutingFunction>& unicast,
                       const ExchangeRequest& request) {
    require_range("node", "root", request.root, 0, topology.nodes() - 1);
    if (topology.nodes() < 2) {
        throw OptionError("kind", name_of(request.kind) + " needs two nodes or more");
    }
    if (!makes(entry, request.kind)) {
        throw OptionError("algorithm", entry.algorithm + " has no " + name_of(request.kind) +
                                           ", it has " + names_of_kinds(entry.kinds) + "; " +
                                           name_of(request.kind) + " has " +
                                           makers_of(request.kind));
    }
    ExchangeBuilder exchange(entry.algorithm, topology, unicast, request);
    entry.write(exchange);
    return exchange.finish();
}

}  // namespace flitscope::tl
